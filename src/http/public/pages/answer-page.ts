// The form with which a reader without an account answers a post: on the page of the post, and on the page that asks for the code.
import { limits } from '../../../contract/limits.ts'
import { type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { headline, type ShownPost } from '../kit/post-words.ts'
import { type PageSite, rowIn, type SpokenRow, strong } from '../kit/spoken.ts'

const answerPath = (postId: string) => `/p/${postId}/answer`

/** The fields of the form as they were sent, and what is wrong with them. */
export type AnswerForm = { message: string; email: string; wrong: readonly string[] }

/** The form. `row.relayed` has to be there. */
export function answerFormHtml(
  row: SpokenRow,
  post: ShownPost,
  form: AnswerForm = { message: '', email: '', wrong: [] },
): Html {
  const { say, tongue } = row
  const { message, email, wrong } = form
  const fault = (name: string, text: string) =>
    wrong.includes(name) && html`<span class="told" id="${name}-fault"><strong>${text}</strong></span>\n`
  const faulty = (name: string, described: string) => {
    const bad = wrong.includes(name)
    return html`${bad && html` aria-invalid="true"`} aria-describedby="${described}${bad && ` ${name}-fault`}"`
  }
  return html`<section class="answer" aria-labelledby="answer">
<h2 id="answer">${say('answer.title')}</h2>
<form class="form" method="post" action="${answerPath(post.id)}" toolname="contact_${row.relayed?.recipient ?? 'author'}" tooldescription="Writes to the ${row.relayed?.recipient ?? 'author'} of this ${row.noun}. A code is mailed to the address; the message goes out once it is typed.">
<label for="message">${say('answer.message')}</label>
<textarea id="message" name="message" rows="4" minlength="${limits.relayMessageMinCodePoints}" maxlength="${limits.relayMessageCodePoints}" required toolparamdescription="The message, in plain text."${faulty('message', 'message-told')}>\n${message}</textarea>
<span class="told" id="message-told">${say('answer.message-told', { least: tongue.number(limits.relayMessageMinCodePoints), most: tongue.number(limits.relayMessageCodePoints) })}</span>
${fault('message', say('answer.fault.message'))}<label for="email">${say('answer.email')}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="${limits.emailLength}" value="${email}" required toolparamdescription="The address for the answer."${faulty('email', 'email-told')}>
<span class="told" id="email-told">${say('answer.email-told')}</span>
${fault('email', say('form.no-email'))}<button type="submit">${say('answer.send')}</button>
</form>
</section>
`
}

/** The page with the form and its faults. */
export function answerFormPage(site: PageSite, post: ShownPost, form: AnswerForm): string {
  const row = rowIn(site)
  return page(
    site,
    post,
    row.say('answer.not-sent'),
    html`<div class="notice" role="alert"><p>${row.markup('answer.wrong', { b: strong })}</p></div>
${answerFormHtml(row, post, form)}`,
  )
}

/** The page that asks for the mailed code. The message waits in it: nothing is stored before the code is typed. */
export function answerCodePage(
  site: PageSite,
  post: ShownPost,
  { message, email, wrong }: { message: string; email: string; wrong: boolean },
): string {
  const { say, markup } = rowIn(site)
  return page(
    site,
    post,
    say('answer.check'),
    html`<p>${markup('answer.check-told', { email: html`<bdi>${email}</bdi>` })}</p>
<form class="form" method="post" action="${answerPath(post.id)}">
<input type="hidden" name="message" value="${message}"><input type="hidden" name="email" value="${email}">
<label for="code">${say('answer.code')}</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="20" required${wrong && html` aria-invalid="true" aria-describedby="code-fault"`}>
${wrong && html`<span class="told" id="code-fault"><strong>${say('answer.fault.code')}</strong></span>\n`}<button type="submit">${say('answer.send-message')}</button>
</form>
<section aria-labelledby="yours"><h2 id="yours">${say('answer.message')}</h2>
<blockquote class="yours" dir="auto">${message}</blockquote></section>`,
  )
}

/** The page after a message: it is on its way, or a person reads it first. */
export function answerSentPage(site: PageSite, post: ShownPost, outcome: 'sent' | 'held'): string {
  const { say } = rowIn(site)
  const [title, text] =
    outcome === 'sent' ? [say('answer.sent'), say('answer.sent-told')] : [say('answer.held'), say('answer.held-told')]
  return page(
    site,
    post,
    title,
    html`<p>${text}</p>
<p><a href="/p/${post.id}">${say('answer.back')}</a></p>`,
  )
}

function page(site: PageSite, post: ShownPost, title: string, body: Html): string {
  return layout({
    title,
    site,
    noindex: true,
    body: html`<h1>${title}</h1>
<p class="lede"><a href="/p/${post.id}"><bdi>${headline(rowIn(site), post)}</bdi></a></p>
${body}`,
  })
}
