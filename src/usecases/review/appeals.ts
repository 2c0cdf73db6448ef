// Takes appeals from keys and owners, shows and lists them, and answers them for a person.

import { judgedText } from '../../actions/rules/seen-text.ts'
import { appealView, rejectionOf } from '../../actions/rules/views.ts'
import { type DecisionName, decisionRow } from '../../contract/moderation/decisions.ts'
import type { Appeal } from '../../contract/posts.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { instant } from '../../domain/times/time.ts'
import { appealById, latestAppeal, openAppeals } from '../../store/posts/appeals.ts'
import { type PostRow, postById } from '../../store/posts/posts.ts'
import { type RevisionRow, revisionById } from '../../store/posts/revisions.ts'
import type { Platform } from '../platform.ts'
import { decideText } from './decide-text.ts'

/** The latest appeal about a post of a key. Throws `not_found`. */
export async function appealOfKey(
  { db }: Platform,
  { postId, keyId, site }: { postId: string; keyId: string; site: SiteId },
): Promise<Appeal> {
  const post = await postById(db, postId)
  const appeal = post?.key_id === keyId && post.site === site ? await latestAppeal(db, postId) : undefined
  if (!appeal) throw new Problem('not_found', `There is no appeal about a post ${postId} of this key.`)
  return appealView(appeal)
}

/** The open appeals, oldest first, each with its text and the decision on it. */
export async function waitingAppeals(platform: Platform, limit: number): Promise<object[]> {
  const { db } = platform
  return Promise.all(
    (await openAppeals(db, limit)).map(async ({ id, post_id, revision_id, site, message, created_at }) => {
      const against = (await revisionById(db, revision_id)) as RevisionRow
      const post = (await postById(db, post_id)) as PostRow
      const text = (await revisionById(db, judgedText(post, against))) as RevisionRow
      const about = { id: revision_id, appeal_id: id, post_id, site, status: against.status }
      const said = { message, submitted_at: instant(created_at), rejection: rejectionOf(post_id, against) }
      return { ...about, ...said, seen: text.id, fields: JSON.parse(text.fields) as object }
    }),
  )
}

/** The id of the text that an appeal is about. Any id other than that of an appeal is returned unchanged. */
async function textOf({ db }: Platform, id: string): Promise<string> {
  return (await appealById(db, id))?.revision_id ?? id
}

export type AppealAnswer = {
  /** Of the text or of the appeal. */
  id: string
  actor: string
  reason: string
  /** The id of the text that the person saw, if the person named it. */
  seen?: string | undefined
  /** The id of the kept decision. */
  pending?: string
}

/**
 * Answers the appeal about a text. `refuse` lets the decision stand; any other decision gives back penalty and strike, and publishes the
 * text if its row says so or else refunds the fee, even without an appeal. Throws `not_found`, `not_in_review`.
 */
export async function answerAppeal(
  platform: Platform,
  { id, decision, reason, ...by }: AppealAnswer & { decision: DecisionName },
) {
  const answer = { ...by, revisionId: await textOf(platform, id), others: platform.reviewers.length > 1 }
  if (decision === 'refuse') return platform.act('refuseAppeal', { ...answer, message: reason })
  const publish = decisionRow(decision).republishes ?? false
  return decideText(platform, { ...answer, reason, action: 'appeal', publish })
}
