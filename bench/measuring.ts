// What benches share: a seeded service in a folder of its own, and how figures are rounded.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test/databases.ts'
import { type Environment, runCommand, type Service, startService } from '../test/e2e/process.ts'
import { eventBody } from '../test/harness.ts'

export type MeasuredService = { folder: string; env: Environment; service: Service; end(): Promise<void> }

/** The service on SQLite with 2,000 posts and no ceiling, answering alone; `end` stops it and removes its folder. */
export async function seededService(): Promise<MeasuredService> {
  const folder = mkdtempSync(join(tmpdir(), 'handbill-bench-'))
  const port = await freePort()
  const env: Environment = {
    DATABASE_URL: `sqlite:${join(folder, 'bench.db')}`,
    DATA_DIR: folder,
    PORT: String(port),
    SITES: `events=http://127.0.0.1:${port}`,
    PLATFORM_RPS: '0',
    ROLE: 'api',
    LOG_LEVEL: 'error',
  }
  const seeded = await runCommand(env, ['seed', '--posts', '2000'])
  if (seeded.status !== 0) throw new Error(seeded.stderr)
  const service = await startService(env)
  return {
    folder,
    env,
    service,
    async end() {
      await service.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const words =
  `river garden lantern harbour window copper meadow orchard violin ladder pencil basket station morning candle
  bridge winter kettle market thread pebble saddle chapel summer needle tunnel cellar blanket mirror parcel feather hammer
  walks sings opens carries gathers paints repairs follows borrows teaches mends plants reads cooks measures listens
  quiet narrow early wooden patient distant gentle crowded careful bright heavy hollow open round steep warm`.split(
    /\s+/,
  )

/** A post of its author's own words: like no other but by chance, as most posts are. */
export function ordinaryEvent(): Record<string, unknown> {
  const word = () => words[Math.floor(Math.random() * words.length)] as string
  const sentence = () => `The ${word()} ${word()} ${word()} the ${word()} ${word()} with a ${word()} ${word()}.`
  return eventBody({
    title: `An evening of ${word()}, ${word()} and ${word()}`,
    body: Array.from({ length: 6 }, sentence).join(' '),
  })
}

export function median(values: number[]): number {
  return round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)
}

export function round(value: number): number {
  return Math.round(value * 100) / 100
}
