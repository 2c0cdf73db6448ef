// The spending of the last days on the front page of the account: a sentence, bars, and a table with the same figures.

import { rounded } from '../../../contract/currency.ts'
import { dayName } from '../../../domain/times/moment.ts'
import type { DayOfSpending, RecentSpending } from '../../../usecases/accounts/spending.ts'
import { type Html, html } from '../../public/kit/layout.ts'

/** What was spent today, how long the balance lasts, and the days as bars. */
export function spendingPart({ days, aDay, lastsUntil }: RecentSpending): Html {
  const today = days.at(-1)?.spent ?? 0
  const pace =
    aDay === 0
      ? 'nothing was spent in the last days'
      : lastsUntil === null
        ? `about ${rounded(aDay)} a day lately: the balance lasts for more than a year`
        : `about ${rounded(aDay)} a day lately: at this pace the balance lasts until ${dayName(lastsUntil)}`
  return html`<p class="small">${rounded(today)} spent today (UTC); ${pace}.</p>
${days.some(({ spent }) => spent > 0) && chart(days)}`
}

/** Sizes of the drawing, in its own units. */
const [height, step, bar] = [60, 16, 12]

function chart(days: readonly DayOfSpending[]): Html {
  const most = Math.max(...days.map(({ spent }) => spent))
  const width = days.length * step - (step - bar)
  const label = `Spent a day, from ${dayName(days[0]?.day ?? '')} to ${dayName(days.at(-1)?.day ?? '')}; at most ${rounded(most)}`
  return html`<svg class="bars" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
${days.map(({ day, spent }, i) => {
  const tall = spent === 0 ? 1 : Math.max(2, Math.round((spent / most) * height))
  return html`<rect x="${i * step}" y="${height - tall}" width="${bar}" height="${tall}" rx="1"${spent === 0 && html` class="none"`}><title>${dayName(day)}: ${rounded(spent)}</title></rect>
`
})}</svg>
<details class="figures">
<summary>Spending by day and agent</summary>
<table>
<thead><tr><th scope="col">Day (UTC)</th><th scope="col">Agent</th><th scope="col" class="number">Spent</th></tr></thead>
<tbody>
${days
  .toReversed()
  .flatMap(({ day, keys }) => keys.map(({ name, spent }) => ({ day, name, spent })))
  .map(
    ({ day, name, spent }) =>
      html`<tr><td>${dayName(day)}</td><td><bdi>${name}</bdi></td><td class="number">${rounded(spent)}</td></tr>
`,
  )}</tbody>
</table>
</details>`
}
