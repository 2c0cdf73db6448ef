// Practice: a past text as in the queue, without its decision; then what was decided and why. Nothing is stored: the address has the score.
import type { FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { choices } from '../../contract/moderation/decisions.ts'
import { problems } from '../../contract/problems/problems.ts'
import { categoryOf } from '../../domain/review/policy-category.ts'
import type { Platform } from '../../usecases/platform.ts'
import {
  type Agreement,
  agreementOf,
  type PracticeAnswer,
  type PracticeCase,
  practiceRound,
} from '../../usecases/review/practice.ts'
import { field } from '../private/forms.ts'
import { hidden } from '../private/frame.ts'
import { parameter } from '../private/route.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { flagged, judged } from './context-region.ts'
import { type Cover, coveredAs, coveredText, coverNote, underCover } from './cover.ts'
import { categoryField, safeChoice } from './decide-region.ts'
import { reviewPage } from './frame.ts'
import { leadTo } from './notices.ts'
import { shownText } from './plain-text.ts'
import { marksOf, textOf } from './post-region.ts'
import { type ReviewRoute, type ReviewVisit, sendPage } from './route.ts'
import { at } from './words.ts'

const path = '/review/practice'

export const practiceRoutes: readonly ReviewRoute[] = [
  {
    method: 'GET',
    path,
    role: 'reviewer',
    run: visit =>
      show(
        visit,
        score(name => parameter(visit.request, name)),
      ),
  },
  { method: 'POST', path, role: 'reviewer', run: answer },
]

/** Where a round is: its name, the texts that are behind, how many of them were answered, and with which agreement. */
type Score = { round: string; behind: number; answered: number; same: number; outcome: number }

function score(given: (name: string) => string | null): Score {
  const count = (name: string) => {
    const n = Number(given(name) ?? '0')
    return Number.isInteger(n) && n > 0 ? Math.min(n, limits.practiceRound) : 0
  }
  const round = given('round') ?? ''
  const behind = count('behind')
  return {
    ...{ round: /^[0-9a-f]{12}$/.test(round) ? round : '', behind },
    ...{ answered: count('answered'), same: count('same'), outcome: count('outcome') },
  }
}

const addressOf = (score: Score): string => {
  const given = Object.entries(score).map(([name, value]): [string, string] => [name, String(value)])
  return `${path}?${new URLSearchParams(given)}`
}

async function show(visit: ReviewVisit, at: Score, wrong?: string) {
  const { platform, session, reply } = visit
  if (at.round === '') return sendPage(reply, 200, await page(visit, begin(platform.seed().slice(0, 12))))
  const cases = await practiceRound(platform, session.reviewer.email, at.round)
  const now = cases[at.behind]
  const body = now ? desk(visit, { now, of: cases.length, at }) : ended(platform, at)
  return sendPage(reply, wrong === undefined ? 200 : problems.invalid.status, await page(visit, body, wrong))
}

const page = (visit: ReviewVisit, body: Html, wrong?: string) =>
  reviewPage(visit, {
    title: 'Practice',
    section: path,
    body,
    alert: wrong === undefined ? undefined : html`<p><strong>Not answered.</strong> ${wrong}</p>`,
  })

async function answer(visit: ReviewVisit) {
  const { platform, session, request, reply } = visit
  const at = score(name => field(request, name))
  const action = field(request, 'action')
  if (action === safeChoice) return leadTo(reply, addressOf({ ...at, behind: at.behind + 1 }))
  const given = answerIn(platform, request)
  if (typeof given === 'string') return show(visit, at, given)
  const cases = await practiceRound(platform, session.reviewer.email, at.round)
  const now = cases.find(({ id }) => id === field(request, 'text'))
  // A decision of the round may have been changed meanwhile.
  if (!now) return leadTo(reply, addressOf(at))
  const agreement = agreementOf(given, now.decided)
  const next = {
    ...at,
    ...{ behind: at.behind + 1, answered: at.answered + 1 },
    same: at.same + (agreement === 'same' ? 1 : 0),
    outcome: at.outcome + (agreement === 'other' ? 0 : 1),
  }
  const body = desk(visit, { now, of: cases.length, at, told: { given, agreement, next } })
  return sendPage(reply, 200, await page(visit, body))
}

/** The answer of a form, or what is wrong with it. */
function answerIn({ policy }: Platform, request: FastifyRequest): PracticeAnswer | string {
  const [action, category] = [field(request, 'action'), field(request, 'category')]
  if (action === 'publish') return { action, category: null }
  if (action !== 'reject') return 'Choose a decision.'
  return categoryOf(policy, category) ? { action, category } : 'Choose a category of the policy.'
}

function begin(round: string): Html {
  return html`<div class="message">
<h1>Practice</h1>
<p>A round has ${limits.practiceRound} texts on which people have decided and whose decisions stood; where there are too few, examples of the policy. Each is shown as in the queue. After the answer the page says what was decided, and why.</p>
<p>Nothing is stored: no post changes, nothing is in the log, and no model learns from it.</p>
<p><a href="${addressOf({ round, behind: 0, answered: 0, same: 0, outcome: 0 })}" role="button" data-key="j">Begin <kbd aria-hidden="true">J</kbd></a></p>
</div>`
}

const scoreLine = ({ answered, same, outcome }: Score): Html | null =>
  answered > 0
    ? html`Agreed on <strong>${same} of ${answered}</strong>${outcome > same && `; the same outcome on ${outcome}`}.`
    : null

function ended({ seed }: Platform, at: Score): Html {
  return html`<div class="message">
<h1>The round is over</h1>
<p>${at.answered === 0 ? 'No text was answered.' : scoreLine(at)}</p>
<p><a href="${addressOf({ round: seed().slice(0, 12), behind: 0, answered: 0, same: 0, outcome: 0 })}" role="button" data-key="j">Another round</a> <a href="/review" data-key="q">To the queue</a></p>
</div>`
}

type Told = { given: PracticeAnswer; agreement: Agreement; next: Score }

function desk(
  { platform, request, csrf }: ReviewVisit,
  { now, of, at, told }: { now: PracticeCase; of: number; at: Score; told?: Told },
): Html {
  const { text } = now
  // The near misses of a grave category are covered like its violations, so that a cover does not tell the answer.
  const grave = coveredText(platform, request, text) ?? coveredAs(platform, request, now.about)
  const cover: Cover = { grave, covered: grave !== null && told === undefined }
  const marks = marksOf({ text, rejection: null })
  return html`<div class="desk">
<div class="title">
<h1>Practice</h1>
<p class="small">${now.site} · text ${at.behind + 1} of ${of}</p><p class="small">${scoreLine(told?.next ?? at)}</p>
<p class="jump"><a href="#decide">Go to the actions</a></p>
</div>
<section id="post" class="region" aria-labelledby="post-title" tabindex="-1">
<h2 id="post-title">The post</h2>
${coverNote(cover, text)}${underCover(cover, 'the text', textOf(text, marks))}
</section>
<section id="decide" class="region" aria-labelledby="decide-title">
<h2 id="decide-title">${told ? 'What was decided' : 'Decide'}</h2>
${told ? result(platform, now, told) : form({ platform, now, at, csrf })}
</section>
<section id="context" class="region" aria-labelledby="context-title">
<h2 id="context-title">Context</h2>
${judged({ text, name: null }, cover)}${flagged({ text })}
</section>
</div>`
}

const offered = ['publish', 'reject', safeChoice] as const

function form({ platform, now, at, csrf }: { platform: Platform; now: PracticeCase; at: Score; csrf: string }): Html {
  const categories = platform.policy.categories.filter(({ sites }) => sites.includes(now.site))
  return html`<form class="decide" method="post" action="${path}" data-refusal="reject">
${hidden('csrf', csrf)}${hidden('text', now.id)}${Object.entries(at).map(([name, value]) => hidden(name, String(value)))}
<fieldset class="choices"><legend class="sr">Decision</legend>${offered.map(name => {
    const { label, key, next } = choices[name]
    return html`<label><input type="radio" name="action" value="${name}" data-key="${key}" data-next="${next === 'category' ? next : 'send'}"${name === safeChoice && ' checked'}> <span>${label}</span> <kbd aria-hidden="true">${key.toUpperCase()}</kbd></label>\n`
  })}</fieldset>
${categoryField(categories, '', ({ penalized }) => ({ hard: penalized, words: penalized ? 'abuse: a penalty and a strike' : 'no penalty, no strike' }))}
<button type="submit" id="send">Answer</button>
</form>`
}

const agreements: Record<Agreement, { words: string; badge: 'good' | 'waits' | 'bad' }> = {
  same: { words: 'The same decision', badge: 'good' },
  outcome: { words: 'The same outcome, another category', badge: 'waits' },
  other: { words: 'Another decision', badge: 'bad' },
}

function result({ policy }: Platform, { decided }: PracticeCase, { given, agreement, next }: Told): Html {
  const said = ({ action, category }: PracticeAnswer) =>
    action === 'publish' ? 'Publish' : `Reject as ${categoryOf(policy, category ?? '')?.title ?? category}`
  const { words, badge } = agreements[agreement]
  return html`<div role="status"><p><span class="badge ${badge}">${words}</span></p>
<dl class="answers"><div><dt>Answer</dt><dd>${said(given)}</dd></div>
<div><dt>Decided</dt><dd><strong>${said(decided)}</strong> <span class="small">${decided.by === null ? 'an example of the policy' : html`by ${decided.by}`}${decided.at && html`, ${at(decided.at)}`}</span></dd></div>
<div><dt>Why</dt><dd>${decided.why === '' ? 'No reason was written.' : shownText(decided.why, { passages: [], links: false })}</dd></div></dl></div>
<p><a href="${addressOf(next)}" role="button" data-key="j">Next text <kbd aria-hidden="true">J</kbd></a></p>`
}
