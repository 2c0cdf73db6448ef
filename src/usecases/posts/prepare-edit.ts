// Prepares an edit: applies the patch to the post, checks the result like a new post, and finds its price and facts.
import { type TObject, type TSchema, Type } from 'typebox'
import type { PreparedPublication } from '../../actions/posts/publication.ts'
import type { AtOnce } from '../../actions/posts/submission.ts'
import { editProblem } from '../../actions/rules/guards.ts'
import { refuseChanged } from '../../actions/rules/post-tag.ts'
import { editBody } from '../../contract/posts.ts'
import { invalid } from '../../contract/problems/problem.ts'
import { penaltyBeyondFee } from '../../contract/sites/priced-site.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { perSite, type SiteRow } from '../../contract/sites.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { mergePatch } from '../../domain/merge-patch.ts'
import { correctionPriceOf, editPriceOf } from '../../domain/money/pricing.ts'
import { originOf } from '../../domain/posts/link-words.ts'
import { type EventChange, eventAfter, otherStarts, type PostFacts, type PostFields } from '../../domain/posts/post.ts'
import { bodyShape, pointerPart, show, unknownField } from '../../domain/shape.ts'
import { storableText } from '../../domain/text/text.ts'
import { hasLinkFlag, reviewIsLikely } from '../../moderation/flag-weights.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { type PostRow, postById } from '../../store/posts/posts.ts'
import { correctionsOf, type RevisionRow, revisionById } from '../../store/posts/revisions.ts'
import type { Platform } from '../platform.ts'
import { type AskedEdit, eventAsked, readStatuses, statusesAsked, without, withoutOldTimes } from './event-edit.ts'
import { preparePost } from './prepare-post.ts'
import type { Prepared } from './prepared.ts'
import { makePublication, wordsOf } from './publication.ts'
import type { Reader } from './read-text.ts'
import { changesBetween, unconfirmed, withChanges } from './series-changes.ts'

type PostOfKey = { postId: string; keyId: string; site: SiteId; ifMatch?: string | undefined }

/**
 * Finds the post of a key and prepares its edit. Throws `invalid` with every error, which comes first, as for any body
 * (contract.md §6), `not_found`, `gone`, `not_editable`, and the problems of reading the text.
 */
export async function prepareEdit(platform: Platform, of: PostOfKey, body: object, reader: Reader): Promise<Prepared> {
  const { db } = platform
  const post = await postById(db, of.postId)
  const refused = editProblem(post, of, platform.now())
  if (refused || !post) {
    const faults = shapeFaults(of.site, body)
    throw faults.length > 0 ? invalid(faults) : refused
  }
  if (of.ifMatch !== undefined) refuseChanged(of.ifMatch, post, await revisionById(db, post.latest_revision))
  const shown = await revisionById(db, post.shown_revision)
  if (!shown) throw new Error(`the text of ${post.id} is not there`)
  return layOver(platform, { post, shown, body, reader })
}

const shapeOf = perSite(site => bodyShape(editBody(site)))

/** The faults of a patch for any post. */
function shapeFaults(site: SiteId, body: object): string[] {
  const { errors, value } = storableText(body)
  return [...errors, ...shapeOf(site)(value)]
}

type Text = { fields: PostFields; facts: PostFacts }
type Patched = { post: PostRow; shown: RevisionRow; body: object; reader: Reader }

/** Applies a patch to the text of a post and checks the result. Throws `invalid` with every error. */
async function layOver(platform: Platform, { post, shown, body, reader }: Patched): Promise<Prepared> {
  const site = platform.site(post.site)
  const fields = JSON.parse(shown.fields) as PostFields
  const facts = JSON.parse(shown.facts) as PostFacts
  const event = post.event === null ? null : (JSON.parse(post.event) as EventChange)
  const edits = (event: EventChange | null) => ({ postId: post.id, version: post.version, patch: body, event })
  const names = Object.keys({ ...site.body.properties, ...site.editMembers })
  if (Object.keys(body).length === 0)
    throw invalid([`/: has no member to change; it takes one or more of ${names.join(', ')}`])

  const { known, errors } = knownMembers(body, site.body, names)
  const { timed } = site
  const ofDates = timed ? withChanges(timed, site, known, { fields, facts, event }) : null
  const asked: AskedEdit =
    timed && ofDates
      ? readStatuses(timed, ofDates.patch)
      : { patch: known, status: undefined, cancelled: [], errors: [] }
  const { patch, status } = asked
  errors.push(...(ofDates?.errors ?? []), ...asked.errors)
  const changes = (of: Text, changed: EventChange | null) =>
    changesBetween({ fields, facts, event }, { ...of, event: changed, site: post.site })
  const statusAlone = async (facts: PostFacts, after: EventChange | null): Promise<Prepared> => {
    const publication = await shownAtOnce(platform, post, { fields, facts, event: after })
    const atOnce: AtOnce = { what: 'status', publication }
    const { fingerprint } = shown
    const free = { price: 0, abusePenalty: 0, refusal: null }
    return {
      edits: edits(after),
      atOnce,
      fields,
      facts,
      ...free,
      fingerprint,
      changes: changes({ fields, facts }, after),
    }
  }
  const asItIs = (): Prepared => {
    const { fingerprint } = shown
    const atOnce = { what: 'nothing' } as const
    const free = { price: 0, abusePenalty: 0, refusal: null }
    return { edits: edits(event), atOnce, fields, facts, ...free, fingerprint, changes: [] }
  }
  if (timed && errors.length === 0 && (status === 'cancelled' || status === 'scheduled'))
    return (event?.status === 'cancelled') === (status === 'cancelled')
      ? asItIs()
      : statusAlone(facts, eventAsked(event, status))

  const closing = site.closes && closingIn(site.closes.member, known)
  if (closing !== undefined && errors.length === 0) {
    if ('fault' in closing) throw invalid([closing.fault])
    const after = closing.closed ? { ...unchanged, ...event, closedAt: platform.now() } : null
    return closing.closed === (event?.closedAt !== undefined) ? asItIs() : statusAlone(facts, after)
  }

  const merged = mergePatch(timed ? withoutOldTimes(timed, fields, patch) : fields, patch)
  const prepared = await preparePost(platform, post.site, merged, reader).catch(error => {
    if (errors.length > 0 && Array.isArray(error.extras?.errors))
      throw invalid([...errors, ...error.extras.errors], error.extras.candidates)
    throw error
  })
  const statuses = timed ? statusesAsked(timed, asked, { event, before: facts, after: prepared }) : {}
  const withStatuses = { ...prepared.facts, ...statuses }
  const after = eventAfter(event, facts, withStatuses)
  const edited = { ...prepared, edits: edits(after), facts: withStatuses, changes: changes(prepared, after) }
  const shrinks = timed && ofDates && unconfirmed(timed, ofDates, facts, prepared)
  if (shrinks) errors.push(shrinks)
  if (timed && status === 'rescheduled' && !otherStarts(facts, edited.facts))
    errors.push(
      `/${timed.status}: got "rescheduled" without other times; give the new ${timed.start} and ${timed.end}, or ${timed.series}`,
    )
  const text = { fields, facts }
  if (errors.length === 0 && isSame(site, text, edited)) {
    if (canonicalJson(after) !== canonicalJson(event)) return statusAlone({ ...facts, ...statuses }, after)
    return asItIs()
  }
  if (errors.length > 0) throw invalid(errors)
  const before = Math.max(post.price, facts.worth)
  const at = (price: number) => ({ price, abusePenalty: penaltyBeyondFee(site, price) })
  const judged = judgedFor(site, text, edited)
  const editPrice = editPriceOf(before, prepared.price)
  if (judged === 'words') return { ...edited, atOnce: null, ...at(editPrice) }
  const made = await correctionsOf(platform.db, post.id)
  if (judged === 'links')
    return {
      ...edited,
      ...{ facts: { ...edited.facts, linksAlone: true }, atOnce: null, made },
      // The fee may be waived; abuse costs what it costs in any edit.
      ...{ price: correctionPriceOf(before, prepared.price, made), abusePenalty: penaltyBeyondFee(site, editPrice) },
    }
  return {
    ...edited,
    atOnce: {
      what: 'correction',
      made,
      publication: await shownAtOnce(platform, post, { fields: edited.fields, facts: edited.facts, event: after }),
    },
    ...at(correctionPriceOf(before, prepared.price, made)),
  }
}

/** A post without times whose author has changed nothing about it. */
const unchanged: EventChange = { status: 'scheduled', previousStartsAt: null }

/** Whether a patch closes the post or opens it again; the fault if it does so beside other members; undefined if it does neither. */
function closingIn(member: string, patch: Members): { closed: boolean } | { fault: string } | undefined {
  const { [member]: closed, ...others } = patch
  if (closed === undefined) return undefined
  if (typeof closed !== 'boolean') return { fault: `/${member}: got ${show(closed)}; it takes true or false` }
  if (Object.keys(others).length > 0)
    return { fault: `/${member}: got ${closed} beside other members; it comes alone, and is free then` }
  return { closed }
}

/** Whether two texts are the same. The same instants in another notation count as the same. */
function isSame({ timed }: SiteRow, a: Text, b: Text): boolean {
  const names = timed ? [timed.start, timed.end, timed.series] : []
  const said = ({ fields, facts }: Text) =>
    canonicalJson([without(fields, names), facts.times, timed !== null && timed.series in fields])
  return said(a) === said(b)
}

/**
 * What an edit is judged for, if it waits for moderation: for its words, or for its links alone. An edit of times and links is judged
 * for its words if a fixed rule finds abuse, or if new times raise a flag that is enough for a review by a person; for its links if
 * one leads to another host than before, or if a fixed rule may have found something in it.
 */
function judgedFor(
  { timed, urls }: SiteRow,
  before: Text,
  { fields, facts, refusal }: Prepared,
): 'words' | 'links' | null {
  if (!timed || refusal?.abuse) return 'words'
  const unjudged = [timed.zone, timed.start, timed.end, timed.series, ...urls]
  if (canonicalJson(without(before.fields, unjudged)) !== canonicalJson(without(fields, unjudged))) return 'words'
  const added = urls.filter(name => fields[name] !== undefined && fields[name] !== before.fields[name])
  const raised = reviewIsLikely(facts.flags.filter(flag => !before.facts.flags.includes(flag)))
  if (added.length === 0) return raised ? 'words' : null
  const stays = added.every(name => staysOnHost(before.fields[name], fields[name]))
  return !stays || raised || hasLinkFlag(facts.flags) ? 'links' : null
}

/** Whether two links have the same scheme, host and port. */
function staysOnHost(before: unknown, after: unknown): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false
  const origin = originOf(after)
  return origin !== null && origin === originOf(before)
}

type Members = Record<string, unknown>

/**
 * The known members of a patch, nested ones too, and an error for each unknown one. The merge would drop an unknown null unread.
 */
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

/** The publication of a text that nobody has to judge. */
async function shownAtOnce(
  platform: Platform,
  post: PostRow,
  text: Text & { event: EventChange | null },
): Promise<PreparedPublication> {
  const now = platform.now()
  const handle = (await accountById(platform.db, post.account_id))?.handle ?? 'deleted'
  const of = { post, ...text, handle, publishedAt: post.published_at ?? now, updatedAt: now }
  return makePublication(platform, of, await wordsOf(platform, post.site, text.fields))
}
