// The form that reports a post (contract.md §6): the reason in groups, what is wrong, who reports it, and a statement of good faith.
import { limits } from '../../../contract/limits.ts'
import { markdownList, markdownText } from '../../../contract/markdown.ts'
import type { Policy } from '../../../contract/moderation/policy.ts'
import {
  groupOfReason,
  type ReasonGroup,
  reasonGroups,
  reasonsBeside,
} from '../../../contract/moderation/report-reasons.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import type { MessageKey } from '../../../domain/languages/tongue.ts'
import { isLowQuality } from '../../../domain/review/policy-category.ts'
import { type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { headline, type ShownPost } from '../kit/post-words.ts'
import { englishRow, type PageSite, rowIn, type SpokenRow, strong } from '../kit/spoken.ts'

/** The path of the form for a post. */
export const reportPath = (postId: string) => `/p/${postId}/report`

/** The fields of the form as they were sent, and the names of the wrong ones. */
export type ReportForm = {
  reason: string
  details: string
  law: string
  email: string
  name: string
  goodFaith: boolean
  wrong: readonly string[]
}

const empty: ReportForm = { reason: '', details: '', law: '', email: '', name: '', goodFaith: false, wrong: [] }

/** The message of the fault of each field, and the most characters where it takes a text. */
const faults: Readonly<Record<string, { key: MessageKey; most?: number }>> = {
  reason: { key: 'form.choose-one' },
  details: { key: 'form.plain-text', most: limits.reportDetailsCodePoints },
  law: { key: 'form.plain-text', most: limits.reportLawCodePoints },
  email: { key: 'form.no-email' },
  name: { key: 'form.plain-text', most: limits.reportNameCodePoints },
  good_faith: { key: 'report.fault.good_faith' },
}

/** What is wrong with a field of the form. */
function faultIn({ say }: SpokenRow, field: string): string {
  const { key, most = 0 } = faults[field] ?? { key: 'form.choose-one' }
  return say(key, { most })
}

/** The form; after a refusal with its fields and their faults. */
export function reportFormHtml(
  site: PageSite,
  post: ShownPost,
  policy: Policy,
  { wrong, ...sent }: ReportForm = empty,
): string {
  const row = rowIn(site)
  const { noun, say } = row
  const marks = marksOf(row, wrong)
  return layout({
    title: wrong.length > 0 ? say('report.not-sent') : say('report.title'),
    site,
    canonical: `${site.baseUrl}${reportPath(post.id)}`,
    noindex: true,
    body: html`<h1>${say('report.title')}</h1>
<p class="lede"><a href="/p/${post.id}"><bdi>${headline(row, post)}</bdi></a></p>
${wrong.length > 0 && html`<div class="notice" role="alert"><p>${row.markup('report.wrong', { b: strong })}</p></div>\n`}<p>${say('report.told')}</p>
<form class="form report" method="post" action="${reportPath(post.id)}" toolname="report_${noun}" tooldescription="Tells the people behind this site that this ${noun} breaks the policy or the law. A person reads every report that says something new.">
${whatFields(row, reasons(row, policy), { sent, marks })}${whoFields(row, sent, marks)}<button type="submit">${say('report.send')}</button>
</form>`,
  })
}

type Marks = { fault(field: string): Html | false; faulty(field: string, described?: string): Html }
type Sent = Omit<ReportForm, 'wrong'>

/** The words and attributes that mark the wrong fields. */
function marksOf(row: SpokenRow, wrong: readonly string[]): Marks {
  return {
    fault: field =>
      wrong.includes(field) &&
      html`<span class="told" id="${field}-fault"><strong>${faultIn(row, field)}</strong></span>\n`,
    faulty(field, described = '') {
      const ids = [described, wrong.includes(field) && `${field}-fault`].filter(Boolean).join(' ')
      return html`${wrong.includes(field) && html` aria-invalid="true"`}${ids !== '' && html` aria-describedby="${ids}"`}`
    },
  }
}

/** What is wrong with the post. The class of a group lets the stylesheet hide the fields that its reasons do not need. */
function whatFields({ say }: SpokenRow, groups: Groups, { sent, marks }: { sent: Sent; marks: Marks }): Html {
  const { reason, details, law } = sent
  const { fault, faulty } = marks
  return html`<label for="reason">${say('report.reason')}</label>
<select id="reason" name="reason" required toolparamdescription="The category of the policy that the post breaks, the right of the reporter, or other."${faulty('reason')}>
<option value="">${say('report.choose')}</option>
${groups.map(({ label, stated, of }) => html`<optgroup label="${label}"${!stated && html` class="unstated"`}>${of.map(({ id, title }) => html`<option value="${id}"${id === reason && html` selected`}>${title}</option>`)}</optgroup>\n`)}</select>
${fault('reason')}<label for="details">${say('report.details')}</label>
<textarea id="details" name="details" rows="5" maxlength="${limits.reportDetailsCodePoints}" toolparamdescription="What is wrong, in plain text."${faulty('details', 'details-told')}>\n${details}</textarea>
<span class="told" id="details-told">${say('report.details-told')}</span>
${fault('details')}<div class="stated"><label for="law">${say('report.law')}</label>
<input id="law" name="law" maxlength="${limits.reportLawCodePoints}" value="${law}" toolparamdescription="The law that the post breaks, and the country."${faulty('law', 'law-told')}>
<span class="told" id="law-told">${say('report.law-told')}</span>
${fault('law')}</div>
`
}

/** Who reports it, and the statement of good faith. */
function whoFields({ say }: SpokenRow, { email, name, goodFaith }: Sent, { fault, faulty }: Marks): Html {
  return html`<div class="who"><label for="name">${say('report.name')}</label>
<input id="name" name="name" autocomplete="name" maxlength="${limits.reportNameCodePoints}" value="${name}" toolparamdescription="Who reports it."${faulty('name', 'name-told')}>
<span class="told" id="name-told">${say('report.name-told')}</span>
${fault('name')}</div>
<label for="email">${say('report.email')}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="${limits.emailLength}" value="${email}" toolparamdescription="The address for the receipt and the decision."${faulty('email', 'email-told')}>
<span class="told" id="email-told">${say('report.email-told')}</span>
${fault('email')}<div class="stated"><label><input type="checkbox" name="good_faith" value="yes"${goodFaith && html` checked`} toolparamdescription="yes: the reporter believes in good faith that the report is right and complete."${faulty('good_faith', 'good_faith-told')}> ${say('report.good-faith')}</label>
<span class="told" id="good_faith-told">${say('report.good-faith-told')}</span>
${fault('good_faith')}</div>
`
}

/** Whether a report by the form has to state good faith: for what is illegal, about the reporter, or against a right. */
export function needsStatement(policy: Policy, { reason, law }: Pick<ReportForm, 'reason' | 'law'>): boolean {
  return reason !== '' && (law !== '' || reasonGroups[groupOfReason(reason, isLowQuality(policy, reason))].stated)
}

/** The form in Markdown: the operation that takes a report, and its reasons. */
export function reportFormMarkdown(
  { baseUrl, id }: Pick<SiteContext, 'baseUrl' | 'id'>,
  post: ShownPost,
  policy: Policy,
): string {
  const row = englishRow({ id })
  const parts = [
    `# Report this ${row.noun}`,
    `[${markdownText(headline(row, post))}](${baseUrl}/p/${post.id}.md)`,
    row.say('report.told'),
    `Send it with \`POST ${baseUrl}/v1/reports\`: \`post_id\` is \`${post.id}\`, \`reason\` one of those below. \`details\`, \`law\` (and the country), \`name\`, \`email\` and \`good_faith\` are optional.`,
    ...reasons(row, policy).flatMap(({ label, of }) => [
      `## ${label}`,
      markdownList(of.map(({ id, title }) => `\`${id}\`: ${markdownText(title)}`)),
    ]),
  ]
  return `${parts.join('\n\n')}\n`
}

type Groups = readonly (ReasonGroup & { of: { id: string; title: string }[] })[]

/** The reasons that apply to a site, in their groups; the order within a group is that of the policy, then that of the contract. */
function reasons(row: SpokenRow, policy: Policy): Groups {
  const categories = policy.categories.filter(({ sites }) => sites.includes(row.id))
  const beside = Object.entries(reasonsBeside).map(([id, { title }]) => ({ id, title }))
  const all = [...categories, ...beside].map(({ id, title }) => ({ id, title: row.word(`reason.${id}`, title) }))
  return Object.entries(reasonGroups).map(([name, group]) => ({
    ...group,
    label: row.word(`reasons.${name}`, group.label),
    of: all.filter(({ id }) => groupOfReason(id, isLowQuality(policy, id)) === name),
  }))
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

/** The page for a form that was not sent from a page of this site. */
export function foreignHtml(site: PageSite): string {
  const { say } = rowIn(site)
  return refusalHtml(site, say('error.foreign'), [say('error.foreign-told')])
}
