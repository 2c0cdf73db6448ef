// Sweeps: clears what has expired, and erases accounts only while the clock can be trusted.
import type { Platform } from '../usecases/platform.ts'

const batchSize = 500

/** Does one sweep. Resolves with 1 if there may be more work, else 0. */
export async function runOnce(platform: Platform): Promise<number> {
  const { more } = await platform.act('sweep', { limit: batchSize, steadily: true })
  return more ? 1 : 0
}
