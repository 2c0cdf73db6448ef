// The page of the queue: the number and age of items of each kind, the most urgent items with their holders, and the button to the
// next item.
import type { FastifyRequest } from 'fastify'
import { type SiteId, siteIds } from '../../contract/sites/site-ids.ts'
import { severities } from '../../domain/review/urgency.ts'
import { type ListedItem, type ListedOnly, type QueueView, reviewQueue, takeNext } from '../../usecases/review/queue.ts'
import { hidden } from '../private/frame.ts'
import { parameter } from '../private/route.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { reviewPage } from './frame.ts'
import { leadTo } from './notices.ts'
import { addressOf, itemIn, itemPath, type ReviewRoute, type ReviewVisit, sendPage } from './route.ts'
import { age, kindWords, languageName, nameOf } from './words.ts'

const path = '/review'

export const queueRoutes: readonly ReviewRoute[] = [
  {
    method: 'GET',
    path,
    role: 'reviewer',
    async run(visit) {
      const { platform, reply, request } = visit
      const only = filterIn(request)
      const body = queueBody(visit, only, await reviewQueue(platform, undefined, visit.session.reviewer.email, only))
      return sendPage(reply, 200, await reviewPage(visit, { title: 'Review queue', section: path, body }))
    },
  },
  { method: 'POST', path: '/review/next', role: 'reviewer', run: leadToNext },
  {
    method: 'POST',
    path: `${itemPath}/release`,
    role: 'reviewer',
    async run({ platform, session: { reviewer }, request, reply }) {
      await platform.act('releaseReviewItem', { ...itemIn(request), reviewer: reviewer.email })
      return leadTo(reply, path, 'released')
    },
  },
]

/** Claims the most urgent item that the reviewer may take and redirects to it, or to the queue if there is none. */
export async function leadToNext({ platform, session: { reviewer }, reply }: ReviewVisit) {
  const next = await takeNext(platform, reviewer.email)
  return next ? leadTo(reply, addressOf(next)) : leadTo(reply, path, 'nothing-left')
}

/** The button to the next item. */
export function nextForm(csrf: string, label = 'Next item'): Html {
  return html`<form method="post" action="/review/next" class="next-item">
${hidden('csrf', csrf)}
<button type="submit" data-key="j">${label}</button>
</form>`
}

/** The filter in the address; a value that is not known limits nothing. */
function filterIn(request: FastifyRequest): ListedOnly {
  const known = <T extends string>(name: string, values: readonly T[]) =>
    values.find(value => value === parameter(request, name))
  return { kind: known('kind', kinds), site: known('site', siteIds), severity: known('severity', severities) }
}

const kinds = Object.keys(kindWords) as (keyof typeof kindWords)[]

function queueBody(
  { platform, session: { reviewer }, csrf }: ReviewVisit,
  only: ListedOnly,
  { counts, items }: QueueView,
): Html {
  const now = platform.now()
  const waiting = counts.reduce((sum, each) => sum + each.waiting, 0)
  const filtered = Object.values(only).some(Boolean)
  const what = filtered ? 'The items of the filter' : items.length < waiting ? `The first ${items.length}` : 'All items'
  return html`<div class="queue">
<h1>Review queue</h1>
<dl class="counts">${counts.map(
    ({ kind, waiting, more, oldest }) =>
      html`<div><dt>${kindWords[kind].many}</dt><dd><strong>${waiting}${more && '+'}</strong> <span>${oldest ? html`oldest ${age(oldest, now)}` : 'none'}</span></dd></div>\n`,
  )}</dl>
${waiting === 0 ? html`<p class="calm">The queue is empty.</p>` : html`${nextForm(csrf, 'Start')}${filterForm(platform.facts.sites, only)}`}
${waiting > 0 && items.length === 0 && html`<p class="calm">Nothing of this filter waits.</p>`}
${
  items.length > 0 &&
  html`<table class="waiting">
<caption>${what}, the most harmful first, then the oldest</caption>
<thead><tr><th scope="col">Item</th><th scope="col">Site</th><th scope="col">Since</th><th scope="col">Held by</th></tr></thead>
<tbody>${items.map(item => row(item, { now, reviewer: reviewer.email }))}</tbody>
</table>`
}
</div>`
}

function row(item: ListedItem, { now, reviewer }: { now: number; reviewer: string }): Html {
  const { severity, excerpt, categories, language, handle, claimed_by: by } = item
  const known = [
    categories.join(', '),
    language === null ? 'language not known' : languageName(language),
    handle && `@${handle}`,
  ]
  return html`<tr>
<th scope="row">${severity === 'critical' && html`<span class="badge bad">critical</span> `}<a href="${addressOf(item)}"${language && html` hreflang="${language}"`}>${nameOf(item)}: <bdi>${cut(excerpt) || 'no words'}</bdi></a>
<span class="about">${known.filter(Boolean).join(' · ')} <span class="id">${item.subject}</span></span></th>
<td>${item.site}</td>
<td>${age(item.since, now)}</td>
<td>${by === reviewer ? html`<span class="badge waits">you</span>` : (by ?? '')}</td>
</tr>
`
}

const listedWords = 110

/** The first words of a text, to the end of a word. */
function cut(excerpt: string): string {
  const characters = [...excerpt]
  return characters.length <= listedWords
    ? excerpt
    : `${characters.slice(0, listedWords).join('').replace(/\S*$/, '')}…`
}

function filterForm(sites: readonly { id: SiteId }[], { kind, site, severity }: ListedOnly): Html {
  const select = (
    name: string,
    label: string,
    of: readonly (readonly [value: string, text: string])[],
    chosen?: string,
  ) =>
    html`<label>${label} <select name="${name}"><option value="">all</option>${of.map(([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`)}</select></label>\n`
  return html`<form method="get" action="/review" class="filter">
${select(
  'kind',
  'Kind',
  kinds.map(each => [each, kindWords[each].many] as const),
  kind,
)}${
  sites.length > 1 &&
  select(
    'site',
    'Site',
    sites.map(({ id }) => [id, id] as const),
    site,
  )
}${select(
  'severity',
  'Harm',
  severities.slice(0, -1).map((each, i) => [each, i === 0 ? each : `${each} and worse`] as const),
  severity,
)}<button type="submit" class="outline secondary">Show</button>
</form>`
}
