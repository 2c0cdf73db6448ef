// Counts the words of a text, and checks the count against the limits of a site (contract.md §3).
import { spacelessLetters } from './words.ts'

const spacelessRun = new RegExp(`[${spacelessLetters}][${spacelessLetters}\\p{M}ー]*`, 'gu')
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * The number of words between white space. In a run of a script without spaces, `Intl.Segmenter` finds the words; it is slow, so
 * counting ends at `most`.
 */
export function wordCount(text: string, most = Number.POSITIVE_INFINITY): number {
  const runs = text.match(spacelessRun)
  if (!runs) return text.match(/\S+/gu)?.length ?? 0
  // Beside such a run, punctuation does not count as a word; letters and digits do.
  const others = text.replace(spacelessRun, ' ').match(/\S+/gu) ?? []
  let count = others.filter(other => /[\p{L}\p{N}]/u.test(other)).length
  for (const run of runs)
    for (const { isWordLike } of segmenter.segment(run)) {
      if (count >= most) return count
      if (isWordLike) count++
    }
  return count
}

/** The error of a text with too few or too many words, JSON pointer first; none when the number is right. */
export function wordCountErrors(text: string, bounds: { min: number; max: number }, pointer: string): string[] {
  const { min, max } = bounds
  const enough = 2 * max
  const count = wordCount(text, enough)
  if (count >= min && count <= max) return []
  const words = count >= enough ? `${enough} words or more` : `${count} ${count === 1 ? 'word' : 'words'}`
  return [`${pointer}: has ${words} and takes ${min} to ${max}, separated by white space`]
}
