// The share image of a post: its title and its facts in the colours of the site.
import { iconShapes } from '../../../contract/icon.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { factLines } from '../kit/facts.ts'
import { html } from '../kit/html.ts'
import { announcedHeadline, type ShownPost } from '../kit/post-words.ts'
import { shareFamily, shareFont } from '../kit/share-fonts.ts'
import { englishRow } from '../kit/spoken.ts'

/** In pixels: the size that social networks ask for. */
export const shareImageSize = { width: 1200, height: 630 }

const margin = 88
const textWidth = shareImageSize.width - 2 * margin

/** Font sizes of the title, the largest first. */
const titleSizes = [80, 64, 52, 44] as const
const lineHeight = 1.2
const [titleTop, factSize, hostSize] = [150, 32, 28]
const muted = '#59616e'

/** The image as SVG. `now` in epoch milliseconds. */
export function shareImageSvg({ id, baseUrl }: SiteContext, post: ShownPost, now: number): string {
  const row = englishRow({ id })
  const { light: accent } = row.face
  // Topics have letters that every font has, so that no image is without a title.
  const title = drawable(announcedHeadline(row, post)) ?? post.topics.join(' · ')
  const facts = factLines(row, post, now)
    .flatMap(line => drawable(line) ?? [])
    .slice(0, 2)
    .map(line => wrapped(line, factSize, 1)[0] ?? '')
  const [host = ''] = wrapped(new URL(baseUrl).host, hostSize, 1, textWidth / 2)
  const { width, height } = shareImageSize
  const firstFact = height - margin - (facts.length - 1) * factSize * 1.4
  const { size, lines } = titleLines(title, firstFact - factSize - titleTop)
  const start = rightToLeft.test(title) ? `x="${width - margin}" text-anchor="end"` : `x="${margin}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${shareFamily}">
<rect width="${width}" height="${height}" fill="#fff"/>
<rect width="24" height="${height}" fill="${accent}"/>
<g transform="translate(${margin} 60) scale(3.25)">${iconShapes(accent)}</g>
${line(row.title, `x="${margin + 68}" y="98" font-size="34" fill="${accent}"`)}
${line(host, `x="${width - margin}" y="98" font-size="${hostSize}" fill="${muted}" text-anchor="end"`)}
${lines.map((text, i) => line(text, `${start} y="${Math.round(titleTop + size + i * size * lineHeight)}" font-size="${size}" fill="#14181f"`)).join('\n')}
${facts.map((text, i) => line(text, `${start} y="${Math.round(firstFact + i * factSize * 1.4)}" font-size="${factSize}" fill="${muted}"`)).join('\n')}
</svg>`
}

/** Texts whose first letter belongs to a script that is written from right to left. */
const rightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

function line(text: string, attributes: string): string {
  return `<text ${attributes}>${html`${text}`}</text>`
}

/**
 * A text that the fonts can draw: without emoji and invisible characters, and with at most two marks on a letter. Null when the
 * text is in a script that no font has, or when no letter or digit is left.
 */
export function drawable(text: string): string | null {
  const has = (character: string) => shareFont.has(character.codePointAt(0)!)
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

/** The title in the largest size at which it fits into a height, in pixels. */
function titleLines(title: string, height: number): { size: number; lines: string[] } {
  // Letters reach up to a third of their size below the last line.
  const most = (size: number) => 1 + Math.floor((height - size * 1.35) / (size * lineHeight))
  for (const size of titleSizes) {
    const all = wrapped(title, size, Infinity)
    if (all.length <= most(size)) return { size, lines: all }
  }
  const size = titleSizes[titleSizes.length - 1]!
  return { size, lines: wrapped(title, size, most(size)) }
}

/** A text in at most `most` lines of `width`. A word that is too wide is broken; an ellipsis ends a text that is too long. */
function wrapped(text: string, size: number, most: number, width = textWidth): string[] {
  const fits = (line: string) => shareFont.width(line) * size <= width
  const lines: string[] = []
  let line = ''
  for (const { word, spaced } of wordsOf(text)) {
    const longer = line !== '' && spaced ? `${line} ${word}` : `${line}${word}`
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

/** The words of a text, and whether a space stands before each. Scripts without spaces break between words too. */
function wordsOf(text: string): { word: string; spaced: boolean }[] {
  return text.split(' ').flatMap(spaced => {
    if (!withoutSpaces.test(spaced)) return { word: spaced, spaced: true }
    const words: string[] = []
    for (const { segment } of segmenter.segment(spaced)) {
      // No line begins with a mark that closes.
      if (words.length > 0 && /^[\p{P}ー々ゝゞ]/u.test(segment)) words[words.length - 1] += segment
      else words.push(segment)
    }
    return words.map((word, i) => ({ word, spaced: i === 0 }))
  })
}

const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** The letters of a text, each with its marks. */
function letters(text: string): string[] {
  return text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []
}
