// Collects values that several places of a document share, each under one name.

export type Json = Record<string, unknown>

export type Section = 'schemas' | 'headers' | 'examples' | 'parameters' | 'responses'

export type Components = {
  /** Stores a value under a name and returns its reference. Another value under the same name gets the name and a number. */
  share(section: Section, name: string, value: Json): { $ref: string }
  /** A schema as the document shows it; a titled object becomes a component with the title as its name. */
  schema(schema: unknown): Json
  /** As `schema`, and named `name` when it is an object that has no title. */
  namedSchema(schema: unknown, name: string): Json
  /** The sections that are not empty, each in order of name. */
  sections(): Json
}

const order: readonly Section[] = ['schemas', 'parameters', 'headers', 'responses', 'examples']

/** An empty collection. */
export function collectComponents(): Components {
  const held = new Map<Section, Map<string, Json>>()

  const share: Components['share'] = (section, name, value) => {
    const entries = held.get(section) ?? new Map<string, Json>()
    held.set(section, entries)
    const text = JSON.stringify(value)
    let free = name
    for (let n = 2; entries.has(free) && JSON.stringify(entries.get(free)) !== text; n++) free = `${name}${n}`
    entries.set(free, value)
    return { $ref: `#/components/${section}/${free}` }
  }

  const schema = (value: unknown): Json => {
    const shown = shownSchema(value as Json, schema)
    const { title, ...rest } = shown
    return typeof title === 'string' && /^[A-Z][A-Za-z0-9]+$/.test(title) ? share('schemas', title, rest) : shown
  }

  return {
    share,
    schema,
    namedSchema: (value, name) => {
      const shown = schema(value)
      return '$ref' in shown || shown.type !== 'object' ? shown : share('schemas', name, shown)
    },
    sections: () =>
      Object.fromEntries(
        order
          .filter(section => held.has(section))
          .map(section => [
            section,
            Object.fromEntries([...held.get(section)!].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))),
          ]),
      ),
  }
}

/** The members of a schema in the order in which people read them. */
const memberOrder = ['title', 'description', 'type', 'const', 'enum', 'format', 'pattern', '$ref']
const lastMembers = ['properties', 'required', 'additionalProperties']

function shownSchema(schema: Json, nested: (schema: unknown) => Json): Json {
  const members = Object.entries(schema).filter(([name]) => !name.startsWith('~'))
  const shown = Object.fromEntries(members.map(([name, value]) => [name, shownMember(name, value, nested)]))
  return ordered(withNull(withType(shown)))
}

function shownMember(name: string, value: unknown, nested: (schema: unknown) => Json): unknown {
  if (name === 'properties' || name === '$defs')
    return Object.fromEntries(Object.entries(value as Json).map(([key, each]) => [key, nested(each)]))
  if (name === 'anyOf' || name === 'oneOf' || name === 'allOf' || name === 'prefixItems')
    return (value as unknown[]).map(nested)
  if (name === 'items' || name === 'not' || name === 'additionalProperties')
    return typeof value === 'object' && value !== null ? nested(value) : value
  return value
}

/** Adds the type of its values to an enumeration. */
export function withType(schema: Json): Json {
  if (schema.type !== undefined || !Array.isArray(schema.enum)) return schema
  const types = new Set(schema.enum.map(value => typeof value))
  const [only] = types
  return types.size === 1 && (only === 'string' || only === 'boolean') ? { ...schema, type: only } : schema
}

/** Writes a union of a plain type and null as a list of two types. */
function withNull(schema: Json): Json {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const [one, other] = anyOf as [Json, Json]
  const plain =
    typeof one.type === 'string' && !['object', 'array'].includes(one.type) && !('enum' in one || 'const' in one)
  return plain && other.type === 'null' ? { ...one, ...rest, type: [one.type, 'null'] } : schema
}

function ordered(schema: Json): Json {
  const rank = (name: string) => {
    const first = memberOrder.indexOf(name)
    if (first >= 0) return first - 100
    return lastMembers.indexOf(name) + 1
  }
  return Object.fromEntries(Object.entries(schema).sort(([a], [b]) => rank(a) - rank(b)))
}

/** A value inside a document: the object or list that holds it, its place there, and its name when it is shared. */
export type JsonPlace = { holder: Record<string, Json> | Json[]; at: string | number; name: string }

/** Replaces values that occur more than once by references. */
export function shareRepeated(components: Components, section: Section, places: readonly JsonPlace[]): void {
  const found = places.map(({ holder, at, name }) => {
    const members = holder as Record<string | number, Json>
    return { members, at, name, value: members[at] as Json, text: JSON.stringify(members[at]) }
  })
  const times = new Map<string, number>()
  for (const { text } of found) times.set(text, (times.get(text) ?? 0) + 1)
  for (const { members, at, name, value, text } of found)
    if (!('$ref' in value) && times.get(text) !== 1) members[at] = components.share(section, name, value)
}
