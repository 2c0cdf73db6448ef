// The documents by which a client finds the server: card and catalog, valid by their specifications.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { freshDatabase } from '../databases.ts'
import { startApp, type TestApp } from '../harness.ts'
import { connect } from './clients.ts'

/** The part of SEP-2127's schema v1 that the card uses. */
const cardSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['$schema', 'name', 'version', 'description'],
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json' },
    name: { type: 'string', pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$', minLength: 3, maxLength: 200 },
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+', maxLength: 255 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    websiteUrl: { type: 'string' },
    icons: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['src'],
        properties: {
          src: { type: 'string', pattern: '^(https?://|data:image/)' },
          mimeType: { enum: ['image/svg+xml', 'image/png'] },
          sizes: { type: 'array', items: { type: 'string', pattern: '^(\\d+x\\d+|any)$' } },
        },
      },
    },
    remotes: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['type', 'url'],
        properties: {
          type: { enum: ['streamable-http', 'sse'] },
          url: { type: 'string', pattern: '^https?://[^\\s]+$' },
          supportedProtocolVersions: { type: 'array', items: { type: 'string' } },
          headers: {
            type: 'array',
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['name'],
              properties: {
                name: { type: 'string' },
                description: { type: 'string' },
                isRequired: { type: 'boolean' },
                isSecret: { type: 'boolean' },
                value: { type: 'string' },
                variables: {
                  type: 'object',
                  additionalProperties: {
                    type: 'object',
                    additionalProperties: false,
                    properties: {
                      description: { type: 'string' },
                      isRequired: { type: 'boolean' },
                      isSecret: { type: 'boolean' },
                    },
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

describe('documents', () => {
  let app: TestApp
  before(async () => {
    app = await startApp(await freshDatabase('SQLite'))
  })
  after(() => app.close())

  test('the server card is the same document at both of its addresses, open to every origin, with an ETag', async () => {
    const valid = new Ajv2020({ strict: false }).compile(cardSchema)
    const texts = new Set<string>()
    for (const path of ['/mcp/server-card', '/.well-known/mcp/server-card.json']) {
      const card = await app.call('GET', path, { headers: { accept: 'application/mcp-server-card+json' } })
      assert.equal(card.status, 200)
      assert.equal(card.headers.get('content-type'), 'application/mcp-server-card+json')
      assert.equal(card.headers.get('access-control-allow-origin'), '*')
      assert.equal(card.headers.get('access-control-allow-methods'), 'GET')
      assert.match(card.headers.get('cache-control') ?? '', /max-age/)
      assert.ok(valid(card.json), JSON.stringify(valid.errors))
      const etag = card.headers.get('etag') ?? ''
      assert.match(etag, /^"/)
      for (const held of [etag, `W/${etag}`, `"x", ${etag}`, '*'])
        assert.equal((await app.call('GET', path, { headers: { 'if-none-match': held } })).status, 304, held)
      assert.equal((await app.call('GET', path, { headers: { 'if-none-match': '"x"' } })).status, 200)
      const preflight = await app.call('OPTIONS', path)
      assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [204, '*'])
      texts.add(card.text)
    }
    assert.equal(texts.size, 1)
  })

  test('the server card agrees with the server', async () => {
    const { json: card } = await app.call('GET', '/mcp/server-card')
    for (const era of card.remotes[0].supportedProtocolVersions.filter((version: string) => version >= '2025-11-25')) {
      const client = await connect(app, { era })
      const info = client.getServerVersion() as Record<string, unknown>
      for (const name of ['name', 'version', 'title', 'description', 'websiteUrl', 'icons'])
        assert.deepEqual(info[name], card[name], name)
      await client.close()
    }
    assert.deepEqual(
      card.remotes.map((remote: { url: string }) => remote.url),
      ['http://events.test/mcp', 'http://events.test/mcp?tools=post', 'http://events.test/mcp?tools=read'],
    )
    const icon = await app.call('GET', new URL(card.icons[0].src).pathname)
    assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/svg+xml'])
    assert.match(icon.text, /^<svg /)
  })

  test('the AI catalog names the server card', async () => {
    const catalog = await app.call('GET', '/.well-known/ai-catalog.json')
    assert.equal(catalog.headers.get('content-type'), 'application/ai-catalog+json')
    assert.equal(catalog.headers.get('access-control-allow-origin'), '*')
    assert.equal(catalog.json.specVersion, '1.0')
    const { identifier, type, url } = catalog.json.entries[0]
    assert.deepEqual(
      { identifier, type, url },
      {
        identifier: 'urn:air:events.test:events:mcp',
        type: 'application/mcp-server-card+json',
        url: 'http://events.test/mcp/server-card',
      },
    )
  })
})
