// The log of a real process at level trace: it never contains keys, link tokens, addresses or anything that callers send, and it
// has a line for every request.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { dialectOf } from '../../src/store/database/dialect.ts'
import { freePort, freshFolder } from '../databases.ts'
import { allSites, classifiedBody, eventBody, onOneDatabase } from '../harness.ts'
import { raw } from '../kit/raw-http.ts'
import { startService } from './process.ts'

onOneDatabase('PostgreSQL', 'the log at level trace', ({ fresh }) => {
  test('the log at level trace contains no secret after requests of every kind, failures of the database included', {
    timeout: 120_000,
  }, async () => {
    const folder = freshFolder()
    const url = await fresh()
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const secretKey = Buffer.alloc(32, 9).toString('base64')
    const service = await startService({
      DATABASE_URL: url,
      DATA_DIR: folder,
      PORT: String(port),
      SITES: allSites.replace('events=http://events.test', `events=${origin}`),
      SECRET_KEY: secretKey,
      LOG_LEVEL: 'trace',
      PLATFORM_RPS: '0',
    })
    let log = ''
    for (const stream of [service.process.stdout!, service.process.stderr!]) stream.on('data', chunk => (log += chunk))
    const secrets = new Map<string, string>([['the secret', secretKey]])
    const call = async (method: string, path: string, { key, body, headers = {} }: any = {}) => {
      const response = await fetch(origin + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(key && { authorization: `Bearer ${key}` }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: text.startsWith('{') ? JSON.parse(text) : {},
      }
    }
    try {
      const email = 'log.owner@mail.example'
      secrets.set('the address of the owner', email)
      const signUp = { name: 'Quite Secret Name', email, accept_terms: true }
      const { json: account } = await call('POST', '/v1/accounts', { body: signUp })
      const key: string = account.api_key
      secrets.set('the key', key.slice(3))
      secrets.set('a key that is no key', 'ak_notakeyatall')
      await call('GET', '/v1/account', { key: 'ak_notakeyatall' })
      const token = new URL(account.account_url).searchParams.get('t')!
      secrets.set('the token of the link', token)
      const entered = await call('GET', `/account?t=${token}`)
      const cookie = entered.headers.getSetCookie()[0]!.split(';')[0]!
      const page = await call('GET', '/account', { headers: { cookie } })
      const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)![1]!
      secrets.set('the CSRF token', csrf)
      const form = { headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' } }
      await call('POST', '/account/verification', { ...form, body: `csrf=${csrf}` })
      const link = await mailedLink(folder, service)
      secrets.set('the token in the mail', link)
      await call('GET', `/account/verify?t=${link}`, { headers: { cookie } })
      await call('POST', '/account/verify', { ...form, body: `t=${link}` })
      const nonce = /name="nonce" value="([^"]+)"/.exec(page.text)![1]!
      const terms = /name="terms" value="([^"]+)"/.exec(page.text)![1]!
      const card = '4242424242424242'
      secrets.set('the card', card)
      await call('POST', '/account/top-up', {
        ...form,
        body: `csrf=${csrf}&nonce=${nonce}&amount=20000000&card=${card}&terms=${terms}`,
      })

      const body = eventBody()
      const headers = { 'idempotency-key': 'idempotency-secret-1' }
      secrets.set('the Idempotency-Key', 'idempotency-secret-1')
      secrets.set('the text of a post', body.body as string)
      const posted = await call('POST', '/v1/posts', { key, body, headers })
      assert.equal(posted.status, 202, posted.text)
      await call('POST', '/v1/posts', { key, body, headers })
      while ((await call('GET', `/v1/posts/${posted.json.id}`)).status !== 200);
      secrets.set('the address of a reporter', 'log.reporter@mail.example')
      secrets.set('the text of a report', 'reported in confidence')
      const report = {
        post_id: posted.json.id,
        reason: 'spam',
        details: 'reported in confidence',
        email: 'log.reporter@mail.example',
      }
      assert.equal((await call('POST', '/v1/reports', { body: report })).status, 202)
      await call('POST', '/v1/posts?dry_run=true', { key, body: classifiedBody() })
      await call('GET', '/v1/search?q=searched-in-private', { key })
      secrets.set('a search', 'searched-in-private')
      await call('POST', '/v1/accounts', { body: '{"email":"broken.json@mail.example' })
      secrets.set('a body that is no JSON', 'broken.json@mail.example')
      await raw(origin, 'GET /account?t=rawtoken HTTP/1.1\nAuthorization: Bearer rawkey\n\n')
      secrets.set('a token on a broken line', 'rawtoken')
      secrets.set('a key on a broken line', 'rawkey')

      let marks = 0
      /** A text that occurs nowhere else and that the log must not contain. */
      const marked = (place: string) => {
        const mark = `mark${marks++}${place}q`
        secrets.set(`what was sent as ${place}`, mark)
        return mark
      }
      const everyPlace = async () => {
        await call('GET', `/v1/posts/${marked('id')}`, { key })
        await call('GET', `/${marked('path')}`)
        await call('GET', `/%zz${marked('badpath')}`)
        await call('GET', `/v1/posts?topic=${marked('query')}&${marked('parameter')}=1`)
        await call('GET', `/v1/search?q=${marked('search')}`, { headers: { 'x-forwarded-for': marked('forwarded') } })
        await call('GET', `/v1/webhooks/${marked('hook')}/deliveries`, { key })
        const names = [
          'user-agent',
          'accept',
          'referer',
          'cookie',
          'origin',
          'x-own',
          'if-none-match',
          'accept-language',
        ]
        await call('GET', '/v1/posts', { headers: Object.fromEntries(names.map(name => [name, marked('header')])) })
        await call('GET', '/v1/account', { headers: { authorization: `Basic ${marked('scheme')}` } })
        await raw(origin, `GET / HTTP/1.1\nHost: ${marked('host')}.example\n\n`)
        await raw(origin, `${marked('method').toUpperCase()} / HTTP/1.1\nHost: ${marked('host')}\n\n`)
        secrets.set('an unknown method', `MARK${marks - 2}METHOD`)
        const hostile = {
          ...eventBody(),
          title: marked('title'),
          body: marked('body'),
          [marked('member')]: marked('value'),
        }
        await call('POST', '/v1/posts', { key, body: hostile, headers: { 'idempotency-key': marked('idempotency') } })
        await call('POST', '/v1/posts?dry_run=true', {
          key,
          body: { ...eventBody(), title: `A walk with ${marked('draft')}`, topics: [marked('topic')] },
        })
        await call('POST', '/v1/posts', { key, body: `{"title": ${marked('badjson')}` })
        await call('POST', '/v1/posts', {
          key,
          body: { location: { city: { name: marked('city') } }, timezone: marked('zone') },
        })
        await call('POST', '/v1/webhooks', {
          key,
          body: { url: `https://${marked('target')}.example/${marked('targetpath')}` },
        })
        await call('POST', '/v1/accounts', {
          body: { ...signUp, name: marked('name'), handle: marked('handle').slice(0, 20) },
        })
        await call('POST', '/v1/relay', {
          body: { post_id: marked('relay'), message: marked('message'), email: marked('email') },
        })
        await call('POST', '/account/top-up', {
          ...form,
          body: `csrf=${csrf}&nonce=${marked('nonce')}&amount=${marked('amount')}&card=${marked('card')}`,
        })
        await call('GET', `/account?t=${marked('token')}.${marked('signature')}`)
        const mcp = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' }
        const speak = (method: string, params: object, headers = mcp) =>
          call('POST', '/mcp', { key, headers, body: { jsonrpc: '2.0', id: marked('rpcid'), method, params } })
        await speak('tools/call', {
          name: 'check_event',
          arguments: { ...eventBody(), title: marked('argument'), [marked('extra')]: 1 },
        })
        await speak('tools/call', { name: marked('tool'), arguments: {} })
        await speak('tools/call', { name: 'search_posts', arguments: { q: marked('toolsearch') } })
        await speak('resources/read', { uri: `post://${marked('resource')}` })
        await speak('prompts/get', { name: marked('prompt'), arguments: { topic: marked('promptargument') } })
        await speak(marked('rpcmethod'), {})
        await speak('tools/list', {}, { ...mcp, 'mcp-protocol-version': marked('revision') })
        await call('POST', '/mcp', { key, headers: mcp, body: `{"jsonrpc": ${marked('badrpc')}` })
      }
      await everyPlace()

      const connection = dialectOf(url).open(url, 'write')
      for (const table of ['listing', 'counters', 'accounts', 'api_keys'])
        await connection.command(`alter table ${table} rename to lost_${table}`)
      await connection.close()
      const failed = [
        await call('GET', `/v1/account?t=${token}`, { key }),
        await call('POST', '/v1/accounts', { body: signUp }),
        await call('POST', '/v1/reports', { body: report }),
        await call('GET', `/account?t=${token}`, { headers: { cookie } }),
        await call('GET', '/account', { headers: { cookie } }),
        await call('GET', '/v1/search?q=searched-in-private'),
      ]
      assert.ok(failed.some(answer => answer.status === 500))
      await everyPlace()
      await service.stop()

      assert.match(log, /"msg":"a request failed"/)
      assert.match(log, /"request_id":"req_/)
      assert.match(log, /lost_|no such table|does not exist/)
      const lines = log.split('\n').flatMap(line => (line.startsWith('{') ? [JSON.parse(line)] : []))
      const requests = lines.filter(line => line.msg === 'request')
      for (const { level, time, msg, ...line } of requests)
        assert.deepEqual(Object.keys(line), ['method', 'route', 'status', 'ms', 'request_id'])
      const told = new Set(requests.map(({ method, route, status }) => `${method} ${route} ${status}`))
      for (const line of [
        'POST /v1/accounts 201',
        'GET /account 303',
        'POST /account/verification 303',
        'POST /v1/posts 202',
        'GET /v1/posts/:id 200',
        'GET null 404',
        'null null 400',
        'POST /mcp 200',
        'POST /v1/accounts 500',
      ])
        assert.ok(told.has(line), `${line} is not among the logged requests: ${[...told].join(', ')}`)
      assert.equal(new Set(requests.map(line => line.request_id)).size, requests.length)
      for (const [what, secret] of secrets)
        assert.ok(!log.includes(secret), `${what} is in the log: ${around(log, secret)}`)
      assert.doesNotMatch(log, /[?&]t=|authorization|set-cookie/i)
    } finally {
      await service.kill()
    }
  })
})

/** The token of the link in the first mail. Waits until the process has sent the mail. */
async function mailedLink(folder: string, service: { process: { exitCode: number | null } }): Promise<string> {
  const outbox = join(folder, 'outbox')
  for (;;) {
    assert.equal(service.process.exitCode, null)
    const [name] = await Promise.resolve()
      .then(() => readdirSync(outbox).filter(file => file.endsWith('.eml')))
      .catch(() => [])
    if (name) {
      const { text = '' } = await PostalMime.parse(readFileSync(join(outbox, name)))
      return /[?&]t=(\S+)/.exec(text)![1]!
    }
    await new Promise(setImmediate)
  }
}

function around(text: string, part: string): string {
  const at = text.indexOf(part)
  return text.slice(Math.max(0, at - 200), at + part.length + 50)
}
