// The calendar of a month: the posts of a list by the local day on which they start.
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { type SiteRow, siteRow } from '../../../contract/sites.ts'
import { type Month, monthAfter, weekdayOf } from '../../../domain/times/months.ts'
import { months } from '../../../domain/times/time-words.ts'
import { calendarMonth } from '../../../usecases/lists/month-posts.ts'
import type { SiteList } from '../../../usecases/lists/site-lists.ts'
import { mapWithPauses } from '../../../usecases/pauses.ts'
import { type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { listTitle } from '../kit/list-words.ts'
import {
  headline,
  isOff,
  isOver,
  occurrencesOf,
  ofText,
  type ShownOccurrence,
  type ShownPost,
} from '../kit/post-words.ts'
import { breadcrumb } from './list-page.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** The most posts that a day lists; the page counts the others. */
const mostOfDay = 8

type Entry = { post: ShownPost; time: ShownOccurrence }
type Posts = { posts: readonly ShownPost[]; whole: boolean }

/** The page of a month. `whole`: `posts` are all posts of the month. `now` in epoch milliseconds. */
export async function monthPageHtml(
  site: SiteContext,
  list: SiteList,
  month: Month,
  { posts, whole }: Posts,
  now: number,
): Promise<string> {
  const row = siteRow(site.id)
  const name = monthWords(month)
  const path = `${list.path}calendar/`
  const [before, after] = [-1, 1].map(steps => calendarMonth(monthAfter(month, steps).text, now))
  const entries = await entriesByDay(row, posts, now)
  const empty = !Object.keys(entries).some(day => day.startsWith(month.text))
  const to = (rel: 'prev' | 'next', other: Month | undefined) =>
    other &&
    html`<a href="${path}${other.text}/" rel="${rel}">${rel === 'prev' && '← '}${monthWords(other)}${rel === 'next' && ' →'}</a>`
  return layout({
    title: `${listTitle(row, list)}, ${name}`,
    site,
    description: `${listTitle(row, list)} day by day in ${name}.`,
    canonical: `${site.baseUrl}${path}${month.text}/`,
    noindex: empty,
    body: html`${breadcrumb(inCalendar(row, list))}<h1>${name}</h1>
<p class="lede">${listTitle(row, list)}, by the local day on which they start.${!whole && ' There are too many to show: each day lists some. Topics and places have calendars of their own.'}</p>
<nav class="months" aria-label="Months">${to('prev', before)} ${to('next', after)}</nav>
${empty ? html`<p class="empty">There are no ${row.nouns} in ${name} so far.</p>` : table(row, month, entries)}
<p class="follow"><a href="${list.path}">All of them as a list</a> · <a href="${list.path}calendar.ics">Calendar file</a></p>`,
  })
}

/** The breadcrumb of the calendar; its last link is the list. */
function inCalendar(row: SiteRow, { about, above, path }: SiteList): Pick<SiteList, 'above' | 'about'> {
  return { above: [...above, { name: about?.name ?? row.title, path }], about: { word: 'in', name: 'Calendar' } }
}

/** "March 2027". */
export function monthWords({ year, month }: Month): string {
  return `${months[month - 1]} ${year}`
}

/** The occurrences of each local day that are not over, by their local time. Other requests are answered between two posts. */
async function entriesByDay(row: SiteRow, posts: readonly ShownPost[], now: number): Promise<Record<string, Entry[]>> {
  const ofPosts = await mapWithPauses(posts, post =>
    occurrencesOf(row, post)
      .filter(time => !isOver(time, now))
      .map(time => ({ post, time, day: time.start.slice(0, 10) })),
  )
  const all = ofPosts.flat()
  all.sort((a, b) => (a.time.start < b.time.start ? -1 : 1))
  return Object.groupBy(all, ({ day }) => day) as Record<string, Entry[]>
}

function table(row: SiteRow, month: Month, entries: Record<string, Entry[]>): Html {
  const blank = weekdayOf(month, 1)
  const weeks = Math.ceil((blank + month.days) / 7)
  const cell = (week: number, weekday: number) => {
    const day = week * 7 + weekday - blank + 1
    return day < 1 || day > month.days ? html`<td class="blank"></td>` : dayCell(row, month, day, entries)
  }
  return html`<table class="month">
<thead><tr>${weekdays.map(name => html`<th scope="col"><abbr title="${name}">${name.slice(0, 3)}</abbr></th>`)}</tr></thead>
<tbody>${Array.from({ length: weeks }, (_, week) => html`\n<tr>${weekdays.map((_name, weekday) => cell(week, weekday))}</tr>`)}
</tbody>
</table>`
}

function dayCell(row: SiteRow, month: Month, day: number, entries: Record<string, Entry[]>): Html {
  const date = `${month.text}-${String(day).padStart(2, '0')}`
  const found = entries[date] ?? []
  const more = found.length - mostOfDay
  return html`<td${found.length === 0 && html` class="blank"`}><time datetime="${date}"><span>${weekdays[weekdayOf(month, day)]} </span>${day}<span> ${months[month.month - 1]}</span></time>${
    found.length > 0 &&
    html`<ul>${found.slice(0, mostOfDay).map(entry => html`<li>${entryLink(row, entry)}</li>`)}${more > 0 && html`<li>and ${more} more</li>`}</ul>`
  }</td>`
}

function entryLink(row: SiteRow, { post, time }: Entry): Html {
  const off = time.cancelled || isOff(row, post)
  return html`${off && html`<strong>Cancelled: </strong>`}<span class="at">${time.start.slice(11, 16)}</span> <a href="/p/${post.id}"${ofText(post)}>${headline(row, post)}</a>`
}
