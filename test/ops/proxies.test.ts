// The samples for Caddy and nginx, run before a real service: hosts, addresses of callers, waiting calls, bodies, /metrics.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request as httpsRequest } from 'node:https'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { doctorsQuestion } from '../../src/usecases/doctors-question.ts'
import { freePort, freshDatabase, freshFolder } from '../databases.ts'
import { startApp, storyBody, type TestApp } from '../harness.ts'
import { without } from '../kit/program.ts'

const certificates = resolve('test/kit/certificates')
const ca = readFileSync(join(certificates, 'ca.pem'))
const [events, stories] = ['receiver.example.org', 'stories.receiver.example.org']

type Proxy = {
  name: string
  scheme: 'http' | 'https'
  skip: string | false
  /** Starts it on a port before the service at `upstream`, a host with a port. */
  start(port: number, upstream: string): ChildProcess
}

const caddy: Proxy = {
  name: 'Caddy',
  // With https Caddy would ask an authority for certificates.
  scheme: 'http',
  skip: without('caddy', 'the sample for Caddy', 'version'),
  start: (port, upstream) =>
    spawn('caddy', ['run', '--config', resolve('ops/caddy/Caddyfile'), '--adapter', 'caddyfile'], {
      env: {
        ...process.env,
        XDG_DATA_HOME: freshFolder(),
        XDG_CONFIG_HOME: freshFolder(),
        CADDY_ADMIN: 'off',
        HANDBILL_HOSTS: `http://${events}:${port} http://${stories}:${port}`,
        HANDBILL_UPSTREAMS: upstream,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
}

const nginx: Proxy = {
  name: 'nginx',
  scheme: 'https',
  skip: without('nginx', 'the sample for nginx', '-v'),
  start(port, upstream) {
    const folder = freshFolder()
    const sample = readFileSync('ops/nginx/handbill.conf', 'utf8')
    const changes: [string | RegExp, string][] = [
      ['server 127.0.0.1:8787;', `server ${upstream};`],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
      // The redirect from http needs a port that only root may open.
      [/server \{\s+listen 80;[^}]+\}/, ''],
      ['/etc/ssl/handbill/fullchain.pem', join(certificates, 'receiver.pem')],
      ['/etc/ssl/handbill/privkey.pem', join(certificates, 'receiver.key')],
      ['server_name events.example.org stories.example.org', `server_name ${events} ${stories}`],
    ]
    const site = changes.reduce((text, [from, to]) => {
      const changed = text.replace(from, to)
      assert.notEqual(changed, text, String(from))
      return changed
    }, sample)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(kind => {
      mkdirSync(join(folder, kind))
      return `${kind}_temp_path ${join(folder, kind)};`
    })
    const file = join(folder, 'nginx.conf')
    const [user] = process.getuid?.() === 0 ? ['user root;'] : ['']
    writeFileSync(
      file,
      `${user} daemon off; pid ${join(folder, 'pid')}; error_log stderr; events {}
      http { access_log off; ${temporary.join(' ')}\n${site}\n}`,
    )
    return spawn('nginx', ['-c', file, '-p', folder, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] })
  },
}

type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer; json: any }

for (const proxy of [caddy, nginx])
  describe(`ops/: ${proxy.name}`, { skip: proxy.skip }, () => {
    let app: TestApp
    let port: number
    let child: ChildProcess
    let said = ''
    before(async () => {
      port = await freePort()
      app = await startApp(await freshDatabase('SQLite'), {
        env: {
          SITES: `events=${proxy.scheme}://${events}:${port},stories=${proxy.scheme}://${stories}:${port}`,
          TRUST_PROXY: '127.0.0.1',
        },
      })
      child = proxy.start(port, new URL(app.origin).host)
      child.stderr?.on('data', chunk => (said += chunk))
      while ((await ask('/readyz').catch(() => null))?.status !== 200)
        assert.equal(child.exitCode, null, `${proxy.name} ended:\n${said}`)
    })
    after(async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await Promise.all([ended, app.close()])
    })

    /** Asks through the proxy, from another address of this machine than that of the proxy. */
    const ask = (
      path: string,
      {
        host = events,
        method = 'GET',
        headers = {},
        body = [],
      }: {
        host?: string | undefined
        method?: string
        headers?: Record<string, string>
        body?: readonly string[]
      } = {},
    ): Promise<Reply> =>
      new Promise((resolve, reject) => {
        const options = {
          ...{ host: '127.0.0.1', port, path, method, localAddress: '127.0.0.5', agent: false as const },
          headers: { host: `${host}:${port}`, ...headers },
        }
        const request =
          proxy.scheme === 'https' ? httpsRequest({ ...options, ca, servername: host }) : httpRequest(options)
        request.on('error', reject)
        request.on('response', async response => {
          const parts: Buffer[] = []
          for await (const part of response) parts.push(part)
          const whole = Buffer.concat(parts)
          const isJson = /json/.test(response.headers['content-type'] ?? '') && !response.headers['content-encoding']
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: whole,
            json: isJson && whole.length > 0 ? JSON.parse(String(whole)) : null,
          })
        })
        // Without a length, Node sends the body in chunks.
        for (const part of body) request.write(part)
        request.end()
      })

    const seen = async (headers: Record<string, string> = {}) => {
      const question = doctorsQuestion(app.platform.links, app.clock.now())
      return (await ask(`/healthz?doctor=${question}`, { headers })).json
    }

    test('the host of the request selects the site', async () => {
      for (const [host, site] of [
        [events, 'events'],
        [stories, 'stories'],
      ] as const)
        assert.equal((await ask('/v1/status', { host })).json.site, site)
    })

    test('the service sees the address of the caller, and not one that the caller made up', async () => {
      const { address, peer, trusted } = await seen()
      assert.deepEqual({ address, peer, trusted }, { address: '127.0.0.5', peer: '127.0.0.1', trusted: true })
      for (const forged of ['203.0.113.9', '203.0.113.9, 127.0.0.1'])
        assert.equal((await seen({ 'x-forwarded-for': forged })).address, '127.0.0.5', forged)
      assert.equal((await seen({ forwarded: 'for=203.0.113.9' })).address, '127.0.0.5')
    })

    test('/metrics does not pass, for nobody', async () => {
      assert.equal((await ask('/metrics')).status, 404)
      assert.equal((await ask('/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } })).status, 404)
      assert.ok(!String((await ask('/metrics')).body).includes('handbill_'))
    })

    test('a call that waits is answered when its outcome comes, also after the proxy has been idle', async () => {
      const { key } = await app.account()
      const headers = { authorization: `Bearer ${key}` }
      const { cursor } = (await ask('/v1/outcomes', { headers, host: stories })).json
      const waiting = ask(`/v1/outcomes?after=${cursor}&wait=30`, { headers, host: stories })
      const posted = await ask('/v1/posts', {
        ...{ method: 'POST', host: stories, body: [JSON.stringify(storyBody())] },
        headers: { ...headers, 'content-type': 'application/json' },
      })
      assert.equal(posted.status, 202, String(posted.body))
      await app.moderate()
      const begun = performance.now()
      const { items } = (await waiting).json
      assert.equal(items.length, 1)
      assert.ok(performance.now() - begun < 20_000)
    })

    test('a body in chunks arrives whole, and one that is too large is refused', async () => {
      const { key } = await app.account()
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      const text = JSON.stringify(storyBody())
      const parts = [text.slice(0, 100), text.slice(100, 400), text.slice(400)]
      const posted = await ask('/v1/posts', { method: 'POST', headers, body: parts, host: stories })
      assert.equal(posted.status, 202, String(posted.body))
      const large = await ask('/v1/posts', { method: 'POST', headers, body: ['x'.repeat(100_000)], host: stories })
      // The service ends the connection before nginx has sent all of the body, which nginx may take for a fault.
      const refusals = proxy === nginx ? [413, 502] : [413]
      assert.ok(refusals.includes(large.status), `${large.status} ${large.body}`)
    })

    test('a page comes as the service sends it: compressed, with its ETag, and 304 for who has it', async () => {
      const headers = { 'accept-encoding': 'gzip', accept: 'text/html' }
      const page = await ask('/about/', { headers })
      const straight = await fetch(`${app.origin}/about/`, { headers: { accept: 'text/html' } })
      assert.equal(page.headers['content-encoding'] ?? 'gzip', 'gzip', String(straight.status))
      const { etag } = page.headers
      if (etag !== undefined)
        assert.equal((await ask('/about/', { headers: { ...headers, 'if-none-match': etag } })).status, 304)
    })

    test('HTTP/2 selects the site too', { skip: proxy.scheme === 'http' }, async () => {
      const session = connectHttp2(`https://${stories}:${port}`, {
        ...{ ca, servername: stories, host: '127.0.0.1' },
        lookup: (_name: string, _options: object, found: (error: null, addresses: object[]) => void) =>
          found(null, [{ address: '127.0.0.1', family: 4 }]),
      } as object)
      try {
        const stream = session.request({ ':path': '/v1/status' })
        let text = ''
        for await (const part of stream.setEncoding('utf8')) text += part
        assert.equal(JSON.parse(text).site, 'stories')
      } finally {
        session.close()
      }
    })
  })
