// The poster of a post: three layers of shapes, one for each ink, drawn from its topics, its hour and its id alone.
import { circle, motifs } from './poster-motifs.ts'

/** What a poster is drawn from. `hour` is the local hour at which the post begins, or at which it was published. */
export type PosterOf = { id: string; topics: readonly string[]; hour: number }

/** The shapes of each ink as the `d` of a path, filled by `evenodd`, in a square of `posterSize`. */
export type Poster = { spot: string; ink: string }

export const posterSize = 96

/** Draws the same poster for the same post, on every machine. */
export function posterOf({ id, topics, hour }: PosterOf): Poster {
  const random = randomOf(id)
  return { spot: lampOf(hour, random), ink: motifOf(topics)(random) }
}

/** The topics that have a motif of their own, by the beginnings of their words. A new word changes the posters that have it. */
const motifWords: readonly [keyof typeof motifs, RegExp][] = [
  ['rings', /^(music|jazz|choir|concert|radio|sound|piano|opera|song|danc|live|listen|podcast)/],
  ['eyes', /^(art|draw|film|photo|exhibit|design|paint|cinema|gallery|comic)/],
  ['scallops', /^(market|food|cook|bak|kitchen|flea|wine|coffee|dinner|restaurant|free)/],
  ['stripes', /^(sport|run|bicycl|cycl|swim|tram|traffic|travel|fitness|train|football|vehicle|transport)/],
  ['hills', /^(outdoor|nature|snow|weather|hik|mountain|walk|bird|river|sea|lake|camp)/],
  ['leaves', /^(garden|plant|flower|forest|tree|animal|ecolog|climate|farm|vegetarian)/],
  ['arches', /^(theat|local-history|history|architect|museum|city|librar|church|heritage|tour)/],
  ['spines', /^(book|read|poetry|stor|language|writ|literature|essay|letter)/],
  ['halftone', /^(science|program|tech|astronom|math|computer|software|ai|data|robot)/],
  ['weave', /^(workshop|craft|textil|furnitur|repair|sew|ceramic|mak|knit|wood)/],
  ['steps', /^(communit|neighbo|famil|room|hous|work|office|school|politic|job|meet)/],
  ['rays', /^(festival|party|celebrat|child|kid|game|found|wanted|holiday|time)/],
]

/** The motif of the first topic that has one; else one of all, the same for the same first topic. */
function motifOf(topics: readonly string[]): (random: () => number) => string {
  for (const topic of topics) {
    const named = motifWords.find(([, words]) => words.test(topic))
    if (named) return motifs[named[0]]
  }
  const all = Object.values(motifs)
  return all[hashOf(topics[0] ?? '') % all.length]!
}

const [firstLight, lastLight] = [6, 18]

/** The sun where it stands at an hour, or the moon. */
function lampOf(hour: number, random: () => number): string {
  const light = hour >= firstLight && hour < lastLight
  const passed = light ? (hour - firstLight) / (lastLight - firstLight) : ((hour + 24 - lastLight) % 24) / 12
  const [x, y] = [round(20 + 56 * passed), round(52 - 26 * Math.sin(Math.PI * passed))]
  const r = 24 + Math.floor(random() * 7)
  if (light) return circle(x, y, r)
  // A crescent: the outer arc, and back along the inner one.
  return `M${x} ${y - r}a${r} ${r} 0 1 0 ${r} ${r}a${round(r * 0.78)} ${round(r * 0.78)} 0 1 1 ${-r} ${-r}z`
}

const round = (value: number) => Math.round(value * 10) / 10

/** FNV-1a of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** Numbers from 0 to 1 that follow from a text: Mulberry32 over its hash. */
function randomOf(text: string): () => number {
  let state = hashOf(text)
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
