// Discovery: every document of a site is valid in its format, agrees with the tables, and has no dead link (contract.md §17).
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parse as parseYaml } from 'yaml'
import { webhookKinds } from '../../../src/contract/event-kinds.ts'
import { nobody } from '../../../src/contract/operator.ts'
import { postStatuses } from '../../../src/contract/posts.ts'
import { pricedSite } from '../../../src/contract/sites/priced-site.ts'
import { siteIds } from '../../../src/contract/sites/site-ids.ts'
import { siteRow } from '../../../src/contract/sites.ts'
import standards from '../../../src/documents/guide/conformance.json' with { type: 'json' }
import { conformance } from '../../../src/documents/guide/conformance.ts'
import { guideDocuments } from '../../../src/documents/guide/documents.ts'
import { registryServer } from '../../../src/documents/guide/mcp-server.ts'
import { guidePages } from '../../../src/documents/guide/pages.ts'
import { ownProblems } from '../../../src/documents/openapi/answers.ts'
import { offered, openApiDocument } from '../../../src/documents/openapi/document.ts'
import { freshDatabase } from '../../databases.ts'
import { allSites, hostOf, startApp, type TestApp } from '../../harness.ts'

const security = {
  SECURITY_CONTACT: 'security@example.org,https://example.org/report',
  SECURITY_EXPIRES: '2027-06-30T00:00:00Z',
}
const operator = { OPERATOR_NAME: 'Ada & Sons <Ltd>', OPERATOR_CONTACT: 'ada@example.org' }

/** The part of APIs.json 0.23 that the index uses, as a schema. */
const propertySchema = {
  type: 'object',
  required: ['type', 'url'],
  properties: {
    type: { pattern: '^[A-Z][A-Za-z]+$' },
    url: { pattern: '^https?://' },
    mediaType: { pattern: '^[a-z]+/[a-z.+-]+$' },
    name: { type: 'string', minLength: 1 },
  },
  additionalProperties: false,
}
const apisJsonSchema = {
  type: 'object',
  required: ['aid', 'name', 'description', 'url', 'specificationVersion', 'apis', 'maintainers', 'tags'],
  properties: {
    name: { type: 'string', minLength: 3, maxLength: 50 },
    description: { type: 'string', minLength: 5, maxLength: 1000 },
    specificationVersion: { const: '0.23' },
    type: { const: 'Index' },
    access: { enum: ['Internal', '1st-Party', '3rd-Party'] },
    position: { enum: ['Producing', 'Consuming'] },
    apis: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['name', 'description', 'image', 'baseURL', 'humanURL', 'properties'],
        properties: { properties: { type: 'array', minItems: 10, items: propertySchema } },
      },
    },
    common: { type: 'array', items: propertySchema },
    maintainers: { type: 'array', items: { type: 'object', required: ['FN'] } },
  },
}

/** The part of Postman 2.1.0 that the collections use, as a schema. */
const postmanSchema = {
  type: 'object',
  required: ['info', 'item'],
  properties: {
    info: {
      required: ['name', 'schema'],
      properties: { schema: { const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' } },
    },
    item: {
      type: 'array',
      items: {
        required: ['name', 'item'],
        properties: {
          item: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'object',
              required: ['name', 'request'],
              properties: {
                request: {
                  type: 'object',
                  required: ['method', 'url'],
                  properties: {
                    url: {
                      type: 'object',
                      required: ['raw', 'host', 'path'],
                      properties: {
                        raw: { pattern: '^\\{\\{base_url\\}\\}/v1/' },
                        host: { type: 'array' },
                        path: { type: 'array' },
                      },
                    },
                    header: { type: 'array', items: { required: ['key', 'value'] } },
                    body: { required: ['mode', 'raw'], properties: { mode: { const: 'raw' } } },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
}

const link = { type: 'object', required: ['href'], properties: { href: { pattern: '^https?://' } } }
/** The schema of a linkset in JSON (RFC 9264 §4.2). */
const linksetSchema = {
  type: 'object',
  required: ['linkset'],
  additionalProperties: false,
  properties: {
    linkset: {
      type: 'array',
      items: {
        type: 'object',
        required: ['anchor'],
        properties: { anchor: { pattern: '^https?://' } },
        additionalProperties: { type: 'array', minItems: 1, items: link },
      },
    },
  },
}

const aiCatalogSchema = {
  type: 'object',
  required: ['specVersion', 'entries'],
  properties: {
    specVersion: { const: '1.0' },
    entries: {
      type: 'array',
      minItems: 5,
      items: {
        type: 'object',
        required: ['identifier', 'displayName', 'type', 'url', 'representativeQueries'],
        properties: {
          identifier: { pattern: '^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$' },
          url: { pattern: '^https?://' },
          representativeQueries: {
            type: 'array',
            minItems: 2,
            maxItems: 5,
            uniqueItems: true,
            items: { type: 'string' },
          },
        },
      },
    },
  },
}

const serverJsonSchema = {
  type: 'object',
  required: ['$schema', 'name', 'description', 'version', 'remotes'],
  additionalProperties: false,
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    name: { type: 'string', pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$', minLength: 3, maxLength: 200 },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', maxLength: 255 },
    websiteUrl: { type: 'string' },
    icons: { type: 'array', items: { required: ['src'], properties: { src: { pattern: '^https://' } } } },
    remotes: {
      type: 'array',
      minItems: 1,
      items: {
        required: ['type', 'url'],
        additionalProperties: false,
        properties: {
          type: { const: 'streamable-http' },
          url: { type: 'string' },
          headers: { type: 'array', items: { required: ['name'] } },
        },
      },
    },
  },
}

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

const holds = (schema: object, value: unknown, what: string) =>
  assert.ok(ajv.validate(schema, value), `${what}: ${ajv.errorsText()}`)

/** The JSON Schema of AsyncAPI 3.0.0, from a package of one of the OpenAPI linters. */
function asyncApiCheck() {
  const linter = createRequire(import.meta.resolve('@stoplight/spectral-cli/package.json'))
  const rulesets = createRequire(linter.resolve('@stoplight/spectral-rulesets'))
  const old = new Ajv({ strict: false, validateFormats: false, validateSchema: false })
  return old.compile(rulesets('@asyncapi/specs/schemas/3.0.0-without-$id.json'))
}

describe('discovery', () => {
  let app: TestApp
  let asyncApiSchema: ReturnType<typeof asyncApiCheck> | undefined
  before(async () => {
    app = await startApp(await freshDatabase('SQLite'), { env: { SITES: allSites, ...security, ...operator } })
  })
  after(() => app.close())
  const get = (path: string, id: (typeof siteIds)[number] = 'events', headers: Record<string, string> = {}) =>
    app.call<any>('GET', path, { host: hostOf(id), headers })

  for (const id of siteIds) {
    const row = pricedSite(siteRow(id))
    const baseUrl = `http://${hostOf(id)}`
    const openApi = openApiDocument(row, baseUrl) as any
    const ids = Object.values<object>(openApi.paths).flatMap(item =>
      Object.values(item).map(({ operationId }) => operationId as string),
    )

    test(`every link of every document and page of ${id} works`, async () => {
      const seen = new Set<string>()
      const waiting = [
        '/',
        '/robots.txt',
        ...guideDocuments(row).map(({ path }) => path),
        '/.well-known/security.txt',
        '/ai-catalog.json',
      ]
      const endpoints = new Set(guideDocuments(row).flatMap(({ path, endpoint }) => (endpoint ? [path] : [])))
      for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
        if (seen.has(path)) continue
        seen.add(path)
        const { status, headers, text } = await get(path, id)
        // Leads to the page of the account, which asks for the sign-in.
        const expected = path === '/login' ? 303 : endpoints.has(path.split('?')[0]!) ? 405 : 200
        assert.equal(status, expected, path)
        if (status !== 200 || !followed(path)) continue
        waiting.push(...linksIn(text, headers.get('link') ?? '', baseUrl))
      }
      for (const { path } of guidePages) {
        assert.ok(seen.has(path), `no link leads to ${path}`)
        const { text } = await get(path, id)
        for (const [, anchor] of text.matchAll(/href="#([^"]+)"/g))
          assert.ok(text.includes(`id="${anchor}"`), `${path}#${anchor}`)
      }
      for (const name of ['post', 'search', 'manage'])
        assert.ok(
          [...seen].some(path => path.startsWith(`/skills/${name}-`)),
          name,
        )
    })

    test(`catalogues and collections of ${id} fit the schemas of their formats`, async () => {
      const { json: apis } = await get('/apis.json', id)
      holds(apisJsonSchema, apis, 'apis.json')
      const catalogue = await get('/.well-known/api-catalog', id)
      assert.equal(
        catalogue.headers.get('content-type'),
        'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      )
      const linkset = JSON.parse(catalogue.text)
      holds(linksetSchema, linkset, 'api-catalog')
      const items = linkset.linkset[0].item.map(({ href }: { href: string }) => href)
      assert.deepEqual(
        items,
        linkset.linkset.slice(1).map(({ anchor }: { anchor: string }) => anchor),
      )
      const ai = await get('/.well-known/ai-catalog.json', id)
      assert.equal((await get('/ai-catalog.json', id)).text, ai.text)
      holds(aiCatalogSchema, JSON.parse(ai.text), 'ai-catalog')
      const { json: collection } = await get('/postman/collection.json', id)
      holds(postmanSchema, collection, 'postman')
      const requests = collection.item.flatMap(({ item }: any) => item.map(({ name }: any) => name))
      assert.deepEqual(requests.toSorted(), ids.toSorted())
      holds(serverJsonSchema, registryServer(row, baseUrl), 'server.json')
      holds(serverJsonSchema, registryServer(row, 'https://agents.example.org'), 'server.json at https')
    })

    test(`plans, limits, access and vocabulary of ${id} agree with the tables`, async () => {
      const { json: access } = await get('/agentic-access.json', id)
      assert.deepEqual(access.operations.map(({ operation }: any) => operation).toSorted(), ids.toSorted())
      for (const { 'x-agentic-access': of } of access.operations) holds(access.schema, of, 'agentic access')
      const { json: prices } = await get('/v1/pricing', id)
      const { json: plans } = await get('/plans.json', id)
      assert.deepEqual(plans.plans[1].charges.post, { unit: prices.unit, ...prices.post })
      assert.equal(plans.plans[1].charges.search.micros_each_after, prices.search.price_each)
      const { json: limits } = await get('/rate-limits.json', id)
      for (const { operations } of limits.limits)
        for (const { operation } of operations) assert.ok(ids.includes(operation), operation)
      const bounded = new Set(
        limits.limits.flatMap(({ operations }: any) => operations.map((one: any) => one.operation)),
      )
      const bounds = ['rate_limited', 'search_limit', 'too_many_webhooks', 'too_many_keys']
      for (const [operation, operationRow] of offered(row))
        if (ownProblems(operation, operationRow).some(code => bounds.includes(code)))
          assert.ok(bounded.has(operation), `no limit of ${operation} is listed`)
      assert.equal(
        limits.limits.some(({ name }: any) => name === 'relay'),
        row.relayed !== null,
      )
      const { terms } = parseYaml((await get('/vocabulary.yml', id)).text)
      const named = terms.map(({ term }: any) => term)
      assert.deepEqual(
        [...postStatuses, ...siteIds, ...webhookKinds].filter(word => !named.includes(word)),
        [],
      )
      assert.deepEqual((await get('/policy.json', id)).json, (await get('/v1/policy', id)).json)
    })

    test(`the AsyncAPI document of ${id} is valid and has every kind of event with the schema of OpenAPI`, async () => {
      const { text } = await get('/asyncapi.yml', id)
      const document = parseYaml(text)
      asyncApiSchema ??= asyncApiCheck()
      const valid: boolean = asyncApiSchema(document)
      assert.ok(valid, JSON.stringify(asyncApiSchema.errors?.slice(0, 3)))
      assert.deepEqual(Object.keys(document.components.messages).toSorted(), [...webhookKinds].toSorted())
      const { components } = openApi
      ajv.addSchema({ $id: `asyncapi:${id}`, components: document.components })
      for (const [kind, message] of Object.entries<any>(document.components.messages)) {
        const name = message.payload.$ref.split('/').at(-1)
        assert.deepEqual(document.components.schemas[name], JSON.parse(JSON.stringify(components.schemas[name])), kind)
        const [{ payload, headers }] = message.examples
        holds({ $ref: `asyncapi:${id}${message.payload.$ref}` }, payload, `the example of ${kind}`)
        holds({ $ref: `asyncapi:${id}${message.headers.$ref}` }, headers, `the headers of ${kind}`)
      }
      for (const [, section, name] of text.matchAll(/#\/components\/(\w+)\/([\w.]+)/g))
        assert.ok(document.components[section!]?.[name!], `${section}/${name}`)
    })

    test(`the skills of ${id} are short, say when to stop, and have the digests of their index`, async () => {
      const { json: index } = await get('/.well-known/agent-skills/index.json', id)
      assert.equal(index.$schema, 'https://schemas.agentskills.io/discovery/0.2.0/schema.json')
      assert.equal(index.skills.length, 3)
      const tools = await toolNames(id)
      for (const { name, type, description, url, digest } of index.skills) {
        assert.equal(type, 'skill-md')
        const { pathname } = new URL(url)
        const { status, headers, text } = await get(pathname, id)
        assert.deepEqual([status, headers.get('content-type')], [200, 'text/markdown; charset=utf-8'])
        assert.equal(digest, `sha256:${createHash('sha256').update(text).digest('hex')}`)
        const [, matter, body] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(text) ?? []
        const front = parseYaml(matter!)
        assert.deepEqual([front.name, front.description], [name, description])
        assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/)
        assert.equal(pathname, `/skills/${name}/SKILL.md`)
        assert.ok(name.length <= 64 && description.length <= 1024)
        assert.ok(text.length / 4 < 5_000, `${name}: ${text.length / 4} tokens`)
        assert.match(body!, /^## When to stop and hand over$/m)
        assert.match(body!, /account_url.*for_human/)
        for (const [, method, path] of body!.matchAll(/`(GET|POST|PATCH|DELETE) (\/v1\/[^?`]*)/g))
          assert.ok(openApi.paths[path!]?.[method!.toLowerCase()], `${method} ${path}`)
        for (const [, tool] of body!.matchAll(/\(tool `(\w+)`\)/g)) assert.ok(tools.has(tool!), tool)
      }
      assert.equal((await get('/skills/none/SKILL.md', id)).status, 404)
    })
  }

  const toolNames = async (id: (typeof siteIds)[number]): Promise<Set<string>> => {
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const { json } = await app.call<any>('POST', '/mcp', { host: hostOf(id), headers, body })
    return new Set(json.result.tools.map(({ name }: { name: string }) => name))
  }

  test('each document has an ETag and Last-Modified, is compressed, and gets 304', async () => {
    const paths = guideDocuments(siteRow('events')).filter(({ endpoint }) => !endpoint)
    for (const { path, type } of paths) {
      const whole = await get(path)
      assert.equal(whole.headers.get('content-type')?.split(';')[0], type, path)
      if (path.startsWith('/v1/')) continue
      const etag = whole.headers.get('etag') ?? ''
      assert.match(etag, /^"/, path)
      if (!type.includes('mcp') && !type.includes('ai-catalog')) assert.ok(whole.headers.get('last-modified'), path)
      assert.equal((await get(path, 'events', { 'if-none-match': etag })).status, 304, path)
    }
  })

  test('robots.txt has what CC BY 4.0 allows in the right group, and the address of the sitemap', async () => {
    const { text } = await get('/robots.txt', 'stories')
    assert.match(text, /^User-agent: \*\nContent-Signal: search=yes, ai-input=yes, ai-train=yes\nAllow: \/\n/)
    assert.match(text, /^Sitemap: http:\/\/stories\.test\/sitemap\.xml$/m)
    for (const line of text.split('\n'))
      assert.match(line, /^$|^(User-agent|Content-Signal|Allow|Disallow|Sitemap): \S/)
  })

  test('security.txt has the fields of RFC 9116, and does not exist once expired or without a contact', async () => {
    const { status, headers, text } = await get('/.well-known/security.txt')
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/plain; charset=utf-8'])
    const lines = text
      .trimEnd()
      .split('\n')
      .map(line => /^([A-Za-z-]+): (\S+)$/.exec(line)!.slice(1) as [string, string])
    const of = (name: string) => lines.flatMap(([field, value]) => (field === name ? [value] : []))
    assert.deepEqual(of('Contact'), ['mailto:security@example.org', 'https://example.org/report'])
    assert.deepEqual(of('Expires'), ['2027-06-30T00:00:00Z'])
    assert.match((await get('/security/')).text, /mailto:security@example\.org/)
    const year = 365 * 86_400_000
    app.clock.advance(year)
    assert.equal((await get('/.well-known/security.txt')).status, 404)
    app.clock.advance(-year)
    const plain = await startApp(await freshDatabase('SQLite'))
    try {
      assert.equal((await plain.call('GET', '/.well-known/security.txt')).status, 404)
      const { json } = await plain.call<any>('GET', '/conformance.json')
      assert.equal(json.standards.find((row: any) => row.id === 'rfc9116').conforms, 'no')
      assert.doesNotMatch((await plain.call('GET', '/apis.json')).text, /security\.txt/)
    } finally {
      await plain.close()
    }
  })

  test('the conformance document names each standard once, with its extent and a place that shows it', async () => {
    const { json } = await get('/conformance.json')
    const rows = json.standards as { id: string; conforms: string; evidence: string }[]
    assert.equal(new Set(rows.map(row => row.id)).size, rows.length)
    for (const { id, conforms, evidence } of rows) {
      assert.ok(['yes', 'partly', 'no'].includes(conforms), id)
      assert.ok(evidence.length >= 20, id)
    }
  })

  test('each row of the table of standards is shown by some site, with or without a contact for vulnerabilities', () => {
    const operators = [null, { contacts: ['mailto:a@example.org'], expires: security.SECURITY_EXPIRES }]
    const shown = siteIds.flatMap(id =>
      operators.flatMap(contact => conformance(siteRow(id), '', { ...nobody, security: contact }).standards),
    )
    const evidence = new Set(shown.map(row => row.evidence))
    assert.deepEqual(
      standards.filter(row => !evidence.has(row.evidence)),
      [],
    )
  })

  test('llms-full.txt has the API, the policy, the problems and the skills in one text', async () => {
    const { text } = await get('/llms-full.txt')
    for (const part of [
      '# Events',
      '## createPost: POST /v1/posts',
      '# Policy',
      '# Limits',
      '# Problems',
      '# Skill: Post an event',
    ])
      assert.ok(text.includes(`\n${part}`) || text.startsWith(part), part)
  })
})

/** The paths whose text is searched for links. */
const followed = (path: string) => !/\.(ics|css|svg|png|woff2?)$/.test(path.split('?')[0]!)

/**
 * The paths inside the site that a text or a Link header names, without fragments. Code blocks are left out: they send more than
 * GET.
 */
function linksIn(whole: string, header: string, baseUrl: string): string[] {
  // Code to copy links to nothing.
  const text = whole.replace(/<pre.*?<\/pre>|<textarea.*?<\/textarea>|^```.*?^```$/gms, '')
  const found = [
    ...[...text.matchAll(/\b(?:href|src)="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&')),
    ...[...text.matchAll(/https?:\/\/[^\s"'<>`)\]}]+/g)].map(([address]) => address.replace(/[.,;:*]+$/, '')),
    ...[...text.matchAll(/\]\((\/[^)\s]*)\)/g)].map(([, path]) => path!),
    ...[...header.matchAll(/<([^>]+)>/g)].map(([, path]) => path!),
  ]
  return found.flatMap(address => {
    const inside = address.startsWith(`${baseUrl}/`) ? address.slice(baseUrl.length) : address
    const [path = ''] = inside.split('#')
    return /^\/(?!\/)/.test(path) && !isPattern(path) ? [path] : []
  })
}

/** Addresses that are examples, have a parameter, or do not answer GET. */
const isPattern = (path: string) =>
  /[{}]|^\/(v1\/.|account|p\/p_|feeds\/ss_)/.test(path) && !/^\/v1\/(pricing|policy|status)$/.test(path)
