// The page of past decisions: a search over the log, the newest first, each leading to its text and its account.
import type { FastifyRequest } from 'fastify'
import { problems } from '../../contract/problems/problems.ts'
import type { Platform } from '../../usecases/platform.ts'
import {
  type DecisionSearch,
  type DecisionsPage,
  deciders,
  findDecisions,
  otherCategories,
  outcomes,
  type SearchName,
  type SeenDecision,
  searchNames,
} from '../../usecases/review/past-decisions.ts'
import { parameter } from '../private/route.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { accountAddress } from './account-address.ts'
import { type CoveredAs, coveredAs } from './cover.ts'
import { faultsList, reviewPage } from './frame.ts'
import { plain } from './plain-text.ts'
import { addressOf, type ReviewRoute, sendPage } from './route.ts'
import { at } from './words.ts'

const path = '/review/decisions'

export const pastDecisionRoutes: readonly ReviewRoute[] = [
  {
    method: 'GET',
    path,
    role: 'reviewer',
    async run(visit) {
      const { platform, session, request, reply } = visit
      const search = searchIn(request)
      const found = await findDecisions(platform, search, session.reviewer.email)
      const wrong = found.faults.length > 0
      const page = await reviewPage(visit, {
        title: 'Past decisions',
        section: path,
        alert: wrong ? faultsList('Part of the search is left out.', found.faults) : undefined,
        body: html`<div class="queue">
<h1>Past decisions</h1>
${searchForm(platform, search)}
${results(search, found, category => coveredAs(platform, request, category))}
</div>`,
      })
      return sendPage(reply, wrong ? problems.invalid.status : 200, page)
    },
  },
]

const longest = 100

function searchIn(request: FastifyRequest): DecisionSearch {
  const given = searchNames.map(name => [
    name,
    (parameter(request, name) ?? '').trim().slice(0, longest).toWellFormed(),
  ])
  return Object.fromEntries(given.filter(([, value]) => value !== '')) as DecisionSearch
}

/** The address of a search. */
export const searchAddress = (search: DecisionSearch): string => `${path}?${new URLSearchParams(search)}`

function searchForm({ facts: { sites }, policy, reviewers }: Platform, search: DecisionSearch): Html {
  const select = (
    name: SearchName,
    label: string,
    of: readonly (readonly [value: string, text: string])[],
    all = 'all',
  ) =>
    html`<label>${label} <select name="${name}"><option value="">${all}</option>${of.map(([value, text]) => html`<option value="${value}"${value === search[name] && html` selected`}>${text}</option>`)}</select></label>\n`
  const input = (name: SearchName, label: string, type = 'text', hint = '') =>
    html`<label>${label} <input name="${name}" type="${type}" value="${search[name] ?? ''}" maxlength="${longest}" placeholder="${hint}" autocomplete="off" spellcheck="false"></label>\n`
  const same = (values: readonly string[]) => values.map(value => [value, value] as const)
  const people = reviewers.map(({ email }) => email)
  const by =
    search.by === undefined || people.includes(search.by) || Object.hasOwn(deciders, search.by) ? [] : [search.by]
  return html`<form method="get" action="${path}" class="filter">
${select('by', 'Decided by', same([...Object.keys(deciders).slice(1), ...people, ...by]), 'people')}${select('what', 'What', same(Object.keys(outcomes)))}${select(
  'category',
  'Category',
  [...policy.categories.map(({ id, title }) => [id, title] as const), ...same(otherCategories)],
)}${sites.length > 1 && select('site', 'Site', same(sites.map(({ id }) => id)))}${input('account', 'Account', 'text', '@handle')}${input('post', 'Post', 'text', 'its id')}${input('from', 'From', 'date')}${input('to', 'To', 'date')}<button type="submit" class="outline secondary">Find</button>${Object.keys(search).length > 0 && html` <a href="${path}">Clear</a>`}
</form>`
}

function results(search: DecisionSearch, { decisions, older }: DecisionsPage, covered: CoveredAs): Html {
  if (decisions.length === 0) return html`<p class="calm">No such decision is in the log.</p>`
  return html`${decisionsTable(decisions, 'The newest first; times are UTC', covered)}
${older !== null && html`<p><a href="${searchAddress({ ...search, before: String(older) })}" rel="next">Older decisions</a></p>`}`
}

/** Decisions as a table. */
function decisionsTable(decisions: readonly SeenDecision[], caption: string, covered: CoveredAs): Html {
  return html`<table class="told decisions">
<caption>${caption}</caption>
<thead><tr><th scope="col">Decision</th><th scope="col">About</th><th scope="col">By</th></tr></thead>
<tbody>${decisions.map(each => decisionRow(each, covered))}</tbody>
</table>`
}

function decisionRow(
  { at: when, by, who, what, category, said, site, item, account, words }: SeenDecision,
  covered: CoveredAs,
): Html {
  const as = covered(category)
  const text = words === '' ? null : as === null ? html`<bdi>${plain(words)}</bdi>` : `covered, ${as}`
  return html`<tr>
<th scope="row"><strong>${what.replaceAll('-', ' ')}</strong>${category && ` as ${category}`}${said && html`<div class="said"><bdi>${plain(said)}</bdi></div>`}</th>
<td data-name="About">${item ? html`<a href="${addressOf(item)}">${text ?? 'the text'} <span class="id">${item.subject}</span></a>` : text}${account && html` <a href="${accountAddress(account.id)}">@${account.handle}</a>`}${site && html` <span class="small">${site}</span>`}</td>
<td data-name="By">${by === 'person' ? who : `${by}: ${who}`} <span class="small">${at(when)}</span></td>
</tr>
`
}
