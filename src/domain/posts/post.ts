// A post between its body and its answers: its facts, its public view, the owning key's view.

import { limits } from '../../contract/limits.ts'
import { type FlagName, riskFlagsAmong } from '../../contract/moderation/flags.ts'
import type { Listed } from '../../contract/moderation/list-entries.ts'
import {
  type Appeal,
  type Approval,
  type ApprovalState,
  contentTrust,
  type Edit,
  type EventStatus,
  license,
  type OwnPost,
  type PostStatus,
  type PublicPost,
  type Rejection,
} from '../../contract/posts.ts'
import { sentences } from '../../contract/sentences.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { SiteRow, TimeMembers } from '../../contract/sites.ts'
import { dayMs } from '../../contract/spans.ts'
import { sha256 } from '../ids.ts'
import type { Location } from '../places/location.ts'
import { documentOf, type SearchDocument } from '../text/search-text.ts'
import { firstNumbering, hasMoved, type Numbering, renumbered } from '../times/occurrence-numbers.ts'
import { instant } from '../times/time.ts'
import { formatInZone } from '../times/zones.ts'
import { addressMarks } from './addresses.ts'
import { postText } from './post-text.ts'

/** The members of a validated body: texts in NFC and trimmed. */
export type PostFields = Record<string, unknown> & { topics: string[]; location?: Location }

/**
 * The changes of an event since its announcement. `numbering` is there once starts have changed or an occurrence was cancelled.
 * When all occurrences are cancelled, the event is cancelled instead of each of them.
 */
export type EventChange = {
  status: EventStatus
  previousStartsAt: number | null
  numbering?: Numbering
  /** When the author of a post without times closed it, such as sold (SiteRow.closes), epoch ms. */
  closedAt?: number
}

/**
 * The occurrences that an edit cancels and those that it restores, by their starts in epoch milliseconds. Any other occurrence
 * keeps the status that it has when the edit is applied.
 */
export type OccurrenceStatuses = { cancelled: number[]; restored: number[] }

/** Findings of validation and the fixed rules that later steps need. Times are epoch milliseconds. */
export type PostFacts = {
  times: { startsAt: number; endsAt: number }[]
  /** The point and the state of its city; the state is null where GeoNames does not know it. */
  place: { lat: number; lon: number; state?: string | null } | null
  flags: FlagName[]
  /** The language that was found in the text (BCP 47); a declared one wins. Missing from texts read before it was looked for. */
  language?: string
  /** The keys by which near-duplicates find the live post; empty for a text that is too short. */
  nearDuplicateKeys: number[]
  /** What the text has of the lists of the platform. */
  listed?: Listed[]
  /** The price of a new post with this text, in micros. */
  worth: number
  /** Only for an edit: it gives a cancelled event new times, so the event takes place again. */
  reopens?: boolean
  /** Only for an edit: its statuses of single occurrences. */
  statuses?: OccurrenceStatuses
  /** Only for an edit that is judged for its links alone: it is one of the free corrections of the post. */
  linksAlone?: true
  /** Only for an edit of a key that asks first: the patch as it was sent, and the changes of the event. */
  asked?: { patch: object; event: EventChange | null }
}

/** When a post leaves lists and feeds, epoch ms; null means never. */
export function expiryOf(
  site: SiteRow,
  facts: PostFacts,
  publishedAt: number,
  event: EventChange | null,
): number | null {
  const usual = usualExpiry(site, facts, publishedAt)
  if (event?.closedAt === undefined || !site.closes) return usual
  return Math.min(usual ?? Number.POSITIVE_INFINITY, event.closedAt + site.closes.leavesAfterMs)
}

function usualExpiry(site: SiteRow, facts: PostFacts, publishedAt: number): number | null {
  if (site.expiry === 'never') return null
  if (site.expiry === 'last-end') return Math.max(...facts.times.map(time => time.endsAt))
  return publishedAt + site.expiry.days * dayMs
}

type Times = Pick<PostFacts, 'times'>

/** The start by which lists are ordered, epoch ms: that of the first occurrence; null where the site has no times. */
export function firstStart({ times }: Times): number | null {
  return times[0]?.startsAt ?? null
}

/** Whether two texts have different starts. */
export function otherStarts(a: Times, b: Times): boolean {
  return startsOf(a).join() !== startsOf(b).join()
}

const startsOf = ({ times }: Times) => times.map(time => time.startsAt)

/**
 * The changes of an event after `after` replaces `before`. Other starts reschedule it. A cancelled event or occurrence stays
 * cancelled, unless the edit restores it.
 */
export function eventAfter(
  event: EventChange | null,
  before: Times,
  after: Times & Pick<PostFacts, 'reopens' | 'statuses'>,
): EventChange | null {
  const moved = otherStarts(before, after)
  if (!moved && !after.statuses && !after.reopens) return event
  const first = firstStart(before)
  const numbering = numberingAfter(event, before, after)
  const previous = first === firstStart(after) ? null : first
  return eventOf({
    cancelled: event?.status === 'cancelled' && !after.reopens,
    previousStartsAt: moved ? previous : (event?.previousStartsAt ?? null),
    numbering: withStatuses(numbering, startsOf(after), after.statuses),
  })
}

function numberingAfter(event: EventChange | null, before: Times, after: Times): Numbering {
  const known = event?.numbering ?? firstNumbering(before.times.length)
  return otherStarts(before, after) ? renumbered(startsOf(before), known, startsOf(after)) : known
}

/** The starts in `after` of the occurrences that were cancelled singly before, epoch milliseconds. */
export function stillCancelled(event: EventChange | null, before: Times, after: Times): number[] {
  const { occurrences } = numberingAfter(event, before, after)
  return startsOf(after).filter((_, i) => occurrences[i]?.cancelled)
}

function withStatuses(numbering: Numbering, starts: readonly number[], statuses?: OccurrenceStatuses): Numbering {
  if (!statuses) return numbering
  const occurrences = numbering.occurrences.map(({ cancelled: was, ...kept }, i) => {
    const start = starts[i] ?? 0
    const cancelled = statuses.cancelled.includes(start) || (was && !statuses.restored.includes(start))
    return cancelled ? { ...kept, cancelled } : kept
  })
  return { ...numbering, occurrences }
}

/** The changes of an event, cancelled as a whole or not; null where it takes place as announced. */
export function eventOf({
  cancelled,
  previousStartsAt,
  numbering,
}: Omit<EventChange, 'status'> & { cancelled: boolean }): EventChange | null {
  const allCancelled = numbering?.occurrences.every(occurrence => occurrence.cancelled) ?? false
  const whole = cancelled || allCancelled
  const moved = numbering !== undefined && hasMoved(numbering)
  const someCancelled = numbering?.occurrences.some(occurrence => occurrence.cancelled) ?? false
  if (!whole && !moved && !someCancelled) return null
  const status = whole ? 'cancelled' : moved ? 'rescheduled' : 'scheduled'
  if (!numbering) return { status, previousStartsAt }
  const occurrences = numbering.occurrences.map(({ cancelled, ...kept }) => kept)
  return { status, previousStartsAt, numbering: allCancelled ? { ...numbering, occurrences } : numbering }
}

/** The facts of the public view beside the text. */
export type Publication = {
  id: string
  event: EventChange | null
  handle: string
  publishedAt: number
  /** When an edit last changed the post; null before any. */
  updatedAt: number | null
  policyVersion: string
}

/**
 * The public post as it is stored (contract.md §3): common members first, then those of the site, times in the zone of the event.
 * `withAddresses` fills in its addresses.
 */
export function publicView(site: SiteRow, fields: PostFields, facts: PostFacts, publication: Publication): PublicPost {
  const { id, event, handle, publishedAt, updatedAt, policyVersion } = publication
  const url = `${addressMarks.baseUrl}/p/${id}`
  const expires = expiryOf(site, facts, publishedAt, event)
  return {
    id,
    site: site.id,
    url,
    content_trust: contentTrust,
    license,
    author: { handle },
    published_at: instant(publishedAt),
    ...(updatedAt !== null && { updated_at: instant(updatedAt) }),
    expires_at: expires === null ? null : instant(expires),
    policy_version: policyVersion,
    attribution: attributionOf(handle, url),
    risk_flags: riskFlagsAmong(facts.flags),
    ...languageMember(fields, facts),
    ...(site.timed ? timedMembers(site.timed, fields, facts, event) : fields),
    ...(site.closes && event?.closedAt !== undefined && { [site.closes.member]: true }),
  }
}

/** The language of a text: as declared, else as found. */
export function postLanguage(fields: PostFields, facts: Pick<PostFacts, 'language'>): string | undefined {
  return typeof fields.language === 'string' ? fields.language : facts.language
}

function languageMember(fields: PostFields, facts: PostFacts): { language?: string } {
  const language = postLanguage(fields, facts)
  return language === undefined ? {} : { language }
}

/** The credit line that CC BY asks for. */
function attributionOf(handle: string, url: string): string {
  return `@${handle} via ${addressMarks.host} (${url}), CC BY 4.0`
}

/** A stored public post after the handle of its author has changed, or was erased. */
export function withAuthor(json: string, handle: string): string {
  const view = JSON.parse(json) as PublicPost
  return JSON.stringify({ ...view, author: { handle }, attribution: attributionOf(handle, view.url) })
}

/** The members of a post that has times: its status, and every time in its own zone. */
function timedMembers(
  names: TimeMembers,
  fields: PostFields,
  { times }: PostFacts,
  event: EventChange | null,
): Record<string, unknown> {
  const inZone = (epochMs: number) => formatInZone(fields[names.zone] as string, epochMs)
  const shown = times.map(({ startsAt, endsAt }) => ({ [names.start]: inZone(startsAt), [names.end]: inZone(endsAt) }))
  const series = shown.map((time, i) => {
    const cancelled = event?.status === 'cancelled' || event?.numbering?.occurrences[i]?.cancelled
    return cancelled ? { ...time, [names.statusOfOne]: 'cancelled' } : time
  })
  const before = event?.previousStartsAt ?? null
  return {
    ...(event && event.status !== 'scheduled' && { [names.status]: event.status }),
    ...(before !== null && { [names.startBefore]: inZone(before) }),
    ...fields,
    ...(fields[names.series] === undefined ? shown[0] : { [names.series]: series }),
  }
}

/** The searched texts of a post, and the tags by which lists filter. */
export function searchDocument(site: SiteRow, fields: PostFields, tags: string[]): SearchDocument {
  return documentOf(postText(site, fields), tags)
}

/** The data of the owning key's view. Times are epoch milliseconds. */
export type OwnPostState = {
  id: string
  site: SiteId
  status: PostStatus
  price: number
  submittedAt: number
  publicJson: string | null
  rejection: Rejection | null
  appeal: Appeal | null
  approval: Approval | null
  /** The author has withdrawn the post from review, and a person goes on judging it. */
  judging: boolean
  edit: Edit | null
}

const notes: Partial<Record<PostStatus, string>> = {
  review: sentences.inReview,
  deleted: 'Deleted on request of the owning key.',
  cancelled: 'Cancelled before a decision; the fee was refunded.',
}

const notesWhileJudged: typeof notes = {
  deleted: sentences.deletedInReview,
  cancelled: sentences.cancelledInReview,
}

/** The approval of a text as its key sees it. `since` is epoch milliseconds. */
export function approvalView(asked: { state: ApprovalState; since: number; reason: string | null }): Approval {
  const { state, since, reason } = asked
  return {
    state,
    since: instant(since),
    ...(state === 'awaiting' && { expires_at: instant(since + limits.approvalMs) }),
    ...(reason !== null && { reason }),
    note: sentences.approval[state],
  }
}

/** The owning key's view of a post (contract.md §3), without the estimate for a queued post. */
export function ownView(state: OwnPostState): OwnPost {
  const { id, site, status, price, submittedAt, publicJson, edit, judging, approval, appeal } = state
  const rejection = status === 'published' ? null : state.rejection
  const unpaid = approval !== null && approval.state !== 'approved' && status !== 'deleted'
  const note = rejection ? undefined : unpaid ? approval.note : (judging ? notesWhileJudged : notes)[status]
  return {
    id,
    site,
    status,
    price,
    submitted_at: instant(submittedAt),
    ...(approval && { approval }),
    ...(status === 'published' && publicJson && { post: JSON.parse(publicJson) as PublicPost }),
    ...(rejection && { rejection }),
    ...(appeal && { appeal }),
    ...(edit && { edit }),
    ...(note && { note }),
  }
}

/** The hash by which duplicates are found: of the site, the first start if any, and the normal text of the reading (contract.md §9). */
export function fingerprintOf(site: SiteRow, normalText: string, { times }: Times): string {
  return sha256(`${site.id}\n${times[0]?.startsAt ?? ''}\n${normalText}`)
}
