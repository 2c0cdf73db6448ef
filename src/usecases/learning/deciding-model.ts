// Picks the model that decides: the configured model while it runs, or else its stand-in, if there is one.
import type { ModerationModel } from '../../moderation/model.ts'
import type { Platform } from '../platform.ts'

/** The deciding model, with its latest learned version; null when texts wait until the configured model runs. */
export async function decidingModel({ model, standIn }: Platform): Promise<ModerationModel | null> {
  const deciding = (await model.state()) === 'running' ? model : standIn
  await deciding?.follow?.()
  return deciding
}
