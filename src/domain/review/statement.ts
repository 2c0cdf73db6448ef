// The statement of reasons of a rejection or removal: who decided, by what, what it costs, and until when to appeal.
import { limits } from '../../contract/limits.ts'
import { helpIn, needsHelp } from '../../contract/moderation/help-lines.ts'
import type { Statement } from '../../contract/posts.ts'
import { sentences } from '../../contract/sentences.ts'
import { instant } from '../times/time.ts'
import { type LegalOrder, placesOf } from './legal-order.ts'

/** The basis of a rejection, as its row stores it. `at`, epoch milliseconds, identifies the decision. */
export type RejectionBasis = {
  decided_by: Statement['decided_by']
  /** The person who decided. */
  actor?: string | undefined
  at: number
  policy_version: string
  part?: string | undefined
  rule?: string | undefined
  /** The statement names who helps in a crisis, in this country (ISO 3166-1). */
  helps?: { country: string | null }
  /** The order of law, for a removal without fault. */
  law?: LegalOrder
  /** An appeal has given fee and penalty back. */
  given_back?: true
}

/** A text that was rejected or removed. */
export type Rejected = { postId: string; basis: RejectionBasis; status: string; penalized: boolean; price: number }

/** When the time for an appeal ends, epoch ms. */
export const appealEnd = ({ at }: Pick<RejectionBasis, 'at'>): number => at + limits.appealMs

/** The statement of reasons of a text. */
export function statementOf({ postId, basis, status, penalized, price }: Rejected): Statement {
  const { decided_by, policy_version, part, rule, given_back, helps, law } = basis
  const refunded = given_back === true || (status === 'rejected' && !penalized)
  return {
    decided_by,
    ...(rule !== undefined && { rule }),
    ...(part !== undefined && { part }),
    policy_version,
    fee: price,
    fee_refunded: refunded,
    appeal_until: instant(appealEnd(basis)),
    note: sentences.statement(decided_by, postId, instant(appealEnd(basis))),
    ...(law && { law: { ...law, note: sentences.byLaw(law.reference, placesOf(law)) } }),
    ...(helps && { help: helpIn(helps.country) }),
  }
}

/** What a decision under this category keeps for its statement: the country that the text names, where the statement names help. */
export function helpFor(category: string, fields: string): Pick<RejectionBasis, 'helps'> {
  if (category !== needsHelp) return {}
  const { location } = JSON.parse(fields) as { location?: { country?: string } }
  return { helps: { country: location?.country ?? null } }
}
