// The page with the state of a report (contract.md §6): what was written, what follows, the decision, and what its reporter can do.
import { limits } from '../../../contract/limits.ts'
import { markdownList, markdownQuote, markdownText } from '../../../contract/markdown.ts'
import type { Policy } from '../../../contract/moderation/policy.ts'
import { type ReportReason, reasonsBeside } from '../../../contract/moderation/report-reasons.ts'
import { sentences } from '../../../contract/sentences.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { dayMs } from '../../../contract/spans.ts'
import { moment } from '../../../domain/times/moment.ts'
import { instant } from '../../../domain/times/time.ts'
import type { ReportOnPage } from '../../../usecases/posts/report-state.ts'
import { type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { englishRow, linkTo, type PageSite, rowIn, type SpokenRow, strong } from '../kit/spoken.ts'

/** The path of the page of a report. */
export const reportStatePath = (id: string) => `/reports/${id}`

/** The form of a complaint as it was sent, and what is wrong with it. */
export type ComplaintForm = { message: string; wrong: string }

/** The page; `sent` is a complaint that was not taken. */
export function reportStateHtml(site: PageSite, report: ReportOnPage, policy: Policy, sent?: ComplaintForm): string {
  const row = rowIn(site)
  const { say, markup } = row
  const path = reportStatePath(report.view.id)
  const url = `${site.baseUrl}${row.tongue.prefix}${path}`
  return layout({
    title: sent ? say('complaint.not-sent') : say(`${kindOf(report)}.${report.view.state}-short`),
    site,
    noindex: true,
    body: html`<h1>${say(`${kindOf(report)}.${report.view.state}`)}</h1>
${lede(row, report)}${sent && html`<div class="notice" role="alert"><p>${markup('complaint.wrong', { b: strong })} ${sent.wrong}</p></div>\n`}<p>${outcome(row, report, policy)}</p>
${explained(row, report)}${whatFollows(row, report)}${redress(site, report, sent)}<section aria-labelledby="written"><h2 id="written">${say('report.written')}</h2>
${written(row, report)}<dl class="details">
<dt>${say('report.why')}</dt><dd>${reasonTitle(row, report.reason, policy)}</dd>
${report.law !== null && html`<dt>${say('report.which-law')}</dt><dd><bdi>${report.law}</bdi></dd>\n`}<dt>${say('report.sent')}</dt><dd>${time(row, report.sentAt)}</dd>
${report.view.decided_at !== undefined && html`<dt>${say('report.when')}</dt><dd>${time(row, Date.parse(report.view.decided_at))}</dd>\n`}<dt>${say('report.id')}</dt><dd><code>${report.view.id}</code></dd>
<dt>${say('report.page')}</dt><dd><a href="${url}">${url}</a></dd>
</dl></section>
<p>${say('report.keep')}</p>
<p><a href="/">${say('missing.all')}</a></p>`,
  })
}

const kindOf = ({ complaintOf }: ReportOnPage) => (complaintOf === null ? 'report' : 'complaint')
const time = ({ tongue }: SpokenRow, at: number) => html`<time datetime="${instant(at)}">${tongue.moment(at)}</time>`

/** The post, with a link while readers see it. */
function lede(row: SpokenRow, { view, title, isPublic, complaintOf }: ReportOnPage): Html {
  const name = title ?? row.say('report.post', { id: view.post_id })
  return html`<p class="lede">${isPublic ? html`<a href="/p/${view.post_id}"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`}</p>
${complaintOf !== null && html`<p>${row.markup('complaint.about', { a: linkTo(reportStatePath(complaintOf)) })}</p>\n`}`
}

function explained({ say }: SpokenRow, { view }: ReportOnPage): Html | false {
  if (view.explanation === undefined) return false
  return html`<p>${say('report.explained')}</p>
<blockquote dir="auto">${view.explanation}</blockquote>
`
}

function written({ say }: SpokenRow, { details }: ReportOnPage): Html {
  return details === null
    ? html`<p>${say('report.nothing-written')}</p>\n`
    : html`<blockquote class="yours" dir="auto">${details}</blockquote>\n`
}

function whatFollows(row: SpokenRow, report: ReportOnPage): Html | false {
  const steps = stepsOf(row, report)
  if (steps.length === 0) return false
  return html`<section aria-labelledby="follows"><h2 id="follows">${row.say('report.follows')}</h2>
<ul>${steps.map(step => html`<li>${step}</li>`)}</ul></section>
`
}

/** What happens next with an open report. */
function stepsOf({ say, tongue }: SpokenRow, { view, usualMs, mailed, complaintOf }: ReportOnPage): string[] {
  if (view.state !== 'received') return []
  return [
    say(complaintOf === null ? 'report.step.read' : 'complaint.step.read'),
    usualMs === null
      ? say('report.step.time-unknown')
      : say('report.step.time', { days: limits.reportsMeasuredMs / dayMs, time: tongue.about(usualMs) }),
    say(mailed ? 'report.step.mail' : 'report.step.no-mail'),
    ...(complaintOf === null ? [say('report.step.complain')] : []),
  ]
}

/** What the reporter can do about the decision: complain, and turn to the body that the operator names. */
function redress(site: PageSite, report: ReportOnPage, sent?: ComplaintForm): Html | false {
  const { view, complaint, complainUntil } = report
  const row = rowIn(site)
  const { say, markup } = row
  const disputes = site.operator?.disputes
  if (view.state !== 'decided' || view.decision === 'removed' || report.withdrawn) return false
  if (complaint === null && complainUntil === null && !disputes) return false
  return html`<section aria-labelledby="redress"><h2 id="redress">${say('redress.title')}</h2>
${complaint !== null && html`<p>${markup('redress.complained', { a: linkTo(reportStatePath(complaint)) })}</p>\n`}${complainUntil !== null && complaintForm(row, report, { until: complainUntil, sent })}${disputes && html`<p>${markup('redress.disputes', { body: html`<a href="${disputes.url}" rel="noopener"><bdi>${disputes.name}</bdi></a>` })}</p>\n`}</section>
`
}

function complaintForm(
  row: SpokenRow,
  { view }: ReportOnPage,
  { until, sent }: { until: number; sent: ComplaintForm | undefined },
): Html {
  const { say, markup } = row
  return html`<p>${markup('complaint.told', { time: time(row, until) })}</p>
<form class="form" method="post" action="${reportStatePath(view.id)}">
<label for="message">${say('complaint.why')}</label>
<textarea id="message" name="message" rows="5" maxlength="${limits.reportDetailsCodePoints}" required${sent && html` aria-invalid="true"`}>\n${sent?.message ?? ''}</textarea>
<button type="submit">${say('complaint.send')}</button>
</form>
`
}

/** The page in Markdown. */
export function reportStateMarkdown({ baseUrl, ...site }: SiteContext, report: ReportOnPage, policy: Policy): string {
  const { view, title, details, law, reason, sentAt, complaint, complaintOf, complainUntil } = report
  const { id, post_id: postId, decision, decided_at: decidedAt, explanation } = view
  const row = englishRow(site)
  const { noun } = row
  const disputes = site.operator?.disputes
  const category = policy.categories.find(row => row.id === view.category)?.title
  const result =
    decision === 'removed'
      ? `The ${noun} was removed${category === undefined ? '' : ` under ${markdownText(category)}`}.`
      : String(outcome(row, report, policy))
  const facts = [
    `About: ${title === null ? `\`${postId}\`` : `${markdownText(title)} (\`${postId}\`)`}`,
    `Reason: ${markdownText(reasonTitle(row, reason, policy))}`,
    ...(law === null ? [] : [`Law: ${markdownText(law)}`]),
    `Sent: ${instant(sentAt)}`,
    ...(decidedAt === undefined ? [] : [`Decided: ${decidedAt}`]),
    `Report: \`${id}\``,
    ...(complaintOf === null ? [] : [`It complains about: ${baseUrl}${reportStatePath(complaintOf)}`]),
    ...(complaint === null ? [] : [`Complaint: ${baseUrl}${reportStatePath(complaint)}`]),
    `As data: ${baseUrl}/v1/reports/${id}`,
  ]
  const parts = [
    `# The ${kindOf(report)} was ${view.state}`,
    result,
    ...(explanation === undefined ? [] : ['The reason:', markdownQuote(explanation)]),
    ...stepsOf(row, report),
    ...(complainUntil === null ? [] : [sentences.mayComplain(moment(complainUntil))]),
    ...(decision === 'no_action' && disputes ? [sentences.disputes(disputes)] : []),
    ...(details === null ? [] : ['What was written:', markdownQuote(details)]),
    markdownList(facts),
  ]
  return `${parts.join('\n\n')}\n`
}

function reasonTitle({ word }: SpokenRow, reason: ReportReason, policy: Policy): string {
  const beside = reasonsBeside[reason as keyof typeof reasonsBeside] as { title: string } | undefined
  const title = beside?.title ?? policy.categories.find(({ id }) => id === reason)?.title ?? reason
  return word(`reason.${reason}`, title)
}

function outcome(row: SpokenRow, { view, withdrawn, isPublic }: ReportOnPage, policy: Policy): Html | string {
  const { say } = row
  const { state, decision, category, counted } = view
  if (state === 'received') return say('report.thanks')
  if (counted) return say('report.counted')
  if (withdrawn) return say('report.withdrawn')
  if (decision === 'no_action') return say('report.no-action')
  if (isPublic) return say('report.restored')
  if (!policy.categories.some(({ id }) => id === category)) return say('report.removed')
  const title = reasonTitle(row, category as ReportReason, policy)
  return row.markup('report.removed-under', { category: html`<strong>${title}</strong>` })
}
