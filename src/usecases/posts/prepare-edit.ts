// What an edit would make of a post: the patch laid over it, checked as a new post is, with its price and its facts.
import { type TObject, type TSchema, Type } from 'typebox'
import { editProblem } from '../../actions/posts/guards.ts'
import type { Publication } from '../../actions/posts/publication.ts'
import type { AtOnce } from '../../actions/posts/submission.ts'
import type { PostOfKey } from '../../actions/posts/withdraw-post.ts'
import { type EventStatus, editBody, eventStatuses, statusSpellings } from '../../contract/posts.ts'
import { invalid } from '../../contract/problem.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import { type SiteRow, siteRow, type TimeMembers } from '../../contract/sites.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { mergePatch } from '../../domain/merge-patch.ts'
import { type EventChange, eventAfter, otherStarts, type PostFacts, type PostFields } from '../../domain/post.ts'
import { correctionPriceOf, editPriceOf } from '../../domain/pricing.ts'
import { bodyShape, pointerPart, type Shape, show, unknownField } from '../../domain/shape.ts'
import { storableText } from '../../domain/text.ts'
import { reviewIsLikely } from '../../moderation/flag-weights.ts'
import { accountById } from '../../store/money/accounts.ts'
import { type PostRow, postById } from '../../store/posts/posts.ts'
import { correctionsOf, type RevisionRow, revisionById } from '../../store/posts/revisions.ts'
import type { Platform } from '../platform.ts'
import { preparePost } from './prepare-post.ts'
import type { Prepared } from './prepared.ts'
import { makePublication, wordsOf } from './publication.ts'
import type { Reader } from './read-text.ts'

/**
 * Finds the post of a key and what an edit makes of it. Throws `invalid` with every error, which comes first as the shape of
 * any body does (contract.md §6), `not_found`, `gone`, `not_editable`, and what having the text read throws.
 */
export async function prepareEdit(platform: Platform, of: PostOfKey, body: object, reader: Reader): Promise<Prepared> {
  const { db } = platform
  const post = await postById(db, of.postId)
  const refused = editProblem(post, of, platform.now())
  if (refused || !post) {
    const faults = shapeFaults(of.site, body)
    throw faults.length > 0 ? invalid(faults) : refused
  }
  const shown = await revisionById(db, post.shown_revision)
  if (!shown) throw new Error(`the text of ${post.id} is not there`)
  return layOver(platform, { post, shown, body, reader })
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

type Text = { fields: PostFields; facts: PostFacts }
type Patched = { post: PostRow; shown: RevisionRow; body: object; reader: Reader }

/** Lays a patch over the text of a post and checks what comes of it. Throws `invalid` with every error. */
async function layOver(platform: Platform, { post, shown, body, reader }: Patched): Promise<Prepared> {
  const site = siteRow(post.site)
  const fields = JSON.parse(shown.fields) as PostFields
  const facts = JSON.parse(shown.facts) as PostFacts
  const event = post.event === null ? null : (JSON.parse(post.event) as EventChange)
  const edits = { postId: post.id, version: post.version }
  const names = [...Object.keys(site.body.properties), ...Object.keys(site.editMembers)]
  if (Object.keys(body).length === 0)
    throw invalid([`/: names nothing to change; it takes one or more of ${names.join(', ')}`])

  const { known, errors } = knownMembers(body, site.body, names)
  const { timed } = site
  const { [timed?.status ?? '']: written, ...patch } = known
  const status = statusSpellings[written as string] ?? written
  if (timed) errors.push(...statusProblems(timed.status, status, patch))
  const asked = status as EventStatus | undefined
  if (timed && errors.length === 0 && (asked === 'cancelled' || asked === 'scheduled')) {
    const text = { fields, facts, event: eventAsked(event, timed.status, asked) }
    const atOnce: AtOnce = { what: 'status', publication: await shownAtOnce(platform, post, text) }
    return { edits, atOnce, fields, facts, price: 0, fingerprint: shown.fingerprint, refusal: null }
  }

  const merged = mergePatch(timed ? withoutOldTimes(timed, fields, patch) : fields, patch)
  const prepared = await preparePost(platform, post.site, merged, reader).catch(error => {
    if (errors.length > 0 && Array.isArray(error.extras?.errors))
      throw invalid([...errors, ...error.extras.errors], error.extras.candidates)
    throw error
  })
  const reopens = event?.status === 'cancelled' && otherStarts(facts, prepared.facts)
  if (timed && asked === 'rescheduled' && !otherStarts(facts, prepared.facts))
    errors.push(
      `/${timed.status}: got "rescheduled" without other times; give the new ${timed.start} and ${timed.end}, or ${timed.series}`,
    )
  if (canonicalJson(prepared.fields) === canonicalJson(fields) && errors.length === 0)
    errors.push('/: changes nothing; every member given is as it was')
  if (errors.length > 0) throw invalid(errors)
  const before = Math.max(post.price, facts.worth)
  const edited = { ...prepared, edits, facts: { ...prepared.facts, ...(reopens && { reopens }) } }
  if (isJudged(site, { fields, facts }, edited))
    return { ...edited, atOnce: null, price: editPriceOf(before, prepared.price) }
  const made = await correctionsOf(platform.db, post.id)
  const text = { fields: edited.fields, facts: edited.facts, event: eventAfter(event, facts, edited.facts) }
  return {
    ...edited,
    atOnce: { what: 'correction', made, publication: await shownAtOnce(platform, post, text) },
    price: correctionPriceOf(before, prepared.price, made),
  }
}

/**
 * Whether an edit waits for moderation: one that changes more than times and links, that a fixed rule finds abusive, or that
 * raises a flag which is enough for a person to look.
 */
function isJudged({ timed, urls }: SiteRow, before: Text, { fields, facts, refusal }: Prepared): boolean {
  if (!timed || refusal?.abuse) return true
  const unjudged = [timed.zone, timed.start, timed.end, timed.series, ...urls]
  const words = (text: PostFields) =>
    canonicalJson(Object.fromEntries(Object.entries(text).filter(([name]) => !unjudged.includes(name))))
  if (words(before.fields) !== words(fields)) return true
  return reviewIsLikely(facts.flags.filter(flag => !before.facts.flags.includes(flag)))
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

/** What becomes of an event that is cancelled, or takes place after all. Throws `invalid` when it is so already. */
function eventAsked(event: EventChange | null, name: string, asked: 'cancelled' | 'scheduled'): EventChange | null {
  if ((event?.status === 'cancelled') === (asked === 'cancelled'))
    throw invalid([`/${name}: the event is ${event?.status ?? 'scheduled'} already`])
  if (asked === 'cancelled') return { previousStartsAt: null, ...event, status: asked }
  return event?.numbering ? { ...event, status: 'rescheduled' } : null
}

/** What shows a text that nobody has to judge. */
async function shownAtOnce(
  platform: Platform,
  post: PostRow,
  text: Text & { event: EventChange | null },
): Promise<Publication> {
  const now = platform.now()
  const handle = (await accountById(platform.db, post.account_id))?.handle ?? 'deleted'
  const of = { post, ...text, handle, publishedAt: post.published_at ?? now, updatedAt: now }
  return makePublication(platform, of, await wordsOf(platform, post.site, text.fields))
}

/** Times come in one of two forms: a patch that gives one takes the place of the other. */
function withoutOldTimes({ start, end, series }: TimeMembers, fields: PostFields, patch: Members): PostFields {
  const given = (name: string) => patch[name] !== undefined && patch[name] !== null
  const old = given(series) ? [start, end] : given(start) || given(end) ? [series] : []
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !old.includes(name))) as PostFields
}
