// The numbers of decisions and the head of the log of decisions, as a page in HTML and in Markdown.

import { about } from '../../../contract/words.ts'
import type { logHeadView, MonthNumbers } from '../../../usecases/review/transparency.ts'
import { type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import type { PageSite } from '../kit/spoken.ts'

type Head = Awaited<ReturnType<typeof logHeadView>>

const outcomeWords: Record<MonthNumbers['decisions'][number]['outcome'], string> = {
  published: 'published',
  review: 'left to a person',
  rejected: 'rejected',
  removed: 'removed',
  appeal_granted: 'appeal granted',
  appeal_refused: 'appeal refused',
  reports_dismissed: 'reports dismissed',
  suspended: 'account suspended',
  banned: 'account banned',
}

const lede =
  'The decisions on this platform, counted from the log of decisions. The log holds every decision of a rule, a model or a person in a chain of hashes. Anybody who keeps the hash of its end can check later that no entry was changed or removed.'

/** The page, the latest month first. */
export function transparencyPageHtml(site: PageSite, months: readonly MonthNumbers[], head: Head): string {
  return layout({
    title: 'Transparency',
    site,
    description: 'How many posts were published, rejected and removed here, by whom and why, and how long that took.',
    canonical: `${site.baseUrl}/transparency/`,
    head: html`<link rel="alternate" type="application/json" title="Transparency (JSON)" href="/transparency/index.json">`,
    body: html`<h1>Transparency</h1>
<p class="lede">${lede} The same numbers are at <a href="/transparency/index.json">/transparency/index.json</a>.</p>
<dl class="details">
<dt>Entries of the log</dt><dd>${head.entries}</dd>
${head.hash && html`<dt>Its end (SHA-256), at ${head.sealed_at}</dt><dd><code>${head.hash}</code></dd>`}
</dl>
${months.map(month => section(month))}`,
  })
}

function section({ month, decisions, time_to_decide: times, appeals }: MonthNumbers): Html {
  return html`<section aria-labelledby="m${month}">
<h2 id="m${month}">${month}</h2>
<div class="wide" tabindex="0" role="region" aria-label="Decisions of ${month}"><table>
<thead><tr><th scope="col">Decided by</th><th scope="col">Outcome</th><th scope="col">Category</th><th scope="col">Count</th></tr></thead>
<tbody>${decisions.map(({ decider, outcome, category, count }) => html`<tr><td>${decider}</td><td>${outcomeWords[outcome]}</td><td>${category ?? '–'}</td><td>${count}</td></tr>`)}</tbody>
</table></div>
<ul>${[...times.map(withinWords), appealWords(appeals)].map(words => html`<li>${words}</li>`)}</ul>
</section>
`
}

export function transparencyMarkdown({ baseUrl }: PageSite, months: readonly MonthNumbers[], head: Head): string {
  const end = head.hash === null ? [] : [`Its end (SHA-256), at ${head.sealed_at}: \`${head.hash}\``]
  return `# Transparency\n\n${[`${lede} The same numbers are at ${baseUrl}/transparency/index.json.`, `Entries of the log: ${head.entries}`, ...end, ...months.map(monthMarkdown)].join('\n\n')}\n`
}

function monthMarkdown({ month, decisions, time_to_decide: times, appeals }: MonthNumbers): string {
  const rows = decisions.map(
    ({ decider, outcome, category, count }) =>
      `| ${decider} | ${outcomeWords[outcome]} | ${category ?? '–'} | ${count} |`,
  )
  const table = ['| Decided by | Outcome | Category | Count |', '|---|---|---|---|', ...rows].join('\n')
  const list = [...times.map(withinWords), appealWords(appeals)].map(words => `- ${words}`).join('\n')
  return `## ${month}\n\n${table}\n\n${list}`
}

const withinWords = ({
  decider,
  half_within_seconds: half,
  nine_of_ten_within_seconds: most,
}: MonthNumbers['time_to_decide'][number]) =>
  `Decided by a ${decider}: half within ${about(half * 1000)}, nine of ten within ${about(most * 1000)}.`

const appealWords = ({ granted, refused }: MonthNumbers['appeals']) =>
  `Appeals granted: ${granted}; refused: ${refused}.`
