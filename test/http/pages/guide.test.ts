// Finding the way: a caller that knows only the base URL is led to everything else (contract.md §17).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { apiChanges } from '../../../src/contract/api-changes.ts'
import { operations } from '../../../src/contract/operations.ts'
import { pricedSite } from '../../../src/contract/sites/priced-site.ts'
import { siteIds } from '../../../src/contract/sites/site-ids.ts'
import { siteRow } from '../../../src/contract/sites.ts'
import { openApiDocument } from '../../../src/documents/openapi/document.ts'
import { partOf } from '../../../src/documents/openapi/part.ts'
import { openApiSummary } from '../../../src/documents/openapi/summary.ts'
import { allSites, hostOf, withPresentation } from '../../harness.ts'

/** The address of the OpenAPI document of an operation, by the template of the index. */
const detailsOf = ({ details }: { details: string }, { operation }: { operation: string }) =>
  details.replace('{operation}', operation)

describe('descriptions for small contexts', () => {
  for (const id of siteIds) {
    const row = pricedSite(siteRow(id))
    const baseUrl = `https://${id}.test`

    test(`the summary of ${id} names every operation and stays under 20 KB`, () => {
      const text = openApiSummary(row, baseUrl)
      assert.ok(Buffer.byteLength(text) < 20_000, `${Buffer.byteLength(text)} bytes`)
      for (const item of Object.values(openApiDocument(row, baseUrl).paths))
        for (const { operationId } of Object.values(item)) assert.match(text, new RegExp(`^## ${operationId}: `, 'm'))
    })

    test(`the parts by tag of ${id} make up the whole document, and have no reference outside themselves`, () => {
      const whole = openApiDocument(row, baseUrl)
      const parts = (whole.tags as { name: string }[]).map(({ name }) => partOf(whole, name))
      const operationsOf = (document: typeof whole) =>
        Object.values(document.paths).flatMap(item => Object.values(item).map(({ operationId }) => operationId))
      assert.deepEqual(parts.flatMap(operationsOf).sort(), operationsOf(whole).sort())
      for (const part of parts) {
        const text = JSON.stringify(part)
        assert.ok(text.length < JSON.stringify(whole).length)
        for (const [, section, name] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
          assert.ok((part.components as any)[section!]?.[name!], `${section}/${name}`)
      }
    })
  }
})

withPresentation(
  'in the guide',
  app => {
    const host = 'events.test'
    const get = (path: string, of = host) => app().call('GET', path, { host: of })

    test('the index lists every operation of the site in one line each, and how to sign up', async () => {
      const { status, headers, json, text } = await get('/v1')
      assert.deepEqual([status, headers.get('content-type')], [200, 'application/json; charset=utf-8'])
      assert.equal((await get('/v1/')).text, text)
      const offered = Object.entries(operations).filter(([, { tag }]) => tag !== 'relay')
      assert.deepEqual(
        json.operations.map((row: any) => row.operation),
        offered.map(([id]) => id),
      )
      for (const { method, path, does } of json.operations) {
        assert.match(`${method} ${path}`, /^(GET|POST|PATCH|DELETE) \/v1\//)
        assert.doesNotMatch(does, /\n/)
      }
      const signUp = await app().call(json.sign_up.method, new URL(json.sign_up.url).pathname, {
        host,
        body: json.sign_up.body,
      })
      assert.equal(signUp.status, 201)
    })

    test('the index and llms.txt have a whole post of their site, which a dry run takes', async () => {
      for (const id of siteIds) {
        const of = hostOf(id)
        const llms = (await get('/llms.txt', of)).text
        const shown = /A whole post, as `createPost` takes it: `(\{.*\})`/.exec(llms)?.[1]
        const { post } = (await get('/v1', of)).json
        assert.deepEqual(JSON.parse(shown!), post.body)
        const { key } = await app().account()
        const checked = await app().call('POST', '/v1/posts?dry_run=true', { host: of, body: post.body, key })
        assert.deepEqual([checked.status, checked.json.outcome], [200, 'would_queue'], checked.text)
      }
    })

    test('the OpenAPI document of one operation is valid, whole in itself, and shorter than 3,000 tokens', async () => {
      const valid = new Set<string>()
      const validator = new Validator()
      for (const id of siteIds) {
        const of = hostOf(id)
        const index = (await get('/v1', of)).json
        for (const { operation } of index.operations) {
          const details = detailsOf(index, { operation })
          const { text, json } = await get(details.slice(details.indexOf('/openapi')), of)
          assert.ok(text.length / 4 <= 3_000, `${operation} of ${id}: ${text.length / 4} tokens`)
          assert.doesNotMatch(text, /\$ref/)
          // Most operations are the same on every site, but for its address.
          const shape = text.replaceAll(of, 'HOST')
          if (!valid.has(shape)) {
            const { valid: isValid, errors } = await validator.validate(structuredClone(json))
            assert.ok(isValid, `${operation} of ${id}: ${JSON.stringify(errors)}`)
            valid.add(shape)
          }
          const [item] = Object.values<any>(json.paths)
          const [found] = Object.values<any>(item)
          assert.equal(found.operationId, operation)
          if (found.requestBody) assert.ok(found.requestBody.content['application/json'].example, operation)
        }
      }
      for (const [query, detail] of [
        [
          'operation=createPosts',
          /^\/operation: got "createPosts"; it takes the name of an operation: createAccount, /,
        ],
        ['operation=createPost&tag=posts', /^\/operation: does not go with tag/],
        ['operation=__proto__', /^\/operation: got "__proto__"/],
      ] as const) {
        const wrong = await get(`/openapi.json?${query}`)
        assert.equal(wrong.status, 400)
        assert.match(wrong.json.detail, detail)
      }
      assert.match((await get('/openapi.yml?operation=getPost')).text, /operationId: getPost/)
    })

    test('the changelog of the API is dated, the same on its page and in its feed, and linked from the index, and its links work', async () => {
      const { api_changes: told } = (await get('/v1')).json
      assert.deepEqual(told, { latest: apiChanges[0]?.date, url: `http://${host}/changelog/` })
      const page = (await get('/changelog/index.md')).text
      const feed = (await get('/changelog/feed.xml')).text
      const dates = apiChanges.map(({ date }) => date)
      assert.deepEqual(dates, dates.toSorted().toReversed(), 'the newest first')
      for (const { date, change, docs } of apiChanges) {
        assert.match(date, /^\d{4}-\d{2}-\d{2}$/)
        assert.ok(page.includes(`## ${date}\n`) && page.includes(change), change)
        assert.ok(feed.includes(`<pubDate>${new Date(date).toUTCString()}</pubDate>`))
        if (docs) assert.equal((await get(docs)).status, 200, docs)
      }
      assert.doesNotMatch(page, /npm test/)
    })

    test('the index names the operations of its own site', async () => {
      const relay = (await get('/v1', hostOf('classifieds'))).json.operations
      assert.ok(relay.some((row: any) => row.operation === 'contactSeller'))
    })

    test('every link of the index, of llms.txt, of the front page and of the Link header works', async () => {
      for (const id of siteIds) {
        const of = hostOf(id)
        const index = await get('/v1', of)
        const llms = await get('/llms.txt', of)
        const front = await get('/', of)
        assert.match(front.headers.get('content-type') ?? '', /text\/html/)
        const top = front.text.slice(0, front.text.indexOf('</section>'))
        const links = [
          ...index.json.documents.map((document: any) => new URL(document.url).pathname),
          ...index.json.operations.map((row: any) => detailsOf(index.json, row).replace(index.json.base_url, '')),
          ...[...llms.text.matchAll(/\]\(http:\/\/[^/]+([^)]*)\)/g)].map(([, path]) => path),
          ...[...top.slice(top.indexOf('id="agents"')).matchAll(/href="([^"]+)"/g)].map(([, path]) => path),
          ...[...(front.headers.get('link') ?? '').matchAll(/<([^>]+)>/g)].map(([, path]) => path),
        ]
        for (const wanted of [
          '/v1',
          '/openapi.yml',
          '/openapi-summary.md',
          '/mcp',
          '/problems/',
          '/v1/pricing',
          '/v1/policy',
        ])
          assert.ok(links.filter(link => link === wanted).length >= 3, `${wanted} on ${id}`)
        for (const path of new Set(links)) {
          const { status } = await get(path as string, of)
          // The MCP endpoint answers only POST.
          assert.equal(status, path === '/mcp' ? 405 : 200, `${of}${path}`)
        }
      }
    })

    test('llms.txt has the form of llmstxt.org, and robots.txt allows all public pages', async () => {
      const { text, headers } = await get('/llms.txt')
      assert.match(headers.get('content-type') ?? '', /^text\/plain/)
      assert.match(text, /^# [^\n]+\n\n> [^\n]+\n\n[^#]+\n\n## Documents\n\n- \[/)
      for (const line of text.slice(text.indexOf('\n## ')).split('\n'))
        assert.match(line, /^(|## [\w ]+|- \[[^\]]+\]\(http:\/\/events\.test\/[^)]*\): .+)$/)
      const robots = await get('/robots.txt')
      assert.match(robots.text, /^User-agent: \*\nContent-Signal: [^\n]+\nAllow: \/\n/)
      assert.doesNotMatch(robots.text, /Disallow: \/(v1\/?)?$/m)
    })

    test('in the guide pages, the index and lists link to the description of the service in their Link header', async () => {
      const { key } = await app().account()
      for (const [path, by] of [
        ['/'],
        ['/problems/'],
        ['/v1'],
        ['/v1/posts'],
        ['/v1/posts?mine=true', key],
        ['/v1/search?q=clay'],
      ]) {
        const { headers } = await app().call('GET', path!, { host, ...(by && { key: by }) })
        assert.match(headers.get('link') ?? '', /<\/openapi\.yml>; rel="service-desc".*rel="service-doc"/, path)
      }
    })

    test('a part of the OpenAPI document is selected by tag, and an unknown tag is refused with the list of tags', async () => {
      const part = await get('/openapi.json?tag=search')
      assert.deepEqual(Object.keys(JSON.parse(part.text).paths), ['/v1/search', '/v1/searches', '/v1/searches/{id}'])
      assert.match((await get('/openapi.yml?tag=posts')).text, /operationId: createPost/)
      const wrong = await get('/openapi.yml?tag=post')
      assert.equal(wrong.status, 400)
      assert.match(wrong.json.detail, /^\/tag: got "post"; it takes one of .*did you mean "posts"\?/)
      assert.match((await get('/openapi.yml?tags=posts')).json.detail, /did you mean "tag"\?/)
    })
  },
  { SITES: allSites },
)
