// The waits before failed work is repeated, in milliseconds: after the first failure, after the second, and so on.
import { hourMs, minuteMs, secondMs } from './spans.ts'

export const retryWaitsMs = {
  /** A delivery to a webhook endpoint (contract.md §10). */
  delivery: [
    ...[5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs],
    ...[hourMs, 2 * hourMs, 4 * hourMs, 8 * hourMs, 8 * hourMs],
  ],
  /** A mail. Together the waits stay below the 24 hours that a verification link is valid. */
  mail: [10 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 6 * hourMs, 12 * hourMs],
  /** A question to the payment provider. After these waits it is repeated every `limits.paymentAskedAgainMs`. */
  payment: [10 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs],
  /** A notice of changes to a hub or a search engine. */
  announcement: [minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs],
  /** A question to the moderation model. */
  moderation: [secondMs, 5 * secondMs, 30 * secondMs, 2 * minuteMs],
} as const satisfies Record<string, readonly number[]>

/** How long a delivery is repeated, in milliseconds. */
export const deliveryRetriedMs = retryWaitsMs.delivery.reduce<number>((sum, wait) => sum + wait, 0)
