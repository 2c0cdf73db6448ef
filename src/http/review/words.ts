// The words of the console for kinds of items, decisions and times.

import { exactly, rounded } from '../../contract/currency.ts'
import { decisionRow, type ItemKind } from '../../contract/moderation/decisions.ts'
import { dayMs, hourMs, minuteMs } from '../../contract/spans.ts'
import type { AccountDecision, ItemDecision } from '../../usecases/review/decide-item.ts'
import { type Html, html } from '../public/kit/layout.ts'

/** The kinds of items in the singular and the plural. */
export const kindWords: Record<ItemKind, { one: string; many: string }> = {
  text: { one: 'Text in review', many: 'Texts in review' },
  report: { one: 'Reported post', many: 'Reported posts' },
  appeal: { one: 'Appeal', many: 'Appeals' },
  message: { one: 'Message to an author', many: 'Messages to authors' },
  name: { one: 'Name of an account', many: 'Names of accounts' },
}

export const nameOf = ({ kind, subject, post_id }: { kind: ItemKind; subject: string; post_id: string }): string =>
  kind === 'text' && subject !== post_id ? 'Edit in review' : kindWords[kind].one

/** A decision in words for the person who made it. */
export function decisionWords(decision: ItemDecision | AccountDecision): string {
  switch (decision.action) {
    case 'suspend':
      return 'Account suspended'
    case 'unsuspend':
      return 'Account unsuspended'
    case 'credit':
      return `${exactly(decision.amountMicros) ?? rounded(decision.amountMicros)} credited`
    default:
      return decisionRow(decision.action).done.replace('CATEGORY', decision.category ?? '')
  }
}

const steps = [
  ['d', dayMs],
  ['h', hourMs],
  ['min', minuteMs],
] as const

/** The time since an instant in its largest unit: "3 d ago", "2 h ago", "5 min ago"; "just now" below a minute. */
export function age(since: string, now: number): Html {
  const ms = now - Date.parse(since)
  const step = steps.find(([, size]) => ms >= size)
  return html`<time datetime="${since}">${step ? `${Math.floor(ms / step[1])} ${step[0]} ago` : 'just now'}</time>`
}

const short = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** "22 Nov 2026, 12:00", in UTC. */
export function at(instant: string): Html {
  return html`<time datetime="${instant}">${short.format(Date.parse(instant))}</time>`
}
