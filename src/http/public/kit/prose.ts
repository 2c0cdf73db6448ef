// Post text on a page: paragraphs, line breaks, live links for web addresses alone, and the short form for lists.
import { webAddressesIn } from '../../../domain/text/web-addresses.ts'
import { type Html, html } from './html.ts'

/** The `rel` of every link in a post (contract.md §15). */
export const untrustedRel = 'ugc nofollow noopener'

/** Text as paragraphs (separated by blank lines) with its line breaks; http and https addresses become links. */
export function prose(text: string): Html[] {
  const paragraphs = text.replaceAll('\r\n', '\n').split(/\n[ \t]*(?:\n[ \t]*)+/)
  return paragraphs
    .filter(paragraph => paragraph.trim() !== '')
    .map(paragraph => html`<p>${paragraph.split('\n').map((line, i) => [i > 0 && html`<br>`, linked(line)])}</p>`)
}

function linked(line: string): (string | Html)[] {
  const parts: (string | Html)[] = []
  let end = 0
  for (const { index, text, href } of webAddressesIn(line)) {
    parts.push(line.slice(end, index), html`<a href="${href}" rel="${untrustedRel}">${text}</a>`)
    end = index + text.length
  }
  parts.push(line.slice(end))
  return parts
}

/** The beginning of a text on one line, cut between words, at most `length` code points and an ellipsis. */
export function excerpt(text: string, length = 220): string {
  // Of a long text only the beginning is looked at.
  const begun = text.slice(0, length * 10)
  const line = begun.replace(/\s+/g, ' ').trim()
  const points = [...line.slice(0, length * 2 + 2)]
  if (points.length <= length) return begun.length < text.length ? `${line.toWellFormed()}…` : line
  const cut = points.slice(0, length).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > cut.length / 2 ? cut.slice(0, space) : cut).replace(/(?<![\s.,;:–—-])[\s.,;:–—-]+$/u, '')}…`
}
