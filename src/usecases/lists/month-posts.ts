// Reads the posts of a list that run in a month, for its calendar.

import { baseUrlOf } from '../../actions/scope.ts'
import { limits } from '../../contract/limits.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { dayMs } from '../../contract/spans.ts'
import { withAddresses } from '../../domain/posts/addresses.ts'
import { daysOfMonth, type Month, monthAfter, monthAtTime, readMonth, spanOf } from '../../domain/times/months.ts'
import type { ListFilter } from '../../store/lists/list-filter.ts'
import { listPage } from '../../store/lists/list-pages.ts'
import type { Platform } from '../platform.ts'
import { listFilter } from './list-filter.ts'
import type { SiteList } from './site-lists.ts'

/** A month with up to `whole` posts is shown in full; of a fuller month only `ofDay` posts of each day. */
type Bounds = { whole: number; ofDay: number }
const usualBounds: Bounds = { whole: 400, ofDay: 20 }

/** The month in an address, or the present month; undefined for a past month and for one too far ahead. */
export function calendarMonth(text: string | undefined, now: number): Month | undefined {
  const present = monthAtTime(now)
  const month = text === undefined ? present : readMonth(text)
  const last = monthAfter(present, limits.timesYearsAhead * 12)
  return month && month.text >= present.text && month.text <= last.text ? month : undefined
}

/** The texts of posts that run on a day of a month. `whole` is false if there are more posts. */
export async function monthPosts(
  platform: Platform,
  site: SiteId,
  { filters }: SiteList,
  month: Month,
  bounds = usualBounds,
): Promise<{ texts: string[]; whole: boolean }> {
  const { db, dialect, facts } = platform
  const filter = await listFilter(platform, site, filters)
  const soonest = (window: Partial<ListFilter>, limit: number) =>
    listPage(db, dialect, { ...filter, ...window }, { order: 'soonest', after: null, limit })
  const days = daysOfMonth(month)
  let found = await soonest({ days }, bounds.whole + 1)
  const whole = found.length <= bounds.whole
  if (!whole) {
    // What runs when the month begins has started before it; everything else starts on one of its days.
    const before = await soonest({ days: { from: days.from, to: days.from } }, bounds.ofDay)
    const ofDays = new Map(before.map(post => [post.seq, post]))
    const [from, to] = spanOf(month)
    for (let day = from; day < to; day += dayMs)
      for (const post of await soonest({ days, startsAfter: day, startsBefore: day + dayMs }, bounds.ofDay))
        ofDays.set(post.seq, post)
    found = [...ofDays.values()]
  }
  const baseUrl = baseUrlOf(facts, site)
  return { texts: found.map(({ json }) => withAddresses(json, baseUrl)), whole }
}
