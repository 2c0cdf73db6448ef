// Generates values that fit a JSON schema, and values that nearly do, for tests that generate requests.
import fc from 'fast-check'

type Json = Record<string, any>

const longest = 300

/** Values that fit a schema; `resolve` follows its references. */
export function fitting(schema: Json, resolve: (value: Json) => Json): fc.Arbitrary<unknown> {
  const nested = (part: Json) => fitting(part, resolve)
  if ('$ref' in schema) return nested(resolve(schema))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(nested))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type: string) => nested({ ...schema, type })))
  switch (schema.type) {
    case 'string':
      return texts(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000_000, max: Math.min(schema.maximum ?? 1_000_000, 2 ** 31 - 1) })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const size = { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 4, 6) }
      const items = nested(schema.items ?? {})
      return schema.uniqueItems
        ? fc.uniqueArray(items, { ...size, selector: item => JSON.stringify(item) })
        : fc.array(items, size)
    }
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries((schema.properties ?? {}) as Json).map(([name, part]) => [name, nested(part)]),
        ),
        { requiredKeys: schema.required ?? [] },
      )
    default:
      return fc.jsonValue()
  }
}

function texts({ pattern, format, minLength = 0, maxLength = longest }: Json): fc.Arbitrary<string> {
  if (pattern)
    return fc.stringMatching(new RegExp(pattern)).filter(text => text.length >= minLength && text.length <= maxLength)
  if (format === 'email') return fc.integer({ min: 1, max: 1e9 }).map(n => `someone.${n}@example.org`)
  if (format === 'date-time')
    return fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }).map(s => new Date(s * 1000).toISOString())
  if (format === 'uri') return fc.webUrl()
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .lorem({ maxCount: 12 })
        .map(text => text.slice(0, Math.min(maxLength, longest)).padEnd(minLength, 'x')),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, longest) }) },
  )
}

export type Mutation = { at: number; how: 'replace' | 'remove' | 'add'; name: string; value: unknown }

/** One change at one place of a value. */
export const mutations: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('replace', 'remove', 'add'),
  name: fc.oneof(fc.constantFrom('colour', '__proto__', 'constructor', 'id', ''), fc.string({ maxLength: 20 })),
  value: fc.oneof(fc.jsonValue({ maxDepth: 2 }), hostileTexts()),
})

/** Texts that break careless code: controls, direction marks, lone surrogates, numbers beyond every bound. */
export function hostileTexts(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '\u0000',
      '\u202e',
      '\ud800',
      "' or 1=1 --",
      '%00',
      '../..',
      '1e400',
      '9'.repeat(40),
      '-1',
      'x'.repeat(5_000),
    ),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
}

/** A copy of a value with one place changed. */
export function mutated(value: unknown, { at, how, name, value: other }: Mutation): unknown {
  const copy = structuredClone(value)
  const places: [Json, string][] = []
  const collect = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    for (const key of Object.keys(node)) {
      places.push([node as Json, key])
      collect((node as Json)[key])
    }
  }
  collect(copy)
  const place = places[at % Math.max(1, places.length)]
  if (!place) return other
  const [node, key] = place
  if (how === 'remove') delete node[key]
  else if (how === 'replace') node[key] = other
  else Object.defineProperty(node, name, { value: other, enumerable: true, configurable: true, writable: true })
  return copy
}
