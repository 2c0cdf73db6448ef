// Decodes text in base64, hexadecimal, binary, character codes, escapes, ROT13, reversed text and joined words.

import { Gate } from './gate.ts'
import type { Layer } from './survey.ts'

/** A decoded text; `what` names its encoding. */
export type Decoded = { what: string; text: string }

/** How many nested encodings are decoded. */
const mostTimes = 4

/** The encoded parts of a text, decoded, one entry for each encoding, and the parts that are encoded inside them. */
export function decoded(text: string, times = mostTimes): Decoded[] {
  const found = encodings.flatMap(({ what, read }) => {
    const parts = read(text)
    return parts.length === 0 ? [] : [{ what, text: parts.join('\n') }]
  })
  return times > 1 ? found.flatMap(each => [each, ...decoded(each.text, times - 1)]) : found
}

const encodings: readonly { what: string; read: (text: string) => string[] }[] = [
  { what: 'Base64', read: text => [...base64Runs(text), ...base64Pieces(text)].flatMap(fromBase64) },
  { what: 'Hexadecimal', read: text => runsOf(text, hexadecimal).flatMap(fromHexadecimal) },
  {
    what: 'Binary',
    read: text => runsOfDigits(text, binary).flatMap(run => fromCodes(run.match(/[01]{8}/g) ?? [], 2)),
  },
  {
    what: 'Character codes',
    read: text => runsOfDigits(text, decimal).flatMap(run => fromCodes(run.match(/\d+/g) ?? [], 10)),
  },
  {
    what: 'Character codes',
    read: text => runsOfDigits(text, octal).flatMap(run => fromCodes(run.match(/\d+/g) ?? [], 8)),
  },
]

const hexadecimal = /(?:(?:0[xX]|[uU]\+00|=)?[0-9a-fA-F]{2}[ :,;-]{0,2}){12,}/g
const binary = /(?:[01]{8}[ ,]?){8,}/g
const decimal = /(?<!\d)(?:(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6]|1[03])[ ,;]{1,3}){11,}\d{2,3}(?!\d)/g
const octal = /(?<!\d)(?:[01][0-7]{2}[ ,;]{1,3}){11,}[01][0-7]{2}(?!\d)/g

function runsOf(text: string, pattern: RegExp): string[] {
  return text.match(pattern) ?? []
}

/** The runs that a pattern of digits finds. Only a text with two digits in a row can have one. */
function runsOfDigits(text: string, pattern: RegExp): string[] {
  return /\d\d/.test(text) ? runsOf(text, pattern) : []
}

function fromHexadecimal(run: string): string[] {
  return readable(Buffer.from(run.replace(/0[xX]|[uU]\+00|[^0-9a-fA-F]/g, ''), 'hex'))
}

function fromCodes(codes: readonly string[], base: number): string[] {
  return readable(Buffer.from(codes.map(code => Number.parseInt(code, base))))
}

// ---- base64 ---------------------------------------------------------------------------------------------------------

const shortestBase64 = 20
const base64Line = /^[A-Za-z0-9+/_-]{4,76}$/

function base64Runs(text: string): string[] {
  return hasLongRun(text) ? (text.match(/={0,2}[A-Za-z0-9+/_-]{20,}={0,2}/g) ?? []) : []
}

/** Base64 in lines or words of equal length; the last one may be shorter. */
function base64Pieces(text: string): string[] {
  const pieces = text.split(/\s+/)
  const found: string[] = []
  for (let i = 0; i < pieces.length; i++) {
    const { length } = pieces[i]!
    if (length % 4 !== 0 || pieces[i + 1]?.length !== length || !base64Line.test(pieces[i]!)) continue
    let end = i + 1
    while (pieces[end]?.length === length && base64Line.test(pieces[end]!)) end++
    const last = pieces[end] ?? ''
    const whole = pieces.slice(i, end).join('')
    const rest = last.length < length && /^[A-Za-z0-9+/_-]+={0,2}$/.test(last) ? last : ''
    if (whole.length + rest.length >= shortestBase64) found.push(whole + rest, ...(rest ? [whole] : []))
    i = end - 1
  }
  return found
}

function fromBase64(run: string): string[] {
  const read = readable(Buffer.from(run.replace(/^=+/, ''), 'base64'))
  return read.length > 0 ? read : readable(Buffer.from([...run].reverse().join(''), 'base64'))
}

/** Whether the text has a run of at least `shortestBase64` base64 characters. Such a run covers a multiple of that number. */
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

/** The text of bytes in UTF-8, or in UTF-16 of European letters, where nearly all of it is printable; none otherwise. */
function readable(bytes: Buffer): string[] {
  if (bytes.length < 12) return []
  const wide = bytes.length >= 24 && bytes.every((byte, i) => i % 2 === 0 || byte === 0)
  const text = bytes.toString(wide ? 'utf16le' : 'utf8')
  const printable = text.replace(/[^\p{L}\p{N}\p{P}\p{Z}\p{S}\n\t]|\uFFFD/gu, '').length
  return printable >= text.length * 0.95 && /\p{L}{2}/u.test(text) ? [text] : []
}

// ---- escapes --------------------------------------------------------------------------------------------------------

/** The text with percent, HTML and backslash escapes of ASCII decoded. */
export function unescaped(text: string): string {
  if (!/[%&\\]/.test(text)) return text
  return text
    .replace(/%(?:25)*([0-9a-fA-F]{2})/g, (sequence, digits: string) => asciiOf(digits, 16, sequence))
    .replace(/&#[xX]0*([0-9a-fA-F]{2,6})[; ]?/g, (sequence, digits: string) => asciiOf(digits, 16, sequence))
    .replace(/&#0*([0-9]{2,7})[; ]?/g, (sequence, digits: string) => asciiOf(digits, 10, sequence))
    .replace(/\\u\{?([0-9a-fA-F]{4,6})\}?|\\x([0-9a-fA-F]{2})/g, (sequence, long?: string, short?: string) =>
      asciiOf(long ?? short ?? '0', 16, sequence),
    )
    .replace(/\\([01][0-7]{2})/g, (sequence, digits: string) => asciiOf(digits, 8, sequence))
}

function asciiOf(digits: string, base: number, otherwise: string): string {
  const code = Number.parseInt(digits, base)
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : otherwise
}

// ---- words ----------------------------------------------------------------------------------------------------------

const runTogether = /(?<!\p{L})\p{L}{2,}(?:[./+|~=]\p{L}{2,}){3,}/u
const inCapitals = /\p{Ll}\p{Lu}\p{Ll}*\p{Lu}\p{Ll}*\p{Lu}/u

/**
 * The words that signs or capitals join instead of spaces (`one.two.three.four`, `oneTwoThreeFour`), separated. Of a link only the
 * query counts. Empty where there are none.
 */
export function takenApart(text: string): string {
  if (!/\p{L}[./+|~=]\p{L}/u.test(text) && !inCapitals.test(text)) return ''
  return text
    .split(/\s+/)
    .map(piece => (/^https?:|^www\./i.test(piece) ? piece.slice(piece.indexOf('?') + 1 || piece.length) : piece))
    .flatMap(piece => {
      if (runTogether.test(piece)) return [piece.replace(/[./+|~=]+/g, ' ')]
      return inCapitals.test(piece) ? [piece.replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')] : []
    })
    .join('\n')
}

const backwards = new Gate(/snoitcurtsni|tpmorp|erongi|drageridsid|drages[is]d/u)
const lastFirst = new Gate(
  /(?:instructions?|prompts?|rules|guidelines)[\s,.]+(?:\p{L}+[\s,.]+){0,5}(?:ignore|disregard|forget)(?!\p{L})/u,
)

/** A folded text with each word reversed, or with its words in reverse order, where that gives known words; empty otherwise. */
export function wordsTurned(layer: Layer): string {
  const words = () => layer.folded.split(/\s+/)
  if (layer.matchesLines(backwards)) {
    const turned = words().map(word => [...word].reverse().join(''))
    return `${turned.join(' ')}\n${turned.toReversed().join(' ')}`
  }
  return layer.matchesLines(lastFirst) ? words().reverse().join(' ') : ''
}

const upright = new Map(
  Object.entries({
    ...{
      ɐ: 'a',
      q: 'b',
      ɔ: 'c',
      p: 'd',
      ǝ: 'e',
      ɟ: 'f',
      ƃ: 'g',
      ɥ: 'h',
      ᴉ: 'i',
      ı: 'i',
      ɾ: 'j',
      ʞ: 'k',
      ɯ: 'm',
      u: 'n',
    },
    ...{ d: 'p', b: 'q', ɹ: 'r', ʇ: 't', n: 'u', ʌ: 'v', ʍ: 'w', ʎ: 'y' },
  }),
)

/** A text of upside-down letters, put upright; empty where it has too few of them. */
export function putUpright(text: string): string {
  if ((text.match(/[ɐɔǝɟɥᴉɯɹʇʌʍʎ]/g)?.length ?? 0) < 4) return ''
  return [...text]
    .reverse()
    .map(letter => upright.get(letter) ?? letter)
    .join('')
}

/** The text in ROT13. */
export function rot13(text: string): string {
  const units = new Uint16Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const letter = unit | 0x20
    units[i] = letter < 0x61 || letter > 0x7a || unit > 0x7a ? unit : letter < 0x6e ? unit + 13 : unit - 13
  }
  return Buffer.from(units.buffer).toString('utf16le')
}

/** The text read from its end. */
export function reversed(text: string): string {
  return [...text].reverse().join('')
}
