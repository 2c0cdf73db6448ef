// The owner edits a post of the account on its page, whichever key sent it, and whether or not that key still works (contract.md §11).
import { firstProblem, guardInput } from '../../actions/rules/guards.ts'
import { postTag } from '../../actions/rules/post-tag.ts'
import { baseUrlOf } from '../../actions/scope.ts'
import type { Change } from '../../contract/posts.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import { type EventChange, type PostFacts, type PostFields, publicView } from '../../domain/posts/post.ts'
import { type PostRow, postById } from '../../store/posts/posts.ts'
import { revisionById } from '../../store/posts/revisions.ts'
import { outlookOf } from '../learning/moderation-state.ts'
import type { Platform } from '../platform.ts'
import { prepareEdit } from './prepare-edit.ts'
import { asStored, type Prepared } from './prepared.ts'

/** The text of a published post for a form. `tag` names the state of the post, so that an edit of another state is refused. */
export type EditableText = {
  site: SiteId
  fields: PostFields
  isCancelled: boolean
  isClosed: boolean
  tag: string
}

/** An edit of the owner. `tag` is that of the text on the form. */
export type OwnersEdit = { accountId: string; postId: string; patch: object; tag: string }

/** What an edit would do. `price` in micros; `judged`: it is public only after moderation. */
export type OwnersEditChecked = { price: number; judged: boolean; changes: Change[] }

/** The text of a post of an account, with the status of each date of a series. Throws `not_found`, `gone` and `not_editable`. */
export async function editableText(platform: Platform, accountId: string, postId: string): Promise<EditableText> {
  const { db } = platform
  const post = await ownPost(platform, accountId, postId)
  const [shown, latest] = [await revisionById(db, post.shown_revision), await revisionById(db, post.latest_revision)]
  if (post.status !== 'published' || !shown)
    throw new Problem('not_editable', `The post is ${post.status}; only a published post can be edited.`)
  const fields = JSON.parse(shown.fields) as PostFields
  const event = post.event === null ? null : (JSON.parse(post.event) as EventChange)
  const isCancelled = event?.status === 'cancelled'
  return {
    site: post.site,
    fields: withStatuses(post, fields, shown.facts, event),
    isCancelled,
    isClosed: event?.closedAt !== undefined,
    tag: postTag(post, latest),
  }
}

/** The fields, with the dates of a series as they are public: in the zone of the post, and with the status of each. */
function withStatuses(post: PostRow, fields: PostFields, facts: string, event: EventChange | null): PostFields {
  const row = siteRow(post.site)
  if (!row.timed || !(row.timed.series in fields)) return fields
  const nobody = { id: '', handle: '', publishedAt: 0, updatedAt: null, policyVersion: '' }
  const view = publicView(row, fields, JSON.parse(facts) as PostFacts, { ...nobody, event }) as Record<string, unknown>
  return { ...fields, [row.timed.series]: view[row.timed.series] } as PostFields
}

async function ownPost({ db }: Platform, accountId: string, postId: string): Promise<PostRow> {
  const post = await postById(db, postId)
  if (post?.account_id !== accountId) throw new Problem('not_found', 'The account has no such post.')
  return post
}

/** What an edit would do and cost. Throws `invalid` with every fault, and the problem of the first failing guard. */
export async function checkOwnersEdit(platform: Platform, edit: OwnersEdit): Promise<OwnersEditChecked> {
  const { db, facts } = platform
  const { prepared, submission } = await prepareFor(platform, edit, true)
  const input = await guardInput({ db, now: platform.now(), facts }, submission, id => postById(db, id))
  const problem = firstProblem(input, ['post', 'standing', 'caller', 'change', 'text', 'money'])
  if (problem) throw problem
  if (prepared.refusal) throw new Problem('low_quality', prepared.refusal.reason)
  return { price: prepared.price, judged: prepared.atOnce === null, changes: prepared.changes }
}

/**
 * Submits an edit at the price that the owner has seen (micros). `judged`: it waits for moderation. Throws what the check throws,
 * `changed` where the post is not as it was on the form, and `price_too_high`.
 */
export async function saveOwnersEdit(
  platform: Platform,
  edit: OwnersEdit & { priceSeen: number },
): Promise<'applied' | 'judged'> {
  const { prepared, submission, post } = await prepareFor(platform, edit, false)
  const baseUrl = baseUrlOf(platform.facts, post.site)
  await platform.act('submitRevision', {
    ...submission,
    ...asStored(prepared),
    outlook: await outlookOf(platform, { flags: prepared.facts.flags, accountId: edit.accountId }),
    accountUrl: `${baseUrl}/account`,
    maxPriceMicros: edit.priceSeen,
  })
  return prepared.atOnce ? 'applied' : 'judged'
}

async function prepareFor(platform: Platform, { accountId, postId, patch, tag }: OwnersEdit, dryRun: boolean) {
  const post = await ownPost(platform, accountId, postId)
  const { key_id: keyId, site } = post
  const confirmed = await confirming(platform, post, patch)
  const of = { postId, keyId, site, ifMatch: tag }
  const prepared: Prepared = await prepareEdit(platform, of, confirmed, { accountId, dryRun })
  const submission = { ...prepared, accountId, keyId, site, idempotency: null, byOwner: true }
  return { prepared, submission, post }
}

/** The patch, with the number of dates that it leaves out: the form shows each of them before the owner confirms. */
async function confirming({ db }: Platform, post: PostRow, patch: object): Promise<object> {
  const { timed } = siteRow(post.site)
  const series: unknown = timed && (patch as Record<string, unknown>)[timed.series]
  const shown = await revisionById(db, post.shown_revision)
  if (!timed || !Array.isArray(series) || !shown) return patch
  const gone = (JSON.parse(shown.facts) as PostFacts).times.length - series.length
  return gone > 0 ? { ...patch, [timed.confirm]: gone } : patch
}
