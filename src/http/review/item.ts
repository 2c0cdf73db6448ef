// The page of an item: opening the page claims the item, its form decides it and opens the next item (contract.md §12).
import type { FastifyRequest } from 'fastify'
import { rounded } from '../../contract/currency.ts'
import { idInPath } from '../../contract/ids.ts'
import { limits } from '../../contract/limits.ts'
import { decisionNames, decisionRow, type PassName, passes } from '../../contract/moderation/decisions.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { problems } from '../../contract/problems/problems.ts'
import { sentences } from '../../contract/sentences.ts'
import { categoryOf } from '../../domain/review/policy-category.ts'
import { problemOf } from '../../usecases/outage.ts'
import {
  decideItem,
  type ItemDecision,
  orderCountries,
  readAgain,
  sayable,
  undo,
  whyNotNow,
} from '../../usecases/review/decide-item.ts'
import { itemContext, storedText } from '../../usecases/review/item-context.ts'
import { claim, type Item } from '../../usecases/review/queue.ts'
import { answersOf, keepAnswer, nameFor } from '../../usecases/review/saved-answers.ts'
import { field } from '../private/forms.ts'
import { hidden } from '../private/frame.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { contextRegion } from './context-region.ts'
import { decideRegion, reasonOf, releaseForm, safeChoice, type Typed } from './decide-region.ts'
import { filterLine, filterQuery } from './filter.ts'
import { reviewPage } from './frame.ts'
import { leadTo } from './notices.ts'
import { type Context, postRegion } from './post-region.ts'
import { leadToNext } from './queue.ts'
import { addressOf, itemIn, itemPath, type ReviewRoute, type ReviewVisit, sendPage } from './route.ts'
import { age, at, nameOf } from './words.ts'

export const itemRoutes: readonly ReviewRoute[] = [
  { method: 'GET', path: itemPath, role: 'reviewer', run: visit => show(visit) },
  { method: 'POST', path: itemPath, role: 'reviewer', run: decide },
  {
    method: 'POST',
    path: `${itemPath}/note`,
    role: 'reviewer',
    async run(visit) {
      const {
        platform,
        session: { reviewer },
        request,
        reply,
      } = visit
      const item = itemIn(request)
      const said = sayable(field(request, 'note'))
      if (said === '') return show(visit, { wrong: 'Write the note first.' })
      const { post_id: postId } = await itemContext(platform, item, reviewer.email)
      await platform.act('noteOnPost', { postId, reviewer: reviewer.email, note: said })
      return leadTo(reply, addressOf(item) + filterQuery(request), 'noted')
    },
  },
  { method: 'POST', path: `${itemPath}/legal`, role: 'reviewer', run: removeByLaw },
  {
    method: 'POST',
    path: '/review/undo',
    role: 'reviewer',
    async run({ platform, session: { reviewer }, request, reply }) {
      const { kind, subject } = await undo(platform, { id: field(request, 'decision'), reviewer: reviewer.email })
      return kind === 'account'
        ? leadTo(reply, '/review', 'undone-account')
        : leadTo(reply, addressOf({ kind, subject }) + filterQuery(request), 'undone')
    },
  },
]

async function decide(visit: ReviewVisit) {
  const {
    platform,
    session: { reviewer },
    request,
  } = visit
  const by = { ...itemIn(request), reviewer: reviewer.email }
  const typed = {
    action: field(request, 'action'),
    category: field(request, 'category'),
    reason: field(request, 'reason'),
  }
  const seen = field(request, 'seen')
  const asked = field(request, 'with')
  if (asked === 'fill') return show(visit, { typed: await filled(visit, typed) })
  try {
    if (asked === 'keep') {
      await keepAnswer(platform, { reviewer: reviewer.email, name: nameFor(typed.reason), answer: typed.reason })
      return show(visit, { done: 'The reason was kept as a saved answer.', typed })
    }
    const reason = sayable(typed.reason)
    if (Object.hasOwn(passes, typed.action)) {
      if (reason === '') throw new Problem('invalid', 'Give a reason for the other reviewers.')
      const why = await whyNotNow(platform, by)
      if (why !== null) throw new Problem('not_in_review', why)
      await platform.act('passReviewItem', { ...by, reason, what: typed.action as PassName })
    } else {
      const made = decisionIn(visit, typed, reason)
      const decision =
        by.kind === 'report' && made.action === 'dismiss' ? { ...made, reports: reportsIn(request) } : made
      if ((await decideItem(platform, { ...by, decision, seen })) === 'changed')
        return show(visit, { changed: true, typed: formForNewText(visit, typed) })
    }
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid') return show(visit, { wrong: error.message, typed })
    throw error
  }
  return leadToNext(visit)
}

/** Removes the post of an item for legal reasons. */
async function removeByLaw(visit: ReviewVisit) {
  const {
    platform,
    session: { reviewer },
    request,
  } = visit
  const item = itemIn(request)
  if (item.kind !== 'report') throw new Problem('not_found', 'There is no such page.')
  try {
    const law = { reference: field(request, 'reference'), countries: orderCountries(field(request, 'countries')) }
    const decision = { action: 'remove-legal', reason: sayable(field(request, 'reason')), law } as const
    const kept = await decideItem(platform, {
      ...item,
      reviewer: reviewer.email,
      decision,
      seen: field(request, 'seen'),
    })
    if (kept === 'changed') return show(visit, { changed: true })
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid') return show(visit, { wrong: error.message })
    throw error
  }
  return leadToNext(visit)
}

/** The form with a saved answer in place of its reason; as it was if none is chosen. */
async function filled({ platform, session: { reviewer }, request }: ReviewVisit, typed: Typed): Promise<Typed> {
  const saved = (await answersOf(platform, reviewer.email)).find(({ name }) => name === field(request, 'saved'))
  return saved ? { ...typed, reason: saved.answer } : typed
}

/** The form after its text has changed: nothing is chosen, and a reason stays only if the reviewer wrote it. */
function formForNewText({ platform: { policy } }: ReviewVisit, typed: Typed): Typed {
  const row = categoryOf(policy, typed.category)
  const reason = row && typed.reason.trim() === reasonOf(row) ? '' : typed.reason
  return { ...typed, action: safeChoice, reason }
}

/** The decision of a form. An empty reason becomes that of the policy, or of the decision. Throws `invalid`. */
function decisionIn({ platform }: ReviewVisit, { action, category }: Typed, reason: string): ItemDecision {
  const name = decisionNames.find(each => each === action)
  if (!name) throw new Problem('invalid', 'Choose a decision.')
  const { next, emptyReason } = decisionRow(name)
  if (next === 'category') {
    const row = categoryOf(platform.policy, category)
    if (!row) throw new Problem('invalid', 'Choose a category of the policy.')
    return { action: name, category, reason: reason || reasonOf(row) }
  }
  if (reason === '' && emptyReason === undefined)
    throw new Problem('invalid', 'Write an answer: the author of the appeal reads it.')
  return { action: name, reason: reason || (emptyReason ?? '') }
}

/** The reports that the form showed. */
function reportsIn(request: FastifyRequest): string[] {
  const ids = field(request, 'reports').split(' ').slice(0, limits.reportsShown)
  return ids.filter(id => idInPath.test(id))
}

const textChanged = html`<p><strong>${sentences.textChanged}</strong> This is the new text.</p>`

type Answered = { wrong?: string; changed?: boolean; done?: string; typed?: Typed | null }

/**
 * Sends the page, also as the answer to a form that was not taken. `wrong`: the fault of the form. `done`: what it did beside deciding. `changed`: the text has changed
 * since the form was shown. A HEAD request claims nothing.
 */
async function show(visit: ReviewVisit, answered: Answered = {}) {
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

async function drawn(visit: ReviewVisit, { wrong, changed = false, done, typed = null }: Answered) {
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
  const region = {
    ...{ context, csrf, categories, typed, query: filterQuery(request) },
    blocked: blocked ?? held,
    alone: platform.reviewers.length === 1,
    lead: reviewer.role === 'lead',
    answers: await answersOf(platform, reviewer.email),
  }
  const page = await reviewPage(visit, {
    title: `${nameOf(context)} ${item.subject}`,
    alert: changed
      ? textChanged
      : wrong === undefined
        ? undefined
        : html`<p><strong>Not decided.</strong> ${wrong}</p>`,
    done,
    body: html`<div class="desk">
${heading(visit, context, blocked === null && held === null)}
${postRegion(context)}
${decideRegion(region)}
${contextRegion(context)}
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
  return html`<div class="title">
<h1>${nameOf(context)}</h1>
<p class="small">${site} · <span class="id">${subject}</span> · ${status.replaceAll('_', ' ')}${context.message === null && context.name === null && html` · ${rounded(text.price)}`} · sent ${age(text.submitted_at, now)}${
    text.decide_until && html` · withdrawn by its author; decide before ${at(text.decide_until)}`
  }${status === 'published' && home && html` · <a href="${home.baseUrl}/p/${post_id}">public page</a>`}</p>
<p class="jump"><a href="#decide">Go to the actions</a></p>
${filterLine(request, addressOf(context))}${
  mine &&
  html`<p class="small">Yours until ${at(new Date(now + limits.reviewLeaseMs).toISOString())} UTC.</p>
<p class="notice alert" data-lease="${limits.reviewLeaseMs}" hidden>Your claim has ended: another reviewer may hold the item now.</p>`
}
</div>`
}
