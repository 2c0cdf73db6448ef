// The page with the state of a report (contract.md §6): what was written, what follows, the decision, and what its reporter can do.
import { limits } from '../../../contract/limits.ts'
import { markdownList, markdownQuote, markdownText } from '../../../contract/markdown.ts'
import type { Policy } from '../../../contract/moderation/policy.ts'
import { type ReportReason, reasonsBeside } from '../../../contract/moderation/report-reasons.ts'
import { sentences } from '../../../contract/sentences.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import { moment } from '../../../domain/times/moment.ts'
import { instant } from '../../../domain/times/time.ts'
import type { ReportOnPage } from '../../../usecases/posts/report-state.ts'
import { type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'

/** The path of the page of a report. */
export const reportStatePath = (id: string) => `/reports/${id}`

/** The form of a complaint as it was sent, and what is wrong with it. */
export type ComplaintForm = { message: string; wrong: string }

/** The page; `sent` is a complaint that was not taken. */
export function reportStateHtml(site: SiteContext, report: ReportOnPage, policy: Policy, sent?: ComplaintForm): string {
  const { nouns } = siteRow(site.id)
  const url = site.baseUrl + reportStatePath(report.view.id)
  return layout({
    title: sent ? 'Not sent · Complaint' : capitalized(stateWords(report)),
    site,
    noindex: true,
    body: html`<h1>${heading(report)}</h1>
${lede(site, report)}${sent && html`<div class="notice" role="alert"><p><strong>The complaint was not sent.</strong> ${sent.wrong}</p></div>\n`}<p>${outcome(report, siteRow(site.id).noun, policy)}</p>
${explained(report)}${whatFollows(report)}${redress(site, report, sent)}<section aria-labelledby="written"><h2 id="written">What was written</h2>
${written(report)}<dl class="details">
<dt>Reason</dt><dd>${reasonTitle(report.reason, policy)}</dd>
${report.law !== null && html`<dt>Law</dt><dd><bdi>${report.law}</bdi></dd>\n`}<dt>Sent</dt><dd>${time(report.sentAt)}</dd>
${report.view.decided_at !== undefined && html`<dt>Decided</dt><dd>${time(Date.parse(report.view.decided_at))}</dd>\n`}<dt>Report</dt><dd><code>${report.view.id}</code></dd>
<dt>This page</dt><dd><a href="${url}">${url}</a></dd>
</dl></section>
<p>Keep the address of this page: it shows report and decision to anybody who has it, and to nobody else.</p>
<p><a href="/">All ${nouns}</a></p>`,
  })
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const kindOf = ({ complaintOf }: ReportOnPage) => (complaintOf === null ? 'report' : 'complaint')
const stateWords = (report: ReportOnPage) => `${kindOf(report)} ${report.view.state}`
const heading = (report: ReportOnPage) => `Your ${kindOf(report)} was ${report.view.state}`
const time = (at: number) => html`<time datetime="${instant(at)}">${moment(at)}</time>`

/** The post, with a link while readers see it. */
function lede(site: SiteContext, { view, title, isPublic, complaintOf }: ReportOnPage): Html {
  const name = title ?? `the ${siteRow(site.id).noun} ${view.post_id}`
  return html`<p class="lede">${isPublic ? html`<a href="/p/${view.post_id}"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`}</p>
${complaintOf !== null && html`<p>It is about the decision on <a href="${reportStatePath(complaintOf)}">an earlier report</a>.</p>\n`}`
}

function explained({ view }: ReportOnPage): Html | false {
  if (view.explanation === undefined) return false
  return html`<p>The reason, in the words of the person who decided:</p>
<blockquote dir="auto">${view.explanation}</blockquote>
`
}

function written({ details }: ReportOnPage): Html {
  return details === null
    ? html`<p>Nothing beside the reason.</p>\n`
    : html`<blockquote class="yours" dir="auto">${details}</blockquote>\n`
}

function whatFollows(report: ReportOnPage): Html | false {
  const steps = stepsOf(report)
  if (steps.length === 0) return false
  return html`<section aria-labelledby="follows"><h2 id="follows">What follows</h2>
<ul>${steps.map(step => html`<li>${step}</li>`)}</ul></section>
`
}

/** What happens next with an open report. */
function stepsOf({ view, usualMs, mailed, complaintOf }: ReportOnPage): string[] {
  if (view.state !== 'received') return []
  return [
    complaintOf === null
      ? 'A person reads the report and the post, and decides.'
      : 'A person reads everything again and decides: another than the first time, where there is another.',
    sentences.reportTime(usualMs),
    mailed
      ? 'The decision is here at once, and comes by mail: an address gets at most one mail a day about reports.'
      : 'The decision is here at once. No address was left, so nobody gets a mail.',
    ...(complaintOf === null ? ['If the post stays and that is wrong, you can complain here, once.'] : []),
  ]
}

/** What the reporter can do about the decision: complain, and turn to the body that the operator names. */
function redress(site: SiteContext, report: ReportOnPage, sent?: ComplaintForm): Html | false {
  const { view, complaint, complainUntil } = report
  const disputes = site.operator?.disputes
  if (view.state !== 'decided' || view.decision === 'removed' || report.withdrawn) return false
  if (complaint === null && complainUntil === null && !disputes) return false
  return html`<section aria-labelledby="redress"><h2 id="redress">Is this wrong?</h2>
${complaint !== null && html`<p>You have complained: <a href="${reportStatePath(complaint)}">the page of the complaint</a> has the answer.</p>\n`}${complainUntil !== null && complaintForm(report, complainUntil, sent)}${disputes && html`<p>You can also turn to a body that settles disputes out of court: <a href="${disputes.url}" rel="noopener"><bdi>${disputes.name}</bdi></a>.</p>\n`}</section>
`
}

function complaintForm({ view }: ReportOnPage, until: number, sent?: ComplaintForm): Html {
  return html`<p>You can complain until ${time(until)}, once and free of charge. Another person decides, where there is another.</p>
<form class="form" method="post" action="${reportStatePath(view.id)}">
<label for="message">Why is the decision wrong?</label>
<textarea id="message" name="message" rows="5" maxlength="${limits.reportDetailsCodePoints}" required${sent && html` aria-invalid="true"`}>\n${sent?.message ?? ''}</textarea>
<button type="submit">Complain</button>
</form>
`
}

/** The page in Markdown. */
export function reportStateMarkdown({ baseUrl, ...site }: SiteContext, report: ReportOnPage, policy: Policy): string {
  const { view, title, details, law, reason, sentAt, complaint, complaintOf, complainUntil } = report
  const { id, post_id: postId, decision, decided_at: decidedAt, explanation } = view
  const { noun } = siteRow(site.id)
  const disputes = site.operator?.disputes
  const category = policy.categories.find(row => row.id === view.category)?.title
  const result =
    decision === 'removed'
      ? `The ${noun} was removed${category === undefined ? '' : ` under ${markdownText(category)}`}.`
      : String(outcome(report, noun, policy))
  const facts = [
    `About: ${title === null ? `\`${postId}\`` : `${markdownText(title)} (\`${postId}\`)`}`,
    `Reason: ${markdownText(reasonTitle(reason, policy))}`,
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
    ...stepsOf(report),
    ...(complainUntil === null ? [] : [sentences.mayComplain(moment(complainUntil))]),
    ...(decision === 'no_action' && disputes ? [sentences.disputes(disputes)] : []),
    ...(details === null ? [] : ['What was written:', markdownQuote(details)]),
    markdownList(facts),
  ]
  return `${parts.join('\n\n')}\n`
}

function reasonTitle(reason: ReportReason, policy: Policy): string {
  const beside = reasonsBeside[reason as keyof typeof reasonsBeside] as { title: string } | undefined
  return beside?.title ?? policy.categories.find(({ id }) => id === reason)?.title ?? reason
}

function outcome({ view, withdrawn, isPublic }: ReportOnPage, noun: string, policy: Policy): Html | string {
  const { state, decision, category, counted } = view
  if (state === 'received') return 'Thank you. A person reads it; nobody has decided on it yet.'
  if (counted)
    return `A person had read the same about this ${noun} before and left it public, so this report was only counted. Report it again with new details, and a person reads them.`
  if (withdrawn) return `The author has deleted the ${noun} before a person decided.`
  if (decision === 'no_action') return `A person looked and took no action: the ${noun} breaks no rule and stays.`
  const title = policy.categories.find(({ id }) => id === category)?.title
  if (isPublic)
    return `A person removed the ${noun}. Its author appealed, another look was taken, and it is public again.`
  return html`A person decided: the ${noun} was removed${title !== undefined && html` under <strong>${title}</strong>`}. Thank you.`
}
