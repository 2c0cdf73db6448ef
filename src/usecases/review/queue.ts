// The queue of the reviewers: waiting items and claims.

import { limits } from '../../contract/limits.ts'
import type { ItemKind } from '../../contract/moderation/decisions.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import type { PostFields } from '../../domain/posts/post.ts'
import { postText } from '../../domain/posts/post-text.ts'
import { type Severity, severityOf, urgencyOf } from '../../domain/review/urgency.ts'
import { instant } from '../../domain/times/time.ts'
import { languageOf } from '../../moderation/languages.ts'
import { fold } from '../../moderation/prefilter/fold.ts'
import { countedTo } from '../../store/database/bounded-count.ts'
import {
  type Item,
  type ItemText,
  openQueue,
  type QueueCount,
  reasonsOfReports,
  textsOfItems,
} from '../../store/review/queue.ts'
import type { Platform } from '../platform.ts'

export type { Item }

/** An item of the list. `categories`: what the model or the reports name; `language`: ISO 639-1, null where it is not known. */
export type ListedItem = Item & {
  post_id: string
  site: SiteId
  since: string
  severity: Severity
  excerpt: string
  categories: string[]
  language: string | null
  handle: string | null
  claimed_by: string | null
  claimed_until: string | null
}

export type QueueView = {
  /** `more`: `waiting` is a lower bound. */
  counts: { kind: ItemKind; waiting: number; more: boolean; oldest: string | null }[]
  items: ListedItem[]
}

/** What the list is limited to. `severity`: this one and worse. */
export type ListedOnly = { kind?: ItemKind | undefined; site?: SiteId | undefined; severity?: Severity | undefined }

/** How much of a text the list reads and shows, in characters. */
const excerptLength = 300

/**
 * The number and the age of the waiting items of each kind, and the most urgent items with their first words and claims. Bounded at
 * any length.
 */
export async function reviewQueue(
  { db, now }: Platform,
  limit: number = limits.reviewShown,
  reviewer: string | null = null,
  { severity, ...only }: ListedOnly = {},
): Promise<QueueView> {
  const urgentTo = severity && urgencyOf(severity, false)
  const { counts, items } = await openQueue(db, { now: now(), limit, reviewer, only: { ...only, urgentTo } })
  const texts = await textsOfItems(db, items)
  const reported = items.filter(({ kind }) => kind === 'report').map(({ post_id }) => post_id)
  const reasons = await reasonsOfReports(db, reported)
  return {
    counts: counts.map(countTold),
    items: items.map(({ since, reviewer, until, urgency, ...item }) => {
      const text = texts.get(item.kind === 'text' ? item.subject : item.post_id)
      return {
        ...item,
        since: instant(since),
        severity: severityOf(urgency),
        ...wordsOf(item.site, text),
        categories: reasons.get(item.post_id) ?? categoryIn(text),
        handle: text?.handle ?? null,
        claimed_by: reviewer,
        claimed_until: until === null ? null : instant(until),
      }
    }),
  }
}

/** The first words of a text and their language. */
function wordsOf(site: SiteId, text: ItemText | undefined): Pick<ListedItem, 'excerpt' | 'language'> {
  if (!text || text.fields === '{}') return { excerpt: '', language: null }
  const { title, body } = postText(siteRow(site), JSON.parse(text.fields) as PostFields)
  const words = [title, body].filter(Boolean).join(': ').replace(/\s+/g, ' ').slice(0, excerptLength).toWellFormed()
  return { excerpt: words, language: languageOf(fold(words)) }
}

function categoryIn(text: ItemText | undefined): string[] {
  const { category = null } = JSON.parse(text?.verdict ?? '{}') as { category?: string | null }
  return category === null ? [] : [category]
}

/** The number of waiting items of a kind, and the time of the oldest. */
export function countTold({ kind, waiting, oldest }: QueueCount): QueueView['counts'][number] {
  return { kind, waiting, more: waiting === countedTo, oldest: oldest === null ? null : instant(oldest) }
}

/** Claims the most urgent item that a person may take; null if there is none. */
export async function takeNext(platform: Platform, reviewer: string): Promise<Item | null> {
  return platform.act('takeNextItem', { reviewer, others: platform.reviewers.length > 1 })
}

/**
 * Claims an item, or renews the claim. Returns the end of the claim. Throws `not_in_review` while another person holds the item.
 */
export async function claim(platform: Platform, item: Item & { reviewer: string }): Promise<{ until: string }> {
  return { until: instant((await platform.act('claimReviewItem', item)).until) }
}
