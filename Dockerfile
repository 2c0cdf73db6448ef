# The image of Handbill. Build: docker build -t handbill . Run: docker run -p 8787:8787 -v handbill:/data handbill
# The root file system may be read-only; /data and /tmp are written to.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm pack --ignore-scripts --pack-destination /

FROM node:24-slim AS install
COPY --from=build /handbill-*.tgz /handbill.tgz
COPY package-lock.json /build/package-lock.json
WORKDIR /opt/handbill
# The versions of the lock, without what only tests need.
RUN tar -xzf /handbill.tgz --strip-components=1 && cp /build/package-lock.json . \
    && npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data
COPY --from=install /opt/handbill /opt/handbill
RUN ln -s /opt/handbill/bin/handbill.js /usr/local/bin/handbill && mkdir /data && chown node:node /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["handbill"]
CMD ["serve"]
