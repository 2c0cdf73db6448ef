// The webhook worker: claims due deliveries, sends them outside any transaction, records the results.

import type { AttemptResult } from '../actions/delivery/settle-delivery.ts'
import { baseUrlOf } from '../actions/scope.ts'
import { limits } from '../contract/limits.ts'
import { occurrenceText } from '../domain/delivery/occurrence.ts'
import { eachSecret } from '../domain/delivery/previous-secrets.ts'
import { deliveryBody, retryAfterMs } from '../domain/delivery/schedule.ts'
import { withAddresses } from '../domain/posts/addresses.ts'
import { DeliveryFailed } from '../integrations/webhooks/client.ts'
import { signedHeaders } from '../integrations/webhooks/secrets.ts'
import { deliveredUpTo } from '../store/delivery/subscriptions.ts'
import type { ClaimedDelivery } from '../store/delivery/turns.ts'
import { outcomeCursor, writePosition } from '../usecases/delivery/position-cursor.ts'
import { logFailure } from '../usecases/outage.ts'
import type { Platform } from '../usecases/platform.ts'

export type WebhookSender = {
  /**
   * Claims as many deliveries as there is room for and starts to send them. Resolves with the number claimed, before any answer.
   */
  fill(): Promise<number>
  /** Calls the listener whenever an attempt has ended, which makes room for another. */
  onRoom(listener: () => void): () => void
  /** Aborts the running attempts, which are repeated after the next start. Resolves once they are recorded. */
  close(): Promise<void>
  /** Resolves once no attempt is running. */
  idle(): Promise<void>
}

/** A sender with room for limits.webhookAttemptsAtOnce attempts. An attempt that hangs takes one place and delays no other. */
export function createWebhookSender(platform: Platform): WebhookSender {
  const underWay = new Set<Promise<void>>()
  const listeners = new Set<() => void>()
  const underWayTo = { failing: 0, guest: 0, probation: 0, proven: 0 }
  let closed = false
  const start = (delivery: ClaimedDelivery, token: string) => {
    underWayTo[delivery.standing]++
    const attempt = attemptDelivery(platform, delivery, token)
      .catch(error => logFailure(platform, error, { message_id: delivery.message_id }, 'a delivery was not recorded'))
      .finally(() => {
        underWay.delete(attempt)
        underWayTo[delivery.standing]--
        for (const listener of listeners) listener()
      })
    underWay.add(attempt)
  }
  const sender: WebhookSender = {
    async fill() {
      const limit = limits.webhookAttemptsAtOnce - underWay.size
      if (limit <= 0 || closed) return 0
      const { token, deliveries } = await platform.act('takeDeliveries', {
        limit,
        failing: limits.webhookAttemptsFailingAtOnce - underWayTo.failing,
        guest: limits.webhookAttemptsGuestsAtOnce - underWayTo.guest,
        probation: limits.webhookAttemptsProbationAtOnce - underWayTo.probation,
      })
      for (const delivery of deliveries) start(delivery, token)
      return deliveries.length
    },
    onRoom(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    async close() {
      closed = true
      platform.webhooks.client.close()
      await sender.idle()
    },
  }
  return sender
}

/** Claims and sends due deliveries once, and waits for the answers. Resolves with the number claimed. */
export async function runOnce(platform: Platform): Promise<number> {
  const sender = createWebhookSender(platform)
  const claimed = await sender.fill()
  await sender.idle()
  return claimed
}

/**
 * Makes one attempt. If the process ends before recording, the delivery is repeated after the lease, with the same webhook-id, and the
 * attempt does not count.
 */
async function attemptDelivery(platform: Platform, delivery: ClaimedDelivery, token: string): Promise<void> {
  const startedAt = performance.now()
  const result = await tracedSend(platform, delivery)
  const latencyMs = Math.round(performance.now() - startedAt)
  const { seq, url, webhook_id: webhookId } = delivery
  const recorded = await platform.act('settleDelivery', { ...result, seq, url, webhookId, token, latencyMs })
  const { outcome, status, error } = result
  platform.log.info(
    { message_id: delivery.message_id, webhook_id: webhookId, outcome, status, error, latency_ms: latencyMs },
    recorded ? 'a delivery was tried' : 'the result of a delivery came too late and was dropped',
  )
}

type Sent = Pick<AttemptResult, 'outcome' | 'status' | 'error' | 'retryAfterMs'>

/** Sends a delivery in a span of the trace of its event, which the receiver gets as `traceparent`. */
function tracedSend(platform: Platform, delivery: ClaimedDelivery): Promise<Sent> {
  const { trace: parent, message_id, webhook_id, type } = delivery
  const attributes = { 'handbill.message_id': message_id, 'handbill.webhook_id': webhook_id, 'handbill.event': type }
  return platform.tracing.span('deliver webhook', { kind: 'client', parent, attributes }, async span => {
    const sent = await send(platform, delivery, span?.traceparent)
    span?.set({ 'http.response.status_code': sent.status, 'handbill.outcome': sent.outcome })
    return sent
  })
}

async function send(platform: Platform, delivery: ClaimedDelivery, traceparent: string | undefined): Promise<Sent> {
  const { site, payload } = delivery
  const data = site === null ? payload : withAddresses(payload, baseUrlOf(platform.facts, site))
  const body = await bodyOf(platform, delivery, data)
  try {
    const secrets = secretsOf(platform, delivery)
    const { subscription } = delivery
    const headers = signedHeaders(secrets, {
      id: delivery.message_id,
      now: platform.webhooks.now(),
      body,
      subscription,
    })
    const { status, retryAfter } = await platform.webhooks.client.send({
      url: delivery.url,
      headers: traceparent === undefined ? headers : { ...headers, traceparent },
      body,
    })
    if (status >= 200 && status <= 299) return { outcome: 'delivered', status, error: null, retryAfterMs: null }
    const paused = status === 429 || status === 503 ? retryAfterMs(retryAfter, platform.now()) : null
    // A subscription's receiver refuses an event for good with 413.
    const outcome = status === 410 ? 'gone' : status === 413 && subscription !== null ? 'refused' : 'failed'
    return { outcome, status, error: wordsFor(status), retryAfterMs: paused }
  } catch (error) {
    if (!(error instanceof DeliveryFailed)) throw error
    const outcome = error.interrupted ? 'interrupted' : 'failed'
    return { outcome, status: null, error: error.message, retryAfterMs: null }
  }
}

/** The body of a delivery: for a subscription with the cursor up to which its client has got everything once this one arrives. */
async function bodyOf({ db }: Platform, delivery: ClaimedDelivery, data: string): Promise<string> {
  const { subscription, position, webhook_id: webhookId, message_id: id, type, created_at } = delivery
  if (subscription === null || position === null) return deliveryBody({ ...delivery, data })
  const reached = await deliveredUpTo(db, { webhookId, position, except: id })
  return occurrenceText({ id, type, created_at, data }, writePosition(outcomeCursor, reached))
}

/** The valid secrets, the newest first. Throws DeliveryFailed if they cannot be read. */
function secretsOf(platform: Platform, delivery: ClaimedDelivery): string[] {
  const { secret, previous_secret: previous, previous_until: until } = delivery
  const sealed =
    previous !== null && (until ?? 0) > platform.now() ? [secret, ...eachSecret(previous).reverse()] : [secret]
  try {
    return sealed.map(text => platform.webhooks.secrets.open(text, delivery.account_id))
  } catch (error) {
    platform.log.error({ err: error, webhook_id: delivery.webhook_id }, 'a webhook secret cannot be read')
    throw new DeliveryFailed('the delivery could not be signed; rotate the secret of the endpoint')
  }
}

function wordsFor(status: number): string {
  if (status === 410) return 'the endpoint answered 410: it is gone and was turned off'
  if (status >= 300 && status <= 399) return `the endpoint answered ${status}; redirects are not followed`
  return `the endpoint answered ${status}`
}
