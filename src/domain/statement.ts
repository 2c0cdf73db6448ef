// Why a text was rejected or removed, as its author is told: who decided, by what, what it costs, and until when to appeal.
import { limits } from '../contract/limits.ts'
import type { Statement } from '../contract/posts.ts'
import { sentences } from '../contract/sentences.ts'
import { instant } from './time.ts'

/** What a rejection rests on, as its row keeps it. `at` is epoch milliseconds and names the decision, whatever comes after it. */
export type RejectionBasis = {
  decided_by: Statement['decided_by']
  /** The person who decided. */
  actor?: string | undefined
  at: number
  policy_version: string
  part?: string | undefined
  rule?: string | undefined
  /** An appeal has given everything back. */
  given_back?: true
}

/** A text that was rejected or removed, as it stands. */
export type Refused = { postId: string; basis: RejectionBasis; status: string; penalized: boolean; price: number }

/** When an appeal comes too late, epoch ms. */
export const appealEnd = ({ at }: Pick<RejectionBasis, 'at'>): number => at + limits.appealMs

/** The statement of reasons of a text. */
export function statementOf({ postId, basis, status, penalized, price }: Refused): Statement {
  const { decided_by, policy_version, part, rule, given_back } = basis
  const back = given_back === true || (status === 'rejected' && !penalized)
  return {
    decided_by,
    ...(rule !== undefined && { rule }),
    ...(part !== undefined && { part }),
    policy_version,
    fee: price,
    fee_refunded: back,
    appeal_until: instant(appealEnd(basis)),
    note: sentences.statement(decided_by, postId, instant(appealEnd(basis))),
  }
}
