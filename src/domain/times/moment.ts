// Instants in words for the owner, in UTC, since the zone of the owner is not known.
const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** "22 November 2026 at 12:00 UTC". */
export function moment(epochMs: number): string {
  return `${format.format(epochMs)} UTC`
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** "22 November 2026", for a UTC day as YYYY-MM-DD. */
export function dayName(day: string): string {
  return dayFormat.format(Date.parse(`${day}T00:00:00Z`))
}
