// The share image of a post: its title and its facts in the colours of the site.
import { iconShapes } from '../../../contract/icon.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import { factLines } from '../kit/facts.ts'
import { fontFamily, shareFont } from '../kit/font.ts'
import { html } from '../kit/html.ts'
import { announcedHeadline, type ShownPost } from '../kit/post-words.ts'

/** In pixels: the size that social networks ask for. */
export const shareImageSize = { width: 1200, height: 630 }

const margin = 88
const textWidth = shareImageSize.width - 2 * margin

/** Font sizes of the title, the largest first, and the lines that fit at each. */
const titleSizes = [
  { size: 80, lines: 3 },
  { size: 64, lines: 4 },
  { size: 52, lines: 5 },
] as const
const factSize = 32
const hostSize = 28
const muted = '#59616e'

/** The image as SVG. `now` in epoch milliseconds. */
export function shareImageSvg({ id, baseUrl }: SiteContext, post: ShownPost, now: number): string {
  const row = siteRow(id)
  const { light: accent } = row.face
  const title = drawable(announcedHeadline(row, post))
  const { size, lines } = title === null ? { size: 0, lines: [] } : titleLines(title)
  const facts = factLines(row, post, now)
    .flatMap(line => drawable(line) ?? [])
    .slice(0, 2)
    .map(line => wrapped(line, factSize, 1)[0] ?? '')
  const [host = ''] = wrapped(new URL(baseUrl).host, hostSize, 1, textWidth / 2)
  const { width, height } = shareImageSize
  const bottom = height - margin - (facts.length - 1) * factSize * 1.4
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${fontFamily}">
<rect width="${width}" height="${height}" fill="#fff"/>
<rect width="24" height="${height}" fill="${accent}"/>
<g transform="translate(${margin} 60) scale(3.25)">${iconShapes(accent)}</g>
${line(row.title, `x="${margin + 68}" y="98" font-size="34" fill="${accent}"`)}
${line(host, `x="${width - margin}" y="98" font-size="${hostSize}" fill="${muted}" text-anchor="end"`)}
${lines.map((text, i) => line(text, `x="${margin}" y="${Math.round(168 + size + i * size * 1.2)}" font-size="${size}" fill="#14181f"`)).join('\n')}
${facts.map((text, i) => line(text, `x="${margin}" y="${Math.round(bottom + i * factSize * 1.4)}" font-size="${factSize}" fill="${muted}"`)).join('\n')}
</svg>`
}

function line(text: string, attributes: string): string {
  return `<text ${attributes}>${html`${text}`}</text>`
}

/**
 * A text that the font can draw: without emoji and invisible characters, and with at most two marks on a letter. Null when the
 * text is in a script that the font lacks, or when no letter or digit is left.
 */
export function drawable(text: string): string | null {
  const font = shareFont()
  const has = (character: string) => font.has(character.codePointAt(0)!)
  const plain = text.normalize('NFC').replace(/\p{C}+|\s+/gu, ' ')
  const kept = [...plain].filter(character => has(character) || !emoji.test(character)).join('')
  const line = kept
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(/ {2,}/g, ' ')
    .trim()
  const whole = [...line].every(has)
  return whole && /[\p{L}\p{N}]/u.test(line) ? line : null
}

const emoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Variation_Selector}]|\u20e3/u

function titleLines(title: string): { size: number; lines: string[] } {
  for (const { size, lines } of titleSizes) {
    const all = wrapped(title, size, Infinity)
    if (all.length <= lines) return { size, lines: all }
  }
  const { size, lines } = titleSizes[titleSizes.length - 1]!
  return { size, lines: wrapped(title, size, lines) }
}

/** A text in at most `most` lines of `width`. A word that is too wide is broken; an ellipsis ends a text that is too long. */
function wrapped(text: string, size: number, most: number, width = textWidth): string[] {
  const { width: widthOf } = shareFont()
  const fits = (line: string) => widthOf(line) * size <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const letter of letters(word)) {
      if (!fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  if (line !== '') lines.push(line)
  if (lines.length <= most) return lines
  let last = lines[most - 1]!
  while (last !== '' && !fits(`${last}…`)) last = [...letters(last)].slice(0, -1).join('')
  return [...lines.slice(0, most - 1), `${last.replace(/(?<![\s.,;:–—-])[\s.,;:–—-]+$/u, '')}…`]
}

/** The letters of a text, each with its marks. */
function letters(text: string): string[] {
  return text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []
}
