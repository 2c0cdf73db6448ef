// Which model decides now: the one that is set up while it runs, else what stands in for it, else nobody.
import type { ModerationModel } from '../moderation/model.ts'
import type { Platform } from './platform.ts'

/** The model that decides now, with what it has learned since; null where texts wait until the one that is set up runs. */
export async function decidingModel({ model, standIn }: Platform): Promise<ModerationModel | null> {
  const deciding = (await model.state()) === 'running' ? model : standIn
  await deciding?.follow?.()
  return deciding
}
