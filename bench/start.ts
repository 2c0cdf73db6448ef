// Compares, in one run and as ratios, the start of the program that `npm run build` makes with that of the sources: CPU until it is
// ready, and memory at rest, on one database. Run with: npm run build && node bench/start.ts [--rounds 5] [--database sqlite:FILE]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../test/databases.ts'
import { median } from './harness/figures.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' }, database: { type: 'string' } } })
const rounds = Number(values.rounds)
const restMs = 4_000

const folder = mkdtempSync(join(tmpdir(), 'handbill-start-'))
const port = String(await freePort())
const env = {
  ...process.env,
  ...{ DATABASE_URL: values.database ?? `sqlite:${join(folder, 'handbill.db')}`, DATA_DIR: folder, PORT: port },
  LOG_LEVEL: 'warn',
}

type Start = { cpu: number; ms: number; mb: number }

/** Ticks of the kernel's accounts of processes in a second (`getconf CLK_TCK`). */
const ticks = 100

async function start(program: string): Promise<Start> {
  const begun = performance.now()
  const child = spawn(process.execPath, [program, 'serve'], { env, stdio: 'inherit' })
  const of = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok === true
  while (!(await ready())) if (child.exitCode !== null) throw new Error(`${program} ended`)
  const ms = performance.now() - begun
  const [user, system] = of('stat').split(') ')[1]!.split(' ').slice(11, 13).map(Number) as [number, number]
  await new Promise(resolve => setTimeout(resolve, restMs))
  const mb = Number(/^VmRSS:\s+(\d+)/m.exec(of('status'))?.[1]) / 1_024
  child.kill()
  await once(child, 'exit')
  return { cpu: (user + system) / ticks, ms, mb }
}

try {
  const programs = { sources: 'src/main.ts', build: 'dist/src/main.js' }
  const starts: Record<keyof typeof programs, Start[]> = { sources: [], build: [] }
  // The first start of each fills the database and the compile cache.
  for (let i = -1; i < rounds; i++)
    for (const name of ['sources', 'build'] as const) {
      const one = await start(programs[name])
      if (i >= 0) starts[name].push(one)
    }
  for (const [what, unit] of [
    ['cpu', 's of CPU until it is ready'],
    ['ms', 'ms until it is ready'],
    ['mb', 'MB at rest'],
  ] as const) {
    const [sources, build] = [starts.sources, starts.build].map(of => median(of.map(one => one[what]))) as [
      number,
      number,
    ]
    console.log(
      `${unit}: ${sources.toFixed(1)} of the sources, ${build.toFixed(1)} of the build, ratio ${(build / sources).toFixed(2)}`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
