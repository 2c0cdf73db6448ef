// The waits between the attempts of a delivery, and its body (contract.md §10).
import type { WebhookKind } from '../../contract/event-kinds.ts'
import { limits } from '../../contract/limits.ts'
import { retryWaitsMs } from '../../contract/retries.ts'
import { secondMs } from '../../contract/spans.ts'
import { waitAfter } from '../retry.ts'
import { instant } from '../times/time.ts'

const jitterShare = 0.1

/**
 * The wait after the n-th failure (from 1), in milliseconds; null after the last attempt. `chance` from 0 to 1 spreads the
 * waits over ±10 %. Retry-After of the receiver can make a wait longer, up to an hour.
 */
export function retryDelayMs(failures: number, chance: number, retryAfterMs: number | null): number | null {
  const wait = waitAfter(failures, retryWaitsMs.delivery)
  if (wait === null) return null
  const spread = Math.round(wait * (1 + jitterShare * (2 * chance - 1)))
  return Math.max(spread, heldForMs(retryAfterMs))
}

/** How long a receiver is left alone after a Retry-After, in milliseconds. */
export function heldForMs(retryAfterMs: number | null): number {
  return Math.min(Math.max(0, retryAfterMs ?? 0), limits.webhookRetryAfterMaxMs)
}

/** A Retry-After header in milliseconds from `now` (epoch ms); null when it cannot be read. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d{1,10}$/.test(header.trim())) return Number(header) * secondMs
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

/** The body of a delivery, the same in every attempt unless SITES change. `data` is JSON; `created_at` is the time of the event. */
export function deliveryBody(event: { type: WebhookKind; created_at: number; data: string }): string {
  return `{"type":"${event.type}","timestamp":"${instant(event.created_at)}","data":${event.data}}`
}
