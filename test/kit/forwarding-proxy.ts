// A proxy in front of a service, which passes Host and names the caller in X-Forwarded-For if it is told to.
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ForwardingProxy = { origin: string; target: string; forwards: boolean; close(): void }

/** Starts the proxy on a free port. Its target is set later: the service has to know the origin. */
export async function startForwardingProxy(): Promise<ForwardingProxy> {
  const server = createServer((request, response) => {
    const { method, url, headers } = request
    const forwarded = proxy.forwards ? { 'x-forwarded-for': '203.0.113.9' } : {}
    const passed = httpRequest(proxy.target + url, { method, headers: { ...headers, ...forwarded } }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const proxy: ForwardingProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: '',
    forwards: true,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return proxy
}
