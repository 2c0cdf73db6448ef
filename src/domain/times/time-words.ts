// Times in words for people, in the zone of their offset.

/** A time of a post, as RFC 3339 date-times in the post's own zone. */
export type Occurrence = { start: string; end: string }

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
/** The months in English. */
export const months = 'January February March April May June July August September October November December'.split(' ')

/** A time in words: "Sat 6 March 2027, 14:00–16:00", with both days where it ends on another one. */
export function timeWords(occurrence: Occurrence): string {
  return timeParts(occurrence).join(' ')
}

/** The same words in two parts; the second part should stay on one line. */
export function timeParts({ start: from, end: to }: Occurrence): [string, string] {
  const [startDay, start] = wallClock(from)
  const [endDay, end] = wallClock(to)
  return startDay === endDay ? [`${startDay},`, `${start}–${end}`] : [`${startDay}, ${start} – ${endDay},`, end]
}

/** One point in time in words: "Sat 6 March 2027, 14:00". */
export function pointWords(text: string): string {
  return wallClock(text).join(', ')
}

// The text is in the zone of the event already, so its digits are the local day and time.
function wallClock(text: string): [day: string, time: string] {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(text) ?? []
  if (!year || !month || !day || !time) return [text, '']
  const weekday = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDay()
  return [`${days[weekday]} ${Number(day)} ${months[Number(month) - 1]} ${year}`, time]
}

/** The UTC day of an instant in words: "21 November 2026". */
export function dayWords(instant: string): string {
  return wallClock(instant)[0].replace(/^\w+ /, '')
}
