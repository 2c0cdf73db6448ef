// Undoes the disguises that text can wear: comments, tag characters, base64, hexadecimal, binary, ROT13, reversal, escapes, slugs.

import type { PostText } from '../../../src/domain/post-text.ts'
import { wholeText } from './fold.ts'
import { decodeTags } from './hidden-text.ts'

/** One text that was hidden in a post. `certain`: nobody writes that way without meaning to hide it. */
export type Disguise = { rule: string; what: string; text: string; certain: boolean }

const decodedLimit = 8192
const layersLimit = 24

/** The texts that hide in the post, each to be read by the same rules as the open text. At most 24, 8 KiB each. */
export function disguises(post: PostText): Disguise[] {
  const text = wholeText(post)
  const found: Disguise[] = [
    ...comments(text),
    ...encoded(text, 2),
    ...escaped(text),
    ...addresses([...post.urls, ...post.topics.map(topic => topic.replaceAll('-', ' '))]),
  ]
  const tags = decodeTags(text)
  if (tags !== '') found.push({ rule: 'PF-INJ-ENCODED', what: 'Tag characters', text: tags, certain: true })
  if (/[a-z]{3}/i.test(text)) {
    found.push({ rule: 'PF-INJ-ENCODED', what: 'ROT13', text: rot13(text), certain: true })
    found.push({ rule: 'PF-INJ-ENCODED', what: 'Reversed text', text: [...text].reverse().join(''), certain: true })
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

function comments(text: string): Disguise[] {
  const found: Disguise[] = []
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

function encoded(text: string, depth: number): Disguise[] {
  const found: Disguise[] = []
  const add = (what: string, decoded: string | null) => {
    if (decoded === null) return
    found.push({ rule: 'PF-INJ-ENCODED', what, text: decoded, certain: true })
    if (depth > 1) found.push(...encoded(decoded, depth - 1))
  }
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

function escaped(text: string): Disguise[] {
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

function addresses(texts: readonly string[]): Disguise[] {
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
