// The description of the API for readers with a small context: every operation with its parameters, fields and errors.
import type { TSchema } from 'typebox'
import { onSite } from '../../contract/operations/tool.ts'
import type { OperationRow } from '../../contract/operations.ts'
import type { PricedSite } from '../../contract/sites/priced-site.ts'
import { ownProblems } from './answers.ts'
import { type Json, withType } from './components.ts'
import { offered } from './document.ts'
import { introduction, summaryOf } from './words.ts'

/** The summary of a site, in CommonMark. */
export function openApiSummary(site: PricedSite, baseUrl: string): string {
  const operations = offered(site).map(([id, row]) => section(id, row, site))
  const head = [`# ${site.title}: the API in short`, summaryOf(site), introduction(site)]
  const further = `Base URL: ${baseUrl}. The full description is at ${baseUrl}/openapi.yml, its part for one tag at ${baseUrl}/openapi.yml?tag=posts. Below, * marks required members; every operation can also answer \`invalid\`, \`unauthorized\`, \`overloaded\` and \`internal\`.`
  return `${[...head, further, ...operations].join('\n\n')}\n`
}

function section(id: string, row: OperationRow, site: PricedSite): string {
  const { method, path, auth, summary, body, query, status } = row
  const errors = ownProblems(id, row)
  const lines = [
    `## ${id}: ${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`,
    onSite(summary, site),
    ...(auth === 'key' ? ['Needs a key.'] : []),
    ...listed('Query', query?.(site)),
    ...listed('Header', row.headers),
    ...listed('Body', body?.(site)),
    `Success: ${status}.${errors.length > 0 ? ` Errors: ${errors.join(', ')}.` : ''}`,
  ]
  return lines.join('\n')
}

function listed(title: string, object: TSchema | undefined): string[] {
  const text = object && members(object as unknown as Json)
  return text ? [`${title}: ${text}.`] : []
}

/** "title* text ≤ 150; topics* list of text": the members of an object, those inside it in braces. */
function members({ properties = {}, required = [] }: Json): string {
  const needed = required as readonly string[]
  return Object.entries(properties as Record<string, Json>)
    .map(([name, schema]) => `${name}${needed.includes(name) ? '*' : ''} ${typeOf(schema)}`)
    .join('; ')
}

function typeOf(schema: Json): string {
  const { type, const: only, enum: allowed, anyOf, items, maxLength, minimum, maximum } = withType(schema)
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(allowed)) return allowed.join('|')
  if (Array.isArray(anyOf)) return [...new Set((anyOf as Json[]).map(typeOf))].join(' or ')
  if (type === 'array') return `list of ${typeOf(items as Json)}`
  if (type === 'object') return `{${members(schema)}}`
  if (type === 'string') return `text${maxLength === undefined ? '' : ` ≤ ${maxLength}`}`
  const least = minimum === undefined ? '' : ` ≥ ${minimum}`
  return `${type}${least}${maximum === undefined || Number(maximum) >= Number.MAX_SAFE_INTEGER ? '' : ` ≤ ${maximum}`}`
}
