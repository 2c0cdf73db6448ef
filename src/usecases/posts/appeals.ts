// Takes appeals from keys and owners, shows and lists them, and answers them for a person.

import { judgedText } from '../../actions/rules/seen-text.ts'
import { appealView, rejectionOf } from '../../actions/rules/views.ts'
import type { Appeal } from '../../contract/posts.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { instant } from '../../domain/times/time.ts'
import { appealById, latestAppeal, openAppeals } from '../../store/posts/appeals.ts'
import { type PostRow, postById } from '../../store/posts/posts.ts'
import { type RevisionRow, revisionById } from '../../store/posts/revisions.ts'
import type { Platform } from '../platform.ts'
import { decideByPerson } from './review.ts'

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

/** `seen`: the id of the text that the person saw, if the person named it. `pending`: the id of the kept decision. */
type Answer = { id: string; actor: string; message: string; seen?: string | undefined; pending?: string }

/** Whether more than one person may decide. */
const others = ({ reviewers }: Platform) => reviewers.length > 1

/**
 * Grants the appeal about a text, by the id of the text or of the appeal. Gives back penalty and strike, and publishes the text
 * or refunds its fee. Works without an appeal too. Throws `not_found`, `not_in_review`.
 */
export async function grantAppeal(platform: Platform, { id, publish, ...by }: Answer & { publish: boolean }) {
  const revisionId = await textOf(platform, id)
  const { message: reason, ...who } = by
  const decision = { revisionId, reason, ...who, action: 'appeal', publish, others: others(platform) } as const
  return decideByPerson(platform, decision)
}

/** Refuses the open appeal about a text, by the id of the text or of the appeal. Throws `not_found`, `not_in_review`. */
export async function refuseAppeal(platform: Platform, { id, ...by }: Answer) {
  const revisionId = await textOf(platform, id)
  return platform.act('refuseAppeal', { revisionId, ...by, others: others(platform) })
}
