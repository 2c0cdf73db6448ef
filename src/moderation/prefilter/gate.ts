// Derives from a regular expression which letters and signs a match needs, so that most expressions are skipped for most texts.
import { type Grams, rarityOf, sequenceBits, signBit, symbolOf } from './grams.ts'

/** A condition on a text: none, one of several sets of bits, or any or all of other conditions. */
type Need =
  | { of: 'nothing' }
  /** A tree in pairs: a bit, and the index to continue at when the bit is absent. When it is present, the next pair is checked. */
  | { of: 'bits'; tree: Int32Array }
  | { of: 'any' | 'all'; needs: readonly Need[] }

const nothing: Need = { of: 'nothing' }
/** Ends a branch of a tree: all its bits are present. */
const met = -1
/** Ends a tree: no branch is met. */
const unmet = -2

/**
 * What a part of an expression can match: one of `texts`. In them `gap` means one or more characters that are neither letter nor
 * digit, or an end of the text; `rest` means any text. `needs` have to be met too.
 */
type Part = { texts: readonly string[]; needs: readonly Need[] }

const gap = '\u0000'
const rest = '\u0001'
/** Past this number of texts they become a need, and only their ends are kept. */
const mostTexts = 300
/** How many bits of a text are checked, the rarest first. */
const mostBits = 5
const mostOptional = 4
const mostOfClass = 8

/** Of the questions to gates without a need, every eighth derives it. */
const shareOfFirst = 8
let asked = 0

/** A regular expression that runs only where it can match. */
export class Gate {
  readonly pattern: RegExp
  #need: Need | undefined

  /** `pattern` has the syntax of the `u` flag without back references, and is matched against text in lower case. */
  constructor(pattern: RegExp) {
    this.pattern = pattern
  }

  /** False where no text with these grams can match; true where one may. */
  mayMatch(grams: Grams): boolean {
    if (!this.#need) {
      // Deriving is slow, so the first texts share the work.
      if (asked++ % shareOfFirst !== 0) return true
      this.#need = needOf(this.pattern)
    }
    return isMet(this.#need, grams)
  }

  /** Whether the pattern matches. */
  test(text: string): boolean {
    this.pattern.lastIndex = 0
    return this.pattern.test(text)
  }
}

function isMet(need: Need, grams: Grams): boolean {
  if (need.of === 'nothing') return true
  if (need.of === 'bits') return holdsBits(need.tree, grams)
  const any = need.of === 'any'
  const { needs } = need
  for (let i = 0; i < needs.length; i++) if (isMet(needs[i]!, grams) === any) return any
  return !any
}

function holdsBits(tree: Int32Array, grams: Grams): boolean {
  let at = 0
  for (;;) {
    const bit = tree[at]!
    if (bit < 0) return bit === met
    at = (grams[bit >> 5]! & (1 << (bit & 31))) === 0 ? tree[at + 1]! : at + 2
  }
}

function needOf(pattern: RegExp): Need {
  if (pattern.ignoreCase) throw new Error(`${pattern} ignores case; a gate is for folded text`)
  const reader = { source: pattern.source, at: 0 }
  const { texts, needs } = alternatives(reader)
  if (reader.at < reader.source.length) throw new Error(`${pattern} has a bracket too many`)
  return all([...needs, anyText(texts)])
}

// ---- needs ----------------------------------------------------------------------------------------------------------

function all(needs: readonly Need[]): Need {
  const real = needs.filter(need => need !== nothing)
  if (real.length < 2) return real[0] ?? nothing
  // The cheapest conditions come first.
  const size = (need: Need): number =>
    need.of === 'nothing'
      ? 0
      : need.of === 'bits'
        ? need.tree.length
        : need.needs.reduce((sum, each) => sum + size(each), 0)
  return { of: 'all', needs: real.sort((a, b) => size(a) - size(b)) }
}

function any(needs: readonly Need[]): Need {
  if (needs.includes(nothing)) return nothing
  return needs.length === 1 ? needs[0]! : { of: 'any', needs }
}

type Branch = Map<number, Branch> | 'met'

function anyText(texts: readonly string[]): Need {
  const sets = texts.map(text =>
    [...new Set(bitsOf(text))].sort((a, b) => rarityOf(b) - rarityOf(a) || a - b).slice(0, mostBits),
  )
  const root: Branch = new Map()
  for (const bits of sets.sort((a, b) => a.length - b.length)) {
    if (bits.length === 0) return nothing
    let branch: Branch = root
    for (const [i, bit] of bits.entries()) {
      const next: Branch | undefined = branch.get(bit)
      if (next === 'met') break
      if (i === bits.length - 1) branch.set(bit, 'met')
      else if (next) branch = next
      else {
        const added: Branch = new Map()
        branch.set(bit, added)
        branch = added
      }
    }
  }
  const tree: number[] = []
  flattenInto(tree, root)
  tree.push(unmet)
  return { of: 'bits', tree: Int32Array.from(tree) }
}

/** Appends a branch to a tree. When a bit is absent, or nothing behind it is met, the check continues after its own branch. */
function flattenInto(tree: number[], branch: Map<number, Branch>): void {
  for (const [bit, next] of branch) {
    const place = tree.push(bit, 0) - 1
    if (next === 'met') tree.push(met)
    else flattenInto(tree, next)
    tree[place] = tree.length
  }
}

function bitsOf(text: string): number[] {
  return text.split(rest).flatMap(piece => {
    const symbols: number[] = []
    const bits: number[] = []
    for (let i = 0; i < piece.length; i++) {
      const code = piece.charCodeAt(i)
      const symbol = symbolOf(code)
      if (symbol > 0 || symbols.at(-1) !== 0) symbols.push(symbol)
      // White space has no bits: one kind may match another.
      if (symbol === 0 && code > 0x20 && code !== 0xa0) bits.push(signBit(code))
    }
    return [...bits, ...sequenceBits(symbols)]
  })
}

// ---- reading an expression ------------------------------------------------------------------------------------------

type Reader = { source: string; at: number }

const quantifier = /(?:[?*+]|\{(\d+)(,(\d*))?\})\??/y
const groupKind = /\?(?:<?[=!]|:|<\w+>)/y
const codeEscape = /u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})/y

/** The match of a sticky pattern at the position of the reader, which then moves behind it. */
function take(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.source)
  if (found) reader.at += found[0].length
  return found
}

function takeSign(reader: Reader): string {
  const sign = String.fromCodePoint(reader.source.codePointAt(reader.at)!)
  reader.at += sign.length
  return sign
}

const exactly = (...texts: string[]): Part => ({ texts, needs: [] })

function alternatives(reader: Reader): Part {
  const parts = [sequence(reader)]
  while (reader.source[reader.at] === '|') {
    reader.at++
    parts.push(sequence(reader))
  }
  if (parts.length === 1) return parts[0]!
  const texts = unique(parts.flatMap(part => part.texts))
  if (parts.every(part => part.needs.length === 0) && texts.length <= mostTexts) return { texts, needs: [] }
  return { texts: [rest], needs: [any(parts.map(part => all([...part.needs, anyText(part.texts)])))] }
}

function sequence(reader: Reader): Part {
  const needs: Need[] = []
  let texts: readonly string[] = ['']
  /** The text that follows each of `texts`. */
  let tail = ''
  const append = (parts: readonly string[]) => {
    texts = unique(texts.flatMap(before => parts.map(after => before + tail + after)))
    tail = ''
  }
  while (reader.at < reader.source.length && !')|'.includes(reader.source[reader.at]!)) {
    const part = quantified(reader)
    needs.push(...part.needs)
    if (part.texts.length === 1) {
      tail += part.texts[0]
      continue
    }
    if (texts.length * part.texts.length > mostTexts) {
      needs.push(anyText(texts.map(text => text + tail)))
      texts = unique(texts.map(text => (text + tail).slice(-2)))
      tail = ''
    }
    if (texts.length * part.texts.length > mostTexts) texts = ['']
    append(part.texts)
  }
  append([''])
  return { texts, needs }
}

function quantified(reader: Reader): Part {
  const part = single(reader)
  const found = take(reader, quantifier)
  if (!found) return part
  const sign = found[0][0]
  const least = sign === '{' ? Number(found[1]) : sign === '+' ? 1 : 0
  const most =
    sign === '?' ? 1 : sign === '{' && !found[2] ? least : found[3] ? Number(found[3]) : Number.POSITIVE_INFINITY
  if (most === 1 && least === 1) return part
  // A gap covers any number of characters.
  if (part.texts.every(text => text === gap)) return exactly(...(least > 0 ? [gap] : ['', gap]))
  const [only = ''] = part.texts
  if (least > 1 && part.texts.length === 1)
    return { texts: [only.repeat(Math.min(least, 4)) + rest], needs: part.needs }
  if (least > 0) return { texts: unique(part.texts.map(text => text + rest)), needs: part.needs }
  if (part.needs.length > 0) return exactly(rest)
  if (most === 1 && part.texts.length <= mostOptional) return exactly(...unique(['', ...part.texts]))
  return exactly(...unique(['', ...part.texts.map(text => (text[0] ?? '') + rest)]))
}

function single(reader: Reader): Part {
  const sign = takeSign(reader)
  if (sign === '(') return group(reader)
  if (sign === '[') return classOf(reader)
  if (sign === '^' || sign === '$') return exactly(gap)
  if (sign === '.') return exactly(rest)
  if (sign !== '\\') return exactly(sign.length > 1 ? rest : sign)
  const { text, wide } = escaped(reader)
  return exactly(wide ? rest : text === '\\b' ? '' : text)
}

function group(reader: Reader): Part {
  const kind = take(reader, groupKind)?.[0] ?? ''
  const start = reader.at
  const part = alternatives(reader)
  const inside = reader.source.slice(start, reader.at++)
  if (!/[=!]$/.test(kind)) return part
  // A look-around that excludes letters and digits is a gap; nothing is derived from any other.
  const isEdge = kind.endsWith('!') && /^\[\\p\{L\}\\p\{N\}[^\]]*\]$/.test(inside)
  return exactly(isEdge ? gap : '')
}

/** A class of few characters matches any of them; a class without letters and digits is a gap. */
function classOf(reader: Reader): Part {
  let wide = false
  const members: string[] = []
  if (reader.source[reader.at] === '^') {
    wide = true
    reader.at++
  }
  while (reader.source[reader.at] !== ']') {
    const sign = takeSign(reader)
    const member = sign === '\\' ? escaped(reader) : { text: sign, wide: sign.length > 1 }
    wide ||= member.wide
    if (reader.source[reader.at] === '-' && reader.source[reader.at + 1] !== ']') {
      reader.at++
      const end = takeSign(reader)
      const last = (end === '\\' ? escaped(reader).text : end).codePointAt(0)!
      const first = member.text.codePointAt(0)!
      wide ||= last - first >= mostOfClass
      for (let code = first + 1; code <= last && !wide; code++) members.push(String.fromCodePoint(code))
    }
    members.push(member.text)
  }
  reader.at++
  if (wide) return exactly(rest)
  const isGap = members.length > 1 && members.every(member => symbolOf(member.charCodeAt(0)) === 0)
  if (isGap && (members.length > mostOfClass || members.some(member => member <= ' '))) return exactly(gap)
  if (members.length > mostOfClass || members.some(member => member.length > 1)) return exactly(rest)
  return exactly(...unique(members))
}

/** Reads an escape after its backslash. `wide`: it may match letters or digits of any kind. */
function escaped(reader: Reader): { text: string; wide: boolean } {
  const code = take(reader, codeEscape)
  if (code) {
    const text = String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? code[3]!, 16))
    return { text, wide: text.length > 1 }
  }
  const sign = takeSign(reader)
  if (sign === 'p' || sign === 'P') {
    reader.at = reader.source.indexOf('}', reader.at) + 1
    return { text: gap, wide: true }
  }
  if (sign === 's') return { text: gap, wide: false }
  if (sign === 'b') return { text: '\\b', wide: false }
  if (/[dDwWSB]/.test(sign)) return { text: gap, wide: true }
  if (/[1-9k]/.test(sign)) throw new Error('a gate cannot be derived from a back reference')
  const plain: Record<string, string> = { n: '\n', t: '\t', r: '\r' }
  return { text: plain[sign] ?? sign, wide: false }
}

/** Each text once; only `rest` where it is among them, since it covers all others. */
function unique(texts: readonly string[]): string[] {
  return texts.includes(rest) ? [rest] : [...new Set(texts)]
}
