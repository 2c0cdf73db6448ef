// The filter of the queue in addresses and as a form: it goes from the list to each item, and to the next one.
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../contract/problems/problem.ts'
import { severities } from '../../domain/review/urgency.ts'
import { languageName } from '../../domain/text/language-name.ts'
import type { Platform } from '../../usecases/platform.ts'
import {
  type AskedFilter,
  type FilterName,
  filterNames,
  type ListedOnly,
  readFilter,
} from '../../usecases/review/filter.ts'
import { parameter } from '../private/route.ts'
import { type Html, html } from '../public/kit/layout.ts'
import type { ReviewVisit } from './route.ts'
import { kindWords } from './words.ts'

/** The longest value of a filter that is read, in characters. */
const longest = 100

/** The parts of the filter that an address has, as they were written. */
export function askedIn(request: FastifyRequest): AskedFilter {
  const given = filterNames.map(name => [
    name,
    (parameter(request, name) ?? '').trim().slice(0, longest).toWellFormed(),
  ])
  return Object.fromEntries(given.filter(([, value]) => value !== '')) as AskedFilter
}

/** A filter as the query of an address; empty without one. */
export function withFilter(asked: AskedFilter): string {
  const query = new URLSearchParams(asked).toString()
  return query === '' ? '' : `?${query}`
}

/** The filter of an address as the query of the next one. */
export const filterQuery = (request: FastifyRequest): string => withFilter(askedIn(request))

/** The filter by which the next item is chosen. Throws `invalid` with what each unknown part takes. */
export async function nextOnly({ platform, request }: ReviewVisit): Promise<ListedOnly> {
  const { only, faults } = await readFilter(platform, askedIn(request))
  if (faults.length > 0) throw new Problem('invalid', faults.join(' '))
  return only
}

/** The filter of the address in words, with links to the list and to the item without the filter; null without a filter. */
export function filterLine(request: FastifyRequest, item: string): Html | null {
  const parts = Object.entries(askedIn(request)).map(([name, value]) => `${name} ${value}`)
  if (parts.length === 0) return null
  return html`<p class="small">Next items: ${parts.join(', ')} · <a href="/review${filterQuery(request)}">list</a> · <a href="${item}">without the filter</a></p>`
}

type Options = readonly (readonly [value: string, text: string])[]

/** The form of the filter, filled with what was asked. */
export function filterForm({ facts: { sites }, policy }: Platform, asked: AskedFilter): Html {
  const select = (name: FilterName, label: string, of: Options) =>
    html`<label>${label} <select name="${name}"><option value="">all</option>${of.map(([value, text]) => html`<option value="${value}"${value === asked[name] && html` selected`}>${text}</option>`)}</select></label>\n`
  const input = (name: FilterName, label: string, hint: string) =>
    html`<label>${label} <input name="${name}" value="${asked[name] ?? ''}" maxlength="${longest}" placeholder="${hint}" autocomplete="off" spellcheck="false"></label>\n`
  const filtered = Object.keys(asked).length > 0
  return html`<details class="fold-filter"${filtered && ' open'}><summary>Filter</summary>
<form method="get" action="/review" class="filter">
${select(
  'kind',
  'Kind',
  Object.entries(kindWords).map(([kind, { many }]) => [kind, many] as const),
)}${
  sites.length > 1 &&
  select(
    'site',
    'Site',
    sites.map(({ id }) => [id, id] as const),
  )
}${select(
  'severity',
  'Harm',
  severities.slice(0, -1).map((each, i) => [each, i === 0 ? each : `${each} and worse`] as const),
)}${select(
  'category',
  'Category',
  policy.categories.map(({ id, title }) => [id, title] as const),
)}${input('language', 'Language', `${languageName('de')} or de`)}${input('author', 'Author', '@handle')}${input('words', 'Words', 'in the text')}<button type="submit" class="outline secondary">Show</button>${filtered && html` <a href="/review">Show all</a>`}
</form>
</details>`
}
