// Writes the dates of a rule of recurrence out as a series, from the first start and end.
import type { SiteRow, TimeMembers } from '../../../contract/sites.ts'
import { epochOf } from '../../times/event-times.ts'
import { seriesOf } from '../../times/recurrence.ts'
import { formatInZone, instantsOf, isTimeZone, offsetAt } from '../../times/zones.ts'
import type { BodyDraft } from './body-draft.ts'
import { isRule } from './member-names.ts'

/** The first time of a series: the instant of its start, its length in milliseconds, and its zone. */
type First = { startsAt: number; lengthMs: number; zone: string }

/** Replaces a rule and the first time by the times of the whole series. Returns why a rule stays, JSON pointer first. */
export function writeOutRule(draft: BodyDraft, site: SiteRow): string[] {
  const { timed } = site
  const name = Object.keys(draft.body).find(each => isRule(site, each))
  if (!timed || name === undefined) return []
  const given = draft.body[name]
  const [rule, ...others] = Array.isArray(given) ? given : [given]
  const fault = (why: string) => [`/${name}: ${why}`]
  if (typeof rule !== 'string' || others.length > 0)
    return fault('it takes one rule as text, such as "FREQ=WEEKLY;COUNT=4"')
  if (draft.has(timed.series)) return fault(`stands beside "${timed.series}"; give one or the other`)
  const first = firstOf(draft, timed)
  if (first === null) return fault(`is written out once "${timed.start}", "${timed.end}" and "${timed.zone}" are valid`)
  const localStart = first.startsAt + offsetAt(first.zone, first.startsAt) * 60_000
  const only = (localMs: number) => {
    const instants = instantsOf(first.zone, localMs)
    return instants.length === 1 ? (instants[0] as number) : null
  }
  const series = seriesOf(rule, localStart, timed.seriesMax, only)
  if ('fault' in series) return fault(`${series.fault}; or write the dates out in "${timed.series}"`)
  const times = series.starts.map(start => ({ start: only(start), end: only(start + first.lengthMs) }))
  if (times.some(({ start, end }) => start === null || end === null || end <= start))
    return fault(`meets an hour that a clock change skips or repeats; write the dates out in "${timed.series}"`)
  const why = `"${name}" is no field here; the rule is written out as ${times.length} dates.`
  for (const gone of [name, timed.start, timed.end]) if (draft.has(gone)) draft.remove([gone], why)
  draft.set(
    [timed.series],
    times.map(({ start, end }) => ({
      [timed.start]: formatInZone(first.zone, start as number),
      [timed.end]: formatInZone(first.zone, end as number),
    })),
    why,
  )
  return []
}

/** The first time, if it can be read. The length is that on the clock, so that each date ends at the same time of day. */
function firstOf(draft: BodyDraft, { zone: zoneName, start, end }: TimeMembers): First | null {
  const zone = draft.get([zoneName])
  if (typeof zone !== 'string' || !isTimeZone(zone)) return null
  try {
    const [startsAt, endsAt] = [start, end].map(name => epochOf(String(draft.get([name])))) as [number, number]
    const lengthMs = endsAt - startsAt + (offsetAt(zone, endsAt) - offsetAt(zone, startsAt)) * 60_000
    return lengthMs > 0 ? { startsAt, lengthMs, zone } : null
  } catch {
    return null
  }
}
