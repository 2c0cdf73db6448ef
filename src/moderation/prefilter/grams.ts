// Makes the grams of a text in one pass: a bit for each sequence of three symbols and for each sign in it.

/** A symbol is the number of a letter or digit, 1 to 31, which several may share; 0 is a run of other characters, or an end. */
const symbolBits = 5
const gramBits = 3 * symbolBits
const gramMask = (1 << gramBits) - 1
const asciiSize = 128
/** The index of the first bits of signs, in words of 32 bits. */
const firstSign = 1 << (gramBits - 5)

export type Grams = Int32Array

/** The bit of a sign: each sign of ASCII has its own, all others share some. */
export function signBit(code: number): number {
  return (1 << gramBits) + (code < asciiSize ? code : asciiSize + (code & 31))
}

export function sequenceBits(symbols: readonly number[]): number[] {
  return symbols.slice(2).map((symbol, i) => (((symbols[i]! << symbolBits) | symbols[i + 1]!) << symbolBits) | symbol)
}

/** How rare each symbol is in English text: a gap is the commonest, a digit among the rarest. */
const ranks = new Uint8Array(1 << symbolBits).fill(26)
for (const [rank, letter] of [...'`etaoinshrdlcumwfgypbvkjxqz'].entries()) ranks[letter.charCodeAt(0) - 0x60] = rank

/** How rare the sequence or sign of a bit is, so that the rarest can be checked first. */
export function rarityOf(bit: number): number {
  if (bit > gramMask) return 3 * 26
  return ranks[bit & 31]! + ranks[(bit >> symbolBits) & 31]! + ranks[bit >> (2 * symbolBits)]!
}

const asciiSymbols = Uint8Array.from({ length: asciiSize }, (_, code) => {
  const letter = code | 0x20
  if (letter >= 0x61 && letter <= 0x7a) return letter - 0x60
  return code >= 0x30 && code <= 0x39 ? 27 + (code % 5) : 0
})
/** The symbols of the same characters in ROT13. */
const rot13Symbols = asciiSymbols.map(symbol => (symbol === 0 || symbol > 26 ? symbol : ((symbol + 12) % 26) + 1))

/** The symbols of characters outside ASCII, plus one; 0 for a symbol that is not known yet. */
const otherSymbols = new Uint8Array(0x10000)

function otherSymbol(code: number): number {
  const known = otherSymbols[code]!
  if (known > 0) return known - 1
  // Half of a surrogate pair counts as a gap, since no rule looks into gaps.
  const symbol = /[\p{L}\p{N}]/u.test(String.fromCharCode(code)) ? 1 + (code % 26) : 0
  otherSymbols[code] = symbol + 1
  return symbol
}

/** The symbol of a UTF-16 unit. */
export function symbolOf(code: number): number {
  return code < asciiSize ? asciiSymbols[code]! : otherSymbol(code)
}

const emptyGrams = (): Grams => new Int32Array(firstSign + (asciiSize >> 5) + 1)

export function gramsOf(text: string): Grams {
  const grams = emptyGrams()
  let last = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    let symbol: number
    if (code < asciiSize) {
      symbol = asciiSymbols[code]!
      grams[firstSign + (code >> 5)]! |= 1 << (code & 31)
    } else {
      symbol = otherSymbol(code)
      if (symbol === 0) grams[firstSign + (asciiSize >> 5)]! |= 1 << (code & 31)
    }
    if (symbol === 0 && (last & 31) === 0) continue
    last = ((last << symbolBits) | symbol) & gramMask
    grams[last >> 5]! |= 1 << (last & 31)
  }
  last = (last << symbolBits) & gramMask
  grams[last >> 5]! |= 1 << (last & 31)
  return grams
}

export type TurnedGrams = { rot13: Grams; reversed: Grams }

/** The grams of a plain text in ROT13, and of the same text reversed. */
export function turnedGramsOf(text: string): TurnedGrams {
  const rot13 = emptyGrams()
  const reversed = emptyGrams()
  let last = 0
  /** The last three symbols in reverse order. */
  let back = 0
  const take = (symbol: number, turned: number) => {
    last = ((last << symbolBits) | turned) & gramMask
    back = (back >> symbolBits) | (symbol << (2 * symbolBits))
    rot13[last >> 5]! |= 1 << (last & 31)
    reversed[back >> 5]! |= 1 << (back & 31)
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const symbol = symbolOf(code)
    const sign = signBit(code)
    if (code < asciiSize || symbol === 0) rot13[sign >> 5]! |= 1 << (sign & 31)
    if (symbol !== 0 || (last & 31) !== 0) take(symbol, code < asciiSize ? rot13Symbols[code]! : symbol)
  }
  // The end of the text is a gap, as is its start, which has two gaps before the first symbol.
  if ((last & 31) !== 0) take(0, 0)
  take(0, 0)
  reversed.set(rot13.subarray(firstSign), firstSign)
  return { rot13, reversed }
}
