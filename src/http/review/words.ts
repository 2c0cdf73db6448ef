// What the console says in words: kinds of items, decisions, how long something waits.
import type { AccountDecision, ItemDecision } from '../../usecases/review/decide-item.ts'
import type { ItemKind } from '../../usecases/review/queue.ts'
import { dollars, exactDollars } from '../owner/money.ts'
import { type Html, html } from '../public/kit/layout.ts'

/** The kinds of items: one of them, and several. */
export const kindWords: Record<ItemKind, { one: string; many: string }> = {
  text: { one: 'Text in review', many: 'Texts in review' },
  report: { one: 'Reported post', many: 'Reported posts' },
  appeal: { one: 'Appeal', many: 'Appeals' },
}

/** What was decided, as the person who did it reads it. */
export function decisionWords(decision: ItemDecision | AccountDecision): string {
  switch (decision.action) {
    case 'publish':
      return 'Published'
    case 'reject':
      return `Rejected as ${decision.category}`
    case 'remove':
      return `Removed as ${decision.category}`
    case 'dismiss':
      return 'Dismissed'
    case 'grant':
      return decision.publish ? 'Appeal granted and post published' : 'Appeal granted'
    case 'refuse':
      return 'Appeal refused'
    case 'suspend':
      return 'Account suspended'
    case 'unsuspend':
      return 'Account unsuspended'
    case 'credit':
      return `${exactDollars(decision.amountMicros) ?? dollars(decision.amountMicros)} credited`
  }
}

const steps = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** How long ago something was, in its largest unit: "3 d", "2 h", "5 min"; "now" below a minute. */
export function age(since: string, now: number): Html {
  const ms = now - Date.parse(since)
  const step = steps.find(([, size]) => ms >= size)
  return html`<time datetime="${since}">${step ? `${Math.floor(ms / step[1])} ${step[0]}` : 'now'}</time>`
}

const short = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** "22 Nov 2026, 12:00", in UTC. */
export function at(instant: string): Html {
  return html`<time datetime="${instant}">${short.format(Date.parse(instant))}</time>`
}
