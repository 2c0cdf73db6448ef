// The share image of a post: its poster with the day in large, and its title and facts beside it.
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { posterPaper } from '../../../domain/mixed.ts'
import { posterSize } from '../../../domain/posts/poster.ts'
import { factLines } from '../kit/facts.ts'
import type { Font } from '../kit/font.ts'
import { html } from '../kit/html.ts'
import { headline, isOff, nextTime, type ShownPost, statusWord } from '../kit/post-words.ts'
import { posterIn } from '../kit/poster-html.ts'
import { displayFamily, displayFont, displayWeight, shareFamily, shareFont } from '../kit/share-fonts.ts'
import { englishRow, type SpokenRow } from '../kit/spoken.ts'

/** In pixels: the size that social networks ask for. */
export const shareImageSize = { width: 1200, height: 630 }

/** The poster fills the left side; the words stand in the column beside it. */
const posterWidth = 500
const margin = 52
const textLeft = posterWidth + margin
const textRight = shareImageSize.width - margin
const textWidth = textRight - textLeft

/** Font sizes of the title, the largest first, and the distances of its lines: the display face is set solid. */
const titleSizes = [116, 96, 80, 66, 54, 44] as const
const [solid, open] = [1, 1.25]
const [titleTop, factSize, hostSize] = [150, 25, 24]
const [muted, ground, black] = ['#5f584c', '#fbf9f4', '#1d1a16']

/** A text in a font: its attributes, and how it is measured. */
type Voice = { font: Font; attributes: string }
const plain: Voice = { font: shareFont, attributes: `font-family="${shareFamily}"` }
const display: Voice = {
  font: displayFont,
  attributes: `font-family="${displayFamily}" font-weight="${displayWeight}"`,
}

/** The image as SVG. `now` in epoch milliseconds. */
export function shareImageSvg({ id, baseUrl }: SiteContext, post: ShownPost, now: number): string {
  const row = englishRow({ id })
  const { light: accent } = row.face
  // Topics have letters that every font has, so that no image is without a title.
  const title = drawable(headline(row, post)) ?? post.topics.join(' · ')
  const facts = factLines(row, post, now)
    .flatMap(line => drawable(line) ?? [])
    .slice(0, 2)
    .map(line => wrapped(line, plain.font, factSize, 1)[0] ?? '')
  const [host = ''] = wrapped(new URL(baseUrl).host, plain.font, hostSize, 1)
  const { width, height } = shareImageSize
  const firstFact = height - margin - (facts.length - 1) * factSize * 1.45
  const voice = [...title].every(character => displayFont.has(character.codePointAt(0)!)) ? display : plain
  const { size, leading, lines } = titleLines(title, voice, firstFact - factSize * 1.6 - titleTop)
  const start = rightToLeft.test(title) ? `x="${textRight}" text-anchor="end"` : `x="${textLeft}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${ground}"/>
${posterSvg(row, post)}
${line(row.title.toUpperCase(), display, `x="${textLeft}" y="92" font-size="54" fill="${accent}"`)}
${line(host, plain, `x="${textRight}" y="92" font-size="${hostSize}" fill="${muted}" text-anchor="end"`)}
<path d="M${textLeft} 112h${textWidth}v6h${-textWidth}zm0 10h${textWidth}v2h${-textWidth}z" fill="${black}"/>
${lines.map((text, i) => line(text, voice, `${start} y="${Math.round(titleTop + size * 0.9 + i * size * leading)}" font-size="${size}" fill="${black}"`)).join('\n')}
${facts.map((text, i) => line(text, plain, `${start} y="${Math.round(firstFact + i * factSize * 1.45)}" font-size="${factSize}" fill="${muted}"`)).join('\n')}
${dateSvg(row, post, now)}${stampSvg(row, post)}</svg>`
}

/** The poster, as on cards and pages. */
function posterSvg(row: SpokenRow, post: ShownPost): string {
  const { spot, light } = row.face
  const shapes = posterIn(row, post)
  const pale = isOff(row, post) ? ' opacity="0.35"' : ''
  return `<rect width="${posterWidth}" height="${shareImageSize.height}" fill="${posterPaper(spot)}"/>
<svg width="${posterWidth}" height="${shareImageSize.height}" viewBox="0 0 ${posterSize} ${posterSize}" preserveAspectRatio="xMidYMid slice"><g fill-rule="evenodd"${pale}><path fill="${spot}" d="${shapes.spot}"/><path fill="${light}" style="mix-blend-mode:multiply" d="${shapes.ink}"/></g></svg>`
}

/** The day in large, on the corner of the poster; nothing for a post without times. */
function dateSvg(row: SpokenRow, post: ShownPost, now: number): string {
  const next = nextTime(row, post, now)
  if (!next) return ''
  const { weekday, day, month } = row.tongue.dayParts(next.time.start)
  const middle = (text: string, y: number, size: number, fill: string) =>
    line(text, display, `x="112" y="${y}" font-size="${size}" fill="${fill}" text-anchor="middle"`)
  return `<rect y="366" width="224" height="264" fill="${ground}"/>
${middle(weekday.toUpperCase(), 428, 58, row.face.light)}
${middle(day, 558, 176, black)}
${middle(month.toUpperCase(), 612, 58, row.face.light)}
`
}

/** What has become of the post, stamped over the poster. */
function stampSvg(row: SpokenRow, post: ShownPost): string {
  const word = statusWord(row, post)?.toUpperCase()
  if (word === undefined) return ''
  const size = Math.min(130, 400 / displayFont.width(word))
  const width = displayFont.width(word) * size + 48
  const height = size * 1.02
  return `<g transform="rotate(-8 250 190)"><rect x="${250 - width / 2}" y="${190 - height / 2}" width="${width}" height="${height}" fill="${row.face.light}"/>
${line(word, display, `x="250" y="${190 + size * 0.36}" font-size="${size}" fill="#fff" text-anchor="middle"`)}</g>
`
}

/** Texts whose first letter belongs to a script that is written from right to left. */
const rightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

function line(text: string, { attributes: voice }: Voice, attributes: string): string {
  return `<text ${voice} ${attributes}>${html`${text}`}</text>`
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
function titleLines(
  title: string,
  { font }: Voice,
  height: number,
): { size: number; leading: number; lines: string[] } {
  const leading = font === displayFont ? solid : open
  // Letters reach up to a third of their size below the last line.
  const most = (size: number) => 1 + Math.floor((height - size * 1.25) / (size * leading))
  for (const size of titleSizes) {
    const all = wrapped(title, font, size, Infinity)
    if (all.length <= most(size) && all.every(text => !isBroken(text, title))) return { size, leading, lines: all }
  }
  const size = titleSizes[titleSizes.length - 1]!
  return { size, leading, lines: wrapped(title, font, size, most(size)) }
}

/** Whether a line ends inside a word of a text. */
function isBroken(line: string, text: string): boolean {
  return !withoutSpaces.test(text) && !` ${text} `.includes(` ${line} `)
}

/** A text in at most `most` lines of `width`. A word that is too wide is broken; an ellipsis ends a text that is too long. */
function wrapped(text: string, font: Font, size: number, most: number, width = textWidth): string[] {
  const fits = (line: string) => font.width(line) * size <= width
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
  const whole = lines[most - 1]!
  let last = whole
  while (last !== '' && !fits(`${last}…`)) last = [...letters(last)].slice(0, -1).join('')
  const inside = last !== whole && whole[last.length] !== ' ' && last.includes(' ')
  if (inside) last = last.slice(0, last.lastIndexOf(' '))
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
