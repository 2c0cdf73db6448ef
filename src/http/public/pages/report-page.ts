// The form that reports a post, and the page with the state of a report (contract.md §6).
import { limits } from '../../../contract/limits.ts'
import { markdownList, markdownText } from '../../../contract/markdown.ts'
import type { Policy } from '../../../contract/moderation/policy.ts'
import type { ReportView } from '../../../contract/operations/reports.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import { type MessageKey, sourceLanguage } from '../../../domain/languages/tongue.ts'
import { type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { headline, ofText, type ShownPost } from '../kit/post-words.ts'
import { type PageSite, rowIn, type SpokenRow } from '../kit/spoken.ts'

/** The path of the form for a post. */
export const reportPath = (postId: string) => `/p/${postId}/report`

/** The fields of a refused form, which are shown again, and the names of the wrong fields. */
export type ReportForm = { reason?: string; details?: string; email?: string; wrong: readonly string[] }

/** The form; after a refusal with its fields and their faults. */
export function reportFormHtml(
  site: PageSite,
  post: ShownPost,
  policy: Policy,
  { reason = '', details = '', email = '', wrong }: ReportForm = { wrong: [] },
): string {
  const row = rowIn(site)
  const { noun, say } = row
  const faultOf = (field: string) =>
    say(`report.fault.${field}` as MessageKey, { most: limits.reportDetailsCodePoints })
  const fault = (field: string) =>
    wrong.includes(field) && html`<span class="told" id="${field}-fault"><strong>${faultOf(field)}</strong></span>\n`
  const faulty = (field: string, described = '') => {
    const ids = [described, wrong.includes(field) && `${field}-fault`].filter(Boolean).join(' ')
    return html`${wrong.includes(field) && html` aria-invalid="true"`}${ids !== '' && html` aria-describedby="${ids}"`}`
  }
  return layout({
    title: say(wrong.length > 0 ? 'report.not-sent' : 'report.title'),
    site,
    noindex: true,
    body: html`<h1>${say('report.title')}</h1>
<p class="lede"><a href="/p/${post.id}"><bdi${ofText(post)}>${headline(row, post)}</bdi></a></p>
${wrong.length > 0 && html`<div class="notice" role="alert"><p>${row.markup('report.wrong', { b: inner => html`<strong>${inner}</strong>` })}</p></div>\n`}<p>${say('report.told')}</p>
<form class="form" method="post" action="${reportPath(post.id)}" toolname="report_${noun}" tooldescription="Tells the people behind this site that this ${noun} breaks the policy or the law. A person reads every report that says something new.">
<label for="reason">${say('report.reason')}</label>
<select id="reason" name="reason" required toolparamdescription="The category of the policy that the ${noun} breaks, or other."${faulty('reason')}>
<option value="">${say('report.choose')}</option>
${reasons(site, policy).map(({ label, of }) => html`<optgroup label="${say(label)}">${of.map(({ id, title }) => html`<option value="${id}"${id === reason && html` selected`}${id !== 'other' && inEnglish(row)}>${id === 'other' ? say('report.other') : title}</option>`)}</optgroup>\n`)}</select>
${fault('reason')}<label for="details">${say('report.details')}</label>
<textarea id="details" name="details" rows="5" maxlength="${limits.reportDetailsCodePoints}" toolparamdescription="What is wrong, in plain text."${faulty('details')}>\n${details}</textarea>
${fault('details')}<label for="email">${say('report.email')}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="${limits.emailLength}" value="${email}" toolparamdescription="An address at which the people who read the report may ask back."${faulty('email', 'email-told')}>
<span class="told" id="email-told">${say('report.email-told')}</span>
${fault('email')}<button type="submit">${say('report.send')}</button>
</form>`,
  })
}

/** The form in Markdown: the operation that takes a report, and its reasons. */
export function reportFormMarkdown({ baseUrl, ...site }: PageSite, post: ShownPost, policy: Policy): string {
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
    { label: 'report.abuse', of: here.filter(({ penalized }) => penalized) },
    { label: 'report.quality', of: here.filter(({ penalized }) => !penalized) },
    { label: 'report.else', of: [{ id: 'other', title: 'Something else' }] },
  ] satisfies { label: MessageKey; of: { id: string; title: string }[] }[]
}

/** The words of the policy are in English in every language. */
function inEnglish({ tongue }: SpokenRow): Html | false {
  return tongue.tag !== sourceLanguage && html` lang="en"`
}

export function reportStatusHtml(site: PageSite, report: ReportView, policy: Policy): string {
  const row = rowIn(site)
  const { say } = row
  const { id, post_id: postId, state, decided_at: decidedAt } = report
  const url = `${site.baseUrl}${row.tongue.prefix}/reports/${id}`
  const code = html`<code>${postId}</code>`
  const post = html`<a href="/p/${postId}">${row.markup('report.post', { id: code })}</a>`
  return layout({
    title: say(state === 'received' ? 'report.received-short' : 'report.decided-short'),
    site,
    noindex: true,
    body: html`<h1>${say(state === 'received' ? 'report.received' : 'report.decided')}</h1>
<p>${outcome(row, report, policy)}</p>
<dl class="details">
<dt>${say('report.id')}</dt><dd><code>${id}</code></dd>
<dt>${say('report.of')}</dt><dd>${report.decision === 'removed' ? code : post}</dd>
${decidedAt !== undefined && html`<dt>${say('report.when')}</dt><dd><time datetime="${decidedAt}">${row.tongue.moment(Date.parse(decidedAt))}</time></dd>\n`}<dt>${say('report.page')}</dt><dd><a href="${url}">${url}</a></dd>
</dl>
<p>${say('report.keep')}</p>
<p><a href="/">${say('missing.all')}</a></p>`,
  })
}

export function reportStatusMarkdown({ baseUrl, ...site }: PageSite, report: ReportView, policy: Policy): string {
  const { id, post_id: postId, state, decision, decided_at: decidedAt, category } = report
  const { noun } = siteRow(site.id)
  const title = policy.categories.find(row => row.id === category)?.title
  const result =
    decision === 'removed'
      ? `The ${noun} was removed${title === undefined ? '' : ` under ${markdownText(title)}`}.`
      : outcome(rowIn(site), report, policy)
  const facts = [
    `Report: \`${id}\``,
    `About: \`${postId}\``,
    ...(decidedAt === undefined ? [] : [`Decided: ${decidedAt}`]),
    `As data: ${baseUrl}/v1/reports/${id}`,
  ]
  return `# ${state === 'received' ? 'The report was received' : 'The report was decided'}\n\n${result}\n\n${markdownList(facts)}\n`
}

function outcome(row: SpokenRow, { state, decision, category, counted }: ReportView, policy: Policy): Html | string {
  if (state === 'received') return row.say('report.thanks')
  if (counted) return row.say('report.counted')
  if (decision === 'no_action') return row.say('report.no-action')
  const title = policy.categories.find(({ id }) => id === category)?.title
  if (title === undefined) return row.say('report.removed')
  const b = (inner: Html) => html`<strong${inEnglish(row)}>${inner}</strong>`
  return row.markup('report.removed-under', { category: title, b })
}

/** The page of a refused request. Each string of `text` is a paragraph. */
export function refusalHtml(site: PageSite, title: string, text: readonly string[]): string {
  return layout({
    title,
    site,
    noindex: true,
    body: html`<h1>${title}</h1>
${text.map(sentence => html`<p>${sentence}</p>\n`)}<p><a href="/">${rowIn(site).say('missing.all')}</a></p>`,
  })
}
