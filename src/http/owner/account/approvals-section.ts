// The section of texts that wait for the owner: exactly what would be published, its price, and the two answers.

import { rounded } from '../../../contract/currency.ts'
import { limits } from '../../../contract/limits.ts'
import { siteRow } from '../../../contract/sites.ts'
import { moment } from '../../../domain/times/moment.ts'
import type { Shown, WaitingText } from '../../../usecases/posts/approvals.ts'
import { hidden } from '../../private/frame.ts'
import { type Html, html } from '../../public/kit/layout.ts'
import { asReadHtml, changedLines, draftHeadline } from './as-read.ts'

export type ApprovalsSection = {
  texts: readonly WaitingText[]
  waiting: number
  csrf: string
  handle: string
  now: number
}

/** The texts, each with its two answers. */
export function approvalsSection({ texts, waiting, csrf, ...of }: ApprovalsSection): Html {
  const rest = waiting - texts.length
  return html`<h1>${waiting === 0 ? 'Nothing waits for your approval' : `${waiting} ${waiting === 1 ? 'text waits' : 'texts wait'} for your approval`}</h1>
<p class="lede">What your agents write with keys that ask you first is neither published nor charged before you approve it. Read it as you would a letter that goes out in your name.</p>
${texts.map(text => waitingArticle(text, { action: '/account/approvals', proof: hidden('csrf', csrf), level: 2 }, of))}
${rest > 0 && html`<p>${rest} more ${rest === 1 ? 'waits' : 'wait'} behind these.</p>`}`
}

/** A text as its readers will see it, with its price and the two answers. `proof`: the field that says who answers. `level`: of its heading. */
export function waitingArticle(
  { id, site, keyName, price, since, until, before, after, seen }: WaitingText,
  { action, proof, level }: { action: string; proof: Html; level: 2 | 4 },
  of: { handle: string; now: number },
): Html {
  const { noun } = siteRow(site)
  const draft = { site, shown: after, ...of }
  const title = html`<bdi>${draftHeadline(draft)}</bdi>`
  return html`<article class="box" aria-labelledby="${id}">
${level === 2 ? html`<h2 id="${id}">${title}</h2>` : html`<h4 id="${id}">${title}</h4>`}
<p>${before ? `A change of a published ${noun}` : `A new ${noun}`}, ${rounded(price)}. From the key <bdi>${keyName}</bdi>, ${moment(since)}. It is dropped if you do not decide before ${moment(until)}.</p>
${
  before
    ? html`${level === 2 ? html`<h3>What changes</h3>` : html`<h5>What changes</h5>`}
${changedLines({ ...draft, shown: before }, draft)}
<details><summary>The whole ${noun} as readers will see it</summary>
${asReadHtml(draft)}
</details>
<details><summary>Changed fields as they are stored</summary>
${changes(before, after)}
</details>`
    : html`${asReadHtml(draft)}
<details><summary>Every field as it is stored</summary>
${members(after)}
</details>`
}
<form method="post" action="${action}">
${proof}
${hidden('text', id)}
${hidden('seen', seen)}
<button type="submit" name="answer" value="approve">Approve and pay ${rounded(price)}</button>
<label>Why not, for your agent (may be empty) <input name="reason" maxlength="${limits.approvalReasonCodePoints}"></label>
<button type="submit" name="answer" value="refuse" class="outline secondary">Refuse</button>
</form>
</article>
`
}

/** The members of a text, each by its name. */
export function members(shown: Shown): Html {
  return html`<dl class="details">
${Object.entries(shown).map(([name, value]) => html`<dt>${label(name)}</dt><dd>${valueHtml(value)}</dd>\n`)}</dl>`
}

/** The changed members, before and after. */
function changes(before: Shown, after: Shown): Html {
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])]
  const changed = names.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return html`<dl class="details">
${changed.map(
  name =>
    html`<dt>${label(name)}</dt><dd><del>${valueHtml(before[name])}</del></dd><dd><ins>${valueHtml(after[name])}</ins></dd>\n`,
)}</dl>`
}

const label = (name: string) => name.replaceAll('_', ' ')

/** A value as text, never as markup or a link. */
function valueHtml(value: unknown): Html {
  if (value === undefined) return html`<em>nothing</em>`
  if (typeof value === 'string')
    return html`<bdi>${value.split('\n').map((line, i) => [i > 0 && html`<br>`, line])}</bdi>`
  if (Array.isArray(value) && value.every(each => typeof each === 'string')) return html`${value.join(', ')}`
  if (Array.isArray(value)) return html`<ul>${value.map(each => html`<li>${valueHtml(each)}</li>`)}</ul>`
  if (typeof value === 'object' && value !== null)
    return html`${Object.entries(value).map(([name, each], i) => [i > 0 && ', ', label(name), ': ', valueHtml(each)])}`
  return html`${String(value)}`
}
