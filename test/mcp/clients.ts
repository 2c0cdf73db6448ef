// Official MCP clients for tests, with strict checks of their answers.
import assert from 'node:assert/strict'
import { Client, type ClientCapabilities, StreamableHTTPClientTransport, type Tool } from '@modelcontextprotocol/client'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { SiteId } from '../../src/contract/sites/site-ids.ts'
import { fetchAt, hostOf, type TestApp } from '../harness.ts'

export const eras = ['2025-11-25', '2026-07-28'] as const
export type Era = (typeof eras)[number]

/** Connects the official client, and asks for output schemas, by which `callTool` checks. `key` is sent as bearer. */
export async function connect(
  app: TestApp,
  {
    era,
    key,
    site = 'events',
    query = '?schemas=output',
    capabilities = {},
  }: { era: Era; key?: string; site?: SiteId; query?: string; capabilities?: ClientCapabilities },
): Promise<Client> {
  const client = new Client(
    { name: 'handbill-test', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode: era === '2026-07-28' ? { pin: era } : 'legacy' } },
  )
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`/mcp${query}`, app.origin), {
      requestInit: { headers: key ? { authorization: `Bearer ${key}` } : {} },
      fetch: (url, { method = 'GET', headers, body } = {}) =>
        fetchAt(hostOf(site), String(url), {
          method,
          headers: Object.fromEntries(new Headers(headers)),
          ...(typeof body === 'string' && { body }),
        }),
    }),
  )
  assert.equal(client.getNegotiatedProtocolVersion(), era)
  return client
}

export type Called = { value: any; text: string; isError: boolean }

/** Calls a tool and checks the result against its output schema: as 2020-12, and as draft-07, which older clients use. */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Called> {
  const tools = await listed(client)
  const tool = tools.find(one => one.name === name)
  assert.ok(tool, `there is a tool ${name}`)
  const result = await client.callTool({ name, arguments: args })
  const value = result.structuredContent
  for (const validate of validators(tool.outputSchema))
    assert.ok(
      validate(value),
      `${name} has a result that fits its schema: ${JSON.stringify(validate.errors)} ${JSON.stringify(value)}`,
    )
  const [summary, json] = result.content as { type: string; text: string }[]
  if (json) assert.deepEqual(JSON.parse(json.text), value, 'the text equals the structured content')
  assert.ok((summary?.text.length ?? 0) > 0)
  return { value, text: summary?.text ?? '', isError: result.isError === true }
}

const lists = new WeakMap<Client, Promise<Tool[]>>()

/** The tools of a client's server, listed once. */
function listed(client: Client): Promise<Tool[]> {
  const list = lists.get(client) ?? client.listTools().then(({ tools }) => tools)
  lists.set(client, list)
  return list
}

const strict = { strict: false, allErrors: true } as const
const compiled = new Map<string, ((value: unknown) => boolean) & { errors?: unknown }>()

function validators(schema: unknown) {
  return [Ajv2020, Ajv].map(dialect => {
    const name = dialect.name + JSON.stringify(schema)
    let validate = compiled.get(name)
    if (!validate) {
      const ajv = new dialect(strict)
      addFormats.default(ajv)
      validate = ajv.compile(schema as object) as never
      compiled.set(name, validate!)
    }
    return validate!
  })
}

/** Sends one POST to /mcp with these bytes and headers. */
export async function raw(
  app: TestApp,
  body: unknown,
  headers: Record<string, string> = {},
  site?: SiteId,
  query = '',
): Promise<{ status: number; headers: Headers; text: string; json: any }> {
  const accept = { accept: 'application/json, text/event-stream' }
  return app.call('POST', `/mcp${query}`, {
    body,
    headers: { ...accept, ...headers },
    ...(site && { host: hostOf(site) }),
  })
}

/** A request of the 2026-07-28 revision: the message and its headers. */
export function modern(
  method: string,
  params: Record<string, unknown> = {},
  capabilities: object = {},
): { body: Record<string, any>; headers: Record<string, string> } {
  const name = (params.name ?? params.uri) as string | undefined
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'handbill-test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  }
  return {
    body: { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta } },
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name !== undefined && { 'mcp-name': name }),
    },
  }
}

/** A request of a 2025 revision. */
export function legacy(method: string, params: Record<string, unknown> = {}) {
  return { body: { jsonrpc: '2.0', id: 7, method, params } as Record<string, any>, headers: {} }
}
