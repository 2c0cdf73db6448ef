// Checks a value against a schema; each error says where it is, what it got, and what would be right.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { argumentMeant } from '../contract/other-arguments.ts'
import { checkLengthFirst } from './length-first.ts'
import { distance, longestCompared } from './text/nearest.ts'

const options = { allErrors: true, verbose: true, strict: false, messages: true } as const
const bodies = checkLengthFirst(new Ajv2020(options))
const queries = checkLengthFirst(new Ajv2020({ ...options, coerceTypes: true }))
for (const ajv of [bodies, queries]) addFormats.default(ajv)

export type Shape = (value: unknown) => string[]

/** What is said of an unknown member instead of the nearest name; undefined where the nearest name is the best. */
export type UnknownWords = (name: string, at: string, known: readonly string[]) => string | undefined

/** A check of JSON bodies: the errors, JSON pointer first; none when the value fits. */
export function bodyShape(schema: TSchema, unknownWords?: UnknownWords): Shape {
  return check(bodies, schema, 'field', unknownWords)
}

/** A check of values that only says whether they fit. */
export function fits(schema: TSchema): (value: unknown) => boolean {
  const faults = bodyShape(schema)
  return value => faults(value).length === 0
}

/** A check of query parameters, which are texts: it replaces them in place by the numbers and booleans that they spell. */
export function queryShape(schema: TSchema): Shape {
  return check(queries, schema, 'parameter')
}

const maxErrors = 50

function check(ajv: Ajv2020, schema: TSchema, word: 'field' | 'parameter', unknownWords?: UnknownWords): Shape {
  // Compiled on first use: compiling all schemas of four sites takes a quarter of a second.
  let validate: ValidateFunction | undefined
  return value => {
    validate ??= ajv.compile(schema)
    if (validate(withFewUnknown(value, schema))) return []
    const found = validate.errors ?? []
    const unions = [...new Set(found.filter(error => error.keyword === 'anyOf').map(error => `${error.schemaPath}/`))]
    // A value of the wrong type is not the constant either; the error of the constant says what is right.
    const constants = new Set(found.filter(error => error.keyword === 'const').map(error => error.instancePath))
    const tooLong = new Set(found.filter(error => error.keyword === 'maxLength').map(error => error.instancePath))
    const errors = new Set<string>()
    for (const error of found) {
      // What else is wrong with a text that is too long shows once it is short enough.
      if (error.keyword !== 'maxLength' && tooLong.has(error.instancePath)) continue
      if (error.keyword === 'type' && constants.has(error.instancePath)) continue
      // Each member of a failed union fails too; the error of the union is the clearer one.
      if (unions.some(union => error.schemaPath.startsWith(union))) continue
      errors.add(describe(error, word, unknownWords))
      if (errors.size === maxErrors) break
    }
    return [...errors]
  }
}

/** The most unknown members of which each is an error: an object of thousands would take long. */
const mostUnknown = 100

/** An object with its known members and the first unknown ones. */
function withFewUnknown(value: unknown, { properties }: { properties?: object }): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || properties === undefined) return value
  const names = Object.keys(value)
  if (names.length <= mostUnknown) return value
  const [known, unknown] = [
    names.filter(name => Object.hasOwn(properties, name)),
    names.filter(name => !Object.hasOwn(properties, name)),
  ]
  return Object.fromEntries(
    [...known, ...unknown.slice(0, mostUnknown)].map(name => [name, (value as Record<string, unknown>)[name]]),
  )
}

function describe(error: ErrorObject, word: string, unknownWords?: UnknownWords): string {
  const at = error.instancePath
  const { params } = error as { params: Record<string, unknown> }
  switch (error.keyword) {
    case 'required':
      return `${at}/${pointerPart(String(params.missingProperty))}: is missing${expectation(propertySchema(error, String(params.missingProperty)))}`
    case 'additionalProperties': {
      const name = String(params.additionalProperty)
      const known = Object.keys((error.parentSchema as { properties?: object }).properties ?? {})
      const pointer = `${at}/${pointerPart(name)}`
      const words = unknownWords?.(name, at, known)
      return words === undefined ? unknownField(pointer, name, known, word) : `${pointer}: is no ${word} here; ${words}`
    }
    case 'uniqueItems':
      return `${at}: items ${String(params.j)} and ${String(params.i)} are equal (${show((error.data as unknown[])[Number(params.i)])}); each may occur once`
    default:
      return `${at || '/'}: got ${show(error.data)}; ${requirement(error)}`
  }
}

function requirement(error: ErrorObject): string {
  const { params, parentSchema } = error as { params: Record<string, unknown>; parentSchema: Record<string, unknown> }
  const limit = String(params.limit)
  switch (error.keyword) {
    case 'type':
      return `it takes ${typeName(params.type)}${membersOf(parentSchema)}${described(parentSchema)}`
    case 'const':
      return `it takes ${show(params.allowedValue)}${described(parentSchema)}`
    case 'enum':
      return `it takes one of ${(params.allowedValues as unknown[]).map(show).join(', ')}${near(error)}`
    case 'anyOf':
      return `it takes ${(parentSchema.anyOf as Record<string, unknown>[]).map(part => (part.const === undefined ? typeName(part.type) + membersOf(part) : show(part.const))).join(' or ')}`
    case 'minLength':
      return limit === '1'
        ? 'it may not be empty'
        : `it has ${lengthOf(error.data)} characters and takes at least ${limit}`
    case 'maxLength':
      return `it has ${lengthOf(error.data)} characters and takes at most ${limit}`
    case 'minItems':
      return `it has ${(error.data as unknown[]).length} items and takes at least ${limit}`
    case 'maxItems':
      return `it has ${(error.data as unknown[]).length} items and takes at most ${limit}`
    case 'minimum':
      return `it takes at least ${limit}`
    case 'maximum':
      return `it takes at most ${limit}`
    case 'minProperties':
      return `it takes at least ${limit} of ${propertyNames(parentSchema)}`
    case 'maxProperties':
      return `it takes at most ${limit} of ${propertyNames(parentSchema)}`
    case 'pattern':
      return `it takes ${patternWords(error, parentSchema)}${plusSign(error)}`
    case 'format':
      return `it takes ${formatWords[String(params.format)] ?? `the format ${params.format}`}${described(parentSchema)}${plusSign(error)}`
    default:
      return error.message ?? 'it does not fit'
  }
}

const propertyNames = (schema: Record<string, unknown>) => Object.keys(schema.properties as object).join(', ')

const formatWords: Record<string, string> = {
  email: 'an e-mail address such as name@example.org',
  'date-time': 'a date and time with an offset, such as 2027-03-06T14:00:00+01:00',
}

function patternWords(error: ErrorObject, schema: Record<string, unknown>): string {
  const what = `text of the form ${String(error.params.pattern)}`
  return typeof schema.description === 'string' ? `${lower(schema.description)} (${what})` : what
}

/** A hint for an unescaped plus in a URL, which arrives as a space. */
function plusSign({ data }: ErrorObject): string {
  return typeof data === 'string' && data.length <= 40 && /^\d[\d-]*T[\d:.]+ \d\d:\d\d$/.test(data)
    ? '; in a URL the + of an offset is written %2B'
    : ''
}

function near(error: ErrorObject): string {
  const allowed = (error.params as { allowedValues: unknown[] }).allowedValues.filter(
    value => typeof value === 'string',
  )
  const nearest = typeof error.data === 'string' ? nearestOf(error.data, allowed) : undefined
  return nearest ? `; did you mean ${show(nearest)}?` : ''
}

export function unknownField(pointer: string, name: string, known: readonly string[], word = 'field'): string {
  return `${pointer}: is no ${word} here; ${suggestion(name, known)}`
}

/** Suggests the known name that is meant or nearest, or else all known names. */
export function suggestion(name: string, known: readonly string[]): string {
  const nearest = name.length > longestCompared ? undefined : (argumentMeant(name, known) ?? nearestOf(name, known))
  return nearest ? `did you mean "${nearest}"?` : known.length === 0 ? 'it takes none' : `it takes ${known.join(', ')}`
}

/** The known name that a misspelt name probably means, if any; none for a name that is longer than any known one. */
export function nearestOf(name: string, known: readonly string[]): string | undefined {
  if (name.length > longestCompared) return undefined
  const wanted = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const scored = known
    .map(candidate => ({ candidate, steps: distance(wanted, candidate.toLowerCase().replace(/[^a-z0-9]/g, '')) }))
    .sort((a, b) => a.steps - b.steps)
  const best = scored[0]
  return best && best.steps <= Math.max(1, Math.floor(wanted.length / 3)) ? best.candidate : undefined
}

function propertySchema(error: ErrorObject, name: string): unknown {
  return (error.parentSchema as { properties?: Record<string, unknown> }).properties?.[name]
}

function expectation(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return ''
  const { type, const: constant, enum: allowed } = schema as { type?: string; const?: unknown; enum?: unknown[] }
  if (constant !== undefined) return `; it takes ${show(constant)}${described(schema as Record<string, unknown>)}`
  if (allowed) return `; it takes one of ${allowed.map(show).join(', ')}`
  const members = membersOf(schema as Record<string, unknown>)
  return type ? `; it takes ${typeName(type)}${members}${described(schema as Record<string, unknown>)}` : ''
}

/** ` {"amount": a number, "currency": text}`: the members of an object; nothing for any other type. */
function membersOf({ properties, required = [] }: Record<string, unknown>): string {
  if (typeof properties !== 'object' || properties === null) return ''
  type Member = { type?: unknown; enum?: unknown[]; anyOf?: { type?: unknown }[] }
  const members = Object.entries(properties as Record<string, Member>).map(([name, { type, enum: allowed, anyOf }]) => {
    const optional = (required as readonly string[]).includes(name) ? '' : ' (optional)'
    const taken = allowed
      ? `one of ${allowed.map(show).join(', ')}`
      : typeName(type ?? anyOf?.map(part => part.type) ?? 'a value')
    return `"${name}": ${taken}${optional}`
  })
  return ` {${members.join(', ')}}`
}

function described(schema: Record<string, unknown>): string {
  return typeof schema.description === 'string' ? `: ${lower(schema.description)}` : ''
}

function typeName(type: unknown): string {
  const names: Record<string, string> = {
    string: 'text',
    integer: 'a whole number',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
    null: 'null',
  }
  return (Array.isArray(type) ? type : [type]).map(one => names[String(one)] ?? String(one)).join(' or ')
}

/** A value as an error shows it: JSON, cut where it is long. */
export function show(value: unknown): string {
  const begun = typeof value === 'string' || Array.isArray(value) ? value.slice(0, 200) : value
  const text =
    (Number.isNaN(begun) || Math.abs(begun as number) === Infinity ? undefined : JSON.stringify(begun)) ?? String(begun)
  const points = [...text.slice(0, 200)]
  return points.length > 80 ? `${points.slice(0, 77).join('').toWellFormed()}…` : text
}

const lengthOf = (data: unknown) => (typeof data === 'string' ? [...data].length : 0)
/** The first word without its capital, unless it is a name such as GeoNames or IANA. */
const lower = (text: string) =>
  text.replace(/^\p{Lu}(?![\p{L}\p{N}]*\p{Lu})/u, first => first.toLowerCase()).replace(/\.$/, '')
/** A member's name as a part of a JSON pointer, cut where it is long. */
export const pointerPart = (name: string) =>
  [...name.slice(0, 80)].join('').toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')
