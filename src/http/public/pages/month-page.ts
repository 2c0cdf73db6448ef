// The calendar of a month: the posts of a list by the local day on which they start.
import { type Month, monthAfter, weekdayOf } from '../../../domain/times/months.ts'
import { calendarMonth } from '../../../usecases/lists/month-posts.ts'
import type { SiteList } from '../../../usecases/lists/site-lists.ts'
import { mapWithPauses } from '../../../usecases/pauses.ts'
import { type Html, html } from '../kit/html.ts'
import { layout } from '../kit/layout.ts'
import { linkName, listTitle } from '../kit/list-words.ts'
import {
  headline,
  isOff,
  isOver,
  occurrencesOf,
  ofText,
  type ShownOccurrence,
  type ShownPost,
} from '../kit/post-words.ts'
import { type PageSite, rowIn, type SpokenRow } from '../kit/spoken.ts'
import { breadcrumb } from './list-page.ts'

/** The most posts that a day lists; the page counts the others. */
const mostOfDay = 8

type Entry = { post: ShownPost; time: ShownOccurrence }
type Posts = { posts: readonly ShownPost[]; whole: boolean }

/** The page of a month. `whole`: `posts` are all posts of the month. `now` in epoch milliseconds. */
export async function monthPageHtml(
  site: PageSite,
  list: SiteList,
  month: Month,
  { posts, whole }: Posts,
  now: number,
): Promise<string> {
  const row = rowIn(site)
  const name = monthWords(row, month)
  const path = `${list.path}calendar/`
  const [before, after] = [-1, 1].map(steps => calendarMonth(monthAfter(month, steps).text, now))
  const entries = await entriesByDay(row, posts, now)
  const empty = !Object.keys(entries).some(day => day.startsWith(month.text))
  const to = (rel: 'prev' | 'next', other: Month | undefined) =>
    other &&
    html`<a href="${path}${other.text}/" rel="${rel}">${rel === 'prev' && '← '}${monthWords(row, other)}${rel === 'next' && ' →'}</a>`
  return layout({
    title: row.say('month.title', { title: listTitle(row, list), month: name }),
    site,
    description: row.say('month.description', { title: listTitle(row, list), month: name }),
    canonical: `${site.baseUrl}${path}${month.text}/`,
    noindex: empty,
    body: html`${breadcrumb(row, inCalendar(row, list))}<h1>${name}</h1>
<p class="lede">${row.say('month.told', { title: listTitle(row, list) })}${!whole && html` ${row.say('month.too-many')}`}</p>
<nav class="months" aria-label="${row.say('month.months')}">${to('prev', before)} ${to('next', after)}</nav>
${empty ? html`<p class="empty">${row.say('month.empty', { month: name })}</p>` : table(row, month, entries)}
<p class="follow"><a href="${list.path}">${row.say('month.as-list')}</a> · <a href="${list.path}calendar.ics">${row.say('list.calendar-file')}</a></p>`,
  })
}

/** The breadcrumb of the calendar; its last link is the list. */
function inCalendar(row: SpokenRow, { about, above, path }: SiteList): Pick<SiteList, 'above' | 'about' | 'path'> {
  const name = about ? linkName(row, { name: about.name, path }) : row.title
  return {
    above: [...above, { name, path }],
    about: { word: 'in', name: row.say('nav.calendar') },
    path: `${path}calendar/`,
  }
}

/** "March 2027". */
export function monthWords({ tongue }: SpokenRow, { year, month }: Month): string {
  return tongue.month(year, month)
}

/** The occurrences of each local day that are not over, by their local time. Other requests are answered between two posts. */
async function entriesByDay(
  row: SpokenRow,
  posts: readonly ShownPost[],
  now: number,
): Promise<Record<string, Entry[]>> {
  const ofPosts = await mapWithPauses(posts, post =>
    occurrencesOf(row, post)
      .filter(time => !isOver(time, now))
      .map(time => ({ post, time, day: time.start.slice(0, 10) })),
  )
  const all = ofPosts.flat()
  all.sort((a, b) => (a.time.start < b.time.start ? -1 : 1))
  return Object.groupBy(all, ({ day }) => day) as Record<string, Entry[]>
}

function table(row: SpokenRow, month: Month, entries: Record<string, Entry[]>): Html {
  const blank = weekdayOf(month, 1)
  const weeks = Math.ceil((blank + month.days) / 7)
  const cell = (week: number, weekday: number) => {
    const day = week * 7 + weekday - blank + 1
    return day < 1 || day > month.days ? html`<td class="blank"></td>` : dayCell(row, month, day, entries)
  }
  return html`<table class="month">
<thead><tr>${row.tongue.weekdays.map(({ long, short }) => html`<th scope="col"><abbr title="${long}">${short}</abbr></th>`)}</tr></thead>
<tbody>${Array.from({ length: weeks }, (_, week) => html`\n<tr>${row.tongue.weekdays.map((_name, weekday) => cell(week, weekday))}</tr>`)}
</tbody>
</table>`
}

function dayCell(row: SpokenRow, month: Month, day: number, entries: Record<string, Entry[]>): Html {
  const date = `${month.text}-${String(day).padStart(2, '0')}`
  const found = entries[date] ?? []
  const more = found.length - mostOfDay
  return html`<td${found.length === 0 && html` class="blank"`}><time datetime="${date}"><span>${row.tongue.weekdays[weekdayOf(month, day)]?.long} </span>${day}<span> ${row.tongue.monthName(month.month)}</span></time>${
    found.length > 0 &&
    html`<ul>${found.slice(0, mostOfDay).map(entry => html`<li>${entryLink(row, entry)}</li>`)}${more > 0 && html`<li>${row.say('month.more', { count: more })}</li>`}</ul>`
  }</td>`
}

function entryLink(row: SpokenRow, { post, time }: Entry): Html {
  const off = time.cancelled || isOff(row, post)
  return html`${off && html`<strong>${row.say('month.cancelled')} </strong>`}<span class="at">${time.start.slice(11, 16)}</span> <a href="/p/${post.id}"${ofText(post)}>${headline(row, post)}</a>`
}
