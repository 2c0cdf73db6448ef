// How far one word is from another, for "did you mean".

/** Levenshtein distance with swaps of neighbours counted as one step; words past 60 characters are cut. */
export function distance(a: string, b: string): number {
  const left = a.slice(0, 60)
  const right = b.slice(0, 60)
  let before: number[] = []
  let previous = Array.from({ length: right.length + 1 }, (_, j) => j)
  for (let i = 1; i <= left.length; i++) {
    const row = [i]
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1]
      let steps = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1])
        steps = Math.min(steps, before[j - 2]! + 1)
      row.push(steps)
    }
    before = previous
    previous = row
  }
  return previous[right.length]!
}
