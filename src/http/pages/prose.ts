// Post text on a page: paragraphs, line breaks, live links for web addresses alone, and the short form for lists.
import { type Html, html } from './html.ts'

/** What every link that a post brings carries: no credit, no way back (contract.md §15). */
export const untrustedRel = 'ugc nofollow noopener'

const webAddress = /https?:\/\/[^\s<>"'`\p{Cc}\p{Cf}]+/giu

/** Text as paragraphs (blank lines part them) with its line breaks; http and https addresses become links. */
export function prose(text: string): Html[] {
  const paragraphs = text.replaceAll('\r\n', '\n').split(/\n[ \t]*(?:\n[ \t]*)+/)
  return paragraphs
    .filter(paragraph => paragraph.trim() !== '')
    .map(paragraph => html`<p>${paragraph.split('\n').map((line, i) => [i > 0 && html`<br>`, linked(line)])}</p>`)
}

function linked(line: string): (string | Html)[] {
  const parts: (string | Html)[] = []
  let end = 0
  for (const match of line.matchAll(webAddress)) {
    const address = withoutTrailingMarks(match[0])
    const href = webUrl(address)
    if (!href) continue
    parts.push(line.slice(end, match.index), html`<a href="${href}" rel="${untrustedRel}">${address}</a>`)
    end = match.index + address.length
  }
  parts.push(line.slice(end))
  return parts
}

/** The address in its normal form when it is http or https and hides nothing before an @; otherwise null. */
export function webUrl(text: string): string | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return url.href
}

// A sentence goes on after an address: its full stop is not part of it, nor is a bracket that was opened before it.
function withoutTrailingMarks(address: string): string {
  let kept = address
  for (;;) {
    const last = kept.at(-1)
    const unopened = last === ')' && kept.split('(').length < kept.split(')').length
    if (!unopened && !/[.,;:!?\]}»”’…*_]$/u.test(kept)) return kept
    kept = kept.slice(0, -1)
  }
}

/** The beginning of a text on one line, cut between words, at most `length` code points and an ellipsis. */
export function excerpt(text: string, length = 220): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const points = [...line.slice(0, length * 2 + 2)]
  if (points.length <= length) return line
  const cut = points.slice(0, length).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > cut.length / 2 ? cut.slice(0, space) : cut).replace(/[\s.,;:–—-]+$/u, '')}…`
}
