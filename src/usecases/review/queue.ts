// The queue of the people who decide: what waits, whose turn an item is, and what they tell each other.
import { limits } from '../../contract/limits.ts'
import { instant } from '../../domain/time.ts'
import { countedTo, type Item, type ItemKind, openQueue, type QueueCount } from '../../store/review/queue.ts'
import type { Platform } from '../platform.ts'

export type { Item, ItemKind }

export type QueueView = {
  /** `more`: at least so many wait. */
  counts: { kind: ItemKind; waiting: number; more: boolean; oldest: string | null }[]
  items: (Item & {
    post_id: string
    site: string
    since: string
    claimed_by: string | null
    claimed_until: string | null
  })[]
}

/** How much waits for a person and since when, and the oldest items with who holds them; a bounded look however many wait. */
export async function reviewQueue(
  { db, now }: Platform,
  limit: number = limits.reviewShown,
  reviewer: string | null = null,
): Promise<QueueView> {
  const { counts, items } = await openQueue(db, { now: now(), limit, reviewer })
  return {
    counts: counts.map(countTold),
    items: items.map(({ since, reviewer, until, ...item }) => {
      const claim = { claimed_by: reviewer, claimed_until: until === null ? null : instant(until) }
      return { ...item, since: instant(since), ...claim }
    }),
  }
}

/** How many of a kind wait, and since when the oldest does. */
export function countTold({ kind, waiting, oldest }: QueueCount): QueueView['counts'][number] {
  return { kind, waiting, more: waiting === countedTo, oldest: oldest === null ? null : instant(oldest) }
}

/** Claims the oldest item that a person may take; null when nothing is left for them. */
export async function takeNext(platform: Platform, reviewer: string): Promise<Item | null> {
  return platform.act('takeNextItem', { reviewer, others: platform.reviewers.length > 1 })
}

/** Claims an item by its address, or renews the claim: until when. Throws `not_in_review` while somebody else holds it. */
export async function claim(platform: Platform, item: Item & { reviewer: string }): Promise<{ until: string }> {
  return { until: instant((await platform.act('claimReviewItem', item)).until) }
}

/** Lets go of an item. */
export const release = (platform: Platform, item: Item & { reviewer: string }): Promise<void> =>
  platform.act('releaseReviewItem', item)

/** Leaves an item to others for an hour, with a reason. Throws `not_in_review` while somebody else holds it. */
export const skip = (platform: Platform, item: Item & { reviewer: string; reason: string }): Promise<void> =>
  platform.act('passReviewItem', { ...item, what: 'skip' })

/** Leaves an item to somebody else for good. Throws `not_in_review` while somebody else holds it. */
export const askSecondOpinion = (
  platform: Platform,
  item: Item & { reviewer: string; reason: string },
): Promise<void> => platform.act('passReviewItem', { ...item, what: 'second_opinion' })

/** Notes something about a post for the others. Throws `not_found`. */
export const note = (platform: Platform, said: { postId: string; reviewer: string; note: string }): Promise<void> =>
  platform.act('noteOnPost', said)
