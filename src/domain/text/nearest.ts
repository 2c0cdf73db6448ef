// The distance between two words, for "did you mean".
import { distance as levenshtein } from 'fastest-levenshtein'

/** The characters of a word that are compared. */
export const longestCompared = 60

/** Levenshtein distance of the first `longestCompared` characters; one swap of neighbours, the commonest typing error, counts as one step. */
export function distance(a: string, b: string): number {
  const left = a.slice(0, longestCompared)
  const right = b.slice(0, longestCompared)
  let at = 0
  while (at < left.length && left[at] === right[at]) at++
  const swapped = left.slice(0, at) + (left[at + 1] ?? '') + (left[at] ?? '') + left.slice(at + 2)
  return swapped === right && left !== right ? 1 : levenshtein(left, right)
}
