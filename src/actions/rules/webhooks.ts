// An endpoint as its account sees it.
import { decisionKinds, type WebhookKind } from '../../contract/event-kinds.ts'
import type { Webhook } from '../../contract/operations/webhook-parts.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { instant } from '../../domain/times/time.ts'
import type { WebhookRow } from '../../store/delivery/webhooks.ts'

/** An endpoint as its account sees it. */
export function webhookView(row: WebhookRow): Webhook {
  const { id, url, active, inactive_since: since, inactive_reason: reason } = row
  return {
    id,
    url,
    events: kindsOf(row),
    created_at: instant(row.created_at),
    active: active === 1,
    ...(since !== null && reason !== null && { inactive_since: instant(since), inactive_reason: reason }),
  }
}

const kindsOf = ({ events }: WebhookRow): WebhookKind[] =>
  events === '' ? [...decisionKinds] : (events.split(',').filter(Boolean) as WebhookKind[])

/** An endpoint that was registered for the account. Throws `not_found`, for a subscription too: its client alone changes it. */
export function ownWebhook(webhook: WebhookRow | undefined, accountId: string, webhookId: string): WebhookRow {
  if (webhook?.account_id !== accountId || webhook.subscription !== null)
    throw new Problem('not_found', `The account has no webhook endpoint ${webhookId}.`)
  return webhook
}
