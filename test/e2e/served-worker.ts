// A worker process whose clock runs ten times as fast, so that leases end in seconds, with a model on a server of the test.
// Usage: node test/e2e/served-worker.ts STARTED_AT MODEL_BASE_URL, where STARTED_AT (epoch ms) is when the fast clock began.
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { servedModel } from '../kit/model-server.ts'

/** The fast clock's time at STARTED_AT, epoch ms. */
const origin = Date.UTC(2026, 10, 21, 12)
const quiet = () => {}

/** The current time of the fast clock, epoch ms. */
export function tenfoldNow(startedAt: number): number {
  return origin + (Date.now() - startedAt) * 10
}

/** The number of texts that one of its workers asks about at once. */
export const atOnce = 8

if (import.meta.main) {
  const [, , startedAt, baseUrl = ''] = process.argv
  const config = readConfig({ ...process.env, ROLE: 'worker' })
  const now = () => tenfoldNow(Number(startedAt))
  const model = servedModel(baseUrl, now, atOnce)
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  const app = await buildApp(config, config.secretKey as Buffer, log, { now, model })
  await app.start()
  process.once('SIGTERM', () => app.close().then(() => process.exit(0)))
}
