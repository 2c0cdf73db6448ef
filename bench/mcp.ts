// Measures tools/call against the same call over REST, in turns in one run, as ratios. Run with: node bench/mcp.ts
import autocannon from 'autocannon'
import { median, round, seededService } from './measuring.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const connections = 32

const { service, end } = await seededService()

type Measured = autocannon.Options & { url: string }

const results: Record<string, unknown> = { seconds, rounds, connections }
try {
  const list = (await (await fetch(`${service.origin}/v1/posts`)).json()) as { items: { id: string }[] }
  const id = list.items[0]?.id
  const key = await freshKey()
  for (const [name, args, path, bearer] of [
    ['get_pricing', {}, '/v1/pricing'],
    ['get_status', {}, '/v1/status'],
    ['get_post', { id }, `/v1/posts/${id}`],
    ['browse_posts', {}, '/v1/posts'],
    ['get_account', {}, '/v1/account', key],
  ] as const) {
    const authorization: Record<string, string> = bearer ? { authorization: `Bearer ${bearer}` } : {}
    const rest = { url: service.origin + path, headers: authorization }
    const ours = { legacy: [] as number[], modern: [] as number[], sdk: [] as number[], rest: [] as number[] }
    for (let i = 0; i < rounds; i++) {
      ours.rest.push(await rate(rest))
      ours.legacy.push(await rate(legacyCall(name, args, authorization)))
      ours.modern.push(await rate(modernCall(name, args, authorization)))
      ours.sdk.push(await rate(sdkCall(name, args, authorization)))
    }
    const over = median(ours.rest)
    results[name] = {
      restPerSecond: over,
      ratio2025: round(median(ours.legacy) / over),
      ratio2026: round(median(ours.modern) / over),
      ratioBySdk: round(median(ours.sdk) / over),
    }
  }
} finally {
  await end()
}
process.stdout.write(`${JSON.stringify(results, null, 2)}\n`)

function legacyCall(name: string, args: object, headers: Record<string, string>, meta?: object): Measured {
  const params = { name, arguments: args, ...(meta && { _meta: meta }) }
  return call(
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    { ...headers, 'mcp-protocol-version': '2025-11-25' },
  )
}

/** An unknown member of _meta is ignored, but sends the call through the SDK. */
function sdkCall(name: string, args: object, headers: Record<string, string>): Measured {
  return legacyCall(name, args, headers, { 'org.example/unknown': 1 })
}

function modernCall(name: string, args: object, headers: Record<string, string>): Measured {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, _meta } }
  const standard = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name }
  return call(message, { ...headers, ...standard })
}

function call(message: object, headers: Record<string, string>): Measured {
  const accept = 'application/json, text/event-stream'
  return {
    url: `${service.origin}/mcp`,
    method: 'POST',
    headers: { ...headers, accept, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  }
}

async function rate(options: Measured): Promise<number> {
  const result = await autocannon({ ...options, connections, duration: seconds })
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${options.url} ${String(options.body)}: ${result.errors} errors, ${result.non2xx} refused`)
  return result.requests.average
}

async function freshKey(): Promise<string> {
  const answer = await fetch(`${service.origin}/v1/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', email: 'bench@example.org', accept_terms: true }),
  })
  return ((await answer.json()) as { api_key: string }).api_key
}
