// What is shown of a post beside its text, as markup: on cards of a list and among the details of its page.
import type { Fact, SiteRow } from '../../../contract/sites.ts'
import type { AskingPrice } from '../../../domain/asking-price.ts'
import type { Location } from '../../../domain/location.ts'
import { wordCount } from '../../../domain/word-count.ts'
import { type Html, html } from './html.ts'
import {
  bodyOf,
  choiceLine,
  choiceWords,
  dayWords,
  isOver,
  moreDates,
  nextTime,
  type Occurrence,
  occurrencesOf,
  placeParts,
  priceWords,
  type ShownPost,
  shown,
  timeParts,
  zoneOf,
} from './post-words.ts'
import { untrustedRel } from './prose.ts'

/** A fact of a post on its card; nothing where the post has none. `now` in epoch milliseconds. */
export function cardFact(row: SiteRow, post: ShownPost, fact: Fact, now: number): Html | null {
  switch (fact.as) {
    case 'times': {
      const next = nextTime(row, post, now)
      if (!next) return null
      const more = next.more > 0 && html` <span class="zone">${moreDates(next.more)}</span>`
      return html`<p class="when">${timeHtml(next.time)} ${zoneHtml(row, post)}${more}</p>`
    }
    case 'published':
      return html`<p><time datetime="${post.published_at}">${dayWords(post.published_at)}</time></p>`
    case 'length':
      return html`\n<p>${wordCount(bodyOf(row, post))} words</p>`
    case 'place':
      return post.location ? html`\n<p>${placeHtml(post.location)}</p>` : null
    case 'money':
      return shown(post, fact, (price: AskingPrice) => html`<p class="price">${priceWords(price)}</p>\n`)
    case 'choice':
      return shown(post, fact, (value: string) => html`<p>${choiceLine(fact, value)}</p>\n`)
    case 'link':
      return shown(post, fact, () => html`\n<p>${fact.label}</p>`)
  }
}

/** A fact of a post among the details of its page; nothing where the post has none, and of what stands on cards alone. */
export function detailFact(row: SiteRow, post: ShownPost, fact: Fact, now: number): Html | null {
  switch (fact.as) {
    case 'times':
      return html`\n<dt>When</dt><dd>${timesHtml(row, post, now)}</dd>`
    case 'place':
      return post.location ? html`\n<dt>Where</dt><dd>${placeHtml(post.location)}</dd>` : null
    case 'money':
      return shown(
        post,
        fact,
        (price: AskingPrice) => html`\n<dt>${fact.label}</dt><dd class="price">${priceWords(price)}</dd>`,
      )
    case 'choice':
      return shown(post, fact, (value: string) => html`\n<dt>${fact.label}</dt><dd>${choiceWords(value)}</dd>`)
    case 'link':
      return (
        shown(
          post,
          fact,
          (url: string) =>
            url.startsWith('https://') &&
            html`\n<dt>${fact.label}</dt><dd><a href="${url}" rel="${untrustedRel}">${url}</a></dd>`,
        ) || null
      )
    default:
      return null
  }
}

function timesHtml(row: SiteRow, post: ShownPost, now: number): Html {
  const all = occurrencesOf(row, post)
  const zone = zoneHtml(row, post)
  const [only] = all
  if (only && all.length === 1) return html`${timeHtml(only)} ${zone}`
  return html`<ol>${all.map(time => {
    const over = isOver(time, now)
    return html`<li${over && html` class="over"`}>${timeHtml(time)} ${zone}${over && html` <span>is over</span>`}</li>`
  })}</ol>`
}

/** A time in the post's own zone. */
function timeHtml(occurrence: Occurrence): Html {
  const [first, second] = timeParts(occurrence)
  return html`<time datetime="${occurrence.start}">${first} <span class="unbroken">${second}</span></time>`
}

function zoneHtml(row: SiteRow, post: ShownPost): Html {
  return html`<span class="zone">(${zoneOf(row, post)})</span>`
}

/** A place; each name keeps its own direction of writing. */
function placeHtml(location: Location): Html {
  return html`${placeParts(location).map((name, i) => [i > 0 && ', ', html`<bdi>${name}</bdi>`])}`
}

/** The topics of a post. */
export function topicList({ topics }: ShownPost): Html {
  return html`<ul class="topics" aria-label="Topics">${topics.map(topic => html`<li>${topic}</li>`)}</ul>`
}
