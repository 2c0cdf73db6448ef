// Judges a claimed revision: finds near-duplicates, asks the model, and makes the publication of a fine text.
import type { WorkerDecision } from '../../actions/posts/decide.ts'
import type { Listed } from '../../contract/moderation/list-entries.ts'
import { siteRow } from '../../contract/sites.ts'
import type { PostFacts, PostFields } from '../../domain/posts/post.ts'
import { postText } from '../../domain/posts/post-text.ts'
import type { ModerationModel, Verdict } from '../../moderation/model.ts'
import { ownTurn } from '../../moderation/text-reader.ts'
import { decide, scoresOf } from '../../moderation/verdict.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import { type RevisionRow, waitsSince } from '../../store/posts/revisions.ts'
import type { Platform } from '../platform.ts'
import { nearDuplicateFlags } from './near-duplicates.ts'
import { publicationFor } from './publication.ts'
import { withRecord } from './trust.ts'

/** The decision of a model on a revision of a post. Throws the errors of the model. */
export async function judge(
  platform: Platform,
  model: ModerationModel,
  revision: RevisionRow,
  post: PostRow | undefined,
): Promise<WorkerDecision> {
  const { id, site, post_id: postId, account_id: accountId, fingerprint } = revision
  const submittedAt = waitsSince(revision)
  const text = postText(siteRow(site), JSON.parse(revision.fields) as PostFields)
  const { flags, nearDuplicateKeys: keys, listed = [], language } = JSON.parse(revision.facts) as PostFacts
  if (!post) throw new Error(`the post of ${id} is not there`)
  const after = id === postId ? { seq: post.seq, lease_until: revision.lease_until } : null
  const resembles = await nearDuplicateFlags(platform, {
    site,
    accountId,
    text,
    keys,
    fingerprint,
    submittedAt,
    postId,
    after,
    turn: ownTurn,
  })
  // Read the name before the decision: the model may switch versions while it decides.
  const { name } = model
  const raised = [...flags, ...resembles]
  // One policy for the whole decision, also where another is loaded meanwhile.
  const policy = { ...platform.policy }
  const first = await model.decide(text, raised)
  const { answer, decision, held } = await withRecord(
    platform,
    model,
    { answer: first, decision: decide(first, site, policy, { language }) },
    { revisionId: id, accountId, site, text, language, flags: raised, listed, policy },
  )
  const { to, penalized, verdict, why } = decision
  platform.lists.note(listed, id)
  // A stand-in decides by itself for a while: the candidate stands beside the configured model.
  if (model === platform.model)
    platform.shadow.note({ revisionId: id, postId, accountId, site, text, language, flags: raised, listed, decision })
  const { category, reason = '', part } = verdict ?? {}
  const refused =
    to === 'rejected' && category ? { category, reason, penalized, ...(part !== undefined && { part }) } : null
  return {
    revisionId: id,
    postId,
    to,
    refused,
    verdict: {
      ...verdict,
      ...(verdict && { scores: scoresOf(answer, policy) }),
      why,
      model: name,
      ...(resembles.length > 0 && { flags: resembles }),
      ...(held.length > 0 && { held }),
      ...categoryOfList(to, verdict, listed),
    },
    policyVersion: policy.version,
    publication: to === 'published' ? await publicationFor(under(platform, policy.version), post, revision) : null,
  }
}

/** The category of the list that holds a text, where the model names none: reviewers begin with it. */
function categoryOfList(to: WorkerDecision['to'], verdict: Verdict | null, listed: readonly Listed[]) {
  if (to !== 'review' || verdict?.category) return {}
  const by = listed.find(({ action, shadow, category }) => !shadow && action !== 'flag' && category !== null)
  return by ? { category: by.category } : {}
}

/** The platform under a version of the policy. */
const under = (platform: Platform, policyVersion: string): Platform => ({
  ...platform,
  facts: { ...platform.facts, policyVersion },
})
