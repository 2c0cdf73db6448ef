// The candidate beside the service, in the statistics: how often it agrees, and the posts that it would have decided otherwise.
import { limits } from '../../contract/limits.ts'
import type { Difference, ShadowReport } from '../../usecases/learning/shadow-report.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { addressOf } from './route.ts'
import { at } from './words.ts'

const outcomeWords = { published: 'published', review: 'to a person', rejected: 'rejected' } as const
const outcomes = ['published', 'review', 'rejected'] as const

/** The region of the candidate, for leads; nothing without one. */
export function shadowRegion(report: ShadowReport | null): Html | null {
  if (!report) return null
  const { policy, learned, one_in, started_by, started_at, texts, missed, differing, differences } = report
  const what = [
    policy !== null && html`policy <span class="id">${policy}</span>`,
    learned !== null && (learned === 0 ? 'the packaged model' : `version ${learned} of the embedded model`),
  ].filter(each => each !== false)
  return html`<h2 id="candidate">The candidate</h2>
<p>It is ${what.map((each, i) => html`${i > 0 && ' with '}${each}`)}, and judges ${one_in === 1 ? 'every decided text' : `one decided text in ${one_in}`} too, since ${at(started_at)} (${started_by}). It decides nothing.</p>
<p>It was asked about ${texts} ${texts === 1 ? 'text' : 'texts'}, and has another outcome for ${differing}${texts > 0 && ` (${Math.round((differing / texts) * 100)} %)`}.${missed > 0 && ` It did not judge ${missed} more.`}</p>
${texts > 0 && countsTable(report)}
${differences.length > 0 && differencesTable(differences)}
<p class="small">The operator ends it with <code>handbill policy shadow --off</code>, and puts it in force with <code>handbill policy promote</code>.</p>`
}

/** A row for each category and decision, a column for each outcome of the candidate. */
function countsTable({ counts }: ShadowReport): Html {
  const rows = Map.groupBy(counts, ({ category, active }) => JSON.stringify([category, active]))
  return html`<table class="told figures">
<caption>Texts by category and decision, and what the candidate makes of them</caption>
<thead><tr><th scope="col">Category</th><th scope="col">Decided</th>${outcomes.map(each => html`<th scope="col">Candidate: ${outcomeWords[each]}</th>`)}</tr></thead>
<tbody>${[...rows.values()].map(
    of => html`<tr>
<th scope="row">${of[0]?.category}</th>
<td data-name="Decided">${of[0] && outcomeWords[of[0].active]}</td>
${outcomes.map(each => {
  const texts = of.find(({ candidate }) => candidate === each)?.texts ?? 0
  const other = each !== of[0]?.active && texts > 0
  return html`<td data-name="Candidate: ${outcomeWords[each]}">${other ? html`<strong>${texts}</strong>` : texts}</td>\n`
})}</tr>
`,
  )}</tbody>
</table>`
}

function differencesTable(differences: readonly Difference[]): Html {
  const said = ({ to, category }: Difference['active']) =>
    html`<strong>${outcomeWords[to]}</strong>${category !== null && ` (${category})`}`
  return html`<table class="told">
<caption>The latest differences, at most ${limits.reviewShown}</caption>
<thead><tr><th scope="col">Text</th><th scope="col">Decided</th><th scope="col">Candidate</th></tr></thead>
<tbody>${differences.map(
    ({ text, site, active, candidate, at: when }) => html`<tr>
<th scope="row"><a href="${addressOf({ kind: 'text', subject: text })}"><span class="id">${text}</span></a> <span class="small">${site}, ${at(when)}</span></th>
<td data-name="Decided">${said(active)}</td>
<td data-name="Candidate">${said(candidate)}</td>
</tr>
`,
  )}</tbody>
</table>`
}
