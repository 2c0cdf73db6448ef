// Writes the schemas and operations of the API as types of Python.
import { type Json, type Model, siteIds } from './model.ts'

const head = (about: string) =>
  `"""${about}\n\nMade from the OpenAPI documents of the sites by \`node clients/generate.ts\`. Do not edit it.\n"""\n`

/** types.py: one TypedDict an object, in each object of a schema too. A type that differs from site to site is a union. */
export function pythonTypes({ schemas, varying, events }: Model): string {
  const written: string[] = []
  for (const [name, schema] of schemas) {
    const own = typeOf(schema, name, written)
    if (own !== `"${name}"`) written.push(`${name} = ${own}\n`)
  }
  const unions = [...varying].map(
    ([name, sites]) => `${name} = Union[${[...new Set(Object.values(sites))].map(each => `"${each}"`).join(', ')}]\n`,
  )
  return [
    head('The bodies and answers of the API.'),
    'from typing import Any, Literal, NotRequired, TypedDict, Union\n',
    `SiteId = Literal[${siteIds.map(id => `"${id}"`).join(', ')}]\n`,
    ...written,
    ...unions,
    `WebhookEvent = Union[${events.map(name => `"${name}"`).join(', ')}]\n`,
  ].join('\n')
}

/** operations.py: method and path of each operation. */
export function pythonOperations({ operations }: Model): string {
  const rows = operations.map(({ id, method, path, parameters }) => {
    const keyed = parameters.some(({ name }) => name === 'Idempotency-Key') ? 'True' : 'False'
    return `    "${id}": Operation("${method}", "${path}", ${keyed}),`
  })
  return [
    head('Method and path of each operation.'),
    'from typing import NamedTuple\n\n',
    'class Operation(NamedTuple):\n    method: str\n    path: str\n    keyed: bool\n    """Whether it takes an Idempotency-Key."""\n\n',
    `OPERATIONS: dict[str, Operation] = {\n${rows.join('\n')}\n}\n`,
  ].join('\n')
}

/** The type of a value. `name`: for an object in it; the object's own type is added to `written`. */
function typeOf(schema: Json, name: string, written: string[]): string {
  const { $ref, const: only, enum: choices, anyOf, oneOf, type, items, properties, additionalProperties } = schema
  if (typeof $ref === 'string') return `"${$ref.split('/').at(-1)!}"`
  if (only !== undefined) return `Literal[${literal(only)}]`
  if (Array.isArray(choices)) return `Literal[${choices.map(literal).join(', ')}]`
  const either = (anyOf ?? oneOf) as Json[] | undefined
  if (either) return union(either.map((each, i) => typeOf(each, i === 0 ? name : `${name}${i + 1}`, written)))
  if (Array.isArray(type)) return union(type.map(each => typeOf({ ...schema, type: each }, name, written)))
  if (type === 'array') return `list[${typeOf((items ?? {}) as Json, `${name}Item`, written)}]`
  if (type === 'object' && Object.keys((properties ?? {}) as Json).length > 0) {
    written.push(typedDict(schema, name, written))
    return `"${name}"`
  }
  if (type === 'object')
    return `dict[str, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties as Json, `${name}Value`, written) : 'Any'}]`
  return plain[type as string] ?? 'Any'
}

const plain: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

const union = (types: readonly string[]) => {
  const distinct = [...new Set(types)]
  return distinct.length === 1 ? distinct[0]! : `Union[${distinct.join(', ')}]`
}

/** With a member that is a word of the language, the form of a call, which takes any name. */
function typedDict({ description, properties, required = [] }: Json, name: string, written: string[]): string {
  const members = Object.entries(properties as Record<string, Json>).map(([member, each]) => {
    const type = typeOf(each, name + pascalCase(member), written)
    const needed = (required as string[]).includes(member)
    return { member, type: needed ? type : `NotRequired[${type}]`, about: sentence(each.description) }
  })
  if (members.some(({ member }) => keywords.has(member)))
    return `${name} = TypedDict(\n    "${name}",\n    {\n${members.map(({ member, type }) => `        "${member}": ${type},\n`).join('')}    },\n)\n`
  const lines = members.map(({ member, type, about }) => `    ${member}: ${type}\n${about && `    """${about}"""\n`}`)
  const about = sentence(description)
  return `\nclass ${name}(TypedDict):\n${about && `    """${about}"""\n\n`}${lines.join('')}\n`
}

const keywords = new Set(['from', 'in', 'is', 'class', 'def', 'for', 'if', 'not', 'or', 'and', 'with', 'as', 'pass'])

const sentence = (text: unknown) =>
  typeof text === 'string'
    ? text
        .replace(/\s*\n\s*/g, ' ')
        .replace(/\\/g, '\\\\')
        .replace(/"/g, "'")
    : ''

const pascalCase = (name: string) => name.replace(/(^|_)[a-z]/g, match => match.slice(-1).toUpperCase())

const literal = (value: unknown) =>
  value === true ? 'True' : value === false ? 'False' : value === null ? 'None' : JSON.stringify(value)
