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
import { siteRow } from '../../../contract/sites.ts'
import { isLowQuality } from '../../../domain/review/policy-category.ts'
import { type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { headline, type ShownPost } from '../kit/post-words.ts'

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

const faults: Record<string, string> = {
  reason: 'Choose one of these.',
  details: `Write plain text of at most ${limits.reportDetailsCodePoints} characters.`,
  law: `Write plain text of at most ${limits.reportLawCodePoints} characters.`,
  email: 'This is not an e-mail address.',
  name: `Write plain text of at most ${limits.reportNameCodePoints} characters.`,
  good_faith: 'A report of this kind needs this statement.',
}

const readBy =
  'A person reads every report that says something new. Reporting is free, and the author is not told who reported it.'

/** The form; after a refusal with its fields and their faults. */
export function reportFormHtml(
  site: SiteContext,
  post: ShownPost,
  policy: Policy,
  { wrong, ...sent }: ReportForm = empty,
): string {
  const { noun } = siteRow(site.id)
  const marks = marksOf(wrong)
  return layout({
    title: wrong.length > 0 ? `Not sent · Report ${noun}` : `Report this ${noun}`,
    site,
    noindex: true,
    body: html`<h1>Report this ${noun}</h1>
<p class="lede"><a href="/p/${post.id}"><bdi>${headline(siteRow(site.id), post)}</bdi></a></p>
${wrong.length > 0 && html`<div class="notice" role="alert"><p><strong>The report was not sent.</strong> Please correct the marked fields.</p></div>\n`}<p>${readBy}</p>
<form class="form report" method="post" action="${reportPath(post.id)}" toolname="report_${noun}" tooldescription="Tells the people behind this site that this ${noun} breaks the policy or the law. A person reads every report that says something new.">
${whatFields(reasons(site, policy), sent, marks)}${whoFields(sent, marks)}<button type="submit">Send the report</button>
</form>`,
  })
}

type Marks = { fault(field: string): Html | false; faulty(field: string, described?: string): Html }
type Sent = Omit<ReportForm, 'wrong'>

/** The words and attributes that mark the wrong fields. */
function marksOf(wrong: readonly string[]): Marks {
  return {
    fault: field =>
      wrong.includes(field) && html`<span class="told" id="${field}-fault"><strong>${faults[field]}</strong></span>\n`,
    faulty(field, described = '') {
      const ids = [described, wrong.includes(field) && `${field}-fault`].filter(Boolean).join(' ')
      return html`${wrong.includes(field) && html` aria-invalid="true"`}${ids !== '' && html` aria-describedby="${ids}"`}`
    },
  }
}

/** What is wrong with the post. The class of a group lets the stylesheet hide the fields that its reasons do not need. */
function whatFields(groups: Groups, { reason, details, law }: Sent, { fault, faulty }: Marks): Html {
  return html`<label for="reason">What is wrong with it?</label>
<select id="reason" name="reason" required toolparamdescription="The category of the policy that the post breaks, the right of the reporter, or other."${faulty('reason')}>
<option value="">Choose</option>
${groups.map(({ label, stated, of }) => html`<optgroup label="${label}"${!stated && html` class="unstated"`}>${of.map(({ id, title }) => html`<option value="${id}"${id === reason && html` selected`}>${title}</option>`)}</optgroup>\n`)}</select>
${fault('reason')}<label for="details">What should we know? (optional)</label>
<textarea id="details" name="details" rows="5" maxlength="${limits.reportDetailsCodePoints}" toolparamdescription="What is wrong, in plain text."${faulty('details', 'details-told')}>\n${details}</textarea>
<span class="told" id="details-told">Which words, and why. For a right of yours: which work, name or mark, and where it can be seen.</span>
${fault('details')}<div class="stated"><label for="law">Which law does it break, and where? (optional)</label>
<input id="law" name="law" maxlength="${limits.reportLawCodePoints}" value="${law}" toolparamdescription="The law that the post breaks, and the country."${faulty('law', 'law-told')}>
<span class="told" id="law-told">The law if you know it, and the country.</span>
${fault('law')}</div>
`
}

/** Who reports it, and the statement of good faith. */
function whoFields({ email, name, goodFaith }: Sent, { fault, faulty }: Marks): Html {
  return html`<div class="who"><label for="name">Your name (optional)</label>
<input id="name" name="name" autocomplete="name" maxlength="${limits.reportNameCodePoints}" value="${name}" toolparamdescription="Who reports it."${faulty('name', 'name-told')}>
<span class="told" id="name-told">Please give it with a claim of a right. Leave it out for the safety of a child.</span>
${fault('name')}</div>
<label for="email">Your e-mail address (optional)</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="${limits.emailLength}" value="${email}" toolparamdescription="The address for the receipt and the decision."${faulty('email', 'email-told')}>
<span class="told" id="email-told">We confirm by mail and tell you the decision. Only the people who read the report see name and address, never the author.</span>
${fault('email')}<div class="stated"><label><input type="checkbox" name="good_faith" value="yes"${goodFaith && html` checked`} toolparamdescription="yes: the reporter believes in good faith that the report is right and complete."${faulty('good_faith', 'good_faith-told')}> I believe in good faith that what I report is right and complete.</label>
<span class="told" id="good_faith-told">Needed for what is illegal or harmful, about you, or against your rights.</span>
${fault('good_faith')}</div>
`
}

/** Whether a report by the form has to state good faith: for what is illegal, about the reporter, or against a right. */
export function needsStatement(policy: Policy, { reason, law }: Pick<ReportForm, 'reason' | 'law'>): boolean {
  return reason !== '' && (law !== '' || reasonGroups[groupOfReason(reason, isLowQuality(policy, reason))].stated)
}

/** The form in Markdown: the operation that takes a report, and its reasons. */
export function reportFormMarkdown({ baseUrl, ...site }: SiteContext, post: ShownPost, policy: Policy): string {
  const row = siteRow(site.id)
  const parts = [
    `# Report this ${row.noun}`,
    `[${markdownText(headline(row, post))}](${baseUrl}/p/${post.id}.md)`,
    readBy,
    `Send it with \`POST ${baseUrl}/v1/reports\`: \`post_id\` is \`${post.id}\`, \`reason\` one of those below. \`details\`, \`law\` (and the country), \`name\`, \`email\` and \`good_faith\` are optional.`,
    ...reasons(site, policy).flatMap(({ label, of }) => [
      `## ${label}`,
      markdownList(of.map(({ id, title }) => `\`${id}\`: ${markdownText(title)}`)),
    ]),
  ]
  return `${parts.join('\n\n')}\n`
}

type Groups = readonly (ReasonGroup & { of: { id: string; title: string }[] })[]

/** The reasons that apply to a site, in their groups; the order within a group is that of the policy, then that of the contract. */
function reasons({ id: site }: Pick<SiteContext, 'id'>, policy: Policy): Groups {
  const categories = policy.categories.filter(({ sites }) => sites.includes(site))
  const beside = Object.entries(reasonsBeside).map(([id, { title }]) => ({ id, title }))
  const all = [...categories.map(({ id, title }) => ({ id, title })), ...beside]
  return Object.entries(reasonGroups).map(([name, group]) => ({
    ...group,
    of: all.filter(({ id }) => groupOfReason(id, isLowQuality(policy, id)) === name),
  }))
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
