// Which decision an appeal is about, and who may answer it, or a complaint of a reporter.
import { Problem } from '../../contract/problems/problem.ts'
import type { RejectionBasis } from '../../domain/review/statement.ts'
import type { RevisionRow } from '../../store/posts/revisions.ts'

/** The text that an appeal is about: the first one that is rejected or removed. `texts`: the first text, then its latest edit. */
export function refusedOf(texts: readonly (RevisionRow | undefined)[]): RevisionRow | undefined {
  return texts.find(text => text && text.rejection_category !== null && text.status !== 'published')
}

/** The basis of the rejection of a text; null without a rejection. */
export function basisOf({ rejection_basis: basis }: Pick<RevisionRow, 'rejection_basis'>): RejectionBasis | null {
  return basis === null ? null : (JSON.parse(basis) as RejectionBasis)
}

/** Throws `not_in_review` if the person made the decision against the text and another person could decide the appeal. */
export function refuseOwnDecision(
  { revision }: { revision: RevisionRow },
  { actor, others }: { actor: string; others: boolean },
): void {
  if (others && basisOf(revision)?.actor === actor)
    throw new Problem(
      'not_in_review',
      'The person who made the decision cannot decide the appeal; another person has to.',
    )
}

/** Throws `not_in_review` if a complaint about a decision of this person is among the reports, and another person could decide. */
export function refuseOwnComplaint(
  reports: readonly { not_by: string | null }[],
  { actor, others }: { actor: string; others: boolean },
): void {
  if (others && reports.some(({ not_by }) => not_by === actor))
    throw new Problem(
      'not_in_review',
      'The person who made the decision cannot decide on the complaint about it; another person has to.',
    )
}
