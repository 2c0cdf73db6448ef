// A post between what an agent sent and what the world sees: facts, text, public view, the owning key's view.

import { type FlagName, riskFlagsAmong } from '../contract/flags.ts'
import { limits } from '../contract/limits.ts'
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
} from '../contract/posts.ts'
import { sentences } from '../contract/sentences.ts'
import type { SiteId } from '../contract/site-ids.ts'
import type { SiteRow, TimeMembers } from '../contract/sites.ts'
import { addressMarks } from './addresses.ts'
import { deletedHandle } from './handle.ts'
import { sha256 } from './ids.ts'
import type { Location } from './location.ts'
import { firstNumbering, hasMoved, type Numbering, renumbered } from './occurrence-numbers.ts'
import { postText } from './post-text.ts'
import { documentOf, type SearchDocument } from './search-text.ts'
import { instant } from './time.ts'
import { formatInZone } from './zones.ts'

/** The members a shape sends, after validation: texts in NFC and trimmed. */
export type PostFields = Record<string, unknown> & { topics: string[]; location?: Location }

/**
 * What became of an event since it was announced. Once its starts have changed or one of them was cancelled it knows which
 * occurrence is which. An event all of whose occurrences are cancelled is cancelled itself, and none of them alone.
 */
export type EventChange = {
  status: EventStatus
  previousStartsAt: number | null
  numbering?: Numbering
}

/**
 * The occurrences that an edit cancels and those that it lets take place again, by their starts in epoch milliseconds. Any other
 * stays as it is when the edit is applied: it may have been cancelled meanwhile.
 */
export type OccurrenceStatuses = { cancelled: number[]; restored: number[] }

/** What validation and the fixed rules found out about a text and later steps need. Times are epoch milliseconds. */
export type PostFacts = {
  times: { startsAt: number; endsAt: number }[]
  /** Where its city lies; the state is null where GeoNames does not know it. */
  place: { lat: number; lon: number; state?: string | null } | null
  flags: FlagName[]
  /** What near-duplicates find it by while it is live; empty for a text that is too short to have any. */
  nearDuplicateKeys: number[]
  /** What a new post with this text costs, in micros. */
  worth: number
  /** Of an edit alone: it was laid over a cancelled event, which takes place again at the new times. */
  reopens?: boolean
  /** Of an edit alone: what it says of single occurrences. */
  statuses?: OccurrenceStatuses
  /** Of an edit alone, of a key that asks first: the patch as it was sent, and what becomes of the event. */
  asked?: { patch: object; event: EventChange | null }
}

/** When a post leaves lists and feeds, epoch ms; null means never. */
export function expiryOf(site: SiteRow, facts: PostFacts, publishedAt: number): number | null {
  if (site.expiry === 'never') return null
  if (site.expiry === 'last-end') return Math.max(...facts.times.map(time => time.endsAt))
  return publishedAt + site.expiry.days * 86_400_000
}

type Times = Pick<PostFacts, 'times'>

/** The start that lists order by, epoch ms: that of the first occurrence; null where the shape has no times. */
export function firstStart({ times }: Times): number | null {
  return times[0]?.startsAt ?? null
}

/** Whether two texts give different starts. */
export function otherStarts(a: Times, b: Times): boolean {
  return startsOf(a).join() !== startsOf(b).join()
}

const startsOf = ({ times }: Times) => times.map(time => time.startsAt)

/**
 * What has become of an event once `after` takes the place of `before`: other starts reschedule it, and a cancelled one stays
 * cancelled, as a cancelled occurrence does, unless the edit was laid over the cancellation.
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

/** The starts in `after` of the occurrences that were cancelled alone before it, epoch milliseconds. */
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

/** An event that is cancelled as a whole or not; null where it takes place as announced. */
export function eventOf({
  cancelled,
  previousStartsAt,
  numbering,
}: Omit<EventChange, 'status'> & { cancelled: boolean }): EventChange | null {
  const all = numbering?.occurrences.every(one => one.cancelled) ?? false
  const whole = cancelled || all
  const moved = numbering !== undefined && hasMoved(numbering)
  const single = numbering?.occurrences.some(one => one.cancelled) ?? false
  if (!whole && !moved && !single) return null
  const status = whole ? 'cancelled' : moved ? 'rescheduled' : 'scheduled'
  if (!numbering) return { status, previousStartsAt }
  const occurrences = numbering.occurrences.map(({ cancelled, ...kept }) => kept)
  return { status, previousStartsAt, numbering: all ? { ...numbering, occurrences } : numbering }
}

/** What the public view says beside the text. */
export type Publication = {
  id: string
  event: EventChange | null
  handle: string
  publishedAt: number
  /** When an edit last changed it; null for a post as first published. */
  updatedAt: number | null
  policyVersion: string
}

/**
 * The public post as it is stored (contract.md §3): common members first, then the shape's own, event times in the event's own
 * zone. `withAddresses` makes its addresses.
 */
export function publicView(site: SiteRow, fields: PostFields, facts: PostFacts, publication: Publication): PublicPost {
  const { id, event, handle, publishedAt, updatedAt, policyVersion } = publication
  const url = `${addressMarks.baseUrl}/p/${id}`
  const expires = expiryOf(site, facts, publishedAt)
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
    ...(site.timed ? timedMembers(site.timed, fields, facts, event) : fields),
  }
}

/** The credit line that CC BY asks for. */
function attributionOf(handle: string, url: string): string {
  return `@${handle} via ${addressMarks.host} (${url}), CC BY 4.0`
}

/** A public post as it is stored, once the account of its author is erased. */
export function withoutAuthor(json: string): string {
  const view = JSON.parse(json) as PublicPost
  const author = { handle: deletedHandle }
  return JSON.stringify({ ...view, author, attribution: attributionOf(deletedHandle, view.url) })
}

/** The members of a post that has times: what became of it, and every time in its own zone. */
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

/** What of a post is searched, and the tags that lists filter by. */
export function searchDocument(site: SiteRow, fields: PostFields, tags: string[]): SearchDocument {
  return documentOf(postText(site, fields), tags)
}

/** What the owning key's view is made of. Times are epoch milliseconds. */
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
  /** Its author has taken it out of review, and a person goes on judging it. */
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

/** What the owner said to a text, as its key sees it: times are epoch milliseconds. */
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

/** The owning key's view of a post (contract.md §3), without the estimate of what is queued. */
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

/** What duplicates are found by: the site, the first start where there is one, and the normal text of the reading (contract.md §9). */
export function fingerprintOf(site: SiteRow, normalText: string, { times }: Times): string {
  return sha256(`${site.id}\n${times[0]?.startsAt ?? ''}\n${normalText}`)
}
