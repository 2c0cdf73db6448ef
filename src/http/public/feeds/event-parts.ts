// What the calendar entries of one event share, written once for each version of the event.
import { LRUCache } from 'lru-cache'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import type { PostWithHistory } from '../../../usecases/lists/public-posts.ts'
import {
  bodyOf,
  headline,
  linksOf,
  shownPost,
  type TracedOccurrence,
  tracedOccurrences,
  whereParts,
  zoneOf,
} from '../kit/post-words.ts'
import { excerpt } from '../kit/prose.ts'
import { foldedLines, textValue, utc } from './calendar-lines.ts'

/** The parts of the entries of an event. The lines are folded and have their ends. */
export type EventParts = {
  id: string
  zone: string
  times: readonly TracedOccurrence[]
  /** The title, behind a word about the occurrence; the empty text for none. */
  summary(status: string): string
  /** The text of the event, or an excerpt and the address of the post. */
  description(form: 'whole' | 'short'): string
  /** The lines that are the same in every entry. */
  others: string
}

type Kept = { json: string; version: number; parts: EventParts }

/** The parts of some hundred events; those of the longest event take about 50 kB. */
const kept = new LRUCache<string, Kept>({ max: 1_000, maxSize: 20_000_000 })

export function eventParts(site: SiteContext, post: PostWithHistory): EventParts {
  const { json, version } = post
  // The stored text begins with the id of the post.
  const key = json.slice(0, 60)
  const known = kept.get(key)
  // An erasure of the author changes the text and no version.
  if (known?.version === version && known.json === json) return known.parts
  const parts = partsOf(site, post)
  kept.set(key, { json, version, parts }, { size: json.length * 5 + 1_000 })
  return parts
}

function partsOf(site: SiteContext, { json, version, event }: PostWithHistory): EventParts {
  const row = siteRow(site.id)
  const post = shownPost(json)
  const whereabouts = [whereParts(row, post).join(', '), ...linksOf(row, post)].filter(Boolean)
  const changedAt = utc(Date.parse(post.updated_at ?? post.published_at))
  const body = bodyOf(row, post)
  const summary = (status: string) =>
    foldedLines([`SUMMARY:${textValue(`${status && `${status}: `}${headline(row, post)}`)}`])
  const description = (...parts: readonly string[]) => foldedLines([`DESCRIPTION:${textValue(parts.join('\n\n'))}`])
  const forms = {
    whole: description(body, post.attribution),
    short: description(excerpt(body), post.url, post.attribution),
  }
  const plain = summary('')
  return {
    id: post.id,
    zone: zoneOf(row, post),
    times: tracedOccurrences(row, post, event),
    summary: status => (status === '' ? plain : summary(status)),
    description: form => forms[form],
    others: foldedLines([
      // Grows with every change, even within one second: of two versions a calendar keeps the one with the higher number.
      `SEQUENCE:${version - 1}`,
      `DTSTAMP:${changedAt}`,
      ...(whereabouts.length > 0 ? [`LOCATION:${textValue(whereabouts.join(' · '))}`] : []),
      `URL:${post.url}`,
      `CATEGORIES:${post.topics.map(textValue).join(',')}`,
      `CREATED:${utc(Date.parse(post.published_at))}`,
      `LAST-MODIFIED:${changedAt}`,
    ]),
  }
}
