// The page of the queue: the number and age of items of each kind, the oldest items with their holders, and the button to the
// next item.
import { type QueueView, reviewQueue, takeNext } from '../../usecases/review/queue.ts'
import { hidden } from '../private/frame.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { reviewPage } from './frame.ts'
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
      const { platform, reply } = visit
      const body = queueBody(visit, await reviewQueue(platform, undefined, visit.session.reviewer.email))
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

/** Claims the oldest item that the reviewer may take and redirects to it, or to the queue if there is none. */
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

function queueBody({ platform, session: { reviewer }, csrf }: ReviewVisit, { counts, items }: QueueView): Html {
  const now = platform.now()
  const waiting = counts.reduce((sum, each) => sum + each.waiting, 0)
  const shown = items.length < waiting
  return html`<div class="queue">
<h1>Review queue</h1>
<dl class="counts">${counts.map(
    ({ kind, waiting, more, oldest }) =>
      html`<div><dt>${kindWords[kind].many}</dt><dd><strong>${waiting}${more && '+'}</strong> <span>${oldest ? html`oldest ${age(oldest, now)}` : 'none'}</span></dd></div>\n`,
  )}</dl>
${waiting === 0 ? html`<p class="calm">The queue is empty.</p>` : nextForm(csrf, 'Start')}
${
  items.length > 0 &&
  html`<table class="waiting">
<caption>${shown ? `The oldest ${items.length}` : 'All items'}, oldest first</caption>
<thead><tr><th scope="col">Item</th><th scope="col">Site</th><th scope="col">Since</th><th scope="col">Held by</th></tr></thead>
<tbody>${items.map(
    ({ claimed_by: by, ...item }) => html`<tr>
<th scope="row"><a href="${addressOf(item)}">${nameOf(item)} <span class="id">${item.subject}</span></a></th>
<td>${item.site}</td>
<td>${age(item.since, now)}</td>
<td>${by === reviewer.email ? html`<span class="badge waits">you</span>` : (by ?? '')}</td>
</tr>
`,
  )}</tbody>
</table>`
}
</div>`
}
