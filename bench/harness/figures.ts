// Figures: medians of interleaved rounds, whether two of them can be told apart, and the table they are printed in.

/** One line of the table. Samples are one a round, old and new measured in the same rounds; NaN where a checkout cannot be measured. */
export type Figure = {
  what: string
  old: readonly number[] | null
  new: readonly number[]
  write(value: number): string
  aim: string
  /** What a reader has to know to read the line. */
  note?: string
}

/** Writers of values. */
export const times = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)}×`
export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
export const microseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} µs`
export const seconds = (value: number) => `${(value / 1_000).toFixed(2)} s`
export const perSecond = (value: number) => `${value.toFixed(0)}/s`
export const kilobytes = (value: number) => `${(value / 1_024).toFixed(1)} KB`
export const megabytes = (value: number) => `${(value / 1_048_576).toFixed(0)} MB`
export const count = (value: number) => value.toFixed(1)
export const percent = (value: number) => `${(value * 100).toFixed(0)} %`

/** The middle value; of an even number the mean of the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}

/**
 * Runs each measurement once a round, every second round in the opposite order, so that what else the machine does falls on
 * all of them alike. The values of each, by name.
 */
export async function interleaved<Name extends string, Value>(
  rounds: number,
  measurements: Readonly<Partial<Record<Name, () => Promise<Value>>>>,
): Promise<Record<Name, Value[]>> {
  const entries = Object.entries(measurements) as [Name, () => Promise<Value>][]
  const values = Object.fromEntries(entries.map(([name]) => [name, []])) as unknown as Record<Name, Value[]>
  for (let round = 0; round < rounds; round++)
    for (const [name, measure] of round % 2 === 0 ? entries : entries.toReversed()) values[name].push(await measure())
  return values
}

/** Whether the medians lie further apart than the values of either side spread. */
export function resolved(one: readonly number[], other: readonly number[]): boolean {
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  return Math.abs(median(one) - median(other)) > Math.max(spread(one), spread(other))
}

/** The lines of a row of the bench, as Markdown. */
export function lines(name: string, figures: readonly Figure[]): string[] {
  return figures.map(({ what, old: olds, new: news, write, aim, note }) => {
    const [old, fresh] = [measured(olds), measured(news)]
    const verdict = old && old.length > 1 && fresh && fresh.length > 1 && !resolved(old, fresh) ? 'not resolved' : ''
    const remarks = [verdict, note].filter(Boolean).join('; ')
    const cells = [what, cell(old, write), cell(fresh, write), aim, remarks, `\`--only ${name}\``]
    return `| ${cells.join(' | ')} |`
  })
}

export const head = ['| what | old | new | aim | remarks | command |', '|---|---|---|---|---|---|']

function measured(values: readonly number[] | null): readonly number[] | null {
  return values?.every(Number.isFinite) ? values : null
}

/** The median, and from where to where the rounds went. */
function cell(values: readonly number[] | null, write: (value: number) => string): string {
  if (!values) return '–'
  const middle = write(median(values))
  if (values.length < 2) return middle
  return `**${middle}** (${write(Math.min(...values))}–${write(Math.max(...values))})`
}
