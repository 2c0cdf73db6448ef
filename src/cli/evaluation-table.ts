// Writes an evaluation as tables for a terminal.
import type { CaseFigures } from '../moderation/embedded/figures.ts'
import type { Evaluation, OutcomeCounts } from '../moderation/evaluation.ts'
import { jsonLine } from './json-line.ts'

/** The length to which the text of a mistake is cut, in characters. */
const shownText = 60

type Cell = string | number | null

/** The lines of the tables. A figure with too few posts behind it is a dash. */
export function evaluationTable({
  outcomes,
  stopped,
  categories,
  languages,
  calibration,
  worst,
}: Evaluation): string[] {
  const figures = ({ precision, recall, auprc, auroc }: CaseFigures) => [precision, recall, auprc, auroc]
  const counts = ({ posts, publish, review, reject }: OutcomeCounts) => [posts, publish, review, reject]
  const figureNames = ['precision', 'recall', 'AUPRC', 'AUROC']
  const countNames = ['posts', 'publish', 'review', 'reject']
  return [
    ...table(
      ['label', ...countNames],
      Object.entries(outcomes).map(([kind, own]) => [kind, ...counts(own)]),
    ),
    '',
    ...table(
      ['stopped', ...figureNames],
      Object.entries(stopped).map(([of, own]) => [of, ...figures(own)]),
    ),
    '',
    ...table(
      ['category', ...countNames, ...figureNames],
      Object.entries(categories).map(([id, own]) => [id, ...counts(own), ...figures(own)]),
    ),
    '',
    ...table(
      ['language', 'fine', 'stopped', 'others', 'published', ...figureNames],
      Object.entries(languages).map(([lang, own]) => [
        lang,
        own.fine.posts,
        own.fine.posts - own.fine.publish,
        own.other.posts,
        own.other.publish,
        ...figures(own),
      ]),
    ),
    '',
    `calibration error ${calibration.error ?? '–'}, Brier score ${calibration.brier ?? '–'}`,
    '',
    ...table(
      ['worst mistakes', 'confidence', 'label', 'decided', 'text'],
      worst.map(({ line, what, sureness, truth, category, text }) => [
        `line ${line}: ${what}`,
        sureness,
        truth ?? 'fine',
        category,
        jsonLine([...text].slice(0, shownText).join('')),
      ]),
    ),
  ]
}

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const cells = [head, ...rows.map(row => row.map(cell => String(cell ?? '–')))]
  const widths = head.map((_, column) => Math.max(...cells.map(row => row[column]!.length)))
  return cells.map(row =>
    row
      .map((cell, column) => pad(cell, widths[column]!, column))
      .join('  ')
      .trimEnd(),
  )
}

/** Aligns figures to the right, and texts and the first column to the left. */
function pad(cell: string, width: number, column: number): string {
  return column > 0 && /^[\d.–]*$/.test(cell) ? cell.padStart(width) : cell.padEnd(width)
}
