// Which occurrence of an event is which across changes of its times, so that a calendar moves an entry and adds no second one.

/**
 * What lasts of an occurrence: its number among all that the event ever had, from 0; when it was to start before it was moved
 * last, epoch milliseconds, null where it was never moved; and whether it alone is cancelled.
 */
export type Numbered = { number: number; previousStartsAt: number | null; cancelled?: true }

/** The occurrences in the order of their starts, and how many numbers were ever given: none is given twice. */
export type Numbering = { occurrences: Numbered[]; given: number }

/** The numbers of an event whose times are those it was announced with. */
export function firstNumbering(count: number): Numbering {
  return {
    occurrences: Array.from({ length: count }, (_, number) => ({ number, previousStartsAt: null })),
    given: count,
  }
}

/** Whether the times are other than those that the event was announced with. */
export function hasMoved({ occurrences, given }: Numbering): boolean {
  return (
    given !== occurrences.length ||
    occurrences.some(({ number, previousStartsAt }, i) => number !== i || previousStartsAt !== null)
  )
}

/**
 * The numbers once other starts take the place of those before; both in epoch milliseconds, ascending, none twice. An occurrence
 * whose start stays is the same. Of the others, as many as before were moved, in their order; where some were added or
 * taken out too, those that are nearest to each other are the same.
 */
export function renumbered(before: readonly number[], known: Numbering, after: readonly number[]): Numbering {
  const gone = before.filter(start => !after.includes(start))
  const come = after.filter(start => !before.includes(start))
  const moved = new Map(gone.length === come.length ? come.map((to, i) => [to, gone[i]]) : nearestPairs(gone, come))
  let { given } = known
  const occurrences = after.map(start => {
    const from = moved.get(start)
    const was = known.occurrences[before.indexOf(from ?? start)]
    if (!was) return { number: given++, previousStartsAt: null }
    return from === undefined ? was : { ...was, previousStartsAt: from }
  })
  return { occurrences, given }
}

/** Pairs of the new start and the old one, the nearest first, each start once. */
function nearestPairs(gone: readonly number[], come: readonly number[]): [to: number, from: number][] {
  const pairs = come.flatMap(to => gone.map((from): [to: number, from: number] => [to, from]))
  pairs.sort((a, b) => Math.abs(a[0] - a[1]) - Math.abs(b[0] - b[1]))
  const taken = new Set<string>()
  return pairs.filter(([to, from]) => {
    if (taken.has(`to ${to}`) || taken.has(`from ${from}`)) return false
    taken.add(`to ${to}`).add(`from ${from}`)
    return true
  })
}
