// The page of the queue: the number and age of items of each kind, the most urgent items with their holders, and the button to the
// next item.
import { limits } from '../../contract/limits.ts'
import { problems } from '../../contract/problems/problems.ts'
import { languageName } from '../../domain/text/language-name.ts'
import { undetermined } from '../../domain/text/language-tag.ts'
import { type AskedFilter, readFilter } from '../../usecases/review/filter.ts'
import { type Exposure, exposureOf } from '../../usecases/review/grave.ts'
import { type ListedItem, type QueueView, reviewQueue, takeNext } from '../../usecases/review/queue.ts'
import { hidden } from '../private/frame.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { coveredAs, exposureLine } from './cover.ts'
import { askedIn, filterForm, filterQuery, nextOnly, withFilter } from './filter.ts'
import { faultsList, reviewPage } from './frame.ts'
import { leadTo } from './notices.ts'
import { addressOf, itemIn, itemPath, type ReviewRoute, type ReviewVisit, sendPage } from './route.ts'
import { age, kindWords, nameOf } from './words.ts'

const path = '/review'

export const queueRoutes: readonly ReviewRoute[] = [
  {
    method: 'GET',
    path,
    role: 'reviewer',
    async run(visit) {
      const { platform, reply, request } = visit
      const asked = askedIn(request)
      const { only, faults } = await readFilter(platform, asked)
      const { email } = visit.session.reviewer
      const exposure = await exposureOf(platform, email)
      const body = queueBody(visit, { asked, exposure }, await reviewQueue(platform, undefined, email, only))
      const alert = faults.length === 0 ? undefined : faultsList('Part of the filter is left out.', faults)
      const page = await reviewPage(visit, { title: 'Review queue', section: path, body, alert })
      return sendPage(reply, alert ? problems.invalid.status : 200, page)
    },
  },
  { method: 'POST', path: '/review/next', role: 'reviewer', run: leadToNext },
  {
    method: 'POST',
    path: `${itemPath}/release`,
    role: 'reviewer',
    async run({ platform, session: { reviewer }, request, reply }) {
      await platform.act('releaseReviewItem', { ...itemIn(request), reviewer: reviewer.email })
      return leadTo(reply, path + filterQuery(request), 'released')
    },
  },
]

/**
 * Claims the most urgent item of the filter that the reviewer may take and redirects to it, or to the queue if there is none. Throws
 * `invalid` for a filter that is not known.
 */
export async function leadToNext(visit: ReviewVisit) {
  const { platform, session, request, reply } = visit
  const next = await takeNext(platform, session.reviewer.email, await nextOnly(visit))
  const query = filterQuery(request)
  return next ? leadTo(reply, addressOf(next) + query) : leadTo(reply, path + query, 'nothing-left')
}

/** The button to the next item. `query`: the filter. */
export function nextForm(csrf: string, query: string, label = 'Next item'): Html {
  return html`<form method="post" action="/review/next${query}" class="next-item">
${hidden('csrf', csrf)}
<button type="submit" data-key="j">${label}</button>
</form>`
}

function queueBody(
  { platform, session: { reviewer }, csrf, request }: ReviewVisit,
  { asked, exposure }: { asked: AskedFilter; exposure: Exposure },
  { counts, items, cut }: QueueView,
): Html {
  const now = platform.now()
  const waiting = counts.reduce((sum, each) => sum + each.waiting, 0)
  const filtered = Object.keys(asked).length > 0
  const what = filtered ? 'The items of the filter' : items.length < waiting ? `The first ${items.length}` : 'All items'
  const start = filtered ? 'Start with these' : 'Start'
  return html`<div class="queue">
<h1>Review queue</h1>
<dl class="counts">${counts.map(
    ({ kind, waiting, more, oldest }) =>
      html`<div><dt>${kindWords[kind].many}</dt><dd><strong>${waiting}${more && '+'}</strong> <span>${oldest ? html`oldest ${age(oldest, now)}` : 'none'}</span></dd></div>\n`,
  )}</dl>
${waiting === 0 ? html`<p class="calm">The queue is empty.</p>` : html`${nextForm(csrf, filterQuery(request), start)}${filterForm(platform, asked)}`}
${(exposure.seen > 0 || items.some(({ grave }) => grave !== null)) && exposureLine(request, csrf, exposure)}${waiting > 0 && items.length === 0 && html`<p class="calm">Nothing of this filter waits.</p>`}
${cut && html`<p class="small">The filter looks into the ${limits.reviewSearched} most urgent items.</p>`}
${
  items.length > 0 &&
  html`<table class="waiting">
<caption>${what}, the most harmful first, then the oldest</caption>
<thead><tr><th scope="col">Item</th><th scope="col">Site</th><th scope="col">Since</th><th scope="col">Held by</th></tr></thead>
<tbody>${items.map(item => row(item, { now, reviewer: reviewer.email, asked, covered: coveredAs(platform, request, item.grave) }))}</tbody>
</table>`
}
</div>`
}

type Shown = { now: number; reviewer: string; asked: AskedFilter; covered: string | null }

function row(item: ListedItem, { now, reviewer, asked, covered }: Shown): Html {
  const { severity, excerpt, claimed_by: by } = item
  const language = covered === null ? (item.language ?? undefined) : undefined
  const words = covered === null ? cut(excerpt) || 'no words' : `covered, ${covered}`
  return html`<tr>
<th scope="row">${severity === 'critical' && html`<span class="badge bad">critical</span> `}<a href="${addressOf(item)}${withFilter(asked)}"${language && html` hreflang="${language}"`}>${nameOf(item)}: <bdi${language && html` lang="${language}"`}>${words}</bdi></a>
<span class="about">${known(item, asked).map(each => html`${each} · `)}<span class="id">${item.subject}</span></span></th>
<td>${item.site}</td>
<td>${age(item.since, now)}</td>
<td>${by === reviewer ? html`<span class="badge waits">you</span>` : (by ?? '')}</td>
</tr>
`
}

/** What is known of an item, each a link that limits the list to it. */
function known({ categories, language, handle }: ListedItem, asked: AskedFilter): Html[] {
  const link = (also: AskedFilter, text: string) =>
    html`<a href="${path}${withFilter({ ...asked, ...also })}">${text}</a>`
  return [
    ...categories.map(category => link({ category }, category)),
    link({ language: language ?? undetermined }, language === null ? 'language not known' : languageName(language)),
    ...(handle === null ? [] : [link({ author: handle }, `@${handle}`)]),
  ]
}

const listedWords = 110

/** The first words of a text, to the end of a word. */
function cut(excerpt: string): string {
  const characters = [...excerpt]
  return characters.length <= listedWords
    ? excerpt
    : `${characters.slice(0, listedWords).join('').replace(/\S*$/, '')}…`
}
