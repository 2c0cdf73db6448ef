// The queue of the reviewers: waiting items and claims.

import { limits } from '../../contract/limits.ts'
import type { ItemKind } from '../../contract/moderation/decisions.ts'
import { instant } from '../../domain/times/time.ts'
import { countedTo, type Item, openQueue, type QueueCount } from '../../store/review/queue.ts'
import type { Platform } from '../platform.ts'

export type { Item }

export type QueueView = {
  /** `more`: `waiting` is a lower bound. */
  counts: { kind: ItemKind; waiting: number; more: boolean; oldest: string | null }[]
  items: (Item & {
    post_id: string
    site: string
    since: string
    claimed_by: string | null
    claimed_until: string | null
  })[]
}

/** The number and the age of the waiting items of each kind, and the oldest items with their claims. Bounded at any length. */
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

/** The number of waiting items of a kind, and the time of the oldest. */
export function countTold({ kind, waiting, oldest }: QueueCount): QueueView['counts'][number] {
  return { kind, waiting, more: waiting === countedTo, oldest: oldest === null ? null : instant(oldest) }
}

/** Claims the oldest item that a person may take; null if there is none. */
export async function takeNext(platform: Platform, reviewer: string): Promise<Item | null> {
  return platform.act('takeNextItem', { reviewer, others: platform.reviewers.length > 1 })
}

/**
 * Claims an item, or renews the claim. Returns the end of the claim. Throws `not_in_review` while another person holds the item.
 */
export async function claim(platform: Platform, item: Item & { reviewer: string }): Promise<{ until: string }> {
  return { until: instant((await platform.act('claimReviewItem', item)).until) }
}
