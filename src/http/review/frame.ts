// The frame of the console: navigation, the signed-in reviewer, the undo banner, notices, and the keys.
import { limits } from '../../contract/limits.ts'
import { span } from '../../contract/words.ts'
import { type Returned, returned, undoable } from '../../usecases/review/decide-item.ts'
import { hidden, notices, sectionLinks } from '../private/frame.ts'
import { type Html, html, layout } from '../public/kit/layout.ts'
import { reviewScript, reviewStyle } from './assets.ts'
import { filterQuery } from './filter.ts'
import { keysTable } from './keys.ts'
import { takeNotice } from './notices.ts'
import { addressOf, type ReviewVisit } from './route.ts'
import { decisionWords } from './words.ts'

/** The pages in the header. */
const sections = [
  ['/review', 'Queue'],
  ['/review/decisions', 'Decisions'],
  ['/review/statistics', 'Statistics'],
  ['/review/answers', 'Answers'],
  ['/review/practice', 'Practice'],
] as const

/** Those that only leads open. */
const leadSections = [['/review/lists', 'Lists']] as const

export type ReviewPage = {
  title: string
  /** The content, which begins with the only h1. */
  body: Html
  /** The page of the header that is open. */
  section?: (typeof sections | typeof leadSections)[number][0]
  /** Why the form that this page answers was not taken. */
  alert?: Html | undefined
  /** What the form that this page answers has done. */
  done?: string | undefined
}

/** A page of the console. */
export async function reviewPage(
  visit: ReviewVisit,
  { title, body, section, alert, done }: ReviewPage,
): Promise<string> {
  const {
    platform,
    session: { reviewer },
    csrf,
    request,
    reply,
  } = visit
  const kept = (await undoable(platform, reviewer.email))[0]
  const cameBack = await returned(platform, reviewer.email)
  const banners = html`${kept && undoBanner(kept, csrf, filterQuery(request))}${cameBack.slice(0, limits.reviewReturnedShown).map(returnedBanner)}`
  return layout({
    title,
    site: request.site,
    noindex: true,
    head: html`<link rel="stylesheet" href="${reviewStyle.path}">
<script type="module" src="${reviewScript.path}"></script>`,
    frame: { header: header(visit, section), footer: footer },
    body: html`${notices(alert, done ?? takeNotice(reply), banners)}${body}`,
  })
}

function header({ session: { reviewer }, csrf }: ReviewVisit, section: ReviewPage['section']): Html {
  const { email, role } = reviewer
  return html`<a class="brand" href="/review">Review</a>
<nav aria-label="Console"><ul class="links">${sectionLinks(role === 'lead' ? [...sections, ...leadSections] : sections, section)}<li><a href="/review/keys" data-help>Keys</a></li></ul></nav>
<form class="who" method="post" action="/review/sign-out">
${hidden('csrf', csrf)}
<span><bdi>${email}</bdi>${role === 'lead' && ' (lead)'}</span>
<button type="submit" class="quiet">Sign out</button>
</form>`
}

/** The keys as a dialog, which only the script opens. */
const footer = html`<dialog id="keys" aria-labelledby="keys-title">
<h2 id="keys-title">Keys</h2>
${keysTable}
<form method="dialog"><button type="submit" class="quiet">Close</button></form>
</dialog>
<p>Press <kbd>?</kbd> for the keys. A decision takes effect after ${span(limits.reviewUndoMs)}; until then you can undo it.</p>
`

function returnedBanner({ decision, why, ...item }: Returned): Html {
  return html`<div class="notice alert" role="status">
<p><strong>Not applied: ${decisionWords(decision)}.</strong> ${why} <a href="${addressOf(item)}">Open <span class="id">${item.subject}</span></a></p>
</div>
`
}

function undoBanner(
  { id, decision, leftMs }: Awaited<ReturnType<typeof undoable>>[number],
  csrf: string,
  query: string,
): Html {
  return html`<div class="notice undo" data-left="${leftMs}">
<p role="status">${decisionWords(decision)}. Nothing has gone out yet.</p>
<form method="post" action="/review/undo${query}">
${hidden('csrf', csrf)}
${hidden('decision', id)}
<button type="submit" data-key="u">Undo</button> <span class="left" aria-hidden="true"></span>
</form>
</div>
`
}

/** Why parts of an address were not taken, each with what it takes. */
export const faultsList = (title: string, faults: readonly string[]): Html =>
  html`<p><strong>${title}</strong></p><ul>${faults.map(fault => html`<li>${fault}</li>`)}</ul>`
