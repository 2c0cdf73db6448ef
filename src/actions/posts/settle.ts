// Settles the money and the strikes of a transition: price, penalty, refund, reversal by an appeal.

import { limits } from '../../contract/limits.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { Money } from '../../domain/lifecycle.ts'
import { type RejectionBasis, statementOf } from '../../domain/review/statement.ts'
import { utcDay } from '../../domain/times/time.ts'
import { penaltyMail } from '../../mails/posts.ts'
import {
  accountById,
  addStrike,
  lockAccount,
  type Struck,
  takeBackStrike,
  unban,
} from '../../store/accounts/accounts.ts'
import { giveSpentBack } from '../../store/accounts/counters.ts'
import { banPerson } from '../../store/accounts/erased-hashes.ts'
import { appealReference, creditOf, type Movement, move, movementOf } from '../../store/money/ledger.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import { passStrikeOn, type RevisionRow, setPenalty } from '../../store/posts/revisions.ts'
import { charge, takeAtMost } from '../money/charge.ts'
import { mailOwner } from '../money/warnings.ts'
import { firstOfCampaign } from '../rules/campaign.ts'
import { type Spender, spenderOf } from '../rules/spender.ts'
import { baseUrlOf, type Scope } from '../scope.ts'

/** A bought revision. */
type SettledText = Pick<
  RevisionRow,
  | 'id'
  | 'post_id'
  | 'site'
  | 'account_id'
  | 'price'
  | 'abuse_penalty'
  | 'rejection_category'
  | 'rejection_reason'
  | 'rejection_basis'
  | 'rejection_penalized'
  | 'rejection_amount'
  | 'strike_of'
  | 'submitted_at'
  | 'fields'
>

/** A movement of money for a revision, by the key of its post. `amount` in signed micros. */
export function movementFor(
  scope: Scope,
  { id, post_id: postId, site, account_id: accountId }: SettledText,
  keyId: string,
  type: 'charge' | 'refund' | 'penalty',
  amount: number,
): Movement & { keyId: string; site: SiteId } {
  return { id: scope.ids.id('ledger'), accountId, keyId, type, amount, site, postId, revisionId: id, now: scope.now }
}

/** Charges the price of a text that has passed the guards. */
export async function pay(scope: Scope, revision: SettledText, spender: Spender): Promise<void> {
  const { price } = revision
  if (price > 0) await charge(scope, movementFor(scope, revision, spender.key.id, 'charge', 0 - price), spender)
}

/**
 * Moves the money of a transition and adds or takes back its strike. `keyId` is the key of the post. Returns the changed
 * revision, and the refund in micros.
 */
export async function settle<R extends SettledText>(
  scope: Scope,
  revision: R,
  keyId: string,
  money: Money,
): Promise<{ revision: R; refunded: number }> {
  if (money === 'none') return { revision, refunded: 0 }
  if (money === 'charge') {
    await pay(scope, revision, await spenderOf(scope, revision.account_id, keyId))
    return { revision, refunded: 0 }
  }
  if (money === 'penalty') return { revision: await withPenalty(scope, revision, keyId), refunded: 0 }
  const refunded = await giveBack(scope, revision, keyId, money)
  if (money === 'refund-fee' || revision.rejection_penalized !== 1) return { revision, refunded }
  await giveBackStrike(scope, revision)
  // The next appeal on the same text must not take back a second strike.
  const change = { rejection_penalized: 0, rejection_amount: 0, strike_of: null } as const
  await setPenalty(scope.db, revision.id, change)
  return { revision: { ...revision, ...change }, refunded }
}

async function withPenalty<R extends SettledText>(scope: Scope, revision: R, keyId: string): Promise<R> {
  const change = { rejection_penalized: 1 as const, ...(await penalize(scope, revision, keyId)) }
  await setPenalty(scope.db, revision.id, change)
  return { ...revision, ...change }
}

/**
 * Takes the penalty and adds the strike; the last strike bans the account (contract.md §4). A text of a campaign has the strike of
 * an earlier one. Returns the amount taken, in micros, and the text with the strike. The amount is 0 if the text has paid a penalty
 * before that an appeal gave back, since a text pays at most one penalty.
 */
async function penalize(
  scope: Scope,
  revision: SettledText,
  keyId: string,
): Promise<{ rejection_amount: number; strike_of: string }> {
  const { db } = scope
  const { account_id: id } = revision
  // Two texts of a campaign that are decided at the same time must see each other.
  await lockAccount(db, id)
  const taken =
    (await movementOf(db, revision.id, 'penalty')) || (await isErasedWithoutMoney(scope, id))
      ? 0
      : await takeAtMost(scope, movementFor(scope, revision, keyId, 'penalty', revision.abuse_penalty))
  const first = await firstOfCampaign(db, revision)
  const struck = first === null ? await addStrike(db, id, scope.now) : null
  await tell(scope, revision, { first, amount: taken })
  if (struck && struck.banned_at !== null) await ban(scope, id, struck)
  return { rejection_amount: taken, strike_of: first ?? revision.id }
}

async function ban(scope: Scope, id: string, struck: Struck): Promise<void> {
  const { db, now } = scope
  if (struck.banned_at === now) {
    const reason = `${limits.strikesToBan} strikes`
    await logDecision(db, { decider: 'rule', actor: 'strikes', action: 'ban', subject: id, reason, now })
  }
  await banPerson(db, { id, ...struck }, now)
}

/** Whether nobody is left to pay a penalty; then the books get no row of it. */
async function isErasedWithoutMoney({ db }: Scope, accountId: string): Promise<boolean> {
  const account = await accountById(db, accountId)
  return account?.erased_at !== null && account?.balance === 0
}

/** Mails the owner the reason of the penalty, and how to appeal. `first`: the text of the campaign that has the strike. */
async function tell(
  scope: Scope,
  revision: SettledText,
  { first, amount }: { first: string | null; amount: number },
): Promise<void> {
  const account = await accountById(scope.db, revision.account_id)
  if (!account) return
  const { id: textId, post_id: postId, rejection_category, rejection_reason, rejection_basis, site } = revision
  const basis = JSON.parse(rejection_basis ?? '{}') as RejectionBasis
  const refused = { postId, basis, status: 'rejected', penalized: true, price: revision.price }
  const why = { category: rejection_category ?? '', reason: rejection_reason ?? '', statement: statementOf(refused) }
  const about = { handle: account.handle, textId, postId, ...why, amount, strikes: account.strikes, first }
  const banned = account.banned_at !== null
  await mailOwner(scope, account, penaltyMail({ ...about, banned, baseUrl: baseUrlOf(scope.facts, site) }), {
    about: 'posts',
  })
}

/**
 * Gives back the money of a text, but nothing twice. The first time it is the one refund that a text may have, later a platform
 * credit. Returns the amount in micros.
 */
async function giveBack(
  scope: Scope,
  revision: SettledText,
  keyId: string,
  money: Exclude<Money, 'none' | 'charge' | 'penalty'>,
): Promise<number> {
  const { db, now } = scope
  const fee = await movementOf(db, revision.id, 'charge')
  const penalty = money === 'refund-fee' ? undefined : await movementOf(db, revision.id, 'penalty')
  const refund = await movementOf(db, revision.id, 'refund')
  const reference = appealReference(revision.id)
  const paid = 0 - (fee?.amount ?? 0) - (penalty?.amount ?? 0)
  const back = (refund?.amount ?? 0) + ((await creditOf(db, reference))?.amount ?? 0)
  const amount = money === 'give-back-penalty' ? (revision.rejection_amount ?? 0) : paid - back
  if (amount <= 0) return 0
  const movement = movementFor(scope, revision, keyId, 'refund', amount)
  if (refund) {
    const credit = { type: 'platform_credit', postId: null, revisionId: null, reference } as const
    await move(db, { ...movement, ...credit, note: `given back after an appeal on ${revision.id}` })
    return amount
  }
  await move(db, movement)
  // Lower the spending of today only if the price was spent today.
  const taken = [fee, penalty].filter(row => row !== undefined && utcDay(row.created_at) === utcDay(now))
  const spentToday = taken.reduce((sum, row) => sum - (row?.amount ?? 0), 0)
  if (spentToday > 0) await giveSpentBack(db, keyId, utcDay(now), Math.min(amount, spentToday))
  return amount
}

/**
 * Takes the strike of a text back, unless the text has none of its own or its strike covers another text, which then has it. If that
 * ends the ban, its entries leave the ban list. A suspension stays.
 */
async function giveBackStrike(
  { db, now }: Scope,
  { id, account_id: accountId, strike_of }: SettledText,
): Promise<void> {
  await lockAccount(db, accountId)
  if (strike_of !== null && (strike_of !== id || (await passStrikeOn(db, id, accountId)))) return
  const before = (await accountById(db, accountId))?.banned_at ?? null
  const banned = await takeBackStrike(db, accountId)
  if (banned) return
  await unban(db, accountId)
  if (before === null) return
  const reason = 'an appeal was granted'
  await logDecision(db, { decider: 'rule', actor: 'strikes', action: 'unban', subject: accountId, reason, now })
}
