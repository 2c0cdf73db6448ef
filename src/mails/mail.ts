// Makes the text and the HTML of a mail from one description of its blocks.
import { type MessageKey, sourceLanguage, type Tongue } from '../domain/languages/tongue.ts'
import { type Html, html } from '../domain/text/html.ts'

/** A part of a mail; a plain string is a paragraph. */
export type Block =
  | string
  | { facts: readonly (readonly [name: string, value: string])[] }
  /** An address to open, shown in full. `label` is the text of its button. */
  | { link: string; label: string }
  /** Lines to read or copy unchanged. */
  | { lines: readonly string[] }
  /** Text of a stranger: every line is marked, so that no line passes for ours. */
  | { quote: string }

/** A mail ready for the outbox: the same words as text and as HTML, in one language (BCP 47). */
export type Mail = { subject: string; body: string; html: string; language: string }

/** A mail whose language is chosen when its recipient is known. */
export type Letter = (tongue: Tongue) => Mail

/** Columns of the text. A longer address stays on one line. */
const width = 72
const indent = '  '

/** Makes a letter from what it says in a tongue. */
export function letter(write: (tongue: Tongue) => { subject: string; blocks: readonly Block[] }): Letter {
  return tongue => {
    const { subject, blocks } = write(tongue)
    return mail(tongue, subject, blocks)
  }
}

/** Makes a mail. Line breaks are removed from the subject, where they would begin another header. */
export function mail(tongue: Tongue, subject: string, blocks: readonly Block[]): Mail {
  const title = oneLine(subject)
  return {
    subject: title,
    body: `${blocks.map(block => textOf(tongue, block)).join('\n\n')}\n`,
    html: document(
      tongue,
      title,
      blocks.map(block => htmlOf(tongue, block)),
    ),
    language: tongue.tag,
  }
}

/** The button that leads to the account page. */
export const toAccount = ({ say }: Tongue, baseUrl: string): Block => ({
  link: `${baseUrl}/account`,
  label: say('mail.to-account'),
})

/** In place of a token, which the worker signs when it sends the mail: what writes mails has no secret. */
export const signedLater = 'SIGNED-WHEN-SENT'

/** As `signedLater`, for the link on whose page the reader decides on the texts that wait when the mail is sent. */
export const signedToDecide = 'SIGNED-TO-DECIDE-WHEN-SENT'

/** The link that ends all keys and sessions of the account of a mail. */
export const notMe = ({ say }: Tongue, baseUrl: string): Block => ({
  link: `${baseUrl}/account/not-me?t=${signedLater}`,
  label: say('mail.end-all'),
})

/** The link that ends all sessions and links of the reviewer to whom a mail goes. */
export const notReviewer = (baseUrl: string): Block => ({
  link: `${baseUrl}/review/not-me?t=${signedLater}`,
  label: 'This was not me: end all sessions',
})

/** A category of the policy by its id, and in other languages than that of the policy by its name too. */
export function categoryWords(tongue: Tongue, category: string): string {
  const title = titleOf(tongue, category)
  return tongue.tag === sourceLanguage || title === category ? category : `${category} (${title})`
}

/** The title of a category of the policy; its id where the catalogue has none. */
export function titleOf(tongue: Tongue, category: string): string {
  const key = `reason.${category}`
  return tongue.has(key) ? tongue.say(key as MessageKey) : category
}

/** A typed name on one line and in quotes, without invisible characters and direction overrides. */
export function quoted(name: string): string {
  return JSON.stringify(oneLine(name))
}

const oneLine = (text: string) => text.replace(/[\p{C}\s]+/gu, ' ').trim()

// Some mail programs break lines at each of these characters. A line without its mark would look like ours.
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/

function textOf({ say }: Tongue, block: Block): string {
  if (typeof block === 'string') return wrapped(block)
  if ('facts' in block)
    return block.facts
      .map(([label, value]) => wrapped(say('fact.line', { label, value: oneLine(value) }), indent))
      .join('\n')
  if ('link' in block) return `${say('mail.above-address', { label: block.label })}\n\n${block.link}`
  if ('lines' in block) return block.lines.map(line => `${indent}${indent}${oneLine(line)}`).join('\n')
  return block.quote
    .split(lineBreak)
    .map(line => wrapped(line, '> ') || '>')
    .join('\n')
}

/** A text in lines that begin with a mark. A word longer than a line gets a line of its own. */
function wrapped(text: string, mark = ''): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/ +/)) {
    if (line !== '' && [...mark, ...line, ...word].length >= width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
    .filter(each => each !== '')
    .map(each => `${mark}${each}`)
    .join('\n')
}

function htmlOf({ say }: Tongue, block: Block): Html {
  if (typeof block === 'string') return html`<p>${block}</p>`
  if ('facts' in block)
    return html`<dl>${block.facts.map(([name, value]) => html`<dt>${name}</dt><dd><bdi>${oneLine(value)}</bdi></dd>`)}</dl>`
  if ('link' in block)
    return html`<p><a class="button" href="${block.link}">${block.label}</a></p>
<p>${say('mail.opens')} <a href="${block.link}">${block.link}</a></p>`
  if ('lines' in block)
    return html`<p class="lines">${block.lines.map(line => html`<code>${oneLine(line)}</code><br>`)}</p>`
  return html`<blockquote>${block.quote.split(lineBreak).map(line => html`<bdi>${line}</bdi><br>`)}</blockquote>`
}

// Follows the reader's light or dark scheme. Loads nothing.
const styleSheet = `:root{color-scheme:light dark}
body{margin:0;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;background:#fff;color:#1b212c}
a{color:#1d4f91}
@media (prefers-color-scheme:dark){body{background:#13171f;color:#e4e8ee}a{color:#8ab8ff}}
main{max-width:36rem;margin:0 auto}
h1{font-size:1.25rem;line-height:1.3}
a,code,dd,bdi{overflow-wrap:anywhere}
dt{font-weight:bold}
dd{margin:0 0 .5rem}
blockquote{margin:1rem 0;padding:0 0 0 1rem;border-left:.25rem solid}
[dir=rtl] blockquote{padding:0 1rem 0 0;border-left:0;border-right:.25rem solid}
.button{display:inline-block;padding:.6rem 1.2rem;border-radius:.3rem;background:#1d4f91;color:#fff;font-weight:bold;text-decoration:none}`

function document({ tag, direction }: Tongue, title: string, blocks: readonly Html[]): string {
  return html`<!doctype html>
<html lang="${tag}"${direction === 'rtl' && html` dir="rtl"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${styleSheet}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${blocks.map(block => html`${block}\n`)}</main>
</body>
</html>
`.toString()
}
