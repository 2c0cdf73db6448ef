// Undoes the disguises that text can wear: comments, tag characters, base64, hexadecimal, binary, ROT13, reversal, escapes, slugs.

import { fold } from './fold.ts'
import { decodeTags } from './hidden-text.ts'
import { Layer, type Survey } from './survey.ts'

/** One text that was hidden in a post. `certain`: nobody writes that way without meaning to hide it. */
export type Disguise = { rule: string; what: string; layer: Layer; certain: boolean }
type Hidden = { rule: string; what: string; text: string; certain: boolean }

const decodedLimit = 8192
const layersLimit = 24

/** The texts that hide in the post, each to be read by the same rules as the open text. At most 24, 8 KiB each. */
export function disguises(survey: Survey): Disguise[] {
  const { whole: text, post, plain } = survey
  const besides = addresses([...post.urls, ...post.topics.map(topic => topic.replaceAll('-', ' '))])
  // One look at all of the short ones together says for most patterns that none of them has it.
  const together = new Layer(() => fold(besides.map(({ text }) => text).join('\n')))
  const tags = plain ? '' : decodeTags(text)
  const found: Disguise[] = [
    ...comments(text),
    ...encoded(text, 2),
    ...escaped(text),
    ...besides,
    ...(tags === '' ? [] : [{ rule: 'PF-INJ-ENCODED', what: 'Tag characters', text: tags, certain: true }]),
  ].map(hidden => {
    const { rule, what, text, certain } = hidden
    const isShort = besides.includes(hidden) && together.grams === together.lineGrams
    const grams = isShort ? { flat: together.grams, lines: together.grams } : undefined
    return { rule, what, certain, layer: new Layer(() => fold(text), grams) }
  })
  const turn = (what: string, form: 'rot13' | 'reversed', turned: () => string) => {
    const folded = () => fold(turned())
    const layer = plain ? survey.open.turned(form, folded) : new Layer(folded)
    found.push({ rule: 'PF-INJ-ENCODED', what, layer, certain: true })
  }
  if (/[a-z]{3}/i.test(text)) {
    turn('ROT13', 'rot13', () => rot13(text))
    turn('Reversed text', 'reversed', () => [...text].reverse().join(''))
  }
  return found.slice(0, layersLimit)
}

/** The text without its HTML comments, one that never ends included. */
export function withoutComments(text: string): string {
  let kept = ''
  let from = 0
  for (;;) {
    const start = text.indexOf('<!--', from)
    if (start < 0) return kept + text.slice(from)
    kept += text.slice(from, start)
    const end = text.indexOf('-->', start + 4)
    if (end < 0) return kept
    from = end + 3
  }
}

function comments(text: string): Hidden[] {
  const found: Hidden[] = []
  let from = text.indexOf('<!--')
  while (from >= 0 && found.length < 8) {
    const end = text.indexOf('-->', from + 4)
    const inside = text.slice(from + 4, end < 0 ? undefined : end)
    found.push({ rule: 'PF-INJ-COMMENT', what: 'An HTML comment', text: inside.slice(0, decodedLimit), certain: true })
    if (end < 0) break
    from = text.indexOf('<!--', end + 3)
  }
  return found
}

function encoded(text: string, depth: number): Hidden[] {
  const found: Hidden[] = []
  const add = (what: string, decoded: string | null) => {
    if (decoded === null) return
    found.push({ rule: 'PF-INJ-ENCODED', what, text: decoded, certain: true })
    if (depth > 1) found.push(...encoded(decoded, depth - 1))
  }
  if (hasLongRun(text))
    for (const [run] of matches(text, /[A-Za-z0-9+/_-]{20,}={0,2}/g))
      add('Base64', readable(Buffer.from(run.slice(0, decodedLimit * 2), 'base64')))
  for (const [run] of matches(text, /(?:0x)?(?:[0-9a-fA-F]{2}[ :,-]?){12,}/g)) {
    add('Hexadecimal', readable(Buffer.from(run.replace(/^0x|[^0-9a-fA-F]/g, '').slice(0, decodedLimit * 2), 'hex')))
  }
  for (const [run] of matches(text, /(?:[01]{8}[ ,]?){8,}/g)) {
    const octets = run.match(/[01]{8}/g) ?? []
    add('Binary', readable(Buffer.from(octets.slice(0, decodedLimit).map(octet => Number.parseInt(octet, 2)))))
  }
  return found
}

const shortestBase64 = 20

/** Whether so many characters that base64 is written with stand together: one of them stands at a multiple of that number. */
function hasLongRun(text: string): boolean {
  for (let at = shortestBase64 - 1; at < text.length; at += shortestBase64) {
    if (!isBase64(text.charCodeAt(at))) continue
    let start = at
    while (start > 0 && isBase64(text.charCodeAt(start - 1))) start--
    let end = at + 1
    while (end < text.length && end - start < shortestBase64 && isBase64(text.charCodeAt(end))) end++
    if (end - start >= shortestBase64) return true
  }
  return false
}

function isBase64(code: number): boolean {
  const letter = code | 0x20
  return (
    (letter >= 0x61 && letter <= 0x7a && code < 0x7b) ||
    (code >= 0x2f && code <= 0x39) ||
    code === 0x2b ||
    code === 0x2d ||
    code === 0x5f
  )
}

function* matches(text: string, pattern: RegExp): Generator<RegExpMatchArray> {
  let seen = 0
  for (const match of text.matchAll(pattern)) {
    if (++seen > 8) return
    yield match
  }
}

/** The bytes as text when they are text: valid UTF-8, letters for the most part. */
function readable(bytes: Buffer): string | null {
  if (bytes.length < 12) return null
  const text = bytes.toString('utf8')
  const printable = text.replace(/[^\p{L}\p{N}\p{P}\p{Z}\p{S}\n\t]|\uFFFD/gu, '').length
  return printable >= text.length * 0.95 && /\p{L}{2}/u.test(text) ? text.slice(0, decodedLimit) : null
}

function escaped(text: string): Hidden[] {
  if (!/[%&\\]/.test(text)) return []
  const plain = text
    .replace(/%[0-9a-fA-F]{2}/g, sequence => asciiOf(Number.parseInt(sequence.slice(1), 16), sequence))
    .replace(/&#x([0-9a-fA-F]{2,6});/g, (sequence, digits: string) => asciiOf(Number.parseInt(digits, 16), sequence))
    .replace(/&#([0-9]{2,7});/g, (sequence, digits: string) => asciiOf(Number.parseInt(digits, 10), sequence))
    .replace(/\\u\{?([0-9a-fA-F]{4,6})\}?|\\x([0-9a-fA-F]{2})/g, (sequence, long?: string, short?: string) =>
      asciiOf(Number.parseInt(long ?? short ?? '0', 16), sequence),
    )
  return plain === text ? [] : [{ rule: 'PF-INJ-ENCODED', what: 'Escaped characters', text: plain, certain: false }]
}

function asciiOf(code: number, otherwise: string): string {
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : otherwise
}

function addresses(texts: readonly string[]): Hidden[] {
  return texts
    .filter(text => text !== '')
    .flatMap(text => {
      const spaced = text.replace(/%20|[+_]/g, ' ')
      const layers = [{ rule: 'PF-INJ-ENCODED', what: 'An address or a topic', text: spaced, certain: false }]
      return [...layers, ...escaped(spaced)]
    })
}

function rot13(text: string): string {
  const units = new Uint16Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const letter = unit | 0x20
    units[i] = letter < 0x61 || letter > 0x7a || unit > 0x7a ? unit : letter < 0x6e ? unit + 13 : unit - 13
  }
  return Buffer.from(units.buffer).toString('utf16le')
}
