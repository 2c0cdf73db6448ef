// The review queue with 100 and with 10,000 items: the time to open it, and the time to claim the next item.
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startDatabaseServer } from '../../test/databases.ts'
import type { Bench, Row } from '../harness/bench.ts'
import { runCommand } from '../harness/checkout.ts'
import { type Figure, milliseconds, times } from '../harness/figures.ts'
import { copyOf } from '../harness/filled.ts'

const program = fileURLToPath(new URL('../review-loop.ts', import.meta.url))
const few = 100
const many = 10_000
const turns = 200

type Measured = { opensMs: number; nextMs: number }

export const reviewRow: Row = { name: 'review', run }

async function run(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [database, urls] of [
    ['SQLite', await files(bench)],
    ['PostgreSQL', await copies(bench)],
  ] as const) {
    const [fewUrl, manyUrl] = urls
    const rounds: [Measured, Measured][] = []
    for (let round = 0; round < bench.rounds; round++) {
      const databases = [
        { url: fewUrl, waiting: round === 0 ? few : 0 },
        { url: manyUrl, waiting: round === 0 ? many : 0 },
      ]
      const options = { folder: bench.tree.folder, databases, rounds: turns }
      rounds.push(JSON.parse(await bench.stage.runProgram('server', program, options)))
    }
    const figure = (what: string, of: (round: [Measured, Measured]) => number, aim = '', write = milliseconds) =>
      figures.push({ what: `${database}, ${what}`, old: null, new: rounds.map(of), write, aim })
    const what = database === 'SQLite' ? 'CPU' : 'time'
    figure(`queue of ${few} items opens, ${what}`, ([a]) => a.opensMs)
    figure(`queue of ${many} items opens, ${what}`, ([, b]) => b.opensMs)
    figure('the same, growth', ([a, b]) => b.opensMs / a.opensMs, '≤ 2×', times)
    figure(`next item of ${few}, claimed, with its context, ${what}`, ([a]) => a.nextMs)
    figure(`next item of ${many}, claimed, with its context, ${what}`, ([, b]) => b.nextMs, '< 50 ms')
    figure('the same, growth', ([a, b]) => b.nextMs / a.nextMs, '≤ 2×', times)
  }
  return figures
}

async function files({ filled, tree, stage }: Bench): Promise<[string, string]> {
  const posts = await filled(tree, many)
  const copy = () => copyOf(stage, posts).DATABASE_URL!
  return [copy(), copy()]
}

async function copies({ stage, tree }: Bench): Promise<[string, string]> {
  const server = await startDatabaseServer()
  stage.atClear(() => server.stop())
  const client = new pg.Client({ connectionString: `${server.url}/postgres` })
  await client.connect()
  await client.query('create database review_many')
  const env = {
    DATABASE_URL: `${server.url}/review_many`,
    DATA_DIR: stage.freshFolder(),
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  await runCommand(stage, tree, env, ['seed', '--posts', String(many)])
  await client.query('create database review_few template review_many')
  await client.end()
  return [`${server.url}/review_few`, env.DATABASE_URL]
}
