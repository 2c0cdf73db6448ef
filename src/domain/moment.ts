// Instants as the owner reads them, in UTC: nothing is known about where the owner is.
const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** 22 November 2026 at 12:00 UTC. */
export function moment(epochMs: number): string {
  return `${format.format(epochMs)} UTC`
}
