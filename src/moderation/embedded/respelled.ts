// Spellings that hide words from a filter, undone: signs and pictures inside words, and letters that are repeated.

/** A sign or picture between two letters. */
const inside = /(?<=\p{L})(?:[._*~^+|•·]{1,2}|\p{Extended_Pictographic}\ufe0f?)(?=\p{L})/gu
const hyphens = /(?<=\p{L})-(?=\p{L})/gu
const wholeWords = /\p{L}{2,}/gu
/** Of the words so many have to be broken by hyphens: some words of most texts have one. */
const hyphened = 0.2
const fewest = 3
/** Signs inside words of which one is chance: a missing space after a full stop, a name of a file. */
const signs = 2
const doubledWord = /(?<!\p{L})(?:(\p{L})\1){3,20}(?!\p{L})/gu
const run = /(\p{L})\1{2,}/gu

/** A folded text with such spellings undone; the same text where there are none. Addresses stay as they are. */
export function respelled(folded: string): string {
  const plain = folded.replace(doubledWord, word => word.replace(/(.)\1/gsu, '$1')).replace(run, '$1')
  const parts = plain.split(/(\s+)/u)
  const bare = (part: string) => !/[@/\d]/.test(part)
  const countOf = (pattern: RegExp) =>
    parts.reduce((sum, part) => sum + (bare(part) ? (part.match(pattern)?.length ?? 0) : 0), 0)
  const words = plain.match(wholeWords)?.length ?? 0
  const broken = countOf(inside) >= signs
  const cut = countOf(hyphens)
  const cutOften = cut >= fewest && cut >= words * hyphened
  if (!broken && !cutOften) return plain
  return parts
    .map(part => {
      if (!bare(part)) return part
      const joined = broken ? part.replace(inside, '') : part
      return cutOften ? joined.replace(hyphens, '') : joined
    })
    .join('')
}
