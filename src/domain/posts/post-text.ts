// The text of a post of any site, for moderation and search: every string of its shape that is no code.
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { SiteRow } from '../../contract/sites.ts'

/**
 * The text of a post, grouped by what its members hold. `title` is null where the site has none; `details` are all texts beside
 * title and body, such as the venue, a line a member; `urls` are the values of URL members; `country` is that of the location;
 * `startsAt` is the first start, epoch milliseconds.
 */
export type PostText = {
  site: SiteId
  title: string | null
  body: string
  details?: string | null
  topics: readonly string[]
  urls: readonly string[]
  country?: string | null
  startsAt?: number | null
}

/** A text in the fields of a post. `member` is its path, such as `venue/name`. */
export type MemberText = { member: string; text: string; kind: 'title' | 'body' | 'detail' | 'topic' | 'url' }

/**
 * Every text in the fields of a post, in the order of the shape. A string is text unless the shape closes its values (an
 * enumeration, a constant) or another rule checks them: times, currencies, the location. A new member is text by itself.
 */
export function textsOf(site: SiteRow, fields: Record<string, unknown>): MemberText[] {
  const texts: MemberText[] = []
  collect(fields, shapeOf(site), '', site, texts)
  return texts
}

function collect(value: unknown, shape: Shape | undefined, member: string, site: SiteRow, texts: MemberText[]): void {
  if (typeof value === 'string') {
    const kind = shape ? shape.kind : kindOf(site, member)
    if (kind !== null) texts.push({ member, text: value, kind })
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, shape?.items, member, site, texts)
  } else if (typeof value === 'object' && value !== null) {
    const given = value as Record<string, unknown>
    const at = (name: string) => (member === '' ? name : `${member}/${name}`)
    for (const [name, each] of shape?.members ?? [])
      if (given[name] !== undefined) collect(given[name], each, at(name), site, texts)
    for (const name of Object.keys(given))
      if (!shape?.members.has(name)) collect(given[name], undefined, at(name), site, texts)
  }
}

/** What the strings at a place of a shape are; `kind` is null for codes. */
type Shape = { kind: MemberText['kind'] | null; items: Shape | undefined; members: ReadonlyMap<string, Shape> }

/** By the body of the site: a site with prices is a copy of its row, with the same body. */
const shapes = new WeakMap<object, Shape>()

/** The shape of a site, made once. */
function shapeOf(site: SiteRow): Shape {
  const made = (schemas: readonly Schema[], member: string): Shape => {
    const items = schemas.flatMap(schema => branchesOf(schema.items))
    const names = new Set(schemas.flatMap(({ properties }) => Object.keys(properties ?? {})))
    const of = (name: string) => schemas.flatMap(({ properties }) => branchesOf(properties?.[name]))
    return {
      kind: schemas.some(isClosed) || isChecked(site, member) ? null : kindOf(site, member),
      items: items.length === 0 ? undefined : made(items, member),
      members: new Map([...names].map(name => [name, made(of(name), member === '' ? name : `${member}/${name}`)])),
    }
  }
  const shape = shapes.get(site.body) ?? made([site.body, site.post, { properties: site.editMembers }], '')
  shapes.set(site.body, shape)
  return shape
}

type Schema = {
  properties?: Record<string, unknown>
  items?: unknown
  enum?: unknown
  const?: unknown
  anyOf?: unknown
}

/** The schemas of which a value fits one. */
function branchesOf(schema: unknown): Schema[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { anyOf } = schema as Schema
  return Array.isArray(anyOf) ? anyOf.flatMap(branchesOf) : [schema]
}

const isClosed = (schema: Schema) => schema.enum !== undefined || schema.const !== undefined

/** Whether domain/times, domain/places, domain/money or the language tag's own rule checks the values of a member. */
function isChecked({ timed, money }: SiteRow, member: string): boolean {
  if (member === 'language' || /^location\/(?:country|state|city\/name)$/.test(member)) return true
  if (money.some(name => member === `${name}/currency`)) return true
  if (!timed) return false
  const { zone, start, end, series, startBefore } = timed
  return [zone, start, end, startBefore, `${series}/${start}`, `${series}/${end}`].includes(member)
}

function kindOf({ text, urls }: SiteRow, member: string): MemberText['kind'] {
  if (member === text.title) return 'title'
  if (member === text.body) return 'body'
  if (member === 'topics') return 'topic'
  return urls.includes(member) ? 'url' : 'detail'
}

/** The text in the members of a post. */
export function postText(site: SiteRow, fields: Record<string, unknown>): PostText {
  const texts = textsOf(site, fields)
  const of = (kind: MemberText['kind']) => texts.filter(each => each.kind === kind).map(({ text }) => text)
  return {
    site: site.id,
    title: of('title')[0] ?? null,
    body: of('body')[0] ?? '',
    details: detailLines(texts) || null,
    topics: of('topic'),
    urls: of('url'),
    country: countryOf(fields),
    startsAt: firstStartIn(site, fields),
  }
}

/** The details, a line a member: the texts of one object, such as name and street of a venue, stand on one line. */
function detailLines(texts: readonly MemberText[]): string {
  const details = texts.filter(({ kind }) => kind === 'detail')
  const members = Map.groupBy(details, ({ member }) => member.split('/', 1)[0])
  return [...members.values()].map(parts => parts.map(({ text }) => text).join(', ')).join('\n')
}

/** The texts of a member of a post or of its fields, in reading order; none without a member. */
export function textsUnder(site: SiteRow, fields: Record<string, unknown>, name: string | undefined): string[] {
  return textsOf(site, fields).flatMap(({ member, text }) => (member.split('/', 1)[0] === name ? text : []))
}

/** Fields may come from the command line, unchecked. */
function countryOf({ location }: Record<string, unknown>): string | null {
  const country = (location as { country?: unknown } | null | undefined)?.country
  return typeof country === 'string' ? country : null
}

/** The first readable start, epoch milliseconds. */
function firstStartIn({ timed }: SiteRow, fields: Record<string, unknown>): number | null {
  if (!timed) return null
  const series = fields[timed.series]
  const times = Array.isArray(series) && series.length > 0 ? series : [fields]
  const starts = times.map(time => Date.parse(String((time as Record<string, unknown> | null)?.[timed.start])))
  const known = starts.filter(Number.isFinite)
  return known.length > 0 ? Math.min(...known) : null
}
