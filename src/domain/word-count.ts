// How many words a text has, and whether a shape takes as many (contract.md §3).
import { spacelessLetters } from './words.ts'

const spacelessRun = new RegExp(`[${spacelessLetters}][${spacelessLetters}\\p{M}ー]*`, 'gu')
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * Words as they are parted by white space; a run in scripts that are written without spaces has as many as `Intl.Segmenter`
 * finds in it. That is slow, so it ends at `most`.
 */
export function wordCount(text: string, most = Number.POSITIVE_INFINITY): number {
  const runs = text.match(spacelessRun)
  if (!runs) return text.match(/\S+/gu)?.length ?? 0
  // Beside such a run signs are no words, and letters and digits are words of their own.
  const others = text.replace(spacelessRun, ' ').match(/\S+/gu) ?? []
  let count = others.filter(other => /[\p{L}\p{N}]/u.test(other)).length
  for (const run of runs)
    for (const { isWordLike } of segmenter.segment(run)) {
      if (count >= most) return count
      if (isWordLike) count++
    }
  return count
}

/** What is wrong with the length of a text in words: JSON pointer first; nothing when it is fine. */
export function wordCountErrors(text: string, bounds: { min: number; max: number }, pointer: string): string[] {
  const { min, max } = bounds
  const enough = 2 * max
  const count = wordCount(text, enough)
  if (count >= min && count <= max) return []
  const words = count >= enough ? `${enough} words or more` : `${count} ${count === 1 ? 'word' : 'words'}`
  return [`${pointer}: has ${words} and takes ${min} to ${max}, parted by white space`]
}
