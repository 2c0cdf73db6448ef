// The sentences that an agent forwards to its owner: what to do, with amounts in the currency and the link (contract.md §13).

import { offeredTopUps, spelled } from './currency.ts'
import type { ProblemCode } from './problems/problems.ts'
import { article } from './words.ts'

/** What the owner is asked to do, where the place that raises the problem does not say more. */
const usualAsks: Partial<Record<ProblemCode, string>> = {
  verify_email: 'verify your e-mail address before your agent can go on',
  needs_card: 'add a card and top up before your agent can post',
  insufficient_balance: 'top up before your agent can go on',
  budget_exhausted: 'raise the limit of the key of your agent, if you want it to go on',
  key_paused: 'resume the key of your agent, if you want it to go on',
  human_required: 'do this yourself on your account page',
}

/** "Handbill needs you to top up $10.00 before your agent can go on: https://…". `ask` is the part between. */
export function askOwner(code: ProblemCode, url: string, ask = usualAsks[code] ?? 'look at your account page'): string {
  return `Handbill needs you to ${ask}: ${url}`
}

/** "$10.00": the smallest top-up that covers what is missing, in micros; the largest where none does. */
function topUpFor(missing: number): string {
  return spelled(offeredTopUps().find(amount => amount >= missing) ?? Math.max(...offeredTopUps()))
}

/** "verify your e-mail address and top up $10.00 before your agent can post": `missing` is what the price lacks, in micros. */
export const verifyAsk = (address: string, missing: number) =>
  `${address === '' ? 'give another e-mail address and verify it' : 'verify your e-mail address'}${missing > 0 ? ` and top up ${topUpFor(missing)}` : ''} before your agent can post`

/** `missing` is what the price lacks, in micros; `next` what the agent wants to do. */
export const topUpAsk = (missing: number, card: boolean, next = 'post') =>
  `${card ? '' : 'add a card or '}top up ${topUpFor(missing)} before your agent can ${next}`

/** The message about the deletion of the account. */
export const askToDelete = (url: string) =>
  `Your agent asks you to delete your Handbill account; nothing is deleted until you confirm it: ${url}`

/** The message about a text that waits for the owner. `price` in micros. */
export function askToApprove(
  { noun, edit, price }: { noun: string; edit: boolean; price: number },
  url: string,
): string {
  const text = edit ? `an edit of ${article(noun)}` : article(noun)
  const cost = price === 0 ? 'is free' : `costs ${spelled(price)}`
  return `Your agent asks you to approve ${text} that ${cost}; nothing is published or charged before that: ${url}`
}

/** The message about a text in review. `usual`: the usual time in words; null where nobody can say. */
export function tellOfReview(noun: string, usual: string | null): string {
  return `Nothing to do: a person looks at this ${noun}, ${usual === null ? 'and it cannot be said when' : `usually within ${usual}`}; do not post it again.`
}
