// Replaces the sealed secrets of an endpoint with the same secrets sealed under another key.
import { lockEvents } from '../../store/delivery/events.ts'
import { updateWebhook, webhookById } from '../../store/delivery/webhooks.ts'
import type { Scope } from '../scope.ts'

type Sealed = { secret: string; previous_secret: string | null }

/** Writes the secrets `to`. False, and no change, if the endpoint was deleted or got another secret meanwhile. */
export async function resealWebhook(
  scope: Scope,
  { accountId, webhookId, from, to }: { accountId: string; webhookId: string; from: Sealed; to: Sealed },
): Promise<boolean> {
  await lockEvents(scope.db, accountId)
  const webhook = await webhookById(scope.db, webhookId)
  if (webhook?.secret !== from.secret || webhook.previous_secret !== from.previous_secret) return false
  await updateWebhook(scope.db, webhookId, to)
  return true
}
