// What a judge is measured by: how well a score tells two kinds of texts apart.

/** Area under the ROC curve: how often a text that is meant scores above one that is not; ties count half. NaN without both. */
export function auroc(scores: readonly number[], meant: readonly boolean[]): number {
  const order = [...scores.keys()].sort((a, b) => scores[a]! - scores[b]!)
  let [below, wins, pairs] = [0, 0, 0]
  for (let from = 0; from < order.length; ) {
    let to = from
    while (to < order.length && scores[order[to]!] === scores[order[from]!]) to++
    const group = order.slice(from, to)
    const positives = group.filter(i => meant[i]).length
    const negatives = group.length - positives
    wins += positives * (below + negatives / 2)
    pairs += positives
    below += negatives
    from = to
  }
  return wins / (pairs * below)
}

/** Area under the curve of precision over recall (average precision). NaN when nothing is meant. */
export function averagePrecision(scores: readonly number[], meant: readonly boolean[]): number {
  const order = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]!)
  let [found, sum] = [0, 0]
  for (const [rank, i] of order.entries())
    if (meant[i]) {
      found++
      sum += found / (rank + 1)
    }
  return sum / found
}

/** The value below which a share of the numbers lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.floor(sorted.length * share)))]!
}
