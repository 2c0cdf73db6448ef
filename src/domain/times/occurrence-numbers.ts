// Numbers the occurrences of an event across changes of its times, so that a calendar moves an entry instead of adding one.

/**
 * What stays with an occurrence when times change: its number among all occurrences that the event ever had, from 0; its start
 * before it was last moved, epoch milliseconds, null where it was never moved; and whether only this occurrence is cancelled.
 */
export type Numbered = { number: number; previousStartsAt: number | null; cancelled?: true }

/** The occurrences in the order of their starts, and how many numbers were ever given. No number is given twice. */
export type Numbering = { occurrences: Numbered[]; given: number }

/** The numbers of an event with its first times. */
export function firstNumbering(count: number): Numbering {
  return {
    occurrences: Array.from({ length: count }, (_, number) => ({ number, previousStartsAt: null })),
    given: count,
  }
}

/** Whether the times differ from the first times of the event. */
export function hasMoved({ occurrences, given }: Numbering): boolean {
  return (
    given !== occurrences.length ||
    occurrences.some(({ number, previousStartsAt }, i) => number !== i || previousStartsAt !== null)
  )
}

/**
 * The numbers after the starts change from `before` to `after`; both in epoch milliseconds, ascending, none twice. A start that is
 * in both keeps its number. If equally many came and went, they are paired in order; else each new start takes the number of the
 * nearest removed one.
 */
export function renumbered(before: readonly number[], known: Numbering, after: readonly number[]): Numbering {
  const removed = before.filter(start => !after.includes(start))
  const added = after.filter(start => !before.includes(start))
  const inOrder = removed.length === added.length
  const moved = new Map(inOrder ? added.map((to, i) => [to, removed[i]]) : nearestPairs(removed, added))
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
function nearestPairs(removed: readonly number[], added: readonly number[]): [to: number, from: number][] {
  const pairs = added.flatMap(to => removed.map((from): [to: number, from: number] => [to, from]))
  pairs.sort((a, b) => Math.abs(a[0] - a[1]) - Math.abs(b[0] - b[1]))
  const taken = new Set<string>()
  return pairs.filter(([to, from]) => {
    if (taken.has(`to ${to}`) || taken.has(`from ${from}`)) return false
    taken.add(`to ${to}`).add(`from ${from}`)
    return true
  })
}
