// The developers' pages: their content follows from the tables, each has a Markdown twin, and their programs are those of the
// docs.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { webhookKinds } from '../../../src/contract/event-kinds.ts'
import { pricedSite } from '../../../src/contract/sites/priced-site.ts'
import { siteIds } from '../../../src/contract/sites/site-ids.ts'
import { siteRow } from '../../../src/contract/sites.ts'
import { openApiDocument } from '../../../src/documents/openapi/document.ts'
import { isTimeZone } from '../../../src/domain/times/zones.ts'
import { settingOf } from '../../../src/http/public/developers/quickstart/setting.ts'
import { verifyInNode, verifyInPython } from '../../../src/http/public/developers/quickstart/verify.ts'
import { freshDatabase } from '../../databases.ts'
import { allSites, hostOf, startApp, type TestApp } from '../../harness.ts'

const pages = ['/developers/', '/developers/reference/', '/developers/webhooks/', '/console/']

describe('the developers’ pages', () => {
  let app: TestApp
  before(async () => {
    app = await startApp(await freshDatabase('SQLite'), { env: { SITES: allSites } })
  })
  after(() => app.close())

  for (const site of siteIds) {
    const host = hostOf(site)
    const base = `http://${host}`
    const get = (path: string) => app.call('GET', path, { host })

    test(`each developers’ page of ${site} links to a Markdown twin, has a canonical address, and runs only its own scripts`, async () => {
      for (const path of pages) {
        const page = await get(path)
        assert.equal(page.status, 200, path)
        assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self'; .*connect-src 'self'/)
        assert.match(page.headers.get('link') ?? '', /rel="alternate"; type="text\/markdown"/)
        assert.ok(page.text.includes(`<link rel="canonical" href="${base}${path}">`))
        const twin = await get(/rel="alternate" type="text\/markdown" href="([^"]+)"/.exec(page.text)![1]!)
        assert.equal(twin.headers.get('content-type'), 'text/markdown; charset=utf-8')
        assert.match(twin.text, /^# /)
        for (const [, script] of page.text.matchAll(/<script[^>]* src="([^"]+)"/g)) {
          const { status, headers } = await get(script!)
          assert.deepEqual([status, headers.get('content-type')], [200, 'text/javascript; charset=utf-8'])
          assert.match(headers.get('cache-control') ?? '', /immutable/)
        }
        const bare = await get(path.slice(0, -1))
        assert.deepEqual([bare.status, bare.headers.get('location')], [308, path])
      }
      assert.equal((await get('/developers/errors')).headers.get('location'), '/problems/')
      assert.equal((await get('/developers.md')).headers.get('location'), '/developers/index.md')
    })

    test(`the first command on the developers’ page of ${site} needs no key, and the price of a post follows`, async () => {
      const { text } = await get('/developers/index.md')
      const command = /```sh\n(.*)\n```/.exec(text)![1]!
      assert.equal(command, `curl -s "${base}/v1/posts?limit=1"`)
      assert.equal((await get('/v1/posts?limit=1')).status, 200)
      const before = text.slice(0, text.indexOf('## '))
      const { price, dearest } = pricedSite(siteRow(site))
      assert.ok(before.includes(`**${(price.perItemMicros / 1e6).toFixed(2)} USD**`), before)
      if (dearest) assert.ok(before.includes(`: ${(price.capMicros / 1e6).toFixed(2)} USD.`), before)
    })

    test(`the links for clients on the developers’ page of ${site} name the site's own server`, async () => {
      const { text } = await get('/developers/')
      const link = (scheme: string) =>
        new RegExp(`href="(${scheme}:[^"]+)"`).exec(text)![1]!.replaceAll('&amp;', '&').replaceAll('&#38;', '&')
      const cursor = new URL(link('cursor'))
      assert.equal(cursor.host + cursor.pathname, 'anysphere.cursor-deeplink/mcp/install')
      assert.deepEqual(JSON.parse(atob(cursor.searchParams.get('config')!)), { url: `${base}/mcp` })
      const { name, ...server } = JSON.parse(decodeURIComponent(link('vscode').split('?')[1]!))
      assert.deepEqual(server, { type: 'http', url: `${base}/mcp` })
      assert.equal(cursor.searchParams.get('name'), name)
      assert.ok(text.includes(`claude mcp add --transport http ${name} ${base}/mcp`))
    })

    test(`the reference of ${site} has every operation, parameter, body member, answer and error of the OpenAPI document`, async () => {
      const markdown = (await get('/developers/reference/index.md')).text
      const { text: page } = await get('/developers/reference/')
      const document = openApiDocument(pricedSite(siteRow(site)), base) as any
      const at = (value: any): any =>
        value?.$ref
          ? at(
              value.$ref
                .slice(2)
                .split('/')
                .reduce((on: any, name: string) => on[name], document),
            )
          : value
      for (const [path, item] of Object.entries<any>(document.paths))
        for (const [method, operation] of Object.entries<any>(item)) {
          const { operationId: id } = operation
          const [, rest = ''] = markdown.split(`### ${id} {#${id}}`)
          const section = rest.split(/\n##/)[0]!
          assert.ok(page.includes(`<h3 id="${id}">`), id)
          assert.ok(section.includes(`\`${method.toUpperCase()} ${path}\``), id)
          assert.ok(section.includes(operation['x-agentic-access'].notes), id)
          for (const parameter of operation.parameters ?? [])
            assert.ok(section.includes(`\`${at(parameter).name}\` (${at(parameter).in}`), `${id} ${at(parameter).name}`)
          const body = at(operation.requestBody?.content['application/json'].schema)
          for (const member of Object.keys(body?.properties ?? {}))
            assert.ok(section.includes(`\`${member}\``), `${id}: ${member}`)
          for (const [status, answer] of Object.entries<any>(operation.responses)) {
            const content = at(answer).content ?? {}
            if ('application/json' in content) assert.ok(section.includes(`- ${status}: `), `${id} ${status}`)
            for (const code of Object.keys(content['application/problem+json']?.examples ?? {}))
              assert.ok(section.includes(`- ${status} [${code}](${base}/problems/#${code})`), `${id} ${code}`)
          }
        }
      assert.doesNotMatch(markdown, /undefined|\[object|\$ref/)
    })
  }

  test('the page about webhooks has every kind of event', async () => {
    const { text } = await app.call('GET', '/developers/webhooks/index.md', { host: hostOf('events') })
    for (const kind of webhookKinds) assert.ok(text.includes(`- \`${kind}\`: `), kind)
  })
})

test('the programs that verify a delivery are those of docs/webhooks.md, which another test runs', () => {
  const docs = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
  assert.ok(docs.includes(`\`\`\`js\n${verifyInNode}\`\`\``))
  assert.ok(docs.includes(`\`\`\`python\n${verifyInPython}\`\`\``))
})

test('the times of the example are always in the future, at the same time of day in their zone', () => {
  const site = pricedSite(siteRow('events'))
  const timed = site.timed!
  assert.ok(isTimeZone(String(site.example[timed.zone])))
  for (const year of [2026, 2027, 2031, 2040]) {
    const now = Date.UTC(year, 10, 21)
    const { post } = settingOf(site, 'http://events.test', now)
    const starts = Date.parse(String(post[timed.start]))
    assert.ok(starts > now && starts < Date.UTC(year + 2, 11, 21), String(post[timed.start]))
    assert.ok(Date.parse(String(post[timed.end])) > starts)
    assert.equal(String(post[timed.start]).slice(11, 19), String(site.example[timed.start]).slice(11, 19))
  }
})
