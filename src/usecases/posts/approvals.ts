// Texts of keys that ask first, as their owner sees them and decides on them: exactly what would be published, and what it costs.
import { freeRefusal } from '../../actions/posts/guards.ts'
import { limits } from '../../contract/limits.ts'
import { commonMembers } from '../../contract/posts.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { sha256 } from '../../domain/ids.ts'
import { type EventChange, type PostFacts, type PostFields, publicView } from '../../domain/post.ts'
import { utcDay } from '../../domain/time.ts'
import { keyById } from '../../store/money/keys.ts'
import { type PostRow, postById } from '../../store/posts/posts.ts'
import { awaitingOwner, isEdit, oldestAwaiting, type RevisionRow, revisionById } from '../../store/posts/revisions.ts'
import type { Platform } from '../platform.ts'
import { prepareEdit } from './prepare-edit.ts'
import { preparePost } from './prepare-post.ts'
import type { Prepared } from './prepared.ts'

/** Members of a public post beside what every post has: what its readers read. */
export type Shown = Readonly<Record<string, unknown>>

/** A text that waits for its owner. Times are epoch milliseconds, the price is micros. */
export type WaitingText = {
  id: string
  site: SiteId
  /** What the owner calls the key that it comes from. */
  keyName: string
  price: number
  since: number
  until: number
  /** What is public now, of an edit; null for a new post. */
  before: Shown | null
  after: Shown
  /** Names what is shown here: only that is approved with it. */
  seen: string
}

/** The texts of an account that wait, the oldest `limits.approvalsShown` of them, and how many there are. */
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

/** How many texts of an account wait. */
export async function countWaiting({ db }: Platform, accountId: string): Promise<number> {
  return (await awaitingOwner(db, accountId)).length
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

/** The members that readers read of a text. */
export const shownMembers = (revision: RevisionRow): Shown => membersOf(revision.site, boughtIn(revision))

function boughtIn({ fields, facts: found, price }: RevisionRow): Bought {
  const facts = JSON.parse(found) as PostFacts
  return { fields: JSON.parse(fields) as PostFields, facts, event: facts.asked?.event ?? null, price }
}

type Bought = { fields: PostFields; facts: PostFacts; event: EventChange | null; price: number }

function membersOf(site: SiteId, { fields, facts, event }: Bought): Shown {
  const nobody = { id: '', handle: '', publishedAt: 0, updatedAt: null, policyVersion: '' }
  return withoutCommon(publicView(siteRow(site), fields, facts, { ...nobody, event }))
}

const withoutCommon = (post: object): Shown =>
  Object.fromEntries(Object.entries(post).filter(([name]) => !commonMembers.has(name)))

const nameOf = (site: SiteId, text: Bought) => sha256(canonicalJson([membersOf(site, text), text.price]))

/**
 * Approves what the owner has seen. It is prepared and checked again, since it may have waited for days: `changed` when it would be
 * another text or cost something else by now, which then waits in its place, `decided` when it waits no more. Throws what keeps it from being posted, `invalid` and
 * the problems of the guards: then it goes on waiting, and nothing was charged.
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
  // The rules may have learned meanwhile. The owner has not written it: it costs nothing.
  if (refusal) throw freeRefusal(refusal)
  if (nameOf(post.site, { fields, facts, price, event: edits?.event ?? null }) !== seen)
    return platform.act('renewWaiting', { accountId, revisionId, prepared })
  return platform.act('approveText', { accountId, revisionId, prepared })
}

function prepareAgain(platform: Platform, post: PostRow, revision: RevisionRow): Promise<Prepared> {
  const { id: postId, key_id: keyId, site, account_id: accountId } = post
  const reader = { accountId, dryRun: false }
  const { asked } = JSON.parse(revision.facts) as PostFacts
  if (isEdit(revision) && asked) return prepareEdit(platform, { postId, keyId, site }, asked.patch, reader)
  return preparePost(platform, site, JSON.parse(revision.fields), reader)
}
