// Links that add a time of a post to a calendar: as a file, and in the forms of calendars on the web.
import type { Occurrence } from '../../../domain/times/time-words.ts'
import { announcedHeadline, bodyOf, type ShownPost, whereParts } from './post-words.ts'
import { excerpt } from './prose.ts'
import type { SpokenRow } from './spoken.ts'

/** The address of the calendar file with one time of a series. */
export function oneTimePath({ id }: ShownPost, { start }: Occurrence): string {
  return `/p/${id}.ics?${new URLSearchParams({ date: start })}`
}

/** Calendars on the web with an address that opens their form for a new entry, filled in. */
export function webCalendars(row: SpokenRow, post: ShownPost, time: Occurrence): { name: string; url: string }[] {
  const title = announcedHeadline(row, post)
  const text = `${excerpt(bodyOf(row, post))}\n\n${post.url}`
  const location = whereParts(row, post).join(', ')
  const [start, end] = [Date.parse(time.start), Date.parse(time.end)]
  if (Number.isNaN(start) || Number.isNaN(end)) return []
  const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()]
  const compact = (instant: string) => instant.replace(/[-:]|\.\d+/g, '')
  const at = (form: string, fields: Record<string, string>) => `${form}?${new URLSearchParams(fields)}`
  return [
    {
      name: 'Google',
      url: at('https://calendar.google.com/calendar/render', {
        ...{ action: 'TEMPLATE', text: title, dates: `${compact(from)}/${compact(to)}` },
        ...{ details: text, location },
      }),
    },
    {
      name: 'Outlook',
      url: at('https://outlook.live.com/calendar/0/action/compose', {
        ...{ rru: 'addevent', subject: title, startdt: from, enddt: to, body: text, location },
      }),
    },
  ]
}
