// The poster and the date block of a post as markup. Both are decoration: the facts beside them say the same in words.
import { posterOf, posterSize } from '../../../domain/posts/poster.ts'
import { type Html, html } from './html.ts'
import { occurrencesOf, type ShownPost } from './post-words.ts'
import type { SpokenRow } from './spoken.ts'

/** The shapes of the poster of a post. */
export function posterIn(row: SpokenRow, post: ShownPost): ReturnType<typeof posterOf> {
  const [first] = occurrencesOf(row, post)
  const hour = Number((first?.start ?? post.published_at).slice(11, 13))
  return posterOf({ id: post.id, topics: post.topics, hour })
}

/** The poster of a post; the stylesheet has its inks. */
export function posterHtml(row: SpokenRow, post: ShownPost): Html {
  const { spot, ink } = posterIn(row, post)
  return html`<svg class="art" viewBox="0 0 ${posterSize} ${posterSize}" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path class="s" d="${spot}"/><path class="i" d="${ink}"/></svg>`
}

/** The local day of a start (RFC 3339) in large: weekday, day and month, and the year where it is another than that of `now`. */
export function dateBlock({ tongue }: SpokenRow, start: string, now: number): Html {
  const { weekday, day, month } = tongue.dayParts(start)
  const year = start.slice(0, 4)
  const other = year !== new Date(now).toISOString().slice(0, 4)
  return html`<time class="date" datetime="${start.slice(0, 10)}" aria-hidden="true">${weekday}<span>${day}</span>${month}${other && html` ${year}`}</time>`
}
