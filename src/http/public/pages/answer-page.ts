// The form with which a reader without an account answers a post: on the page of the post, and on the page that asks for the code.
import { limits } from '../../../contract/limits.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { type SiteRow, siteRow } from '../../../contract/sites.ts'
import { type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { headline, type ShownPost } from '../kit/post-words.ts'

const answerPath = (postId: string) => `/p/${postId}/answer`

/** The fields of the form as they were sent, and what is wrong with them. */
export type AnswerForm = { message: string; email: string; wrong: readonly string[] }

/** The form. `row.relayed` has to be there. */
export function answerFormHtml(
  row: SiteRow,
  post: ShownPost,
  form: AnswerForm = { message: '', email: '', wrong: [] },
): Html {
  const { message, email, wrong } = form
  const fault = (name: string, text: string) =>
    wrong.includes(name) && html`<span class="told" id="${name}-fault"><strong>${text}</strong></span>\n`
  const faulty = (name: string, described: string) => {
    const bad = wrong.includes(name)
    return html`${bad && html` aria-invalid="true"`} aria-describedby="${described}${bad && ` ${name}-fault`}"`
  }
  return html`<section class="answer" aria-labelledby="answer">
<h2 id="answer">Write to the ${row.relayed?.recipient ?? 'author'}</h2>
<form class="form" method="post" action="${answerPath(post.id)}" toolname="contact_${row.relayed?.recipient ?? 'author'}" tooldescription="Writes to the ${row.relayed?.recipient ?? 'author'} of this ${row.noun}. A code is mailed to the address; the message goes out once it is typed.">
<label for="message">Your message</label>
<textarea id="message" name="message" rows="4" minlength="${limits.relayMessageMinCodePoints}" maxlength="${limits.relayMessageCodePoints}" required toolparamdescription="The message, in plain text."${faulty('message', 'message-told')}>\n${message}</textarea>
<span class="told" id="message-told">${limits.relayMessageMinCodePoints} to ${limits.relayMessageCodePoints.toLocaleString('en')} characters.</span>
${fault('message', 'Write a little more, in plain text.')}<label for="email">Your e-mail address</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="${limits.emailLength}" value="${email}" required toolparamdescription="The address for the answer."${faulty('email', 'email-told')}>
<span class="told" id="email-told">For the answer. The ${row.relayed?.recipient ?? 'author'} sees it; it is not shown here. We mail you a code first.</span>
${fault('email', 'This is not an e-mail address.')}<button type="submit">Send</button>
</form>
</section>
`
}

/** The page with the form and its faults. */
export function answerFormPage(site: SiteContext, post: ShownPost, form: AnswerForm): string {
  const row = siteRow(site.id)
  return page(
    site,
    post,
    'Not sent',
    html`<div class="notice" role="alert"><p><strong>The message was not sent.</strong> Please correct the marked fields.</p></div>
${answerFormHtml(row, post, form)}`,
  )
}

/** The page that asks for the mailed code. The message waits in it: nothing is stored before the code is typed. */
export function answerCodePage(
  site: SiteContext,
  post: ShownPost,
  { message, email, wrong }: { message: string; email: string; wrong: boolean },
): string {
  return page(
    site,
    post,
    'Check your mail',
    html`<p>We have mailed a code to <bdi>${email}</bdi>. Type it here, and your message goes out.</p>
<form class="form" method="post" action="${answerPath(post.id)}">
<input type="hidden" name="message" value="${message}"><input type="hidden" name="email" value="${email}">
<label for="code">The code from the mail</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="20" required${wrong && html` aria-invalid="true" aria-describedby="code-fault"`}>
${wrong && html`<span class="told" id="code-fault"><strong>This is not the code, or it is too old.</strong></span>\n`}<button type="submit">Send the message</button>
</form>
<section aria-labelledby="yours"><h2 id="yours">Your message</h2>
<blockquote class="yours" dir="auto">${message}</blockquote></section>`,
  )
}

/** The page after a message: it is on its way, or a person reads it first. */
export function answerSentPage(site: SiteContext, post: ShownPost, outcome: 'sent' | 'held'): string {
  const recipient = siteRow(site.id).relayed?.recipient ?? 'author'
  const [title, text] =
    outcome === 'sent'
      ? [
          'Your message is on its way',
          `The answer comes to you by mail. Until the ${recipient} answers, you do not learn their address.`,
        ]
      : ['A person reads it first', `Your message goes to the ${recipient} as soon as somebody here has read it.`]
  return page(
    site,
    post,
    title,
    html`<p>${text}</p>
<p><a href="/p/${post.id}">Back to the ${siteRow(site.id).noun}</a></p>`,
  )
}

function page(site: SiteContext, post: ShownPost, title: string, body: Html): string {
  return layout({
    title,
    site,
    noindex: true,
    body: html`<h1>${title}</h1>
<p class="lede"><a href="/p/${post.id}"><bdi>${headline(siteRow(site.id), post)}</bdi></a></p>
${body}`,
  })
}
