// The form that reports a post, and the page with the state of a report (contract.md §6).
import { limits } from '../../../contract/limits.ts'
import { markdownList, markdownText } from '../../../contract/markdown.ts'
import type { Policy } from '../../../contract/moderation/policy.ts'
import type { ReportView } from '../../../contract/operations/reports.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import { moment } from '../../../domain/times/moment.ts'
import { type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { headline, type ShownPost } from '../kit/post-words.ts'

/** The path of the form for a post. */
export const reportPath = (postId: string) => `/p/${postId}/report`

/** The fields of a refused form, which are shown again, and the names of the wrong fields. */
export type ReportForm = { reason?: string; details?: string; email?: string; wrong: readonly string[] }

const faults: Record<string, string> = {
  reason: 'Choose one of these.',
  details: `Write plain text of at most ${limits.reportDetailsCodePoints} characters.`,
  email: 'This is not an e-mail address.',
}

/** The form; after a refusal with its fields and their faults. */
export function reportFormHtml(
  site: SiteContext,
  post: ShownPost,
  policy: Policy,
  { reason = '', details = '', email = '', wrong }: ReportForm = { wrong: [] },
): string {
  const { noun } = siteRow(site.id)
  const fault = (field: string) =>
    wrong.includes(field) && html`<span class="told" id="${field}-fault"><strong>${faults[field]}</strong></span>\n`
  const faulty = (field: string, described = '') => {
    const ids = [described, wrong.includes(field) && `${field}-fault`].filter(Boolean).join(' ')
    return html`${wrong.includes(field) && html` aria-invalid="true"`}${ids !== '' && html` aria-describedby="${ids}"`}`
  }
  return layout({
    title: wrong.length > 0 ? `Not sent · Report ${noun}` : `Report this ${noun}`,
    site,
    noindex: true,
    body: html`<h1>Report this ${noun}</h1>
<p class="lede"><a href="/p/${post.id}"><bdi>${headline(siteRow(site.id), post)}</bdi></a></p>
${wrong.length > 0 && html`<div class="notice" role="alert"><p><strong>The report was not sent.</strong> Please correct the marked fields.</p></div>\n`}<p>A person reads every report that says something new. Reporting is free, and the author of the ${noun} is not told who reported it.</p>
<form class="form" method="post" action="${reportPath(post.id)}" toolname="report_${noun}" tooldescription="Tells the people behind this site that this ${noun} breaks the policy or the law. A person reads every report that says something new.">
<label for="reason">What is wrong with it?</label>
<select id="reason" name="reason" required toolparamdescription="The category of the policy that the ${noun} breaks, or other."${faulty('reason')}>
<option value="">Choose</option>
${reasons(site, policy).map(({ label, of }) => html`<optgroup label="${label}">${of.map(({ id, title }) => html`<option value="${id}"${id === reason && html` selected`}>${title}</option>`)}</optgroup>\n`)}</select>
${fault('reason')}<label for="details">What should we know? (optional)</label>
<textarea id="details" name="details" rows="5" maxlength="${limits.reportDetailsCodePoints}" toolparamdescription="What is wrong, in plain text."${faulty('details')}>\n${details}</textarea>
${fault('details')}<label for="email">Your e-mail address (optional)</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="${limits.emailLength}" value="${email}" toolparamdescription="An address at which the people who read the report may ask back."${faulty('email', 'email-told')}>
<span class="told" id="email-told">Only the people who read the report see it. They may write to you.</span>
${fault('email')}<button type="submit">Send the report</button>
</form>`,
  })
}

/** The form in Markdown: the operation that takes a report, and its reasons. */
export function reportFormMarkdown({ baseUrl, ...site }: SiteContext, post: ShownPost, policy: Policy): string {
  const row = siteRow(site.id)
  const parts = [
    `# Report this ${row.noun}`,
    `[${markdownText(headline(row, post))}](${baseUrl}/p/${post.id}.md)`,
    `A person reads every report that says something new. Reporting is free, and the author of the ${row.noun} is not told who reported it.`,
    `Send it with \`POST ${baseUrl}/v1/reports\`: \`post_id\` is \`${post.id}\`, \`reason\` one of those below, \`details\` and \`email\` are optional.`,
    markdownList(
      reasons(site, policy).flatMap(({ of }) => of.map(({ id, title }) => `\`${id}\`: ${markdownText(title)}`)),
    ),
  ]
  return `${parts.join('\n\n')}\n`
}

/** The categories of the policy that apply to a site, abuse first. */
function reasons({ id: site }: Pick<SiteContext, 'id'>, { categories }: Policy) {
  const here = categories.filter(({ sites }) => sites.includes(site))
  return [
    { label: 'Abuse', of: here.filter(({ penalized }) => penalized) },
    { label: 'Poor quality', of: here.filter(({ penalized }) => !penalized) },
    { label: 'Anything else', of: [{ id: 'other', title: 'Something else' }] },
  ]
}

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

/** The page of a refused request. Each string of `text` is a paragraph. */
export function refusalHtml(site: SiteContext, title: string, text: readonly string[]): string {
  return layout({
    title,
    site,
    noindex: true,
    body: html`<h1>${title}</h1>
${text.map(sentence => html`<p>${sentence}</p>\n`)}<p><a href="/">All ${siteRow(site.id).nouns}</a></p>`,
  })
}
