// Reads all that a person needs to decide an item: the text, its flags, its author, and the earlier decisions and notes.

import { firstOfCampaign } from '../../actions/rules/campaign.ts'
import { judgedText } from '../../actions/rules/seen-text.ts'
import { appealView, rejectionOf } from '../../actions/rules/views.ts'
import { limits } from '../../contract/limits.ts'
import { alwaysRead, categoryOfReason } from '../../contract/moderation/report-reasons.ts'
import type { PostStatus } from '../../contract/posts.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { siteRow } from '../../contract/sites.ts'
import { type PostFacts, type PostFields, postLanguage } from '../../domain/posts/post.ts'
import { postText } from '../../domain/posts/post-text.ts'
import { knownLanguage } from '../../domain/text/language-tag.ts'
import { instant } from '../../domain/times/time.ts'
import { ownTurn } from '../../moderation/text-reader.ts'
import { type Account, accountById } from '../../store/accounts/accounts.ts'
import { heldMessage } from '../../store/delivery/relay.ts'
import { appealById, latestAppeal } from '../../store/posts/appeals.ts'
import { entriesAbout } from '../../store/posts/decision-log.ts'
import { postsSharingKeys } from '../../store/posts/near-duplicate-keys.ts'
import { postById } from '../../store/posts/posts.ts'
import { countedReports, openReportsOf, type ReportRow, reportsClosedAt } from '../../store/posts/reports.ts'
import { isEdit, latestOfAccount, type RevisionRow, revisionById, revisionsOf } from '../../store/posts/revisions.ts'
import { standingActions } from '../../store/review/account-history.ts'
import * as claims from '../../store/review/claims.ts'
import type { Item } from '../../store/review/queue.ts'
import { sampleFor } from '../../store/review/samples.ts'
import type { Platform } from '../platform.ts'
import { canBePublished, itemWaits } from './decide-item.ts'
import { messageAbout, messageText, waitingMessage } from './message-item.ts'
import { nameAbout, nameText, waitingName } from './name-item.ts'

const others = 20
const textsCounted = 500
const alike = 8
const entries = 200

/**
 * An item with its context; its texts are data. A sample for a `reviewer` is shown as it was before its decision. Throws
 * `not_found`.
 */
export async function itemContext(platform: Platform, item: Item, reviewer: string | null) {
  if (item.kind === 'message') return contextOfMessage(platform, item)
  return item.kind === 'name' ? contextOfName(platform, item) : contextOfText(platform, item, reviewer)
}

type Context = Awaited<ReturnType<typeof contextOfText>>

/** A message with the context that a text has, as far as it has any. Throws `not_found`, `not_in_review`. */
async function contextOfMessage(platform: Platform, item: Item): Promise<Context> {
  const { db } = platform
  const held = await waitingMessage(platform, item.subject)
  const { post_id, site, account_id: accountId, reader } = held
  const text = messageText(held)
  const sender = reader === null ? await accountById(db, accountId) : undefined
  const first = { id: held.id, status: text.status, rejection_penalized: null }
  return {
    ...item,
    ...{ post_id, site, status: text.status, edit: false, published: null, can_be_published: false },
    ...(await claimedBy(platform, item)),
    text,
    shown: held.id,
    ...{ message: await messageAbout(platform, held), name: null },
    ...{ rejection: null, appeal: null, reports: [], more_reports: 0, counted_reports: 0 },
    ...{ strike_of: null, near_duplicates: [] },
    author:
      sender && (await authorView(platform, sender, { text: first, first, stood: null, since: at => at !== null })),
    timeline: await timeline(platform, item, {
      ...{ subjects: [held.id], accountId: reader === null ? accountId : null, postId: post_id },
      before: Number.POSITIVE_INFINITY,
    }),
  }
}

/** Handle and name with the context that a text has, as far as they have any. Throws `not_found`, `not_in_review`. */
async function contextOfName(platform: Platform, item: Item): Promise<Context> {
  const waiting = await waitingName(platform, item.subject)
  const text = nameText(waiting)
  const first = { id: text.id, status: text.status, rejection_penalized: null }
  return {
    ...item,
    ...{ post_id: text.post_id, site: text.site, status: text.status, edit: false, published: null },
    can_be_published: false,
    ...(await claimedBy(platform, item)),
    ...{ text, shown: text.id, message: null, name: nameAbout(waiting) },
    ...{ rejection: null, appeal: null, reports: [], more_reports: 0, counted_reports: 0 },
    ...{ strike_of: null, near_duplicates: [] },
    author: await authorView(platform, waiting.account, { text: first, first, stood: null, since: at => at !== null }),
    timeline: await timeline(platform, item, {
      ...{ subjects: [], accountId: item.subject, postId: text.post_id, before: Number.POSITIVE_INFINITY },
    }),
  }
}

/** Who holds an item, and the decision that is kept. */
async function claimedBy({ db, now }: Platform, item: Item) {
  const claim = await claims.claimOf(db, item, now())
  const kept = await claims.pendingOf(db, item)
  return {
    claimed_by: claim?.reviewer ?? null,
    claimed_until: claim ? instant(claim.until) : null,
    pending: kept ? { id: kept.id, reviewer: kept.reviewer, due_at: instant(kept.due_at) } : null,
  }
}

async function contextOfText(platform: Platform, item: Item, reviewer: string | null) {
  const { db } = platform
  const asked = item.kind === 'appeal' ? await appealById(db, item.subject) : undefined
  const subject = asked?.revision_id ?? item.subject
  const first = await revisionById(db, subject)
  const post = first && (await postById(db, first.post_id))
  const sample = first && reviewer !== null ? await sampleFor(db, item, reviewer) : undefined
  const again = sample && !(await itemWaits(platform, item, first!)) ? sample : null
  const judged = item.kind === 'text' ? subject : post && judgedText(post, first)
  const shown = again?.revision_id ?? judged
  const text = shown === undefined ? undefined : await revisionById(db, shown)
  if (!first || !post || !text || (item.kind === 'appeal' && !asked))
    throw new Problem('not_found', `There is nothing at ${item.subject}.`)
  const published = isEdit(first) ? await revisionById(db, again?.shown_revision ?? post.shown_revision) : undefined
  const author = await accountById(db, post.account_id)
  const revisions = await revisionsOf(db, post.id)
  const appeal = asked ?? (await latestAppeal(db, post.id))
  const before = again?.first_at ?? Number.POSITIVE_INFINITY
  const since = (at: number | null | undefined) => typeof at === 'number' && at < before
  const stood = again && (item.kind === 'text' ? 'review' : 'published')
  const reports =
    again && item.kind === 'report' ? await reportsClosedAt(db, post.id, before) : await openReportsOf(db, post.id)
  const counted = again ? 0 : await countedReports(db, post.id, post.shown_revision)
  return {
    ...item,
    post_id: post.id,
    site: post.site,
    status: stood && !isEdit(first) ? stood : post.status,
    edit: isEdit(first),
    /** For an edit: the text that it would replace. */
    published: published && published.id !== text.id ? textView(published) : null,
    can_be_published: !again && canBePublished(first),
    ...(await claimedBy(platform, item)),
    /** For a message: what it is about. */
    message: null as Awaited<ReturnType<typeof messageAbout>> | null,
    /** For a handle and a name: what speaks against them. */
    name: null as ReturnType<typeof nameAbout> | null,
    /** The id of the text that a decision on the public post is about. */
    shown: again?.shown_revision ?? judgedText(post, (await revisionById(db, post.id)) ?? first),
    /** The judged text. A decision names it by its id. */
    text: textView({ ...text, status: stood ?? first.status }),
    rejection: again ? null : rejectionOf(post.id, first),
    appeal: appeal && since(appeal.created_at) ? appealView(appeal) : null,
    reports: gravestFirst(reports)
      .slice(0, limits.reportsShown)
      .map(({ id, reason, details, law, name, email, good_faith, complaint_of, created_at }) => {
        const stated = { law, name, email, good_faith: good_faith === null ? null : good_faith === 1 }
        return {
          ...{ id, reason, details, ...stated, created_at: instant(created_at) },
          /** The category under which a post is removed for a reason that is none; null where the reviewer chooses one. */
          removed_as: categoryOfReason(reason),
          complaint: complaint_of !== null,
        }
      }),
    /** The reports that are not shown. */
    more_reports: Math.max(0, reports.length - limits.reportsShown),
    /** The reports of the text that nobody read, because they repeat dismissed ones. */
    counted_reports: counted,
    /** The text whose strike would cover a penalty for this one; null if the account would get a strike. */
    strike_of: await firstOfCampaign(db, text),
    near_duplicates: await nearDuplicates(platform, text),
    author: author && (await authorView(platform, author, { text, first, stood, since })),
    timeline: await timeline(platform, item, {
      ...{ subjects: revisions.map(({ id }) => id), accountId: post.account_id, postId: post.id, before },
    }),
  }
}

/** Reports that a person always reads come first, then the oldest. */
function gravestFirst(reports: readonly ReportRow[]): ReportRow[] {
  const [grave, others] = [true, false].map(first =>
    reports.filter(({ reason }) => alwaysRead.includes(reason) === first),
  )
  return [...(grave ?? []), ...(others ?? [])]
}

/** The judged text of an item as it is stored, for a page that cannot show the item; null if there is none. */
export async function storedText({ db }: Platform, { kind, subject }: Item): Promise<string | null> {
  if (kind === 'message') return (await heldMessage(db, subject))?.message ?? null
  if (kind === 'name') return (await accountById(db, subject))?.handle ?? null
  const first = await revisionById(db, (kind === 'appeal' && (await appealById(db, subject))?.revision_id) || subject)
  const post = kind === 'text' ? undefined : first && (await postById(db, first.post_id))
  const text = first && post ? await revisionById(db, judgedText(post, first)) : first
  return text?.fields ?? null
}

/**
 * The author of a text, with the latest other texts. `stood` is the status of `first` before its sampled decision, if it has one, and
 * `since` whether something was so by then.
 */
async function authorView(
  { db }: Platform,
  author: Account,
  {
    text,
    first,
    stood,
    since,
  }: {
    text: Pick<RevisionRow, 'id'>
    first: Pick<RevisionRow, 'id' | 'status' | 'rejection_penalized'>
    stood: PostStatus | null
    since(at: number | null): boolean
  },
) {
  return {
    account_id: author.id,
    handle: author.handle,
    strikes: author.strikes - (stood && first.rejection_penalized === 1 ? 1 : 0),
    suspended: since(author.suspended_at),
    banned: since(author.banned_at),
    since: instant(author.created_at),
    record: asItStood(await claims.recordOf(db, author.id, textsCounted), stood && { is: first.status, was: stood }),
    latest: (await latestOfAccount(db, author.id, others))
      .filter(({ id }) => id !== text.id)
      .map(each => textView(stood && each.id === first.id ? { ...each, status: stood } : each)),
  }
}

/** The record of an author with one text counted under its status before its decision. */
function asItStood(record: { status: string; n: number }[], moved: { is: string; was: string } | null) {
  if (moved === null || moved.is === moved.was) return record
  const others = record.map(({ status, n }) => ({ status, n: status === moved.is ? n - 1 : n }))
  const stood = others.find(({ status }) => status === moved.was)
  return [...others.filter(({ status }) => status !== moved.was), { status: moved.was, n: (stood?.n ?? 0) + 1 }]
    .filter(({ n }) => n > 0)
    .sort((a, b) => (a.status < b.status ? -1 : 1))
}

function textView({
  id,
  post_id,
  site,
  status,
  submitted_at,
  price,
  abuse_penalty,
  fields,
  facts,
  verdict,
  judge_until,
}: RevisionRow) {
  const { flags: resembles = [], ...found } = JSON.parse(verdict ?? '{}') as { flags?: string[] }
  const [given, known] = [JSON.parse(fields) as PostFields, JSON.parse(facts) as PostFacts]
  return {
    id,
    post_id,
    site,
    status,
    submitted_at: instant(submitted_at),
    price,
    abuse_penalty,
    fields: given,
    /** A BCP 47 tag; null where none was found. */
    language: knownLanguage(postLanguage(given, known)),
    flags: [...known.flags, ...resembles],
    /** With the scores by category, if the model gave them. */
    verdict: verdict === null ? null : found,
    decide_until: judge_until === null ? null : instant(judge_until),
  }
}

/** Live posts that are near-duplicates of a text. */
async function nearDuplicates({ db, reader }: Platform, { site, fields: own, facts, post_id }: RevisionRow) {
  const { nearDuplicateKeys: keys } = JSON.parse(facts) as PostFacts
  const sharing = (await postsSharingKeys(db, { site, keys, limit: alike })).filter(({ id }) => id !== post_id)
  if (sharing.length === 0) return []
  const textOf = (fields: string) => postText(siteRow(site), JSON.parse(fields) as PostFields)
  const likenesses = await reader.compare(
    ownTurn,
    textOf(own),
    sharing.map(({ fields }) => textOf(fields)),
  )
  return sharing
    .filter((_, i) => likenesses[i] !== null)
    .map(({ id, accountId, submittedAt, fields }) => {
      return { id, account_id: accountId, submitted_at: instant(submittedAt), fields: JSON.parse(fields) as PostFields }
    })
}

/** The decisions, second opinions and notes about a post and the standing of its author, oldest first. */
async function timeline(
  { db }: Platform,
  item: Item,
  {
    subjects,
    accountId,
    postId,
    before,
  }: { subjects: readonly string[]; accountId: string | null; postId: string; before: number },
) {
  const logged = [
    ...(await entriesAbout(db, subjects, entries)),
    ...(await entriesAbout(db, accountId === null ? [] : [accountId], entries, standingActions)),
  ]
  const decided = logged.map(({ decider, actor, action, reason, category, created_at }) => {
    return { at: created_at, decider, who: actor, what: action, category, said: reason }
  })
  const noted = (await claims.notesOf(db, postId)).map(({ reviewer, note, created_at }) => {
    return { at: created_at, decider: 'person' as const, who: reviewer, what: 'note', category: null, said: note }
  })
  const passed = (await claims.passesOf(db, item)).map(({ reviewer, what, reason, created_at }) => {
    return { at: created_at, decider: 'person' as const, who: reviewer, what, category: null, said: reason }
  })
  const passes = passed.filter(({ what }) => what === 'second_opinion')
  return [...decided, ...noted, ...passes]
    .filter(({ at }) => at < before)
    .sort((a, b) => a.at - b.at)
    .map(({ at, ...said }) => ({ at: instant(at), ...said }))
}
