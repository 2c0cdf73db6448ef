// Published posts, pages and feeds against a bare node:http server that sends the same headers and bytes, by CPU of the server.
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Bench, forEach, prepareEach, type Row } from '../harness/bench.ts'
import { type Checkout, type Server, startServer } from '../harness/checkout.ts'
import { type Figure, interleaved, microseconds, times } from '../harness/figures.ts'
import { copyOf } from '../harness/filled.ts'
import { drive, type Request } from '../harness/wrk.ts'

const connections = 32
const program = fileURLToPath(new URL('../bare-server.ts', import.meta.url))
/** Headers that node:http writes itself. */
const hopHeaders = ['connection', 'date', 'content-length', 'keep-alive', 'transfer-encoding']

export const readsRow: Row = { name: 'reads', run }

async function run(bench: Bench): Promise<Figure[]> {
  const services = await prepareEach(bench, async checkout => {
    const filled = await bench.filled(checkout, bench.few)
    const server = await startServer(bench.stage, checkout, { ...copyOf(bench.stage, filled), ROLE: 'api' })
    const list = (await (await fetch(`${server.origin}/v1/posts`)).json()) as { items: { id: string }[] }
    return { server, id: list.items[0]!.id, key: filled.keys[0]! }
  })
  const figures: Figure[] = []
  for (const { what, request, aim } of reads) {
    const measured = await against(bench, checkout => {
      const { server, id, key } = services[checkout.name]!
      return { server, request: request(id, key) }
    })
    figures.push(...figuresOf(what, measured, aim))
  }
  await Promise.all([services.old?.server.stop(), services.new.server.stop()])
  return figures
}

const reads: { what: string; request(id: string, key: string): Request; aim: string }[] = [
  { what: 'list from the cache', request: () => ({ path: '/v1/posts' }), aim: '≥ 0.75×' },
  { what: 'single post, no key', request: id => ({ path: `/v1/posts/${id}` }), aim: '≥ 0.75×' },
  {
    what: 'single post, with a key that does not own it',
    request: (id, key) => ({ path: `/v1/posts/${id}`, headers: { authorization: `Bearer ${key}` } }),
    aim: '≥ 0.6×',
  },
  { what: 'page of a list from the cache', request: () => ({ path: '/' }), aim: '≥ 0.7×' },
  { what: 'page of a post from the cache', request: id => ({ path: `/p/${id}` }), aim: '≥ 0.7×' },
  { what: 'feed from the cache', request: () => ({ path: '/index.json' }), aim: '≥ 0.7×' },
]

type Measured = Record<'old' | 'new' | 'oldBare' | 'newBare', number[]>

/** CPU of an answer in microseconds: of each checkout, and of a bare server with the answer of that checkout. */
async function against(
  bench: Bench,
  asked: (checkout: Checkout) => { server: Server; request: Request },
): Promise<Measured> {
  const sides = await forEach(bench, async checkout => {
    const { server, request } = asked(checkout)
    const bare = await bareServer(bench, server, request)
    const measure = (to: { origin: string; pid: number }) => async () => {
      const load = { connections, seconds: bench.seconds(2), requests: [request], repeat: true }
      return (await drive(bench.stage, to, load)).cpuMicros
    }
    const pair = { ours: measure(server), bare: measure(bare), stop: bare.stop }
    await pair.ours()
    await pair.bare()
    return pair
  })
  const measured = await interleaved<'old' | 'new' | 'oldBare' | 'newBare', number>(bench.rounds, {
    ...(sides.old && { old: sides.old.ours, oldBare: sides.old.bare }),
    new: sides.new.ours,
    newBare: sides.new.bare,
  })
  sides.old?.stop()
  sides.new.stop()
  return measured
}

function figuresOf(what: string, { old, oldBare, new: fresh, newBare }: Measured, aim: string): Figure[] {
  return [
    {
      what: `${what}: CPU of bare node:http against ours`,
      old: old?.map((cpu, round) => oldBare[round]! / cpu) ?? null,
      new: fresh.map((cpu, round) => newBare[round]! / cpu),
      write: times,
      aim,
    },
    { what: `${what}: CPU`, old: old ?? null, new: fresh, write: microseconds, aim: '' },
  ]
}

async function bareServer({ stage }: Bench, { origin }: Server, { path, headers = {} }: Request) {
  const answer = await fetch(origin + path, { headers: { 'accept-encoding': 'identity', ...headers } })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
  const body = await answer.text()
  const sent = Object.fromEntries([...answer.headers].filter(([name]) => !hopHeaders.includes(name)))
  const child = stage.start('server', process.execPath, [program, stage.optionsFile({ headers: sent, body })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [address] = (await once(child.stdout!, 'data')) as [Buffer]
  return { origin: address.toString().trim(), pid: child.pid!, stop: () => child.kill() }
}
