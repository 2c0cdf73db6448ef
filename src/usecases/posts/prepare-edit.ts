// What an edit would make of a post: the patch laid over it, checked as a new post is, with its price and its facts.
import { type TObject, type TSchema, Type } from 'typebox'
import { editablePost } from '../../actions/posts/submit-edit.ts'
import type { PostOfKey } from '../../actions/posts/withdraw-post.ts'
import { type EventStatus, editBody, eventStatuses } from '../../contract/posts.ts'
import { invalid } from '../../contract/problem.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import { type SiteRow, siteRow, type TimeMembers } from '../../contract/sites.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { mergePatch } from '../../domain/merge-patch.ts'
import { eventAfter, type PostFacts, type PostFields } from '../../domain/post.ts'
import { postText } from '../../domain/post-text.ts'
import { editPriceOf, priceOf } from '../../domain/pricing.ts'
import { bodyShape, pointerPart, type Shape, show, unknownField } from '../../domain/shape.ts'
import { storableText } from '../../domain/text.ts'
import { holdsLink } from '../../moderation/prefilter/risk-flags.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import type { Platform } from '../platform.ts'
import { fingerprintOfPost } from './copies.ts'
import { type PreparedPost, preparePost } from './prepare-post.ts'

/** An edit that has passed validation. `free`: the words stay as they are, so nobody has to look at them. Price in micros. */
export type PreparedEdit = PreparedPost & { free: boolean }

/**
 * Finds the post of a key and what an edit makes of it. Throws `invalid` with every error, which comes first as the shape of
 * any body does (contract.md §6), and `not_found`, `gone`, `not_editable`.
 */
export async function findAndPrepareEdit(
  platform: Platform,
  of: PostOfKey,
  body: object,
): Promise<{ post: PostRow; edited: PreparedEdit }> {
  const post = await editablePost(platform.db, of, platform.now()).catch(refused => {
    const faults = shapeFaults(of.site, body)
    throw faults.length > 0 ? invalid(faults) : refused
  })
  return { post, edited: await prepareEdit(platform, post, body) }
}

const shapes = new Map<SiteId, Shape>()

/** What is wrong with a patch whatever post it is for. */
function shapeFaults(siteId: SiteId, body: object): string[] {
  let shape = shapes.get(siteId)
  if (!shape) {
    const site = siteRow(siteId)
    shape = bodyShape(editBody(site))
    shapes.set(siteId, shape)
  }
  const { errors, value } = storableText(body)
  return [...errors, ...shape(value)]
}

/** Lays a patch over a post and checks what comes of it. Throws `invalid` with every error. */
async function prepareEdit(platform: Platform, post: PostRow, body: object): Promise<PreparedEdit> {
  const site = siteRow(post.site)
  const fields = JSON.parse(post.fields) as PostFields
  const facts = JSON.parse(post.facts) as PostFacts
  const names = [...Object.keys(site.body.properties), ...Object.keys(site.editMembers)]
  if (Object.keys(body).length === 0)
    throw invalid([`/: names nothing to change; it takes one or more of ${names.join(', ')}`])

  const { known, errors } = knownMembers(body, site.body, names)
  const { timed } = site
  const { [timed?.status ?? '']: status, ...patch } = known
  if (timed) errors.push(...statusProblems(timed.status, status, patch))
  const asked = status as EventStatus | undefined
  if (timed && errors.length === 0 && (asked === 'cancelled' || asked === 'scheduled'))
    return withStatus(post, fields, facts, { name: timed.status, asked })

  const merged = mergePatch(timed ? withoutOldTimes(timed, fields, patch) : fields, patch)
  const origin = { accountId: post.account_id, editOf: post.id }
  const prepared = await preparePost(platform, post.site, merged, origin).catch(error => {
    if (errors.length > 0 && Array.isArray(error.extras?.errors)) throw invalid([...errors, ...error.extras.errors])
    throw error
  })
  const event = eventAfter(facts, prepared.facts)
  if (timed && asked === 'rescheduled' && event === facts.event)
    errors.push(
      `/${timed.status}: got "rescheduled" without other times; give the new ${timed.start} and ${timed.end}, or ${timed.series}`,
    )
  if (canonicalJson(prepared.fields) === canonicalJson(fields) && errors.length === 0)
    errors.push('/: changes nothing; every member given is as it was')
  if (errors.length > 0) throw invalid(errors)
  const reopens = facts.event?.status === 'cancelled' && event?.status === 'rescheduled'
  return {
    ...prepared,
    facts: { ...prepared.facts, ...(event && { event }), ...(reopens && { reopens }) },
    price: editPriceOf(Math.max(post.price, worthOf(site, fields, facts)), prepared.price),
    free: false,
  }
}

/** What a post costs as it is, in micros. */
function worthOf(site: SiteRow, fields: PostFields, { times }: PostFacts): number {
  return priceOf(site, Math.max(1, times.length), holdsLink(postText(site, fields)))
}

type Members = Record<string, unknown>

/** The members of a patch that a shape has, also inside, and an error for each other one: a null would vanish with its name unread. */
function knownMembers(
  patch: object,
  shape: TObject,
  names = Object.keys(shape.properties),
  at = '',
): { known: Members; errors: string[] } {
  const errors: string[] = []
  const known: [string, unknown][] = []
  for (const [name, value] of Object.entries(patch)) {
    const inner: TSchema | undefined = names.includes(name) ? shape.properties[name] : undefined
    if (!names.includes(name)) errors.push(unknownField(`${at}/${pointerPart(name)}`, name, names))
    else if (Type.IsObject(inner) && typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const inside = knownMembers(value, inner, undefined, `${at}/${name}`)
      errors.push(...inside.errors)
      known.push([name, inside.known])
    } else known.push([name, value])
  }
  return { known: Object.fromEntries(known), errors }
}

function statusProblems(name: string, status: unknown, patch: object): string[] {
  if (status === undefined) return []
  if (!eventStatuses.includes(status as EventStatus))
    return [`/${name}: got ${show(status)}; it takes ${eventStatuses.join(', ')}`]
  if (status !== 'rescheduled' && Object.keys(patch).length > 0)
    return [`/${name}: got "${status}" beside other members; it comes alone, and is free then`]
  return []
}

function withStatus(
  post: PostRow,
  fields: PostFields,
  facts: PostFacts,
  { name, asked: status }: { name: string; asked: 'cancelled' | 'scheduled' },
): PreparedEdit {
  const { event, ...rest } = facts
  if ((event?.status === 'cancelled') === (status === 'cancelled'))
    throw invalid([`/${name}: the event is ${event?.status ?? 'scheduled'} already`])
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
function withoutOldTimes({ start, end, series }: TimeMembers, fields: PostFields, patch: Members): PostFields {
  const given = (name: string) => patch[name] !== undefined && patch[name] !== null
  const old = given(series) ? [start, end] : given(start) || given(end) ? [series] : []
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !old.includes(name))) as PostFields
}
