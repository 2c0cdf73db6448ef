// Prepares and records the decision of a person on a text.
import type { PersonDecision } from '../../actions/posts/decide.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { postById } from '../../store/posts/posts.ts'
import { isErased, revisionById } from '../../store/posts/revisions.ts'
import type { Platform } from '../platform.ts'
import { publicationFor } from '../posts/publication.ts'

export type TextDecision = PersonDecision extends infer D ? (D extends unknown ? Omit<D, 'publication'> : never) : never

/** The most attempts to prepare a decision while its post keeps changing. */
const attempts = 5

/** Records the decision of a person on a text. Returns the post as its owner sees it. Throws `not_found`, `not_in_review`. */
export async function decideText(platform: Platform, decision: TextDecision) {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const revision = await revisionById(platform.db, decision.revisionId)
    const post = revision && (await postById(platform.db, revision.post_id))
    const publishes = decision.action === 'publish' || (decision.action === 'appeal' && decision.publish)
    if (publishes && revision && isErased(revision))
      throw new Problem('not_in_review', 'The account of the author was deleted, and this text with it.')
    const publication = publishes && post ? await publicationFor(platform, post, revision) : null
    const decided = await platform.act('decideByPerson', { ...decision, publication } as PersonDecision)
    if (decided !== 'stale') return decided
  }
  throw new Problem('overloaded', 'The post is changing too fast.', { headers: { 'retry-after': '1' } })
}
