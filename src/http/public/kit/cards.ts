// The cards of posts in lists: headline, facts, beginning of the text, date block and poster, in the density of the site.
import type { Days } from '../../../domain/times/days.ts'
import { monthAtTime } from '../../../domain/times/months.ts'
import type { Since } from '../../../usecases/lists/authors.ts'
import { mapWithPauses } from '../../../usecases/pauses.ts'
import { authorHtml, factsOf, topicList } from './facts.ts'
import type { SearchMarks } from './found-words.ts'
import { type Html, html } from './html.ts'
import { nameClass, rootClass } from './microformats.ts'
import { bodyOf, headline, isOff, nextTime, ofText, type ShownPost, statusWord } from './post-words.ts'
import { dateBlock, posterHtml } from './poster-html.ts'
import { excerpt } from './prose.ts'
import type { SpokenRow } from './spoken.ts'

/** Cards as a list in the density of the site: one on a page, which the skip link of a page with `skipTo` leads to. */
export function cardList({ face }: SpokenRow, shown: readonly Html[]): Html {
  return html`<ul id="list" class="cards ${face.density}">${shown}\n</ul>`
}

/**
 * `days` are those that the list is about, `marks` those of the words that were searched for, `since` tells of the authors; without
 * it cards name none.
 */
type CardOptions = { days?: Days | null; marks?: SearchMarks | undefined; since?: Since | undefined }

/** The posts of a list as its items. Other requests are answered between two. `now` in epoch milliseconds. */
export function cardsOf(
  row: SpokenRow,
  posts: readonly ShownPost[],
  now: number,
  options: CardOptions = {},
): Promise<Html[]> {
  let before: string | undefined
  return mapWithPauses(posts, post => {
    const start = nextTime(row, post, now, options.days)?.time.start
    const sameDay = start !== undefined && start.slice(0, 10) === before
    before = start?.slice(0, 10)
    return html`\n<li>${card(row, post, now, { ...options, date: sameDay ? undefined : start })}</li>`
  })
}

function card(
  row: SpokenRow,
  post: ShownPost,
  now: number,
  { days = null, marks = unmarked, since, date }: CardOptions & { date: string | undefined },
): Html {
  const { language } = post
  const same = row.timed !== null && date === undefined
  return html`<article class="${row.text.title ? 'card' : 'card untitled'} ${rootClass(row)}${isOff(row, post) && ' off'}${same && ' same'}">
<h2${ofText(post)} class="${nameClass(row)}"><a href="/p/${post.id}" class="u-url">${row.text.title ? marks.all(headline(row, post), language) : marks.excerpt(bodyOf(row, post), language, 320)}</a></h2>
<div class="facts">${status(row, post)}${factsOf(row, post, now, days).map(fact => fact.card)}${since && byline(row, post, since)}</div>
${row.text.title && html`<p class="text p-summary"${ofText(post)}>${marks.excerpt(bodyOf(row, post), language)}</p>\n`}${topicList(row, post)}
${date !== undefined && dateBlock(row, date, now)}${posterHtml(row, post)}
</article>`
}

/** The author of a post, and since when; nothing of an erased one. */
function byline(row: SpokenRow, post: ShownPost, since: Since): Html | false {
  const begun = since.get(post.author.handle)
  if (begun === undefined) return false
  return html`\n<p class="by">${row.markup('card.by', { author: html`<span class="p-author h-card">${authorHtml(post)}</span>`, month: monthOf(row, begun) })}</p>`
}

/** The month of an instant, epoch milliseconds, in UTC: "March 2027". */
export function monthOf({ tongue }: SpokenRow, at: number): string {
  const { year, month } = monthAtTime(at)
  return tongue.month(year, month)
}

/** Texts as they are. */
const unmarked: SearchMarks = {
  all: text => html`${text}`,
  excerpt: (text, _language, length) => html`${excerpt(text, length)}`,
}

function status(row: SpokenRow, post: ShownPost): Html | false {
  const word = statusWord(row, post)
  return word !== null && html`<p class="status"><strong>${word}</strong></p>`
}
