// Shows a text to reviewers: every character is visible, nothing in it is active, and marked passages are highlighted.
import { type Html, html } from '../public/kit/layout.ts'

/** Longer texts are folded after this many characters. */
const foldedFrom = 2_000
/** The most marks drawn on one letter; no script uses as many. */
const marksDrawn = 6
const mostMarked = 200

// Characters that are invisible or change the direction of the text around them. Joiners stay, because scripts and emoji need
// them.
const unseen =
  /([\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]|\u034f|[\u{e0100}-\u{e01ef}])\1*/gu
const stacked = new RegExp(`(\\p{M}{${marksDrawn}})(\\p{M}+)`, 'gu')
const either = new RegExp(`${unseen.source}|${stacked.source}`, 'gu')

/** A text without marked passages. */
export function plain(text: string): Html {
  const parts: (Html | string)[] = []
  let from = 0
  for (const found of text.matchAll(either)) {
    const [whole, sign, drawn, more] = found
    parts.push(text.slice(from, found.index), sign === undefined ? (drawn ?? '') : '')
    parts.push(sign === undefined ? told(`+${[...(more ?? '')].length} marks`) : told(named(sign, whole)))
    from = found.index + whole.length
  }
  return html`${[...parts, text.slice(from)]}`
}

function named(sign: string, whole: string): string {
  const code = `U+${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
  const times = whole.length / sign.length
  return times === 1 ? code : `${code} ×${times}`
}

const told = (words: string) => html`<span class="sign" translate="no">${words}</span>`

type Range = { from: number; to: number; by: string }

/** The marks of a text: passages that a model or a rule named, and links if a flag names them. */
export type PassageMarks = { passages: readonly { text: string; by: string }[]; links: boolean }

const link = /(?:https?:\/\/|www\.)[^\s<>"]+/giu

/** The ranges of the marks, in order and without overlaps. */
function rangesIn(text: string, { passages, links }: PassageMarks): Range[] {
  const found: Range[] = passages.flatMap(({ text: passage, by }) => {
    const words = passage.replace(/…$/, '').trim().split(/\s+/).map(RegExp.escape)
    const at = words.join('') === '' ? null : new RegExp(words.join('\\s+'), 'u').exec(text)
    return at ? [{ from: at.index, to: at.index + at[0].length, by }] : []
  })
  const linked = links ? [...text.matchAll(link)].slice(0, mostMarked) : []
  for (const { index, 0: whole } of linked) found.push({ from: index, to: index + whole.length, by: 'a link' })
  let end = 0
  return found
    .sort((a, b) => a.from - b.from)
    .filter(({ from, to }) => {
      if (from < end) return false
      end = to
      return true
    })
}

function withMarks(text: string, ranges: readonly Range[], offset: number): Html {
  const parts: Html[] = []
  let from = 0
  for (const range of ranges) {
    const [start, end] = [Math.max(range.from - offset, from), Math.min(range.to - offset, text.length)]
    if (end <= start) continue
    parts.push(
      plain(text.slice(from, start)),
      html`<mark title="Marked: ${range.by}">${plain(text.slice(start, end))}</mark>`,
    )
    from = end
  }
  return html`${[...parts, plain(text.slice(from))]}`
}

/** A text with its marks. A long text is folded, with the number of marks below the fold. */
export function shownText(text: string, marks: PassageMarks): Html {
  const ranges = rangesIn(text, marks)
  const at = foldOf(text)
  const head = html`<div class="text" dir="auto">${withMarks(text.slice(0, at), ranges, 0)}</div>`
  if (at === text.length) return head
  const hidden = ranges.filter(({ to }) => to > at).length
  return html`${head}
<details class="fold"><summary>Show the other ${text.length - at} characters${hidden > 0 && `, ${hidden} marked`}</summary>
<div class="text" dir="auto">${withMarks(text.slice(at), ranges, at)}</div>
</details>`
}

/** The position of the fold: after a word, or between two characters if there is no space. */
function foldOf(text: string): number {
  if (text.length <= foldedFrom + 500) return text.length
  const space = text.lastIndexOf(' ', foldedFrom)
  if (space > foldedFrom - 200) return space
  const boundary = text.codePointAt(foldedFrom - 1) ?? 0
  return boundary > 0xffff ? foldedFrom + 1 : foldedFrom
}
