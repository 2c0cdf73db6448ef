// Measures a judge: how well a score separates two kinds of texts, how often its decisions are right, how well its probabilities are
// calibrated. A figure without data is null, never NaN.

/** The texts in groups of equal score, the lowest first: how many of each group are meant and how many are not. */
function groupsOf(scores: readonly number[], meant: readonly boolean[]): { positives: number; negatives: number }[] {
  const groups: { positives: number; negatives: number }[] = []
  let before: number | undefined
  for (const i of [...scores.keys()].sort((a, b) => scores[a]! - scores[b]!)) {
    if (scores[i] !== before) groups.push({ positives: 0, negatives: 0 })
    before = scores[i]
    groups.at(-1)![meant[i] ? 'positives' : 'negatives']++
  }
  return groups
}

/** Area under the ROC curve: how often a meant text scores above another one; ties count half. Null without both kinds. */
export function auroc(scores: readonly number[], meant: readonly boolean[]): number | null {
  let [below, wins, pairs] = [0, 0, 0]
  for (const { positives, negatives } of groupsOf(scores, meant)) {
    wins += positives * (below + negatives / 2)
    pairs += positives
    below += negatives
  }
  return pairs * below === 0 ? null : wins / (pairs * below)
}

/** Area under the curve of precision over recall (average precision); ties are one step. Null when nothing is meant. */
export function averagePrecision(scores: readonly number[], meant: readonly boolean[]): number | null {
  let [found, seen, sum] = [0, 0, 0]
  for (const { positives, negatives } of groupsOf(scores, meant).reverse()) {
    found += positives
    seen += positives + negatives
    sum += (positives * found) / seen
  }
  return found === 0 ? null : sum / found
}

/** The value below which `share` of the numbers are. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.floor(sorted.length * share)))]!
}

/** A figure rounded to four decimals. */
export function rounded<Figure extends number | null>(figure: Figure): Figure {
  return (figure === null ? null : Math.round(figure * 10_000) / 10_000) as Figure
}

/** The share of a part, rounded; null where the whole is 0. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded(part / whole)
}

/** A text: `meant` is its label, `said` is what the judge decided. `score` 0–1, null where there is none. */
export type Case = { meant: boolean; said: boolean; score: number | null }

export type CaseFigures = {
  precision: number | null
  recall: number | null
  auprc: number | null
  auroc: number | null
  /** Why figures are null. */
  too_few?: string
}

/** The fewest texts for a figure: with fewer it is chance. */
const fewestCases = 5

/** The figures of cases: precision and recall of the decisions, and the areas under the curves of the scores. */
export function figuresOfCases(cases: readonly Case[]): CaseFigures {
  const count = (of: (each: Case) => boolean) => cases.filter(of).length
  const [said, meant] = [count(each => each.said), count(each => each.meant)]
  const right = count(each => each.said && each.meant)
  const scored = cases.filter(each => each.score !== null)
  const scores = scored.map(each => each.score!)
  const labels = scored.map(each => each.meant)
  const positives = labels.filter(Boolean).length
  const ordered = positives >= fewestCases && labels.length - positives >= fewestCases
  const figures = {
    precision: said < fewestCases ? null : shareOf(right, said),
    recall: meant < fewestCases ? null : shareOf(right, meant),
    auprc: ordered ? rounded(averagePrecision(scores, labels)) : null,
    auroc: ordered ? rounded(auroc(scores, labels)) : null,
  }
  if (!Object.values(figures).includes(null)) return figures
  const others = labels.length - positives
  const why = `meant ${meant}, said ${said}, with a score ${positives} meant and ${others} others: a figure takes ${fewestCases} posts`
  return { ...figures, too_few: why }
}

/** Texts with a probability from `from` (included) to `to`: the mean probability, and the share that was meant. */
export type Bin = { from: number; to: number; posts: number; said: number | null; meant: number | null }

export type Calibration = {
  bins: Bin[]
  /** Mean squared difference between probability and truth. */
  brier: number | null
  /** Mean difference between probability and truth over the bins, weighted by their posts. */
  error: number | null
}

const bins = 10

/** The calibration of probabilities: of the texts with 0.3, three in ten should be meant. */
export function calibrationOf(cases: readonly { score: number; meant: boolean }[]): Calibration {
  const mean = (numbers: readonly number[]) =>
    numbers.length === 0 ? null : rounded(numbers.reduce((sum, each) => sum + each, 0) / numbers.length)
  const found = Array.from({ length: bins }, (_, i) => {
    const own = cases.filter(({ score }) => Math.min(bins - 1, Math.floor(score * bins)) === i)
    return {
      from: i / bins,
      to: (i + 1) / bins,
      posts: own.length,
      said: mean(own.map(({ score }) => score)),
      meant: mean(own.map(({ meant }) => Number(meant))),
    }
  })
  return {
    bins: found,
    brier: mean(cases.map(({ score, meant }) => (score - Number(meant)) ** 2)),
    error: shareOf(
      found.reduce((sum, { posts, said, meant }) => sum + posts * Math.abs((said ?? 0) - (meant ?? 0)), 0),
      cases.length,
    ),
  }
}
