// Writes the times of a post with the offset of its zone, where one instant alone can be meant.
import type { SiteRow } from '../../../contract/sites.ts'
import { isTimeZone } from '../../times/zones.ts'
import type { BodyDraft, Path } from './body-draft.ts'
import { timeReadings } from './time-readings.ts'

/** Corrects every start and end, those of a series too. What can be read in two ways becomes a choice. */
export function correctTimes(draft: BodyDraft, { timed }: SiteRow): void {
  if (!timed) return
  const named = draft.get([timed.zone])
  const zone = typeof named === 'string' && isTimeZone(named) ? named : null
  const series = draft.get([timed.series])
  const entries = Array.isArray(series) ? series.slice(0, timed.seriesMax).map((_, i) => [timed.series, i]) : []
  for (const entry of [[], ...entries] satisfies Path[])
    for (const name of [timed.start, timed.end]) correctTime(draft, [...entry, name], zone)
}

function correctTime(draft: BodyDraft, at: Path, zone: string | null): void {
  const given = draft.get(at)
  const readings = timeReadings(given, zone)
  const values = [...new Map(readings.map(reading => [reading.value, reading])).values()]
  const [only, ...others] = values
  if (!only || (others.length === 0 && only.value === given)) return
  if (others.length === 0 && !isRejectedOffset(given, only.value)) draft.set(at, only.value, only.why)
  else draft.choose(at, values)
}

const offset = /[+-]\d{2}:\d{2}$/

/** Whether a value had an offset that the zone does not keep: then even its only reading is a choice. */
function isRejectedOffset(given: unknown, value: string): boolean {
  const sent = typeof given === 'string' ? offset.exec(given)?.[0] : undefined
  return sent !== undefined && sent !== offset.exec(value)?.[0]
}
