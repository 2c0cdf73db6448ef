// Records the result of a delivery attempt: delivered, to be retried, given up, or the endpoint turned off (contract.md §10).
import { limits } from '../../contract/limits.ts'
import type { WebhookDisabled } from '../../contract/operations/account-events.ts'
import { heldForMs, retryDelayMs } from '../../domain/delivery/schedule.ts'
import { utcDay } from '../../domain/times/time.ts'
import { webhookDisabledMail } from '../../mails/delivery.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { count } from '../../store/accounts/counters.ts'
import { finishAttempt, heldDelivery } from '../../store/delivery/deliveries.ts'
import { lockEvents } from '../../store/delivery/events.ts'
import { endTurn } from '../../store/delivery/turns.ts'
import { noteAnswer, turnOff, type WebhookRow, webhookById } from '../../store/delivery/webhooks.ts'
import { emitOfAccount, homeOf, mailOwner } from '../money/warnings.ts'
import type { Scope } from '../scope.ts'
import { dropSubscription } from './subscriptions.ts'

export type AttemptResult = {
  seq: number
  webhookId: string
  /** The URL that it was sent to. */
  url: string
  token: string
  outcome: 'delivered' | 'failed' | 'refused' | 'gone' | 'interrupted'
  /** The HTTP status; null without an answer. */
  status: number | null
  latencyMs: number
  error: string | null
  /** Retry-After of the receiver, in milliseconds. */
  retryAfterMs: number | null
}

/** Records an attempt. False, and no change, if another worker holds the lease or the endpoint is deleted. */
export async function settleDelivery(scope: Scope, result: AttemptResult): Promise<boolean> {
  const { db, now } = scope
  const { seq, token, outcome } = result
  await endTurn(db, result)
  const known = await webhookById(db, result.webhookId)
  if (!known) return false
  // Take the lock before the rows that it guards, or two attempts could deadlock.
  const turnsOff = outcome === 'gone' || failedForTooLong(known, result, now)
  if (turnsOff) await lockEvents(db, known.account_id)
  const webhook = turnsOff ? await webhookById(db, result.webhookId) : known
  const held = await heldDelivery(db, seq, token)
  const sentTo = { id: result.webhookId, url: result.url }
  if (!webhook || !held) return false
  const attempt = {
    at: now - result.latencyMs,
    status: result.status,
    latency_ms: result.latencyMs,
    error: result.error,
  }
  const change = changeOf(held.failures, result, scope)
  if (!(await finishAttempt(db, { seq, token }, change, outcome === 'interrupted' ? null : attempt))) return false
  if (outcome === 'delivered') {
    if (webhook.proven_at === null || webhook.failing_since !== null)
      await noteAnswer(db, sentTo, { proven_at: webhook.proven_at ?? now, failing_since: null })
    return true
  }
  // A failure of the previous URL says nothing about the present one.
  if (outcome === 'interrupted' || webhook.active === 0 || webhook.url !== result.url) return true
  if (outcome === 'gone') await disable(scope, webhook, 'gone')
  else if (failedForTooLong(webhook, result, now)) await disable(scope, webhook, 'failing')
  else await noteFailure(scope, webhook, result)
  return true
}

function changeOf(failures: number, { outcome, retryAfterMs }: AttemptResult, { now, ids }: Scope) {
  if (outcome === 'interrupted') return {}
  if (outcome === 'delivered') return { state: 'delivered' as const }
  if (outcome === 'refused') return { state: 'failed' as const, failures: failures + 1 }
  const wait = retryDelayMs(failures + 1, ids.chance(), retryAfterMs)
  return wait === null
    ? { state: 'failed' as const, failures: failures + 1 }
    : { due_at: now + wait, failures: failures + 1 }
}

function failedForTooLong(webhook: WebhookRow, { outcome }: AttemptResult, now: number): boolean {
  const since = webhook.failing_since
  return outcome === 'failed' && since !== null && now - since >= limits.webhookFailingMs
}

async function noteFailure(scope: Scope, webhook: WebhookRow, { retryAfterMs }: AttemptResult): Promise<void> {
  const heldUntil = scope.now + heldForMs(retryAfterMs)
  const change = {
    ...(webhook.failing_since === null && { failing_since: scope.now }),
    ...(heldUntil > Math.max(scope.now, webhook.held_until ?? 0) && { held_until: heldUntil }),
  }
  if (Object.keys(change).length > 0) await noteAnswer(scope.db, webhook, change)
}

/**
 * Turns an endpoint off. Notifies the other endpoints of the account, and mails the owner if the address is verified. An endpoint
 * that its owner turns off notifies nobody: an agent could otherwise send the others any number of events.
 */
async function disable(scope: Scope, webhook: WebhookRow, reason: WebhookDisabled['reason']): Promise<void> {
  const { db, now } = scope
  const { id, url, account_id: accountId } = webhook
  // Its client learns it from the next refresh, and then goes on from its cursor.
  if (webhook.subscription !== null) return dropSubscription(scope, webhook)
  await turnOff(db, id, reason, now)
  await emitOfAccount(scope, 'webhook.disabled', { accountId, keyId: null, data: { webhook_id: id, url, reason } })
  // Limit the mails: an agent can turn its endpoint on and answer 410 to the next event, again and again.
  if ((await count(db, 'webhook-mail', accountId, utcDay(now))) > limits.webhookMailsPerDay) return
  const account = await accountById(db, accountId)
  const since = (reason === 'failing' ? webhook.failing_since : null) ?? now
  if (account)
    await mailOwner(scope, account, webhookDisabledMail({ id, url, reason, since }, homeOf(scope), now), {
      about: 'webhooks',
    })
}
