// The parameters of the quickstart programs: a site, its address, and a post that the site takes today.
import type { PricedSite } from '../../../../contract/sites/priced-site.ts'
import { dayMs } from '../../../../contract/spans.ts'
import { formatInZone } from '../../../../domain/times/zones.ts'

export type Setting = {
  site: PricedSite
  baseUrl: string
  /** The body of a valid post of the site. */
  post: Record<string, unknown>
}

/** A step of whole years in weeks keeps the weekday, the time of day, and nearly always the offset from UTC. */
const stepMs = 52 * 7 * dayMs
const aheadMs = 30 * dayMs

/** The setting of a site. The times of its example are moved ahead of `now`, epoch milliseconds. */
export function settingOf(site: PricedSite, baseUrl: string, now: number): Setting {
  return { site, baseUrl, post: exampleAhead(site, now) }
}

function exampleAhead({ timed, example }: PricedSite, now: number): Record<string, unknown> {
  if (!timed) return example
  const late = now + aheadMs - Date.parse(String(example[timed.start]))
  const shiftMs = Math.max(0, Math.ceil(late / stepMs)) * stepMs
  const moved = (member: string) =>
    formatInZone(String(example[timed.zone]), Date.parse(String(example[member])) + shiftMs)
  return { ...example, [timed.start]: moved(timed.start), [timed.end]: moved(timed.end) }
}

/** JSON of a value, each line after the first indented. */
export function indented(value: unknown, by = ''): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`)
}
