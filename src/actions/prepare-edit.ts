// What an edit would make of a post: the patch laid over it, checked as a new post is, with its price and its facts.
import { type EventStatus, editBody, eventStatuses } from '../contract/posts.ts'
import { type SiteRow, siteRow } from '../contract/sites.ts'
import { canonicalJson } from '../domain/canonical-json.ts'
import { mergePatch } from '../domain/merge-patch.ts'
import { eventAfter, type PostFacts, type PostFields, postText } from '../domain/post.ts'
import { holdsLink } from '../domain/prefilter/risk-flags.ts'
import { editPriceOf, priceOf } from '../domain/pricing.ts'
import { show } from '../domain/shape.ts'
import type { PostRow } from '../store/posts.ts'
import { fingerprintOfPost } from './copies.ts'
import type { Platform } from './platform.ts'
import { invalid, type PreparedPost, preparePost } from './prepare-post.ts'

/** An edit that has passed validation. `free`: the words stay as they are, so nobody has to look at them. Price in micros. */
export type PreparedEdit = PreparedPost & { free: boolean }

/** Lays a patch over a post and checks what comes of it. Throws `invalid` with every error. */
export async function prepareEdit(platform: Platform, post: PostRow, body: object): Promise<PreparedEdit> {
  const site = siteRow(post.site)
  const { event_status: status, ...members } = body as Record<string, unknown>
  const patch = site.timed || status === undefined ? members : body
  const fields = JSON.parse(post.fields) as PostFields
  const facts = JSON.parse(post.facts) as PostFacts
  if (Object.keys(body).length === 0)
    throw invalid([
      `/: names nothing to change; it takes one or more of ${Object.keys(editBody(site.body, site.timed).properties).join(', ')}`,
    ])

  const statusErrors = site.timed ? statusProblems(status, patch) : []
  const asked = site.timed ? (status as EventStatus | undefined) : undefined
  if (statusErrors.length === 0 && (asked === 'cancelled' || asked === 'scheduled'))
    return withStatus(post, fields, facts, asked)

  const merged = mergePatch(withoutOldTimes(fields, patch), patch)
  const origin = { accountId: post.account_id, editOf: post.id }
  const prepared = await preparePost(platform, post.site, merged, origin).catch(error => {
    if (statusErrors.length > 0 && Array.isArray(error.extras?.errors))
      throw invalid([...statusErrors, ...error.extras.errors])
    throw error
  })
  const event = eventAfter(facts, prepared.facts)
  if (asked === 'rescheduled' && event === facts.event)
    statusErrors.push(
      '/event_status: got "rescheduled" without other times; give the new starts_at and ends_at, or occurrences',
    )
  if (canonicalJson(prepared.fields) === canonicalJson(fields) && statusErrors.length === 0)
    statusErrors.push('/: changes nothing; every member given is as it was')
  if (statusErrors.length > 0) throw invalid(statusErrors)
  return {
    ...prepared,
    facts: { ...prepared.facts, ...(event && { event }) },
    price: editPriceOf(Math.max(post.price, worthOf(site, fields, facts)), prepared.price),
    free: false,
  }
}

/** What a post costs as it is, in micros. */
function worthOf(site: SiteRow, fields: PostFields, { times }: PostFacts): number {
  return priceOf(site, Math.max(1, times.length), holdsLink(postText(site, fields)))
}

function statusProblems(status: unknown, patch: object): string[] {
  if (status === undefined) return []
  if (!eventStatuses.includes(status as EventStatus))
    return [`/event_status: got ${show(status)}; it takes ${eventStatuses.join(', ')}`]
  if (status !== 'rescheduled' && Object.keys(patch).length > 0)
    return [`/event_status: got "${status}" beside other members; it comes alone, and is free then`]
  return []
}

function withStatus(
  post: PostRow,
  fields: PostFields,
  facts: PostFacts,
  status: 'cancelled' | 'scheduled',
): PreparedEdit {
  const { event, ...rest } = facts
  if ((event?.status === 'cancelled') === (status === 'cancelled'))
    throw invalid([`/event_status: the event is ${event?.status ?? 'scheduled'} already`])
  const next: PostFacts['event'] =
    status === 'cancelled'
      ? { status, previousStartsAt: event?.previousStartsAt ?? null }
      : event?.previousStartsAt
        ? { status: 'rescheduled', previousStartsAt: event.previousStartsAt }
        : undefined
  return {
    fields,
    facts: { ...rest, ...(next && { event: next }) },
    price: 0,
    fingerprint: fingerprintOfPost(post),
    refusal: null,
    free: true,
  }
}

/** Times come in one of two forms: a patch that gives one takes the place of the other. */
function withoutOldTimes(fields: PostFields, patch: object): PostFields {
  const { starts_at, ends_at, occurrences, ...rest } = fields
  if ('occurrences' in patch && patch.occurrences !== null)
    return { ...rest, ...(occurrences !== undefined && { occurrences }) } as PostFields
  if (('starts_at' in patch && patch.starts_at !== null) || ('ends_at' in patch && patch.ends_at !== null))
    return {
      ...rest,
      ...(starts_at !== undefined && { starts_at }),
      ...(ends_at !== undefined && { ends_at }),
    } as PostFields
  return fields
}
