// The money and the strikes of a decision: penalty, refund, what an appeal gives back; for a post or an edit alike.
import { limits } from '../contract/limits.ts'
import type { SiteId } from '../contract/site-ids.ts'
import { sha256 } from '../domain/ids.ts'
import type { Money } from '../domain/lifecycle.ts'
import { penaltyBeyondFee } from '../domain/pricing.ts'
import { accountById, addStrike, ban, setAccountStatus, takeBackStrike, unban } from '../store/accounts.ts'
import { type Movement, move, moveAtMost, movementOfEdit, movementOfPost } from '../store/ledger.ts'
import type { Scope } from './scope.ts'

/** What was paid for and decided: a post, or an edit of one. `price` in micros. */
export type Decided = {
  kind: 'post' | 'edit'
  id: string
  site: SiteId
  accountId: string
  price: number
  /** Whether it counts as a strike at present. */
  penalized: boolean
}

/** A row of a post or of an edit, as what it was paid for. */
export function decided(
  kind: Decided['kind'],
  row: { id: string; site: SiteId; account_id: string; price: number; rejection_penalized: 0 | 1 | null },
): Decided {
  const { id, site, account_id: accountId, price, rejection_penalized } = row
  return { kind, id, site, accountId, price, penalized: rejection_penalized === 1 }
}

/** Why a post or an edit is refused or removed. */
export type Refused = { category: string; reason: string; penalized: boolean }

/** A refusal as its row keeps it; what was taken is filled in with the penalty. */
export function refusalOf({ category, reason, penalized }: Refused) {
  return {
    rejection_category: category,
    rejection_reason: reason,
    rejection_penalized: penalized ? (1 as const) : (0 as const),
    rejection_amount: 0,
  }
}

/** A movement of money for it. */
export function movementFor(
  scope: Scope,
  { kind, id, site, accountId }: Decided,
  type: 'charge' | 'refund' | 'penalty',
  amount: number,
): Movement {
  const subject = kind === 'post' ? { postId: id } : { postId: null, editId: id }
  return { id: scope.ids.id('ledger'), accountId, type, amount, site, ...subject, now: scope.now }
}

/**
 * Takes the penalty and adds the strike; the third ends the account (contract.md §4). What was taken, in micros: nothing
 * where a penalty was paid before, which an appeal gave back, since a post pays at most one.
 */
export async function penalize(scope: Scope, subject: Decided): Promise<number> {
  const { db } = scope
  const taken = (await movementOf(scope, subject, 'penalty'))
    ? 0
    : await moveAtMost(db, movementFor(scope, subject, 'penalty', penaltyBeyondFee(subject.price)))
  const strikes = await addStrike(db, subject.accountId)
  if (strikes >= limits.strikesToBan) {
    const account = await accountById(db, subject.accountId)
    await setAccountStatus(db, subject.accountId, 'banned')
    if (account) await ban(db, 'email', sha256(account.email_key), scope.now)
    if (account?.card_fingerprint) await ban(db, 'card', sha256(account.card_fingerprint), scope.now)
  }
  return taken
}

/** Gives back what `money` says, never what has gone back already. The amount in micros. */
export async function giveBack(scope: Scope, subject: Decided, money: Money): Promise<number> {
  const amount = await refundable(scope, subject, money)
  if (amount > 0) await move(scope.db, movementFor(scope, subject, 'refund', amount))
  return amount
}

/** Takes a strike back; an account that was banned for it is active again. */
export async function giveBackStrike(scope: Scope, accountId: string): Promise<void> {
  const { db } = scope
  const strikes = await takeBackStrike(db, accountId)
  const account = await accountById(db, accountId)
  if (account?.status !== 'banned' || strikes >= limits.strikesToBan) return
  await setAccountStatus(db, accountId, 'active')
  await unban(db, 'email', sha256(account.email_key))
  if (account.card_fingerprint) await unban(db, 'card', sha256(account.card_fingerprint))
}

function movementOf({ db }: Scope, { kind, id }: Decided, type: 'charge' | 'refund' | 'penalty') {
  return kind === 'post' ? movementOfPost(db, id, type) : movementOfEdit(db, id, type)
}

async function refundable(scope: Scope, subject: Decided, money: Money): Promise<number> {
  if (await movementOf(scope, subject, 'refund')) return 0
  const taken = async (type: 'charge' | 'penalty') => -((await movementOf(scope, subject, type))?.amount ?? 0)
  const fee = money === 'give-back-penalty' ? 0 : await taken('charge')
  const penalty = money === 'refund-fee' ? 0 : await taken('penalty')
  return fee + penalty
}
