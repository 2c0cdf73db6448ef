// Shows the owner the texts of keys that ask first, exactly as they would be published, and approves them.
import { freeRefusal } from '../../actions/rules/guards.ts'
import { limits } from '../../contract/limits.ts'
import { commonMembers } from '../../contract/posts.ts'
import { invalid } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { sha256 } from '../../domain/ids.ts'
import { type EventChange, type PostFacts, type PostFields, publicView } from '../../domain/posts/post.ts'
import { utcDay } from '../../domain/times/time.ts'
import { keyById } from '../../store/accounts/keys.ts'
import { type PostRow, postById } from '../../store/posts/posts.ts'
import { awaitingOwner, isEdit, oldestAwaiting, type RevisionRow, revisionById } from '../../store/posts/revisions.ts'
import type { Platform } from '../platform.ts'
import { prepareEdit } from './prepare-edit.ts'
import { preparePost } from './prepare-post.ts'
import type { Prepared } from './prepared.ts'

/** The members of a public post that its readers read, without those that every post has. */
export type Shown = Readonly<Record<string, unknown>>

/** A text that waits for its owner. Times are epoch milliseconds, the price is micros. */
export type WaitingText = {
  id: string
  site: SiteId
  /** The name of the key that sent it. */
  keyName: string
  price: number
  since: number
  until: number
  /** For an edit, the public text; null for a new post. */
  before: Shown | null
  after: Shown
  /** A hash of the text shown here. An approval with it approves this text only. */
  seen: string
}

/** The oldest `limits.approvalsShown` waiting texts of an account, and the number of all. */
export async function waitingForOwner(
  platform: Platform,
  accountId: string,
): Promise<{ texts: WaitingText[]; waiting: number }> {
  const { db } = platform
  const texts: WaitingText[] = []
  for (const revision of await oldestAwaiting(db, accountId, limits.approvalsShown)) {
    const post = await postById(db, revision.post_id)
    if (post) texts.push(await described(platform, post, revision))
  }
  return { texts, waiting: await countWaiting(platform, accountId) }
}

export async function countWaiting({ db }: Platform, accountId: string): Promise<number> {
  return (await awaitingOwner(db, accountId)).length
}

/** The text of an account that has waited longest; null where none waits. */
export async function oldestWaitingText(platform: Platform, accountId: string): Promise<WaitingText | null> {
  const [oldest] = await oldestAwaiting(platform.db, accountId, 1)
  return oldest ? waitingText(platform, oldest) : null
}

/** A text that waits for its owner, as its owner sees it; null once it does not. */
export async function waitingText(platform: Platform, revision: RevisionRow): Promise<WaitingText | null> {
  const post = revision.status === 'awaiting_owner' ? await postById(platform.db, revision.post_id) : undefined
  return post ? described(platform, post, revision) : null
}

async function described({ db, now }: Platform, post: PostRow, revision: RevisionRow): Promise<WaitingText> {
  const { id, site, price } = revision
  const since = revision.approval_at ?? revision.submitted_at
  const shown = boughtIn(revision)
  return {
    id,
    site,
    keyName: (await keyById(db, post.key_id, utcDay(now())))?.name ?? '',
    price,
    since,
    until: since + limits.approvalMs,
    before: post.public_json === null ? null : withoutCommon(JSON.parse(post.public_json)),
    after: membersOf(site, shown),
    seen: nameOf(site, shown),
  }
}

/** The members of a text that readers read. */
export const shownMembers = (revision: RevisionRow): Shown => membersOf(revision.site, boughtIn(revision))

function boughtIn({ fields, facts: found, price }: RevisionRow): AwaitingText {
  const facts = JSON.parse(found) as PostFacts
  return { fields: JSON.parse(fields) as PostFields, facts, event: facts.asked?.event ?? null, price }
}

type AwaitingText = { fields: PostFields; facts: PostFacts; event: EventChange | null; price: number }

function membersOf(site: SiteId, { fields, facts, event }: AwaitingText): Shown {
  const nobody = { id: '', handle: '', publishedAt: 0, updatedAt: null, policyVersion: '' }
  return withoutCommon(publicView(siteRow(site), fields, facts, { ...nobody, event }))
}

const withoutCommon = (post: object): Shown =>
  Object.fromEntries(Object.entries(post).filter(([name]) => !commonMembers.has(name)))

const nameOf = (site: SiteId, text: AwaitingText) => sha256(canonicalJson([membersOf(site, text), text.price]))

/**
 * Approves the text that the owner has seen. Prepares and checks the text again, since it may have waited for days. `changed`:
 * the text or its price is different by now, and the new version waits instead. `decided`: the text does not wait any more.
 * Throws `invalid` and the problems of the guards: then the text goes on waiting, and nothing was charged.
 */
export async function approve(
  platform: Platform,
  { accountId, revisionId, seen }: { accountId: string; revisionId: string; seen: string },
): Promise<'approved' | 'decided' | 'changed'> {
  const revision = await revisionById(platform.db, revisionId)
  const post = revision && (await postById(platform.db, revision.post_id))
  if (!post || revision.status !== 'awaiting_owner' || revision.account_id !== accountId) return 'decided'
  const prepared = await prepareAgain(platform, post, revision)
  const { fields, facts, price, edits, refusal } = prepared
  // New rules may refuse the text. The refusal is free, since the owner did not write it.
  if (refusal) throw freeRefusal(refusal)
  if (nameOf(post.site, { fields, facts, price, event: edits?.event ?? null }) !== seen)
    return platform.act('renewWaiting', { accountId, revisionId, prepared })
  const { atOnce } = prepared
  if (atOnce?.what === 'nothing') throw invalid(['/: changes nothing any more; the post is as this edit wants it'])
  return platform.act('approveText', { accountId, revisionId, prepared: { ...prepared, atOnce } })
}

function prepareAgain(platform: Platform, post: PostRow, revision: RevisionRow): Promise<Prepared> {
  const { id: postId, key_id: keyId, site, account_id: accountId } = post
  const reader = { accountId, dryRun: false }
  const { asked } = JSON.parse(revision.facts) as PostFacts
  if (isEdit(revision) && asked) return prepareEdit(platform, { postId, keyId, site }, asked.patch, reader)
  return preparePost(platform, site, JSON.parse(revision.fields), reader)
}
