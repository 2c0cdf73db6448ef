// The money and the strikes of a decision: penalty, refund, what an appeal gives back.
import { sha256 } from '../../domain/ids.ts'
import type { Money } from '../../domain/lifecycle.ts'
import { penaltyBeyondFee } from '../../domain/pricing.ts'
import { addStrike, ban, takeBackStrike, unban } from '../../store/money/accounts.ts'
import { appealReference, creditOf, type Movement, move, moveAtMost, movementOf } from '../../store/money/ledger.ts'
import { type RevisionRow, setPenalty } from '../../store/posts/revisions.ts'
import type { Scope } from '../scope.ts'

/** What was paid for. */
type Bought = Pick<
  RevisionRow,
  'id' | 'post_id' | 'site' | 'account_id' | 'price' | 'rejection_penalized' | 'rejection_amount'
>

/** A movement of money for a revision. `amount` is signed micros. */
export function movementFor(
  scope: Scope,
  { id, post_id: postId, site, account_id: accountId }: Bought,
  type: 'charge' | 'refund' | 'penalty',
  amount: number,
): Movement {
  return { id: scope.ids.id('ledger'), accountId, type, amount, site, postId, revisionId: id, now: scope.now }
}

/**
 * Moves the money of a transition and counts or takes back its strike. The revision as it is then, and what went back to the
 * account, in micros.
 */
export async function settle<R extends Bought>(
  scope: Scope,
  revision: R,
  money: Money,
): Promise<{ revision: R; refunded: number }> {
  if (money === 'none') return { revision, refunded: 0 }
  if (money === 'penalty') return { revision: await withPenalty(scope, revision), refunded: 0 }
  const refunded = await giveBack(scope, revision, money)
  if (money === 'refund-fee' || revision.rejection_penalized !== 1) return { revision, refunded }
  await giveBackStrike(scope, revision.account_id)
  // The next appeal on the same text must not take back a second strike.
  const change = { rejection_penalized: 0, rejection_amount: 0 } as const
  await setPenalty(scope.db, revision.id, change)
  return { revision: { ...revision, ...change }, refunded }
}

async function withPenalty<R extends Bought>(scope: Scope, revision: R): Promise<R> {
  const change = { rejection_penalized: 1 as const, rejection_amount: await penalize(scope, revision) }
  await setPenalty(scope.db, revision.id, change)
  return { ...revision, ...change }
}

/**
 * Takes the penalty and adds the strike; the third ends the account (contract.md §4). What was taken, in micros: nothing
 * where a penalty was paid before, which an appeal gave back, since a text pays at most one.
 */
export async function penalize(scope: Scope, revision: Bought): Promise<number> {
  const { db } = scope
  const taken = (await movementOf(db, revision.id, 'penalty'))
    ? 0
    : await moveAtMost(db, movementFor(scope, revision, 'penalty', penaltyBeyondFee(revision.price)))
  const { account_id: id } = revision
  const { banned_at, email_key: email, card_fingerprint: card } = await addStrike(db, id, scope.now)
  if (banned_at === null) return taken
  await ban(db, id, { kind: 'email', hash: sha256(email), now: scope.now })
  if (card) await ban(db, id, { kind: 'card', hash: sha256(card), now: scope.now })
  return taken
}

/**
 * Gives back what `money` says, never what has gone back already: as the one refund that a text may have, and what comes
 * due after it as a credit of the platform. The amount in micros.
 */
async function giveBack(scope: Scope, revision: Bought, money: Exclude<Money, 'none' | 'penalty'>): Promise<number> {
  const { db } = scope
  const moved = async (type: 'charge' | 'penalty' | 'refund') =>
    Math.abs((await movementOf(db, revision.id, type))?.amount ?? 0)
  const reference = appealReference(revision.id)
  const refund = await moved('refund')
  const paid = (await moved('charge')) + (money === 'refund-fee' ? 0 : await moved('penalty'))
  const back = refund + ((await creditOf(db, reference))?.amount ?? 0)
  const amount = money === 'give-back-penalty' ? (revision.rejection_amount ?? 0) : paid - back
  if (amount <= 0) return 0
  const movement = movementFor(scope, revision, 'refund', amount)
  const credit = { type: 'platform_credit', postId: null, revisionId: null, reference } as const
  const note = `given back after an appeal on ${revision.id}`
  await move(db, refund > 0 ? { ...movement, ...credit, note } : movement)
  return amount
}

/** Takes a strike back. What the account put on the ban list leaves it with the ban; a suspension stays. */
async function giveBackStrike({ db }: Scope, accountId: string): Promise<void> {
  const banned = await takeBackStrike(db, accountId)
  if (!banned) await unban(db, accountId)
}
