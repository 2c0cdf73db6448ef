// The calendar of a month: the posts of a list on each local day on which they run.
import { cityName } from '../../../domain/places/city-names.ts'
import { type Days, dayAt, daysOfTime, weekdayOf, writeDay } from '../../../domain/times/days.ts'
import { daysOfMonth, type Month, monthAfter } from '../../../domain/times/months.ts'
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

/** A time of a post, and the days on which it runs. */
type Entry = { post: ShownPost; time: ShownOccurrence; days: Days }
type Posts = { posts: readonly ShownPost[]; whole: boolean }

/** What the cells of a month need: the days that are still to come, today, and the list. */
type Shown = { month: Month; days: Days; today: number; list: SiteList; entries: ReadonlyMap<number, Entry[]> }

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
  const today = dayAt(list.zone, now)
  const ofMonth = daysOfMonth(month)
  const days = { from: Math.min(Math.max(ofMonth.from, today), ofMonth.to), to: ofMonth.to }
  const entries = await entriesByDay(row, posts, days, now)
  const empty = entries.size === 0
  const [back, on] = row.tongue.direction === 'rtl' ? ['→', '←'] : ['←', '→']
  const to = (rel: 'prev' | 'next', other: Month | undefined) =>
    other &&
    html`<a href="${path}${other.text}/" rel="${rel}">${rel === 'prev' && `${back} `}${monthWords(row, other)}${rel === 'next' && ` ${on}`}</a>`
  return layout({
    title: row.say('month.title', { title: listTitle(row, list), month: name }),
    site,
    description: row.say('month.description', { title: listTitle(row, list), month: name }),
    canonical: `${site.baseUrl}${path}${month.text}/`,
    noindex: empty,
    body: html`${breadcrumb(row, inCalendar(row, list))}<h1>${name}</h1>
<p class="lede">${row.say('month.told', { title: listTitle(row, list) })}${!whole && html` ${row.say('month.too-many')}`}</p>
<nav class="months" aria-label="${row.say('month.months')}">${to('prev', before)} ${to('next', after)}</nav>
${empty ? html`<p class="empty">${row.say('month.empty', { month: name })}</p>` : table(row, { month, days, today, list, entries })}
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

/** The times that are not over on each of the days, those that began earlier first. Other requests are answered between two posts. */
async function entriesByDay(
  row: SpokenRow,
  posts: readonly ShownPost[],
  { from, to }: Days,
  now: number,
): Promise<Map<number, Entry[]>> {
  const ofPosts = await mapWithPauses(posts, post =>
    occurrencesOf(row, post).flatMap((time): Entry[] => {
      const days = isOver(time, now) ? undefined : daysOfTime(time)
      return days ? [{ post, time, days }] : []
    }),
  )
  const byDay = new Map<number, Entry[]>()
  for (const entry of ofPosts.flat().sort((a, b) => (a.time.start < b.time.start ? -1 : 1)))
    for (let day = Math.max(entry.days.from, from); day <= Math.min(entry.days.to, to); day++)
      byDay.set(day, [...(byDay.get(day) ?? []), entry])
  return byDay
}

/** The weeks of the month from the first day that is still to come. */
function table(row: SpokenRow, shown: Shown): Html {
  const { from, to } = shown.days
  const first = from - weekdayOf(from)
  const weeks = Math.ceil((to + 1 - first) / 7)
  return html`<table class="month">
<thead><tr>${row.tongue.weekdays.map(({ long, short }) => html`<th scope="col"><abbr title="${long}">${short}</abbr></th>`)}</tr></thead>
<tbody>${Array.from({ length: weeks }, (_, week) => html`\n<tr>${row.tongue.weekdays.map((_name, weekday) => dayCell(row, shown, first + week * 7 + weekday))}</tr>`)}
</tbody>
</table>`
}

function dayCell(row: SpokenRow, { month, today, list, entries }: Shown, day: number): Html {
  const date = writeDay(day)
  if (!date.startsWith(month.text)) return html`<td class="blank"></td>`
  const [before, number, after] = row.tongue.dayInMonth(day)
  const found = entries.get(day) ?? []
  const more = found.length - mostOfDay
  const all = `${list.path}?on_from=${date}&on_to=${date}`
  return html`<td${found.length === 0 && html` class="blank"`}${day === today && html` aria-current="date"`}><time datetime="${date}"><span>${before}</span>${number}<span>${after}</span></time>${
    found.length > 0 &&
    html`<ul>${found.slice(0, mostOfDay).map(entry => html`<li>${entryLink(row, list, entry, day)}</li>`)}${more > 0 && html`<li><a href="${all}" rel="nofollow">${row.say('month.more', { count: more })}</a></li>`}</ul>`
  }</td>`
}

/** The post on a day: its start or, once it has begun, its last day; and the city, which tells whose clock it is. */
function entryLink(row: SpokenRow, list: SiteList, { post, time, days }: Entry, day: number): Html {
  const off = time.cancelled || isOff(row, post)
  const at =
    day === days.from ? time.start.slice(11, 16) : row.say('month.until', { day: row.tongue.shortDay(days.to) })
  const { city: place } = post.location ?? {}
  const city = place && !list.city && cityName(row.tongue.tag, place.geonames_id, place.name)
  return html`${off && html`<strong>${row.say('month.cancelled')} </strong>`}<span class="at">${at}</span> <a href="/p/${post.id}"${ofText(post)}>${headline(row, post)}</a>${city && html` <bdi class="at">${city}</bdi>`}`
}
