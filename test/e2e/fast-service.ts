// The service with a clock that runs sixty times as fast, so that minutes between retries pass in seconds.
// Usage: node test/e2e/fast-service.ts STARTED_AT, where STARTED_AT (epoch ms) is when the fast clock began.
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'

/** The fast clock's time at STARTED_AT, epoch ms. */
const origin = Date.UTC(2026, 10, 21, 12)
const quiet = () => {}

/** The current time of the fast clock, epoch ms. */
export function fastNow(startedAt: number): number {
  return origin + (Date.now() - startedAt) * 60
}

if (import.meta.main) {
  const config = readConfig(process.env)
  const startedAt = Number(process.argv[2])
  const app = await buildApp(
    config,
    config.secretKey as Buffer,
    { debug: quiet, info: quiet, warn: quiet, error: quiet },
    { now: () => fastNow(startedAt) },
  )
  await app.start()
  process.once('SIGTERM', () => app.close().then(() => process.exit(0)))
}
