// Durations as text (ISO 8601): days, hours, minutes and seconds.
import { dayMs, hourMs, minuteMs, secondMs } from '../../contract/spans.ts'

const units: readonly [letter: string, ms: number][] = [
  ['D', dayMs],
  ['H', hourMs],
  ['M', minuteMs],
  ['S', secondMs],
]

/** The milliseconds of a duration such as `P1DT2H`. The text has the form of a duration already. */
export function durationMs(text: string): number {
  return units.reduce(
    (sum, [letter, ms]) => sum + Number(new RegExp(`([0-9]{1,6})${letter}`).exec(text)?.[1] ?? 0) * ms,
    0,
  )
}
