// Figures: medians of interleaved rounds, whether two medians differ, and the table of figures.

/**
 * One line of the table. One sample for each round, with old and new in the same rounds; NaN if a checkout cannot be measured.
 */
export type Figure = {
  what: string
  old: readonly number[] | null
  new: readonly number[]
  write(value: number): string
  aim: string
  /** What a reader has to know about the line. */
  note?: string
}

/** Functions that format values. */
export const times = (value: number) => `${value.toFixed(value < 10 ? 2 : 1)}×`
export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
export const microseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} µs`
export const seconds = (value: number) => `${(value / 1_000).toFixed(2)} s`
export const perSecond = (value: number) => `${value.toFixed(0)}/s`
export const kilobytes = (value: number) => `${(value / 1_024).toFixed(1)} KB`
export const megabytes = (value: number) => `${(value / 1_048_576).toFixed(0)} MB`
export const count = (value: number) => value.toFixed(1)
export const percent = (value: number) => `${(value * 100).toFixed(0)} %`

/** The middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}

/**
 * Runs each measurement once in every round, every second round in the opposite order, so that other work of the machine affects
 * all alike. Returns the values by name.
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

/** Whether the distance of the medians is larger than the spread of either side. */
function resolved(one: readonly number[], other: readonly number[]): boolean {
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

/** The median and the range of the rounds. */
function cell(values: readonly number[] | null, write: (value: number) => string): string {
  if (!values) return '–'
  const middle = write(median(values))
  if (values.length < 2) return middle
  return `**${middle}** (${write(Math.min(...values))}–${write(Math.max(...values))})`
}
