// When, where and what about, as markup that the list and the page of a post share.
import type { Location } from '../../../domain/location.ts'
import { type Html, html } from './html.ts'
import { type Occurrence, placeParts, type ShownPost, timeParts } from './post-words.ts'

/** A time in the event's own zone. */
export function timeHtml(occurrence: Occurrence): Html {
  const [first, second] = timeParts(occurrence)
  return html`<time datetime="${occurrence.starts_at}">${first} <span class="unbroken">${second}</span></time>`
}

/** The time zone of an event, as its times are read. */
export function zoneHtml({ timezone }: ShownPost): Html {
  return html`<span class="zone">(${timezone})</span>`
}

/** A place; each name keeps its own direction of writing. */
export function placeHtml(location: Location): Html {
  return html`${placeParts(location).map((name, i) => [i > 0 && ', ', html`<bdi>${name}</bdi>`])}`
}

/** The topics of a post. */
export function topicList({ topics }: ShownPost): Html {
  return html`<ul class="topics" aria-label="Topics">${topics.map(topic => html`<li>${topic}</li>`)}</ul>`
}
