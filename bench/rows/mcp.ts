// A tool call against the same request over REST, by CPU of the server: get_post with a key that does not own the post.
import { type Bench, forEach, prepareEach, type Row } from '../harness/bench.ts'
import { startServer } from '../harness/checkout.ts'
import { type Figure, interleaved, median, microseconds, times } from '../harness/figures.ts'
import { copyOf } from '../harness/filled.ts'
import { drive, type Request } from '../harness/wrk.ts'

const connections = 32

export const mcpRow: Row = { name: 'mcp', run }

async function run(bench: Bench): Promise<Figure[]> {
  const servers = await prepareEach(bench, async checkout => {
    const filled = await bench.filled(checkout, bench.few)
    const server = await startServer(bench.stage, checkout, { ...copyOf(bench.stage, filled), ROLE: 'api' })
    const list = (await (await fetch(`${server.origin}/v1/posts`)).json()) as { items: { id: string }[] }
    const id = list.items[0]!.id
    const authorization = `Bearer ${filled.keys[0]}`
    const call = toolCall('get_post', { id }, authorization)
    await refuseError(server.origin, call)
    const measure = (request: Request) => async () => {
      const load = { connections, seconds: bench.seconds(2), requests: [request], repeat: true }
      return (await drive(bench.stage, server, load)).cpuMicros
    }
    return {
      rest: measure({ path: `/v1/posts/${id}`, headers: { authorization } }),
      tool: measure(call),
      stop: () => server.stop(),
    }
  })
  await forEach(bench, async ({ name }) => {
    await servers[name]!.rest()
    await servers[name]!.tool()
  })
  const measured = await interleaved<'old' | 'new' | 'oldRest' | 'newRest', number>(bench.rounds, {
    ...(servers.old && { old: servers.old.tool, oldRest: servers.old.rest }),
    new: servers.new.tool,
    newRest: servers.new.rest,
  })
  await Promise.all([servers.old?.stop(), servers.new.stop()])
  const gained = (old: readonly number[], fresh: readonly number[]) => times(median(old) / median(fresh))
  return [
    {
      what: 'tools/call get_post: CPU of REST against MCP',
      old: measured.old?.map((cpu, round) => measured.oldRest[round]! / cpu) ?? null,
      new: measured.new.map((cpu, round) => measured.newRest[round]! / cpu),
      write: times,
      aim: '≥ 0.7×',
      ...(measured.old && {
        note: `the ratio falls where REST gains more: by ${gained(measured.oldRest, measured.newRest)}, the tool by ${gained(measured.old, measured.new)}`,
      }),
    },
    {
      what: 'the same request over REST: CPU',
      old: measured.oldRest ?? null,
      new: measured.newRest,
      write: microseconds,
      aim: '',
    },
    { what: 'tools/call get_post: CPU', old: measured.old ?? null, new: measured.new, write: microseconds, aim: '' },
  ]
}

function toolCall(name: string, args: object, authorization: string): Request {
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      authorization,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  }
}

/** A failed tool call is answered with 200, which wrk would count as a success. */
async function refuseError(origin: string, { path, method, headers, body }: Request): Promise<void> {
  const answer = await fetch(origin + path, { method: method!, headers: headers!, body: body! })
  const { result } = (await answer.json()) as { result?: { isError?: boolean; structuredContent?: { id?: string } } }
  if (!result || result.isError) throw new Error(`the tool call failed: ${answer.status} ${JSON.stringify(result)}`)
}
