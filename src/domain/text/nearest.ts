// The distance between two words, for "did you mean".
import { distance as levenshtein } from 'fastest-levenshtein'

/** Levenshtein distance of the first 60 characters; one swap of neighbours, the commonest typing error, counts as one step. */
export function distance(a: string, b: string): number {
  const left = a.slice(0, 60)
  const right = b.slice(0, 60)
  let at = 0
  while (at < left.length && left[at] === right[at]) at++
  const swapped = left.slice(0, at) + (left[at + 1] ?? '') + (left[at] ?? '') + left.slice(at + 2)
  return swapped === right && left !== right ? 1 : levenshtein(left, right)
}
