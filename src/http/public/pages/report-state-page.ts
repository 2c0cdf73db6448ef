// The page with the state of a report (contract.md §6).
import { markdownList, markdownText } from '../../../contract/markdown.ts'
import type { Policy } from '../../../contract/moderation/policy.ts'
import type { ReportView } from '../../../contract/operations/reports.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import { moment } from '../../../domain/times/moment.ts'
import { type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'

export function reportStatusHtml(site: SiteContext, report: ReportView, policy: Policy): string {
  const { noun, nouns } = siteRow(site.id)
  const { id, post_id: postId, state, decided_at: decidedAt } = report
  const url = `${site.baseUrl}/reports/${id}`
  return layout({
    title: state === 'received' ? 'Report received' : 'Report decided',
    site,
    noindex: true,
    body: html`<h1>${state === 'received' ? 'Your report was received' : 'Your report was decided'}</h1>
<p>${outcome(report, noun, policy)}</p>
<dl class="details">
<dt>Report</dt><dd><code>${id}</code></dd>
<dt>About</dt><dd>${report.decision === 'removed' ? html`<code>${postId}</code>` : html`<a href="/p/${postId}">the ${noun} <code>${postId}</code></a>`}</dd>
${decidedAt !== undefined && html`<dt>Decided</dt><dd><time datetime="${decidedAt}">${moment(Date.parse(decidedAt))}</time></dd>\n`}<dt>This page</dt><dd><a href="${url}">${url}</a></dd>
</dl>
<p>Keep the address of this page: it shows the decision to anybody who has it, and to nobody else.</p>
<p><a href="/">All ${nouns}</a></p>`,
  })
}

export function reportStatusMarkdown({ baseUrl, ...site }: SiteContext, report: ReportView, policy: Policy): string {
  const { id, post_id: postId, state, decision, decided_at: decidedAt, category } = report
  const { noun } = siteRow(site.id)
  const title = policy.categories.find(row => row.id === category)?.title
  const result =
    decision === 'removed'
      ? `The ${noun} was removed${title === undefined ? '' : ` under ${markdownText(title)}`}.`
      : outcome(report, noun, policy)
  const facts = [
    `Report: \`${id}\``,
    `About: \`${postId}\``,
    ...(decidedAt === undefined ? [] : [`Decided: ${decidedAt}`]),
    `As data: ${baseUrl}/v1/reports/${id}`,
  ]
  return `# ${state === 'received' ? 'The report was received' : 'The report was decided'}\n\n${result}\n\n${markdownList(facts)}\n`
}

function outcome({ state, decision, category, counted }: ReportView, noun: string, policy: Policy): Html | string {
  if (state === 'received') return 'Thank you. A person reads the report; nobody has decided on it yet.'
  if (counted)
    return `A person had read the same about this ${noun} before and left it public, so this report was only counted. Report it again with new details, and a person reads them.`
  if (decision === 'no_action')
    return `A person looked at the report and took no action, or the author had already deleted the ${noun}.`
  const title = policy.categories.find(({ id }) => id === category)?.title
  return html`The ${noun} was removed${title !== undefined && html` under <strong>${title}</strong>`}. Thank you.`
}
