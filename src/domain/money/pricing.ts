// Prices of posts and edits, and penalties (contract.md §3, §5). All amounts are micros.
import { limits } from '../../contract/limits.ts'
import { prices } from '../../contract/prices.ts'
import type { PricedSite } from '../../contract/sites/priced-site.ts'

/** The price of a post with this many occurrences (1 where the shape has none), and with or without a link in its text. */
export function priceOf(site: PricedSite, occurrences: number, linked: boolean): number {
  const { perItemMicros, item, capMicros, withLinkMicros } = site.price
  if (linked && withLinkMicros !== null) return withLinkMicros
  return Math.min(item === 'occurrence' ? perItemMicros * occurrences : perItemMicros, capMicros)
}

/**
 * The price of an edit: half the price of the edited post, or the difference to its price before when that is more. So a small
 * post that grows by edits is never cheaper than the whole post.
 */
export function editPriceOf(before: number, after: number): number {
  return Math.max(Math.ceil(after * prices.editFraction), after - before)
}

/** The price of a correction after `made` others: at first only what a higher price adds, then that of an edit (contract.md §4). */
export function correctionPriceOf(before: number, after: number, made: number): number {
  return made < limits.freeCorrectionsPerPost ? Math.max(0, after - before) : editPriceOf(before, after)
}
