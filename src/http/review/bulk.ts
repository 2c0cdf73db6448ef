// The page that decides many texts at once: near-duplicates of a text, or the texts of its author in review, each with a checkbox.
import type { FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { choices } from '../../contract/moderation/decisions.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { problems } from '../../contract/problems/problems.ts'
import {
  type BulkDecided,
  type BulkDecision,
  type BulkOf,
  bulkTexts,
  decideBulk,
  undoBulk,
} from '../../usecases/review/bulk.ts'
import { sayable } from '../../usecases/review/decide-item.ts'
import type { Item } from '../../usecases/review/queue.ts'
import { chosen, field } from '../private/forms.ts'
import { hidden } from '../private/frame.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { showsGrave, underCover } from './cover.ts'
import { categoryField } from './decide-region.ts'
import { reviewPage } from './frame.ts'
import { lineOf, wholeText } from './post-region.ts'
import { addressOf, itemIn, itemPath, type ReviewRoute, type ReviewVisit, sendPage } from './route.ts'
import { sanctionOnMany } from './sanction.ts'
import { age } from './words.ts'

const path = `${itemPath}/bulk/:of`

export const bulkRoutes: readonly ReviewRoute[] = [
  { method: 'GET', path, role: 'reviewer', run: visit => show(visit) },
  { method: 'POST', path, role: 'reviewer', run: decide },
  {
    method: 'POST',
    path: '/review/bulk/undo',
    role: 'reviewer',
    async run(visit) {
      const {
        platform,
        session: { reviewer },
        request,
      } = visit
      const decisions = field(request, 'decisions').split(',')
      const { undone, late } = await undoBulk(platform, { decisions, reviewer: reviewer.email })
      const body = html`<div class="message">
<h1>${undone} undone</h1>
<p>${undone === 0 ? 'Nothing could be undone any more.' : 'These texts are in review again.'}</p>
${late > 0 && undone > 0 && html`<p>${late} had already gone out.</p>\n`}<p><a href="/review">Back to the queue</a></p>
</div>`
      return sendPage(visit.reply, 200, await reviewPage(visit, { title: 'Undone', body }))
    },
  },
]

const sets: Record<BulkOf, { title: string; none: string }> = {
  alike: { title: 'Near-duplicates in review', none: 'No near-duplicate is in review.' },
  author: { title: 'Texts of this author in review', none: 'No text of this author is in review.' },
}

/** Whether there are sets of the texts around an item. */
export const hasBulk = ({ kind }: Pick<Item, 'kind'>): boolean => kind === 'text' || kind === 'report'

/** The address of a set of the item. The item is a text or a reported post. */
export const bulkAddress = (item: Parameters<typeof addressOf>[0], of: BulkOf) => `${addressOf(item)}/bulk/${of}`

function askedIn(request: FastifyRequest) {
  const item = itemIn(request)
  const { of } = request.params as { of: string }
  if (!hasBulk(item) || !Object.hasOwn(sets, of)) throw new Problem('not_found', 'There is no such page.')
  return { item, revisionId: item.subject, of: of as BulkOf }
}

async function decide(visit: ReviewVisit) {
  const {
    platform,
    session: { reviewer },
    request,
    reply,
    csrf,
  } = visit
  const asked = askedIn(request)
  try {
    const reason = sayable(field(request, 'reason'))
    const decided = await decideBulk(platform, {
      ...{ revisionId: asked.revisionId, of: asked.of, subjects: chosen(request, 'text'), reviewer: reviewer.email },
      ...{
        decision: decisionOf(field(request, 'action'), field(request, 'category'), reason),
        typed: field(request, 'typed'),
      },
    })
    const page = await reviewPage(visit, { title: 'Decided', body: told(decided, csrf) })
    return sendPage(reply, 200, page)
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid') return show(visit, error.message)
    throw error
  }
}

function decisionOf(action: string, category: string, reason: string): BulkDecision {
  if (action === 'publish') return { action, reason }
  if (action === 'reject') return { action, category, reason }
  throw new Problem('invalid', 'Choose a decision.')
}

function told({ kept, left_out: leftOut }: BulkDecided, csrf: string): Html {
  return html`<div class="message">
<h1>${kept.length} decided</h1>
${
  kept.length > 0 &&
  html`<form method="post" action="/review/bulk/undo">
${hidden('csrf', csrf)}
${hidden('decisions', kept.map(({ decision }) => decision).join(','))}
<p>Nothing has gone out yet.</p>
<button type="submit">Undo all of them</button>
</form>
`
}${
  leftOut.length > 0 &&
  html`<h2>${leftOut.length} left out</h2>
<ul class="lines">${leftOut.map(({ id, why }) => html`<li><a href="${addressOf({ kind: 'text', subject: id })}" class="id">${id}</a> ${why}</li>\n`)}</ul>
`
}<p><a href="/review">Back to the queue</a></p>
</div>`
}

/** Sends the page of the set, also as the answer to a form that was refused. */
async function show(visit: ReviewVisit, wrong?: string) {
  const { platform, request, reply, csrf } = visit
  const { item, revisionId, of } = askedIn(request)
  const { site, texts, more } = await bulkTexts(platform, { revisionId, of })
  const now = platform.now()
  const shown = showsGrave(request)
  const items = texts.filter(({ grave }) => grave !== null).map(({ id }) => ({ kind: 'text', subject: id }) as const)
  if (items.length > 0 && request.method === 'GET')
    await platform.act('noteGraveSeen', { reviewer: visit.session.reviewer.email, items })
  const sent = wrong === undefined ? [] : chosen(request, 'text')
  const categories = platform.policy.categories.filter(each => each.sites.includes(site))
  const action = field(request, 'action') || 'reject'
  const radio = (value: 'publish' | 'reject', label: string) => {
    const { key, next } = choices[value]
    return html`<label><input type="radio" name="action" value="${value}" data-key="${key}" data-next="${next}"${value === action && ' checked'}> <span>${label}</span> <kbd aria-hidden="true">${key.toUpperCase()}</kbd></label>\n`
  }
  const form = html`<form class="decide" method="post" data-refusal="reject">
${hidden('csrf', csrf)}
<p class="all" hidden><button type="button" class="quiet" data-check="text" data-key="a">Choose all, or none</button></p>
<fieldset class="lines"><legend>${more ? `The oldest ${texts.length} texts` : `${texts.length} texts`}, oldest first</legend>
${texts.map(text => {
  const cover = { grave: text.grave, covered: text.grave !== null && !shown }
  return html`<label class="picked"><input type="checkbox" name="text" value="${text.id}"${sent.includes(text.id) && ' checked'}> ${cover.covered ? `Covered: ${text.grave}` : lineOf(text)} <span class="small">${text.site}, ${age(text.submitted_at, now)}</span> <span class="id">${text.id}</span></label>
<div class="whole">${underCover(cover, 'the text', html`${cover.covered && lineOf(text)}${wholeText(text)}`)}</div>\n`
})}</fieldset>
<fieldset class="choices"><legend class="sr">Decision for all chosen texts</legend>
${radio('publish', 'Publish them')}${radio('reject', 'Reject them')}</fieldset>
${categoryField(categories, field(request, 'category'), sanctionOnMany)}
<label for="reason">Why, for all of them</label>
<textarea id="reason" name="reason" rows="3" maxlength="${limits.appealCodePoints}">${field(request, 'reason')}</textarea>
${
  texts.length > limits.reviewBulkUntyped &&
  html`<label for="typed">If you have chosen more than ${limits.reviewBulkUntyped} texts, type their number</label>
<input id="typed" name="typed" inputmode="numeric" autocomplete="off">
`
}<button type="submit" id="send">Decide all chosen texts</button>
</form>`
  const page = await reviewPage(visit, {
    title: sets[of].title,
    alert: wrong === undefined ? undefined : html`<p><strong>Not decided.</strong> ${wrong}</p>`,
    body: html`<div class="queue">
<h1>${sets[of].title}</h1>
<p><a href="${addressOf(item)}" data-key="q">Back to the item</a></p>
${texts.length === 0 ? html`<p class="calm">${sets[of].none}</p>` : form}
</div>`,
  })
  return sendPage(reply, wrong === undefined ? 200 : problems.invalid.status, page)
}
