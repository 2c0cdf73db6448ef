// Gives values the type that their schema takes, where only one value can be meant: "12" for 12, "For Sale" for "for-sale".
import type { TObject, TSchema } from 'typebox'
import { plainName } from '../../../contract/sites/other-names.ts'
import type { SiteRow } from '../../../contract/sites.ts'
import { isObject } from '../../is-object.ts'
import type { BodyDraft, Path } from './body-draft.ts'
import { saysNothing } from './correct-names.ts'

type Schema = TSchema & {
  type?: string
  enum?: readonly unknown[]
  properties?: TObject['properties']
  items?: Schema
  required?: readonly string[]
}

/** More entries than any list takes. */
const mostEntries = 60

/** Corrects the values of the members of a body. Times, places and prices have rules of their own. */
export function correctValues(draft: BodyDraft, site: SiteRow): void {
  const { timed } = site
  const apart = ['location', 'topics', ...site.money, ...(timed ? [timed.zone, timed.start, timed.end] : [])]
  correctMembers(draft, site.body, [], name => !apart.includes(name))
}

function correctMembers(
  draft: BodyDraft,
  schema: Schema,
  path: Path,
  wanted: (name: string) => boolean = () => true,
): void {
  const value = draft.get(path)
  if (!isObject(value)) return
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const at = [...path, name]
    if (!Object.hasOwn(value, name)) continue
    if (saysNothing(value[name])) {
      // In an edit null takes a member away.
      if (!draft.edited && !schema.required?.includes(name)) draft.remove(at, `It says nothing; leave "${name}" out.`)
    } else if (wanted(name)) correctValue(draft, inner as Schema, at)
  }
}

function correctValue(draft: BodyDraft, schema: Schema, at: Path): void {
  const value = draft.get(at)
  if (schema.enum) correctChoice(draft, schema.enum, at)
  if (schema.type === 'array' && isObject(value))
    draft.set(at, [value], 'It takes a list; the value is its only entry.')
  const now = draft.get(at)
  if (schema.type === 'array' && Array.isArray(now) && schema.items?.type === 'object')
    for (const i of now.slice(0, mostEntries).keys()) correctMembers(draft, schema.items, [...at, i])
  if (schema.type === 'string' && typeof value === 'number')
    draft.set(at, String(value), 'It takes text, not a number.')
  if (schema.type !== 'object') return
  const [main, ...others] = schema.required ?? []
  if (typeof value === 'string' && main !== undefined && others.length === 0)
    draft.set(at, { [main]: value }, `It takes an object; the text is its "${main}".`)
  correctMembers(draft, schema, at)
}

function correctChoice(draft: BodyDraft, allowed: readonly unknown[], at: Path): void {
  const value = draft.get(at)
  if (typeof value !== 'string' || allowed.includes(value)) return
  const meant = allowed.filter(each => plainName(String(each)) === plainName(value))
  if (meant.length === 1) draft.set(at, meant[0], `The value is written "${meant[0]}".`)
}
