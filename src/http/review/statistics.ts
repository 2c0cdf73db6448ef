// The statistics of reviewers as a page, and the log of decisions as a file.
import { Readable } from 'node:stream'
import { limits } from '../../contract/limits.ts'
import { span } from '../../contract/words.ts'
import { shadowReport } from '../../usecases/learning/shadow-report.ts'
import { decisionEntries } from '../../usecases/posts/decision-log.ts'
import {
  type Disagreement,
  disagreements,
  type ReviewStatistics,
  reviewStatistics,
} from '../../usecases/review/statistics.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { reviewPage } from './frame.ts'
import { plain } from './plain-text.ts'
import { addressOf, type ReviewRoute, sendPage } from './route.ts'
import { shadowRegion } from './shadow-region.ts'
import { age, at, kindWords } from './words.ts'

const path = '/review/statistics'

export const statisticsRoutes: readonly ReviewRoute[] = [
  {
    method: 'GET',
    path,
    role: 'reviewer',
    async run(visit) {
      const {
        platform,
        session: { reviewer },
        reply,
      } = visit
      const statistics = await reviewStatistics(platform)
      const disputed = reviewer.role === 'lead' ? await disagreements(platform) : null
      const candidate = reviewer.role === 'lead' ? await shadowReport(platform, limits.reviewShown) : null
      const body = html`<div class="queue">
<h1>Statistics</h1>
<p>Decisions of people in the last ${span(limits.reviewStatisticsMs)}.</p>
${queuesTable(statistics, platform.now())}
${machinesTable(statistics)}
${sampled(statistics, disputed)}
${shadowRegion(candidate)}
<h2>The log</h2>
<p><a href="/review/log.jsonl" download>Every decision as JSON lines</a>, in the order of the log.</p>
</div>`
      return sendPage(reply, 200, await reviewPage(visit, { title: 'Statistics', section: path, body }))
    },
  },
  {
    method: 'GET',
    path: '/review/log.jsonl',
    role: 'reviewer',
    async run({ platform, reply }) {
      return reply
        .header('content-type', 'application/jsonl; charset=utf-8')
        .header('content-disposition', 'attachment; filename="decisions.jsonl"')
        .send(Readable.from(linesOfLog(platform)))
    },
  },
]

async function* linesOfLog(platform: Parameters<typeof decisionEntries>[0]): AsyncIterable<string> {
  for await (const entry of decisionEntries(platform)) yield `${JSON.stringify(entry)}\n`
}

/** The table of queues. `now` is epoch milliseconds. */
export function queuesTable({ queues }: Pick<ReviewStatistics, 'queues'>, now: number): Html {
  return html`<table class="told figures">
<caption>By queue; times run from the text, the first open report or the appeal to the decision</caption>
<thead><tr><th scope="col">Queue</th><th scope="col">Waiting</th><th scope="col">Oldest</th><th scope="col">Decided</th><th scope="col">Half within</th><th scope="col">Nine of ten within</th><th scope="col">Overturned</th></tr></thead>
<tbody>${queues.map(
    queue => html`<tr>
<th scope="row">${kindWords[queue.kind].many}</th>
<td data-name="Waiting">${queue.waiting}${queue.more && '+'}</td>
<td data-name="Oldest">${queue.oldest ? age(queue.oldest, now) : '–'}</td>
<td data-name="Decided">${queue.decided}</td>
<td data-name="Half within">${within(queue.half_within_seconds)}</td>
<td data-name="Nine of ten within">${within(queue.nine_of_ten_within_seconds)}</td>
<td data-name="Overturned">${queue.overturned}${queue.overturned_share !== null && queue.overturned > 0 && ` (${percent(queue.overturned_share)})`}</td>
</tr>
`,
  )}</tbody>
</table>`
}

function machinesTable({ machines }: ReviewStatistics): Html {
  return html`<table class="told figures">
<caption>Appeals against decisions without a person</caption>
<thead><tr><th scope="col">Decided by</th><th scope="col">Granted</th><th scope="col">Refused</th></tr></thead>
<tbody>${machines.map(
    ({ decider, granted, refused }) =>
      html`<tr><th scope="row">${decider === 'rule' ? 'A fixed rule' : 'A model'}</th><td data-name="Granted">${granted}</td><td data-name="Refused">${refused}</td></tr>\n`,
  )}</tbody>
</table>`
}

function sampled(
  { samples: { decided, disagreed } }: ReviewStatistics,
  disputed: readonly Disagreement[] | null,
): Html {
  const share = decided === 0 ? '' : ` (${percent(disagreed / decided)})`
  return html`<h2>Decided twice</h2>
<p>Decisions that another reviewer repeated without knowing the first one: ${decided}. The two disagreed: ${disagreed}${share}.</p>
${
  disputed &&
  disputed.length > 0 &&
  html`<table class="told">
<caption>The latest disagreements</caption>
<thead><tr><th scope="col">Item</th><th scope="col">First</th><th scope="col">Second</th></tr></thead>
<tbody>${disputed.map(
    ({ kind, subject, site, first, second }) => html`<tr>
<th scope="row"><a href="${addressOf({ kind, subject })}">${kindWords[kind].one} <span class="id">${subject}</span></a> <span class="small">${site}</span></th>
${[first, second].map(
  ({ reviewer, label, reason, at: when }, i) =>
    html`<td data-name="${i === 0 ? 'First' : 'Second'}"><strong>${label}</strong> <span class="small">${reviewer}, ${at(when)}</span>${reason && html`<div class="said"><bdi>${plain(reason)}</bdi></div>`}</td>\n`,
)}</tr>
`,
  )}</tbody>
</table>`
}`
}

const steps = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** "3 min", rounded up in its largest unit. */
function within(seconds: number | null): string {
  if (seconds === null) return '–'
  const [unit, size] = steps.find(([, each]) => seconds >= each) ?? ['s', 1]
  return `${Math.ceil(seconds / size)} ${unit}`
}

const percent = (share: number) => `${Math.round(share * 100)} %`
