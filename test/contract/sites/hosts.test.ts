// The site of a request follows from the Host header alone, on every route, whatever a proxy or a stranger sends (contract.md §1,
// §6).
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { originAllowed } from '../../../src/mcp/origin.ts'
import { freshDatabase } from '../../databases.ts'
import { allSites, hostOf, messageBody, startApp, type TestApp, withApp } from '../../harness.ts'
import { answerIn, raw } from '../../kit/raw-http.ts'

/** The methods and paths of a server, with parameters filled in. */
function routesOf({ app }: TestApp): [method: string, path: string][] {
  const above: string[] = []
  return app.http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap(line => {
      const [, indent, part, methods] = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
      if (part === undefined) return []
      const depth = indent!.length / 4
      above.length = depth
      above[depth] = part
      const path = above.join('').replace(/:\w+/g, 'x').replace('*', 'assets/x')
      return (methods ?? '').split(', ').map(method => [method, path] as [string, string])
    })
}

const asked = (method: string, path: string, headers: readonly string[]) =>
  [`${method} ${path} HTTP/1.1`, ...headers, 'Connection: close', 'Content-Length: 0', '\r\n'].join('\r\n')

/** Paths of probes and of Prometheus, which call an IP address and not a site. */
const operational = ['/healthz', '/readyz', '/metrics']

describe('every route of the server', () => {
  let app: TestApp
  before(async () => {
    app = await startApp(await freshDatabase('SQLite'), { env: { SITES: allSites } })
  })
  after(() => app.close())

  const hosts: [what: string, headers: string[], expected: string][] = [
    ['an unknown host', ['Host: nowhere.test'], '404 unknown_site'],
    ['a host in brackets', ['Host: [::1'], '404 unknown_site'],
    ['a host with a path', ['Host: events.test/x'], '404 unknown_site'],
    ['a host with a user name', ['Host: events.test@nowhere.test'], '404 unknown_site'],
    ['a host with quotes and markup', ['Host: "><script>alert(1)</script>'], '404 unknown_site'],
    ['a host with bytes outside ASCII', ['Host: événements.test'], '404 unknown_site'],
    ['the name of an inherited member', ['Host: __proto__'], '404 unknown_site'],
    ['a very long host', [`Host: ${'a'.repeat(8_000)}`], '404 unknown_site'],
    ['two hosts', ['Host: events.test', 'Host: stories.test'], '400 invalid'],
    ['one host twice', ['Host: events.test', 'Host: events.test'], '400 invalid'],
    ['an empty host', ['Host:'], '400 invalid'],
    ['no host', [], '400 invalid'],
  ]
  for (const [what, headers, expected] of hosts)
    test(`every route answers ${what} with ${expected}`, async () => {
      const routes = routesOf(app)
      assert.ok(routes.length > 60 && routes.some(([, path]) => path === '/account/top-up'), String(routes))
      for (const [method, path] of routes) {
        if (operational.includes(path) && expected.startsWith('404')) continue
        const answer = answerIn(await raw(app.origin, asked(method, path, headers)))
        const code = method === 'HEAD' ? expected.split(' ')[1] : answer.json?.code
        assert.equal(`${answer.status} ${code}`, expected, `${method} ${path}: ${answer.head}`)
      }
    })

  test('a HEAD of a missing page is answered as GET, without the body: HTML for a browser, the problem for any other client', async () => {
    const missing = async (method: string, accept: string) =>
      answerIn(await raw(app.origin, asked(method, '/nowhere', ['Host: events.test', `Accept: ${accept}`])))
    for (const accept of ['text/html', 'application/json']) {
      const [head, get] = [await missing('HEAD', accept), await missing('GET', accept)]
      const typeOf = (answer: { head: string }) => /^content-type: (.*)$/im.exec(answer.head)?.[1]
      assert.deepEqual([head.status, typeOf(head)], [404, typeOf(get)])
    }
    assert.match((await missing('HEAD', 'text/html')).head, /^content-type: text\/html/im)
  })

  test('a probe is answered at any host', async () => {
    for (const path of operational)
      assert.equal(answerIn(await raw(app.origin, asked('GET', path, ['Host: 10.0.0.1:8787']))).status, 200)
  })

  test('a browser at an unknown host gets a page with links to the sites', async () => {
    for (const path of ['/', '/account', '/account/verify?t=x', '/p/p_x']) {
      const headers = ['Host: <b>.test', 'Accept: text/html']
      const { status, head, body } = answerIn(await raw(app.origin, asked('GET', path, headers)))
      assert.equal(status, 404, path)
      assert.match(head, /content-type: text\/html/i)
      assert.match(head, /content-security-policy: default-src 'none'/i)
      assert.match(body, /<h1>No site here<\/h1>.*href="http:\/\/events\.test\/">Events</s)
      assert.doesNotMatch(body, /<b>/)
    }
  })
})

withApp(
  'behind a trusted proxy',
  app => {
    const forwarded = {
      'x-forwarded-host': 'stories.test',
      'x-forwarded-proto': 'https',
      'x-forwarded-port': '8443',
      forwarded: 'host=stories.test;proto=https',
    }

    test('behind a trusted proxy the Host header alone chooses the site, so that no cache mixes up two sites', async () => {
      const host = hostOf('messages')
      for (const path of ['/', '/v1/pricing', '/index.json', '/feed.xml', '/openapi.json']) {
        const plain = await app().call('GET', path, { host })
        const given = await app().call('GET', path, { host, headers: forwarded })
        assert.equal(given.status, 200, path)
        assert.equal(given.text, plain.text, path)
      }
      const unknown = await app().call('GET', '/v1/pricing', { host: 'nowhere.test', headers: forwarded })
      assert.deepEqual([unknown.status, unknown.json.code], [404, 'unknown_site'])
    })

    test('links keep the scheme and host of SITES behind a trusted proxy', async () => {
      const host = hostOf('messages')
      const { key, accountId } = await app().account()
      const { platform } = app()
      const posted = await app().call('POST', '/v1/posts', { host, key, body: messageBody(), headers: forwarded })
      assert.equal(posted.status, 202, posted.text)
      await app().moderate()
      const { json, text } = await app().call('GET', `/v1/posts/${posted.json.id}`, { host, headers: forwarded })
      assert.equal(json.url, `http://messages.test/p/${json.id}`)
      assert.doesNotMatch(text, /stories\.test|8443/)
      const account = await app().call('GET', '/v1/account', { host, key, headers: forwarded })
      assert.match(account.json.account_url, /^http:\/\/messages\.test\/account\?t=/)
      const missing = await app().call('GET', '/v1/posts/p_x', { host, headers: forwarded })
      assert.match(missing.json.type, /^http:\/\/messages\.test\//)
      const token = platform.links.sign({ account: accountId, grade: 'agent' }, platform.now())
      const entered = await app().call('GET', `/account?t=${token}`, { host, headers: forwarded })
      assert.equal(entered.headers.get('location'), '/account')
      const cookies = entered.headers.getSetCookie().join()
      assert.match(cookies, /^[\w-]+=/)
      assert.doesNotMatch(cookies, /Secure|__Host-/)
    })
  },
  { SITES: allSites, TRUST_PROXY: '127.0.0.1' },
)

describe('/mcp accepts the origin of a web page', () => {
  const local = ['http://localhost:8787', 'http://stories.localhost:8787']
  const taken = [
    undefined,
    'http://localhost:8787',
    'http://stories.localhost:8787',
    'http://localhost:6274',
    'https://localhost',
    'http://127.0.0.1:6274',
    'http://127.1.2.3',
    'http://[::1]:6274',
  ]
  const refused = [
    'null',
    '',
    'http://127.evil.example',
    'http://127.0.0.1.evil.example',
    'http://127.0.0.1@evil.example',
    'http://localhost.evil.example',
    'http://evil-localhost:8787',
    'http://evil.localhost:8787',
    'http://[::2]',
    'http://128.0.0.1',
    'http://events.test',
    'file:///etc/passwd',
  ]
  test('the MCP server accepts web pages from this machine when the sites are on this machine, comparing whole hosts', () => {
    for (const origin of taken) assert.equal(originAllowed(origin, local), true, String(origin))
    for (const origin of refused) assert.equal(originAllowed(origin, local), false, origin)
  })
  test('the MCP server accepts only web pages of the sites themselves when they are elsewhere', () => {
    assert.equal(originAllowed('https://events.test', ['https://events.test', 'https://stories.test']), true)
    assert.equal(originAllowed('https://stories.test', ['https://events.test', 'https://stories.test']), true)
    for (const origin of [...taken.slice(1), ...refused, 'http://events.test', 'https://events.test:8443'])
      assert.equal(originAllowed(origin, ['https://events.test']), false, origin)
  })
})
