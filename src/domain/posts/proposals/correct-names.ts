// Gives wrongly named members their names, and takes members away that say nothing.
import type { TObject, TSchema } from 'typebox'
import { plainName } from '../../../contract/sites/other-names.ts'
import type { SiteRow } from '../../../contract/sites.ts'
import { canonicalJson } from '../../canonical-json.ts'
import { isObject } from '../../is-object.ts'
import type { BodyDraft, Members, Path } from './body-draft.ts'
import { isCoordinate, isParameter, isRule, isSilent, memberMeant } from './member-names.ts'

type Schema = TSchema & { properties?: TObject['properties']; items?: TSchema; required?: readonly string[] }

/** More than any shape takes: what is past these bounds is at fault anyway. */
const mostEntries = 60
const mostUnknown = 40

/** Corrects the names of the members of a body and of the objects inside it. */
export function correctNames(draft: BodyDraft, site: SiteRow): void {
  const properties = { ...(draft.edited && site.editMembers), ...site.body.properties }
  correctNamesIn(draft, site, { ...site.body, properties } as Schema, [])
}

function correctNamesIn(draft: BodyDraft, site: SiteRow, schema: Schema, path: Path): void {
  const value = path.length === 0 ? draft.body : draft.get(path)
  if (Array.isArray(value) && schema.items)
    for (const i of value.slice(0, mostEntries).keys()) correctNamesIn(draft, site, schema.items, [...path, i])
  const { properties } = schema
  if (!isObject(value) || !properties) return
  const known = Object.keys(properties)
  const unknown = Object.keys(value).filter(name => !Object.hasOwn(properties, name))
  if (unknown.length > mostUnknown) return
  // Another spelling of a name is surer than another name, so it comes first.
  const sure = (name: string) => known.some(each => plainName(each) === plainName(name))
  for (const name of unknown.toSorted((a, b) => Number(sure(b)) - Number(sure(a))))
    correctName(draft, site, known, path, name)
  for (const name of known)
    if (path.length > 0 || draft.has(name)) correctNamesIn(draft, site, properties[name] as Schema, [...path, name])
}

function correctName(draft: BodyDraft, site: SiteRow, known: readonly string[], path: Path, name: string): void {
  const at = [...path, name]
  const value = draft.get(at)
  const isTop = path.length === 0
  const meant = isCoordinate(name) ? undefined : memberMeant(site, name, known, isTop)
  if (saysNothing(value)) draft.remove(at, `"${name}" is no field here, and its value says nothing.`)
  else if (isTop && isRule(site, name)) return
  else if (isTop && isParameter(name)) draft.remove(at, parameterGoes(name))
  else if (meant) moveTo(draft, site, { from: at, to: [...path, ...meant], value })
  else if (isTop && isSilent(name))
    draft.remove(at, `"${name}" is no field here; the ${site.noun} says the same without it.`)
}

const parameterGoes = (name: string) =>
  plainName(name) === 'idempotencykey'
    ? '"idempotency_key" is the header Idempotency-Key, and an argument of the tools that post; it is no field of the body.'
    : `"${plainName(name) === 'dryrun' ? 'dry_run' : name}" is a parameter of the address, such as POST /v1/posts?dry_run=true; it is no field of the body.`

type Move = { from: Path; to: Path; value: unknown }

function moveTo(draft: BodyDraft, site: SiteRow, { from, to, value }: Move): void {
  const there = draft.own(to)
  const name = from.at(-1)
  const isFree = there === undefined || there === null
  if (!isFree && canonicalJson(there) === canonicalJson(value))
    draft.remove(from, `"${name}" says the same as "${to.at(-1)}".`)
  if (!isFree || !mayHold(site, to, value)) return
  if (to.length === from.length) draft.move(from, to, `"${name}" is called "${to.at(-1)}" here.`)
  else if (makeRoom(draft, site, to)) draft.move(from, to, `"${name}" is "${to.at(-1)}" inside "${to[0]}" here.`)
}

/** Whether a member can hold a value at all: no object for a text, and no address without https. */
function mayHold(site: SiteRow, to: Path, value: unknown): boolean {
  const [top] = to.map(String)
  if (to.length === 1 && isText(site.body.properties[top as string]) && typeof value === 'object') return false
  return !site.urls.includes(top as string) || (typeof value === 'string' && /^https:\/\//.test(value))
}

/** Makes an object of the text or number that stands where a member goes inside an object; false where that cannot be. */
function makeRoom(draft: BodyDraft, site: SiteRow, to: Path): boolean {
  const outer = to.slice(0, -1)
  const whole = draft.get(outer)
  if (whole === undefined || whole === null || isObject(whole)) return true
  const main = mainMember(site, String(outer[0]))
  if (main === undefined || main === to.at(-1)) return false
  draft.set(outer, { [main]: whole }, `"${outer[0]}" takes an object; the value sent is its "${main}".`)
  return true
}

/** The member that a text or a number means which was sent instead of a whole object: the name of a venue, the amount of a price. */
function mainMember(site: SiteRow, name: string): string | undefined {
  if (name === 'location') return 'city'
  const { properties = {}, required = [] } = site.body.properties[name] as Schema
  const [first] = Object.keys(properties)
  return site.money.includes(name) || required.length === 1 ? (first ?? undefined) : undefined
}

const isText = (schema: TSchema | undefined) => (schema as { type?: string } | undefined)?.type === 'string'

/** Whether a value is empty: null, no text, an empty list, or an object with such values alone. */
export function saysNothing(value: unknown): boolean {
  if (value === null || value === '') return true
  if (Array.isArray(value)) return value.every(saysNothing)
  return isObject(value) && Object.values(value as Members).every(saysNothing)
}
