// What benches share: a seeded service in a folder of its own, and how figures are rounded.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../test/databases.ts'
import { type Environment, runCommand, type Service, startService } from '../test/e2e/process.ts'

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

export function median(values: number[]): number {
  return round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)
}

export function round(value: number): number {
  return Math.round(value * 100) / 100
}
