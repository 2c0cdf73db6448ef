// The records that the owner reads, page by page: open tasks, the ledger, posts with their texts.
import { basisOf, refusedOf } from '../../actions/rules/appeals.ts'
import { appealView, rejectionOf } from '../../actions/rules/views.ts'
import { limits } from '../../contract/limits.ts'
import type { ManagedKey } from '../../contract/operations/keys.ts'
import type { Appeal, ApprovalState, PostStatus, Rejection } from '../../contract/posts.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import type { EventChange } from '../../domain/posts/post.ts'
import { appealEnd } from '../../domain/review/statement.ts'
import {
  keysOf,
  ledgerOf,
  ledgerSeq,
  type PostsFilter,
  type PostWithTexts,
  postsWithTexts,
  postWithTexts,
} from '../../store/accounts/account-records.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import type { LedgerType } from '../../store/database/schema.ts'
import { type WebhookRow, webhooksOf } from '../../store/delivery/webhooks.ts'
import { type PaymentRow, unconfirmedPayments } from '../../store/money/payments.ts'
import { type AppealRow, appealsOf } from '../../store/posts/appeals.ts'
import { isEdit, type RevisionRow } from '../../store/posts/revisions.ts'
import type { Platform } from '../platform.ts'
import { countWaiting, oldestWaitingText, type Shown, shownMembers, type WaitingText } from '../posts/approvals.ts'
import { listKeys } from './key-views.ts'

/** One page of a list, and the id that asks for the next page; null on the last page. */
export type RecordPage<T> = { items: T[]; next: string | null }

/** A movement of money for the owner. Amounts in micros, times in epoch ms. */
export type MovementView = {
  id: string
  at: number
  type: LedgerType
  amount: number
  balance: number
  site: SiteId | null
  postId: string | null
  keyId: string | null
  /** Whether the movement is for an edit of a post. */
  isEdit: boolean
  reference: string | null
  note: string | null
}

/** One page of the ledger, the newest first, after the row `before`. Throws `not_found`. */
export async function ledgerPage(
  { db }: Platform,
  accountId: string,
  before: string | null = null,
  limit: number = limits.pageMax,
): Promise<RecordPage<MovementView>> {
  const seq = before === null ? null : await ledgerSeq(db, accountId, before)
  if (seq === undefined) throw noSuch('movement of money')
  const found = await ledgerOf(db, accountId, limit + 1, seq)
  const items = found.slice(0, limit).map(row => ({
    id: row.id,
    at: row.created_at,
    type: row.type,
    amount: row.amount,
    balance: row.balance_after,
    site: row.site,
    postId: row.post_id,
    keyId: row.key_id,
    isEdit: row.revision_id !== null && row.revision_id !== row.post_id,
    reference: row.reference,
    note: row.note,
  }))
  return { items, next: found.length > limit ? (items.at(-1)?.id ?? null) : null }
}

const noSuch = (noun: string) => new Problem('not_found', `The account has no such ${noun}.`)

export type TextView = {
  id: string
  isEdit: boolean
  status: PostStatus
  price: number
  submittedAt: number
  decidedAt: number | null
  rejection: Rejection | null
  /** The approval of the owner; null if none was asked for. */
  approval: ApprovalState | null
  members: Shown
}

/** A post for its owner: its status, and all of its texts, the newest first. */
export type OwnedPostView = {
  id: string
  site: SiteId
  headline: string
  status: PostStatus
  keyName: string
  publishedAt: number | null
  public: boolean
  texts: TextView[]
}

/** A post on a page of its own, with its appeals and the decision that can be appealed. */
export type OwnedPostPage = OwnedPostView & {
  /** The latest appeal of each appealed text, by the id of the text. */
  appeals: ReadonlyMap<string, Appeal>
  /** The text that can be appealed, and the deadline (epoch milliseconds). */
  appealable: { textId: string; until: number } | null
  /** Whether the whole event is cancelled. */
  isCancelled: boolean
  /** Whether the author has closed the post, such as sold. */
  isClosed: boolean
}

/** One page of the posts of an account that a filter selects, the newest first. Throws `not_found`. */
export async function postsPage(
  { db }: Platform,
  accountId: string,
  {
    before = null,
    limit = limits.pageDefault,
    filter = {},
  }: { before?: string | null; limit?: number; filter?: PostsFilter } = {},
): Promise<RecordPage<OwnedPostView>> {
  const last = before === null ? null : await postWithTexts(db, accountId, before)
  if (last === undefined) throw noSuch('post')
  const { posts, next } = await postsWithTexts(db, accountId, limit, { before: last?.seq ?? null, filter })
  const names = await namesOfKeys(db, accountId)
  return { items: posts.map(post => postView(post, names)), next }
}

/** A post of an account. Throws `not_found`. */
export async function ownedPost({ db, now }: Platform, accountId: string, id: string): Promise<OwnedPostPage> {
  const post = await postWithTexts(db, accountId, id)
  if (!post) throw noSuch('post')
  const said = await appealsOf(db, id)
  const appeals = new Map(said.toReversed().map(appeal => [appeal.revision_id, appealView(appeal)]))
  const view = postView(post, await namesOfKeys(db, accountId))
  const event = post.event === null ? null : (JSON.parse(post.event) as EventChange)
  const [isCancelled, isClosed] = [event?.status === 'cancelled', event?.closedAt !== undefined]
  return { ...view, isCancelled, isClosed, appeals, appealable: appealableOf(post, said, now()) }
}

function appealableOf({ texts }: PostWithTexts, said: readonly AppealRow[], now: number): OwnedPostPage['appealable'] {
  const against = refusedOf([texts[0], texts.at(-1)])
  const basis = against && basisOf(against)
  if (!basis || basis.given_back || now >= appealEnd(basis)) return null
  const before = said.some(({ revision_id, decision_at }) => revision_id === against.id && decision_at === basis.at)
  return before ? null : { textId: against.id, until: appealEnd(basis) }
}

/** The names of all keys of an account, ended ones too, by id; the newest first. */
export async function keyNames({ db }: Platform, accountId: string): Promise<Map<string, string>> {
  return namesOfKeys(db, accountId)
}

async function namesOfKeys(db: Platform['db'], accountId: string): Promise<Map<string, string>> {
  return new Map((await keysOf(db, accountId, everyKey)).map(({ id, name }) => [id, name]))
}

/** More keys than an account can have had. */
const everyKey = 100_000

function postView(post: PostWithTexts, keyNames: ReadonlyMap<string, string>): OwnedPostView {
  const texts = post.texts.map(textView)
  const first = texts[0]
  if (!first) throw new Error(`the post ${post.id} has no text`)
  const shown = texts.findLast(({ status }) => status === 'published') ?? first
  return {
    id: post.id,
    site: post.site,
    headline: headlineOf(post.site, shown.members),
    status: first.status,
    keyName: keyNames.get(post.key_id) ?? post.key_id,
    publishedAt: post.published_at,
    public: post.public,
    texts: texts.toReversed(),
  }
}

function headlineOf(site: SiteId, members: Shown): string {
  const { title, body } = siteRow(site).text
  return String(members[title ?? body] ?? '')
}

function textView(row: RevisionRow): TextView {
  const { id, status, price, submitted_at, decided_at } = row
  return {
    id,
    isEdit: isEdit(row),
    status,
    price,
    submittedAt: submitted_at,
    decidedAt: decided_at,
    rejection: rejectionOf(row.post_id, row),
    approval: row.approval,
    members: shownMembers(row),
  }
}

/** The data of the front page of the account: open tasks and keys. */
export type Overview = {
  /** Number of texts that wait for the owner, and the oldest of them. */
  waiting: number
  oldestWaiting: WaitingText | null
  /** Payments that wait for the owner to confirm them. */
  unconfirmed: PaymentRow[]
  keys: ManagedKey[]
  /** Endpoints that the platform turned off. */
  brokenWebhooks: WebhookRow[]
}

/** The open tasks and the keys of an account. */
export async function overview(platform: Platform, { id }: Account): Promise<Overview> {
  const { db, payments } = platform
  const webhooks = await webhooksOf(db, id)
  return {
    waiting: await countWaiting(platform, id),
    oldestWaiting: await oldestWaitingText(platform, id),
    unconfirmed: payments.entry === 'form' ? await unconfirmedPayments(db, id) : [],
    keys: await listKeys(platform, id),
    brokenWebhooks: webhooks.filter(({ active, inactive_reason: why }) => active === 0 && why !== 'owner'),
  }
}
