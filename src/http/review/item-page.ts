// The page of an item: the text, the forms that decide it, and the context; and the page of an item that cannot be drawn.
import { rounded } from '../../contract/currency.ts'
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { problems } from '../../contract/problems/problems.ts'
import { sentences } from '../../contract/sentences.ts'
import { problemOf } from '../../usecases/outage.ts'
import { readAgain, whyNotNow } from '../../usecases/review/decide-item.ts'
import { itemContext, storedText } from '../../usecases/review/item-context.ts'
import { claim, type Item } from '../../usecases/review/queue.ts'
import { answersOf } from '../../usecases/review/saved-answers.ts'
import type { Translated } from '../../usecases/review/translate.ts'
import { hidden } from '../private/frame.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { contextRegion } from './context-region.ts'
import { coveredText, coverForm, coverOf } from './cover.ts'
import { decideRegion, releaseForm, safeChoice, type Typed } from './decide-region.ts'
import { filterLine, filterQuery } from './filter.ts'
import { reviewPage } from './frame.ts'
import { type Context, postRegion } from './post-region.ts'
import { addressOf, itemIn, type ReviewVisit, sendPage } from './route.ts'
import { translateForm, translationOf } from './translate.ts'
import { age, at, nameOf } from './words.ts'

const textChanged = html`<p><strong>${sentences.textChanged}</strong> This is the new text.</p>`

export type Answered = {
  wrong?: string
  changed?: boolean
  done?: string
  typed?: Typed | null
  translated?: Translated
}

/**
 * Sends the page, also as the answer to a form that was not taken. `wrong`: the fault of the form. `done`: what it did beside deciding. `changed`: the text has changed
 * since the form was shown. A HEAD request claims nothing.
 */
export async function show(visit: ReviewVisit, answered: Answered = {}) {
  try {
    return await drawn(visit, answered)
  } catch (error) {
    const { platform, request, session } = visit
    // What cannot be opened any more was told all the same.
    if (error instanceof Problem && ['not_found', 'not_in_review'].includes(error.code))
      await readAgain(platform, { ...itemIn(request), reviewer: session.reviewer.email })
    const fields = { request_id: request.id, item: itemIn(request).subject }
    const problem = problemOf(platform, error, fields, 'an item could not be shown')
    if (problem.code !== 'internal' && problem.code !== 'overloaded') throw problem
    // The same text can take too long to compare each time: the queue has to go on past it as well.
    if (problem === error) platform.log.error({ err: error, ...fields }, 'an item could not be shown')
    return undrawable(visit, problem)
  }
}

async function drawn(visit: ReviewVisit, { wrong, changed = false, done, typed = null, translated }: Answered) {
  const {
    platform,
    session: { reviewer },
    request,
    reply,
    csrf,
  } = visit
  const item = itemIn(request)
  const by = { ...item, reviewer: reviewer.email }
  const context = await itemContext(platform, item, reviewer.email)
  const blocked = await whyNotNow(platform, by)
  const held = blocked === null && request.method === 'GET' ? await heldBy(visit, by) : null
  const categories = platform.policy.categories.filter(({ sites }) => sites.includes(context.site))
  const cover = coverOf(platform, request, context)
  if (cover.grave !== null && request.method === 'GET')
    await platform.act('noteGraveSeen', { reviewer: reviewer.email, items: [item] })
  const region = {
    ...{ context, csrf, categories, typed, query: filterQuery(request) },
    blocked: blocked ?? held,
    alone: platform.reviewers.length === 1,
    lead: reviewer.role === 'lead',
    answers: await answersOf(platform, reviewer.email),
  }
  const translation = translationOf(translated ?? null)
  const page = await reviewPage(visit, {
    title: `${nameOf(context)} ${item.subject}`,
    alert: changed
      ? textChanged
      : wrong === undefined
        ? undefined
        : html`<p><strong>Not decided.</strong> ${wrong}</p>`,
    done,
    body: html`<div class="desk">
<div class="title">
${heading(visit, context, blocked === null && held === null)}${cover.grave !== null && coverForm(request, csrf, item)}${translateForm(visit, context, translated ?? null)}
</div>
${postRegion(context, cover, translation)}
${decideRegion(region)}
${contextRegion(context, cover, text => coveredText(platform, request, text))}
</div>`,
  })
  // The page has shown the reviewer every returned decision on the item.
  if (request.method === 'GET') await readAgain(platform, by)
  const refused = changed || held ? problems.not_in_review.status : 200
  return sendPage(reply, wrong === undefined ? refused : problems.invalid.status, page)
}

/**
 * The page of an item that cannot be drawn: its stored text as it is, if that can be read, and forms that leave the item to others, so
 * that the queue goes on.
 */
async function undrawable(visit: ReviewVisit, { code, status, message, extras }: Problem) {
  const { platform, request, reply, csrf } = visit
  const item = itemIn(request)
  const query = filterQuery(request)
  const stored = await storedText(platform, item).catch(() => null)
  const why = code === 'internal' ? 'The fault is in the console.' : message
  const body = html`<div class="message">
<h1>This item cannot be shown</h1>
<p>${why} The operator finds it in the log by this id: ${request.id}</p>
${stored !== null && html`<p>Its text, as it is stored:</p>\n<pre dir="auto" tabindex="0">${stored}</pre>\n`}<form method="post" action="${addressOf(item)}${query}">
${hidden('csrf', csrf)}
${hidden('action', safeChoice)}
${hidden('reason', 'The console cannot show this item.')}
<button type="submit" data-key="s">Skip, and open the next item</button>
</form>
${releaseForm(item, csrf, query)}
<p><span class="id">${item.subject}</span> · <a href="/review">Back to the queue</a></p>
</div>`
  const page = await reviewPage(visit, { title: 'An item', body })
  return sendPage(reply.headers(extras.headers ?? {}), status, page)
}

/** Claims an item. Null, or the holder and the end of the claim when another reviewer holds it. */
async function heldBy({ platform }: ReviewVisit, by: Item & { reviewer: string }): Promise<string | null> {
  try {
    await claim(platform, by)
    return null
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_in_review') return error.message
    throw error
  }
}

function heading({ platform, request }: ReviewVisit, context: Context, mine: boolean): Html {
  const { subject, site, status, text, post_id } = context
  const now = platform.now()
  const home = platform.facts.sites.find(({ id }) => id === site)
  return html`<h1>${nameOf(context)}</h1>
<p class="small">${site} · <span class="id">${subject}</span> · ${status.replaceAll('_', ' ')}${context.message === null && context.name === null && html` · ${rounded(text.price)}`} · sent ${age(text.submitted_at, now)}${
    text.decide_until && html` · withdrawn by its author; decide before ${at(text.decide_until)}`
  }${status === 'published' && home && html` · <a href="${home.baseUrl}/p/${post_id}">public page</a>`}</p>
<p class="jump"><a href="#decide">Go to the actions</a></p>
${filterLine(request, addressOf(context))}${
  mine &&
  html`<p class="small">Yours until ${at(new Date(now + limits.reviewLeaseMs).toISOString())} UTC.</p>
<p class="notice alert" data-lease="${limits.reviewLeaseMs}" hidden>Your claim has ended: another reviewer may hold the item now.</p>`
}`
}
