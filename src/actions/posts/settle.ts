// The money and the strikes of a decision: penalty, refund, what an appeal gives back; for a post or an edit alike.
import { limits } from '../../contract/limits.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import { sha256 } from '../../domain/ids.ts'
import type { Money } from '../../domain/lifecycle.ts'
import { penaltyBeyondFee } from '../../domain/pricing.ts'
import {
  accountById,
  addStrike,
  ban,
  bannedWithCard,
  setAccountStatus,
  takeBackStrike,
  unban,
} from '../../store/money/accounts.ts'
import {
  appealReference,
  creditOf,
  type Movement,
  move,
  moveAtMost,
  movementOfEdit,
  movementOfPost,
} from '../../store/money/ledger.ts'
import type { Scope } from '../scope.ts'

type GivenBack = Exclude<Money, 'none' | 'penalty'>

/** What was paid for and decided: a post, or an edit of one. `price` in micros. */
export type Decided = {
  kind: 'post' | 'edit'
  id: string
  site: SiteId
  accountId: string
  price: number
  /** Whether it counts as a strike at present. */
  penalized: boolean
  /** The penalty that it has paid and not been given back, in micros. */
  penalty: number
}

/** A row of a post or of an edit, as what it was paid for. */
export function decided(
  kind: Decided['kind'],
  row: {
    id: string
    site: SiteId
    account_id: string
    price: number
    rejection_penalized: 0 | 1 | null
    rejection_amount: number | null
  },
): Decided {
  const { id, site, account_id: accountId, price, rejection_penalized, rejection_amount } = row
  return { kind, id, site, accountId, price, penalized: rejection_penalized === 1, penalty: rejection_amount ?? 0 }
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

/**
 * Gives back what `money` says, never what has gone back already: as the one refund that a post may have, and what comes
 * due after it as a credit of the platform. The amount in micros.
 */
export async function giveBack(scope: Scope, subject: Decided, money: GivenBack): Promise<number> {
  const { db } = scope
  const refund = await movementOf(scope, subject, 'refund')
  const reference = appealReference(subject.id)
  const back = (refund?.amount ?? 0) + ((await creditOf(db, reference))?.amount ?? 0)
  const amount = money === 'give-back-penalty' ? subject.penalty : (await paid(scope, subject, money)) - back
  if (amount <= 0) return 0
  const movement = movementFor(scope, subject, 'refund', amount)
  if (!refund) await move(db, movement)
  else
    await move(db, {
      ...movement,
      ...{ type: 'platform_credit', postId: null, editId: null, reference },
      note: `given back after an appeal on ${subject.id}`,
    })
  return amount
}

/** Takes a strike back; an account that was banned for it is active again. A card stays banned with another account's. */
export async function giveBackStrike(scope: Scope, accountId: string): Promise<void> {
  const { db } = scope
  const strikes = await takeBackStrike(db, accountId)
  const account = await accountById(db, accountId)
  if (account?.status !== 'banned' || strikes >= limits.strikesToBan) return
  await setAccountStatus(db, accountId, 'active')
  await unban(db, 'email', sha256(account.email_key))
  const { card_fingerprint: card } = account
  if (card !== null && !(await bannedWithCard(db, card))) await unban(db, 'card', sha256(card))
}

function movementOf({ db }: Scope, { kind, id }: Decided, type: 'charge' | 'refund' | 'penalty') {
  return kind === 'post' ? movementOfPost(db, id, type) : movementOfEdit(db, id, type)
}

async function paid(scope: Scope, subject: Decided, money: GivenBack): Promise<number> {
  const taken = async (type: 'charge' | 'penalty') => -((await movementOf(scope, subject, type))?.amount ?? 0)
  return (await taken('charge')) + (money === 'refund-fee' ? 0 : await taken('penalty'))
}
