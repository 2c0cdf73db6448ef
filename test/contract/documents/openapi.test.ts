// The OpenAPI document: complete, valid, in agreement with the operation table, and served as the contract says.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { parse } from 'yaml'
import { eventKinds } from '../../../src/contract/event-kinds.ts'
import { refusalRules } from '../../../src/contract/moderation/refusal-rules.ts'
import { scopes } from '../../../src/contract/operations/row.ts'
import { type OperationRow, operations } from '../../../src/contract/operations.ts'
import { problems } from '../../../src/contract/problems/problems.ts'
import { pricedSite } from '../../../src/contract/sites/priced-site.ts'
import { type SiteRow, siteRows } from '../../../src/contract/sites.ts'
import { version } from '../../../src/contract/version.ts'
import { serverMetadata } from '../../../src/documents/guide/oauth-metadata.ts'
import { problemsOf } from '../../../src/documents/openapi/answers.ts'
import { offered, openApiDocument } from '../../../src/documents/openapi/document.ts'
import { oneOperation } from '../../../src/documents/openapi/one-operation.ts'
import { tagDescriptions } from '../../../src/documents/openapi/words.ts'
import { yamlText } from '../../../src/documents/openapi/yaml.ts'
import { loadPolicy } from '../../../src/moderation/policy-file.ts'
import { freshDatabase } from '../../databases.ts'
import { startApp } from '../../harness.ts'
import { documentCheck } from '../../kit/openapi-check.ts'

type Json = Record<string, any>

const rows = Object.entries(operations as Record<string, OperationRow>)
const sites = Object.values(siteRows).map(row => pricedSite(row))
const baseUrlOf = (site: SiteRow) => `https://${site.id}.handbill.test`
const checkOf = (site: SiteRow) => documentCheck({ id: site.id, baseUrl: baseUrlOf(site) })

/** Every object inside a value, with its path. */
function* objectsIn(value: unknown, path = '#'): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, value as Json]
  for (const [name, each] of Object.entries(value)) yield* objectsIn(each, `${path}/${name}`)
}

test('every operation has a description, an example of its answer and an example of its body', () => {
  const faults = rows.flatMap(([id, row]) => {
    const site = sites.find(each => !row.offeredOn || row.offeredOn(each))!
    const examples = row.examples?.(site, baseUrlOf(site))
    return [
      ...(row.description ? [] : [`${id} has no description`]),
      ...(row.answer ? [] : [`${id} does not say what its success means`]),
      ...(Object.keys(examples?.response ?? {}).length > 0 ? [] : [`${id} has no example of its answer`]),
      ...(row.body && Object.keys(examples?.body ?? {}).length === 0 ? [`${id} has no example of its body`] : []),
      ...(row.tag in tagDescriptions ? [] : [`the tag ${row.tag} has no description`]),
    ]
  })
  assert.deepEqual(faults, [])
})

/** The texts and lists of unbounded length in a schema. A pattern bounds a text unless a part of it repeats without end. */
function unbounded(schema: unknown): string[] {
  return [...objectsIn(schema)]
    .filter(([, { type, maxLength, maxItems, pattern, format, enum: choices }]) =>
      type === 'string'
        ? maxLength === undefined && !choices && format !== 'date-time' && (!pattern || /[*+]|,\}/.test(pattern))
        : type === 'array' && maxItems === undefined,
    )
    .map(([path]) => path)
}

test('every text and every list in a request has a maximum length', () => {
  const faults = sites.flatMap(site =>
    rows.flatMap(([id, row]) => unbounded(row.body?.(site)).map(path => `${id} on ${site.id}: ${path}`)),
  )
  assert.deepEqual(faults, [])
  assert.deepEqual(unbounded({ a: { type: 'string' }, b: { type: 'array' } }), ['#/a', '#/b'])
})

for (const site of sites)
  describe(`the document of ${site.id}`, () => {
    const { document, resolved, validator } = checkOf(site)
    const all = Object.values(document.paths).flatMap(path => Object.values(path) as Json[])

    test('the examples of the OpenAPI document name only rules and categories that exist', () => {
      const categories = loadPolicy().categories.map(({ id }) => id)
      const refusals = [...objectsIn(document)].flatMap(([path, { refusal, rejection }]) =>
        [refusal, rejection].filter(each => typeof each?.category === 'string').map(each => [path, each] as const),
      )
      assert.ok(refusals.length > 3)
      for (const [path, { category, rule }] of refusals) {
        assert.ok(categories.includes(category), `${path}: ${category}`)
        // An entry of a list of the operator is a rule of its own.
        const known = (name: string) => Object.hasOwn(refusalRules, name) || /^LIST-\d+$/.test(name)
        if (typeof rule === 'string') assert.ok(known(rule), `${path}: ${rule}`)
      }
    })

    test('the OpenAPI document is valid OpenAPI 3.1', async () => {
      const { valid, errors } = await new Validator().validate(structuredClone(document))
      assert.deepEqual([valid, errors], [true, undefined])
      assert.equal(document.openapi, '3.1.1')
      const { contact, termsOfService } = document.info as Json
      assert.deepEqual([contact.url, termsOfService], [baseUrlOf(site), `${baseUrlOf(site)}/terms/`])
    })

    test('the OpenAPI document has exactly the operations that the site offers, each with its method, path and authentication', () => {
      const shown = Object.entries(document.paths).flatMap(([path, item]) =>
        Object.entries(item).map(([method, { operationId, security }]) => [operationId, method, path, security]),
      )
      const wanted = offered(site).map(([id, row]) => [
        id,
        row.method,
        row.path.replace(/:(\w+)/g, '{$1}'),
        {
          none: [],
          optional: [{}, { apiKey: [] }, { oauth: row.scope ? [row.scope] : [] }],
          key: [{ apiKey: [] }, { oauth: row.scope ? [row.scope] : [] }],
          owner: [{ accountLink: [] }, { accountSession: [] }],
        }[row.auth],
      ])
      const text = (each: unknown) => JSON.stringify(each)
      assert.deepEqual(new Set(shown.map(text)), new Set(wanted.map(text)))
      assert.deepEqual(shown.map(([id]) => id).sort(), wanted.map(([id]) => id).sort())
    })

    test('the OpenAPI document has the flow of OAuth with the endpoints of the issuer of its site, and the scopes in words', () => {
      const { type, flows } = (document.components.securitySchemes as Json).oauth
      const { authorizationUrl, tokenUrl, refreshUrl, scopes: told } = flows.authorizationCode
      const { authorization_endpoint, token_endpoint } = serverMetadata(baseUrlOf(site)) as Record<string, string>
      assert.deepEqual([type, authorizationUrl, tokenUrl], ['oauth2', authorization_endpoint, token_endpoint])
      assert.deepEqual([refreshUrl, Object.keys(told)], [token_endpoint, [...scopes]])
      assert.ok(Object.values(told as Record<string, string>).every(meaning => meaning.includes(' ')))
      const one = oneOperation(site, baseUrlOf(site), 'createPost')
      const { oauth } = one.components.securitySchemes as Json
      assert.deepEqual(Object.keys(oauth.flows.authorizationCode.scopes), ['posts:write'])
    })

    test('the OpenAPI document lists under each status the codes that can occur there, with an example of each', () => {
      for (const [id, row] of offered(site)) {
        const operation = all.find(each => each.operationId === id)!
        for (const [status, codes] of problemsOf(id, row)) {
          const media = resolved(operation.responses[status]).content['application/problem+json']
          assert.deepEqual(media.schema.allOf[1].properties.code.enum, codes, `${id} ${status}`)
          assert.deepEqual(Object.keys(media.examples), codes, `${id} ${status}`)
        }
      }
    })

    test('each error of the OpenAPI document has a code, so that generated clients can read the code of any error', () => {
      const has = (schema: Json): boolean =>
        Boolean(schema.required?.includes('code') || schema.allOf?.some((part: Json) => has(resolved(part))))
      for (const { operationId, responses } of all)
        for (const [status, answer] of Object.entries(responses as Json).filter(([status]) => Number(status) >= 400)) {
          const contents = Object.entries(resolved(answer).content as Json)
          assert.ok(contents.length > 0, `${operationId} ${status}`)
          for (const [type, { schema }] of contents) {
            assert.match(type, /^application\/(problem\+)?json$/, `${operationId} ${status}`)
            assert.ok(has(resolved(schema)), `${operationId} ${status} ${type}`)
          }
        }
    })

    test('the OpenAPI document says which members of a post can stand for one another', () => {
      const { requestBody } = all.find(each => each.operationId === 'createPost')!
      const validate = validator(requestBody.content['application/json'].schema)
      for (const missing of [...site.needsOneOf, ...(site.timed ? [site.timed.start, site.timed.end] : [])]) {
        const { [missing]: _, ...rest } = site.example
        assert.equal(validate(rest), !(missing in site.example), missing)
      }
      assert.ok(validate(site.example))
    })

    test('the OpenAPI document shows only examples that fit their schemas', () => {
      const faults: string[] = []
      let seen = 0
      const check = (where: string, schema: Json, value: unknown) => {
        seen++
        const validate = validator(schema)
        if (!validate(value)) faults.push(`${where}: ${JSON.stringify(validate.errors)}`)
      }
      const media = (where: string, content: Json = {}) => {
        for (const [type, { schema, example, examples = {} }] of Object.entries(content) as [string, Json][]) {
          if (example !== undefined) check(`${where} ${type}`, schema, example)
          for (const [name, each] of Object.entries(examples) as [string, Json][])
            check(`${where} ${type} ${name}`, schema, resolved(each).value)
        }
      }
      const hooks = Object.values(document.webhooks as Json).map(hook => hook.post)
      for (const operation of [...all, ...hooks]) {
        const { operationId, parameters = [], requestBody, responses } = operation
        for (const parameter of parameters.map(resolved))
          if ('example' in parameter) check(`${operationId} ${parameter.name}`, parameter.schema, parameter.example)
        media(`${operationId} body`, requestBody?.content)
        for (const [status, answer] of Object.entries(responses) as [string, Json][])
          media(`${operationId} ${status}`, resolved(answer).content)
      }
      assert.deepEqual(faults, [])
      assert.ok(seen > 50, `${seen} examples`)
    })

    test('the OpenAPI document closes every object, types every enumeration, and has no keyword of the library that made it', () => {
      const faults = [...objectsIn(document.components, '#/components')].flatMap(([path, value]) => [
        ...(value.type === 'object' &&
        value.properties &&
        !('additionalProperties' in value) &&
        !path.includes('/allOf/')
          ? [`${path} is open`]
          : []),
        ...(Array.isArray(value.enum) && value.type === undefined ? [`${path} has no type`] : []),
        ...Object.keys(value)
          .filter(name => name.startsWith('~') || name === 'nullable')
          .map(name => `${path}/${name}`),
        ...Reflect.ownKeys(value)
          .filter(name => typeof name === 'symbol')
          .map(name => `${path}: ${String(name)}`),
      ])
      assert.deepEqual(faults, [])
    })

    test('the OpenAPI document has no component twice and no unused component', () => {
      const used = new Set(
        [...objectsIn(document)].flatMap(([, value]) => (typeof value.$ref === 'string' ? [value.$ref] : [])),
      )
      const { securitySchemes: _, ...sections } = document.components as Json
      const names = Object.entries(sections).flatMap(([section, entries]) =>
        Object.keys(entries as Json).map(name => `#/components/${section}/${name}`),
      )
      assert.deepEqual(new Set(names), used)
      assert.deepEqual(
        names.filter(name => /[a-z]\d$/.test(name)),
        [],
      )
      for (const name of ['Post', 'OwnPost', 'Account', 'Problem', 'Moderation', 'Rejection', 'Policy'])
        assert.ok(names.includes(`#/components/schemas/${name}`), name)
    })

    test('the OpenAPI document leaves out the headers that OpenAPI reserves, and describes each parameter', () => {
      const parameters = all.flatMap(({ parameters = [] }) => parameters.map(resolved) as Json[])
      for (const { name, in: place, description, schema } of parameters) {
        assert.ok(place !== 'header' || !/^(accept|content-type|authorization)$/i.test(name), name)
        assert.ok(typeof description === 'string' && description.length > 3, name)
        assert.ok(schema.type, name)
      }
    })

    test('the OpenAPI document describes the delivery of every kind of event, and of the test event', () => {
      const webhooks = document.webhooks as Json
      assert.deepEqual(Object.keys(webhooks), [...eventKinds, 'webhook.test'])
      for (const { post } of Object.values(webhooks) as Json[])
        assert.deepEqual(
          post.parameters.map((each: Json) => resolved(each).name),
          ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
        )
    })

    test('the OpenAPI document is the same text each time, and the same document as YAML and as JSON', () => {
      const again = openApiDocument(site, baseUrlOf(site))
      assert.equal(yamlText(again), yamlText(document))
      for (const reader of ['1.2', '1.1'] as const)
        assert.deepEqual(parse(yamlText(document), { version: reader }), JSON.parse(JSON.stringify(document)), reader)
    })
  })

test('the operations have the ids that generated clients rely on (contract.md §6)', () => {
  const names =
    'createAccount getAccount updateAccount deleteAccount listPosts createPost getPost editPost cancelPost deletePost search ' +
    'reportPost reportHandle getReport contactSeller getStatus getPricing getPolicy listWebhooks createWebhook updateWebhook testWebhook deleteWebhook'
  const known = Object.keys(operations)
  assert.deepEqual(
    names.split(' ').filter(name => !known.includes(name)),
    [],
  )
})

test('there are five scopes, and each operation has its scope of the contract (contract.md §6)', () => {
  const named = Object.fromEntries(scopes.map(scope => [scope, rows.filter(([, row]) => row.scope === scope)]))
  const names = Object.fromEntries(Object.entries(named).map(([scope, rows]) => [scope, rows.map(([id]) => id)]))
  const webhooks = rows.filter(([, row]) => row.path.startsWith('/v1/webhooks')).map(([id]) => id)
  assert.deepEqual(names, {
    'posts:read': ['getPost'],
    'posts:write': ['createPost', 'editPost', 'deletePost', 'cancelPost', 'appealPost', 'getAppeal'],
    search: ['search', 'createStandingSearch', 'listStandingSearches', 'deleteStandingSearch'],
    'account:read': ['getAccount', 'updateAccount', 'deleteAccount', 'listRelayMessages', 'listOutcomes'],
    'webhooks:manage': webhooks,
  })
})

test('x-agentic-access fits its schema everywhere, and understates no effect of an operation', () => {
  for (const site of sites) {
    const { document, validator, resolved } = checkOf(site)
    const fits = validator(document['x-agentic-access-schema'] as Json)
    const operations = Object.values({ ...document.paths, ...(document.webhooks as Json) }).flatMap(
      item => Object.values(item) as Json[],
    )
    for (const { operationId, responses, 'x-agentic-access': access } of operations) {
      const valid: boolean = fits(access)
      assert.ok(valid, `${operationId}: ${JSON.stringify(fits.errors)}`)
      if (access.consequence === 'irreversible') assert.equal(access.reversible, false, operationId)
      if ('402' in responses) assert.equal(access.consequence, 'financial', operationId)
      if (access.consequence === 'read') assert.ok(access.reversible, operationId)
    }
    assert.ok(!fits({ ...operations[0]!['x-agentic-access'], notes: 'short' }))
    assert.equal(resolved(document['x-agentic-access-schema'] as Json).additionalProperties, false)
  }
})

test('an operation that a site does not offer is not in its document', () => {
  for (const site of sites)
    assert.equal('/v1/relay' in openApiDocument(site, 'https://handbill.test').paths, site.relayed !== null, site.id)
})

test('the check of answers reports an undocumented answer', () => {
  const { faults } = checkOf(sites[0]!)
  const base = {
    'request-id': 'req_0123456789abcdef0123',
    'cache-control': 'no-store',
    'content-type': 'application/json',
  }
  const ask = (method: string, path: string, status: number, body: unknown, headers: Record<string, string> = {}) =>
    faults(
      { method, path },
      { status, headers: new Headers({ ...base, ...headers }), text: JSON.stringify(body) },
    ).join('; ')
  const deleted = { id: 'p_0123456789abcdef', status: 'deleted' }
  const path = '/v1/posts/p_0123456789abcdef'
  assert.equal(ask('DELETE', path, 200, deleted), '')
  assert.match(ask('DELETE', path, 204, deleted), /deletePost 204: this status is not documented/)
  assert.match(ask('DELETE', path, 200, { ...deleted, extra: 1 }), /additional properties.*extra/)
  assert.match(ask('DELETE', path, 200, { id: deleted.id }), /required property 'status'/)
  assert.match(ask('DELETE', path, 200, deleted, { 'content-type': 'text/html' }), /content type text\/html/)
  assert.match(ask('DELETE', path, 200, deleted, { 'request-id': 'x' }), /header Request-Id is "x"/)
  assert.match(ask('DELETE', path, 200, deleted, { 'retry-after': '1' }), /Retry-After is not documented/)
  assert.match(ask('GET', '/v1/nowhere', 200, {}), /no operation takes/)
  const problem = (code: keyof typeof problems) => ({
    ...{ type: 'https://a.test/problems/#x', title: 'x', status: problems[code].status, detail: 'x', code },
    ...{ request_id: 'req_0123456789abcdef0123', fix: 'x', retryable: false, docs: 'https://a.test/problems/x' },
    error: { code, message: 'x' },
  })
  const asProblem = { 'content-type': 'application/problem+json' }
  assert.equal(ask('DELETE', path, 410, problem('gone'), asProblem), '')
  assert.match(
    ask('DELETE', path, 410, problem('link_expired'), asProblem),
    /\/code must be equal to one of the allowed/,
  )
  assert.equal(ask('GET', '/v1/nowhere', 404, problem('not_found'), asProblem), '')
})

test('the version in the document is that of the package', () => {
  assert.equal(version, JSON.parse(readFileSync('package.json', 'utf8')).version)
})

test('the document is served as YAML and JSON to everyone, with an ETag that gets 304, and compressed if the caller accepts that', async () => {
  const app = await startApp(await freshDatabase('SQLite'))
  try {
    const site = sites.find(({ id }) => id === app.platform.facts.sites[0]!.id)!
    const expected = openApiDocument(site, 'http://events.test')
    for (const [path, type, read] of [
      ['/openapi.yml', 'application/yaml', (text: string) => parse(text)],
      ['/openapi.json', 'application/json; charset=utf-8', (text: string) => JSON.parse(text)],
    ] as const) {
      const { status, headers, text } = await app.call('GET', path)
      assert.deepEqual([status, headers.get('content-type')], [200, type])
      assert.equal(headers.get('access-control-allow-origin'), '*')
      assert.match(headers.get('cache-control') ?? '', /^public, max-age=\d+$/)
      assert.ok(headers.get('last-modified') && headers.get('content-encoding'))
      assert.deepEqual(read(text), JSON.parse(JSON.stringify(expected)))
      const again = await app.call('GET', path, { headers: { 'if-none-match': headers.get('etag')! } })
      assert.deepEqual([again.status, again.text], [304, ''])
      const head = await app.call('HEAD', path)
      assert.deepEqual([head.status, head.text, head.headers.get('content-type')], [200, '', type])
      assert.equal((await app.call('POST', path)).status, 405)
    }
  } finally {
    await app.close()
  }
})
