// Hosts that sites had before: SITES_MOVED leads to the new one, SITES_CLOSED says that a site was closed.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readConfig } from '../../../src/config.ts'
import { messageBody, onPresentation, quietLog, startApp, withPresentation } from '../../harness.ts'

withPresentation(
  'a former host',
  app => {
    const at = (host: string, method: string, path: string, options = {}) =>
      app().call(method, path, { host, ...options })

    test('of a site that moved redirects reading to the same path, and takes no key and no write', async () => {
      for (const host of ['old.test', 'OLD.test.:80'])
        for (const path of ['/', '/de/topics/?a=b', '/p/p_1.json', '/account?t=1', '//evil.example/x']) {
          const { status, headers } = await at(host, 'GET', path)
          assert.deepEqual([status, headers.get('location')], [308, `http://new.test${path}`], path)
        }
      const { key } = await app().account()
      for (const sent of [
        at('old.test', 'GET', '/v1/account', { key }),
        at('old.test', 'GET', '/v1/account', { headers: { 'x-api-key': key } }),
        at('old.test', 'POST', '/v1/posts', { key, body: messageBody() }),
        at('old.test', 'POST', '/mcp', { body: {} }),
      ]) {
        const { status, json, headers } = await sent
        assert.deepEqual([status, json.code, headers.get('location')], [404, 'unknown_site', null])
        assert.match(json.detail, /has moved to http:\/\/new\.test\./)
        assert.ok(!JSON.stringify(json).includes(key))
      }
      assert.equal((await at('any.test', 'GET', '/')).status, 200, 'a single site has every other host')
    })

    test('of a closed site answers 410, with a plain page or a problem', async () => {
      const page = await at('closed.test', 'GET', '/p/p_1')
      assert.deepEqual([page.status, page.headers.get('content-type')], [410, 'text/html; charset=utf-8'])
      assert.match(page.text, /<h1>This site was closed<\/h1>/)
      for (const [method, path] of [
        ['GET', '/v1/posts'],
        ['POST', '/account/sign-in'],
      ] as const) {
        // No document describes a host without a site.
        const answer = await app().app.http.inject({ method, url: path, headers: { host: 'closed.test' } })
        assert.deepEqual([answer.statusCode, answer.json().code], [410, 'gone'], path)
      }
    })
  },
  { SITES: 'messages=http://new.test', SITES_MOVED: 'http://old.test=messages', SITES_CLOSED: 'http://closed.test' },
)

onPresentation('a site that is left out of SITES', ({ fresh }) => {
  test('keeps its posts, and the start warns of them', async () => {
    const url = await fresh()
    const first = await startApp(url, { env: { SITES: 'messages=http://messages.test' } })
    const { key } = await first.account()
    const { json } = await first.call('POST', '/v1/posts', { key, body: messageBody() })
    await first.moderate()
    await first.close()
    const warned: string[] = []
    const log = { ...quietLog, warn: (_: object, message: string) => void warned.push(message) }
    const second = await startApp(url, { log })
    assert.ok(json.id)
    assert.match(warned.join('\n'), /the site messages has published posts and is not in SITES/)
    await second.close()
    const third = await startApp(url, { env: { SITES: 'messages=http://messages.test' } })
    assert.equal((await third.call('GET', `/v1/posts/${json.id}`)).status, 200)
    await third.close()
  })
})

test('former hosts are checked at the start, and the example of the guide is taken', () => {
  const guide = readFileSync('docs/operator.md', 'utf8')
  const example = /```\n(SITES=events=[\s\S]*?)```/.exec(guide)![1]!.trim().split('\n')
  const env = Object.fromEntries(example.map(line => line.split(/=(.*)/s).slice(0, 2)))
  assert.deepEqual(readConfig(env).formerHosts, [
    { hosts: ['old.example', 'old.example:443'], movedTo: 'events' },
    { hosts: ['tales.example', 'tales.example:443'], movedTo: null },
  ])
  const refused = (more: Record<string, string>, why: RegExp) =>
    assert.throws(() => readConfig({ ...env, ...more }), why)
  refused({ SITES_MOVED: 'https://old.example=stories' }, /SITES_MOVED: .*"stories" is none of SITES/)
  refused({ SITES_MOVED: 'https://new.example=events' }, /SITES_MOVED: .*is the host of a site/)
  refused({ SITES_CLOSED: 'tales.example' }, /SITES_CLOSED: .*is no base URL/)
})
