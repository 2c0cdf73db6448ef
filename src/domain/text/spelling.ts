// Finds the word that a misspelt one means, among the words of some texts.
import { distance } from './nearest.ts'

const shortest = 4
const longest = 40
/** Words of up to so many letters may differ in one letter, longer ones in two. */
const shortWord = 5

/**
 * The word of the headlines (domain/text/relevance.ts) nearest to a folded word; undefined where none is near. Of words equally
 * near the most frequent counts, then the first by code point. The cost grows with the length of the headlines.
 */
export function meantWord(typed: string, headlines: readonly string[]): string | undefined {
  if (typed.length < shortest || typed.length > longest) return undefined
  const far = typed.length > shortWord ? 2 : 1
  const near = new Map<string, { steps: number; times: number }>()
  for (const headline of headlines)
    for (const word of headline.split(/[ \n]+/)) {
      if (word.length < shortest - 1 || Math.abs(word.length - typed.length) > far) continue
      const known = near.get(word)
      if (known) known.times++
      else near.set(word, { steps: distance(typed, word), times: 1 })
    }
  const [best] = [...near]
    .filter(([word, { steps }]) => steps <= far && word !== typed)
    .sort(([a, x], [b, y]) => x.steps - y.steps || y.times - x.times || (a < b ? -1 : 1))
  return best?.[0]
}
