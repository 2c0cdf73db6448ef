// What a post costs (contract.md §3, §5). All amounts are micros.
import { limits } from '../contract/limits.ts'
import type { PricedSite } from '../contract/priced-site.ts'
import { prices } from '../contract/prices.ts'

/** The price of a post with this many occurrences (1 where the shape has none), and with or without a link in its text. */
export function priceOf(site: PricedSite, occurrences: number, linked: boolean): number {
  const { perItemMicros, item, capMicros, withLinkMicros } = site.price
  if (linked && withLinkMicros !== null) return withLinkMicros
  return Math.min(item === 'occurrence' ? perItemMicros * occurrences : perItemMicros, capMicros)
}

/**
 * The price of an edit: half the price of the post as edited, or the difference to what the post as it is costs when that is
 * more, so that posting less and editing it up is never cheaper than posting it whole.
 */
export function editPriceOf(before: number, after: number): number {
  return Math.max(Math.ceil(after * prices.editFraction), after - before)
}

/** The price of a correction, which changes no word, after `made` of them: at first only what a higher price adds (contract.md §4). */
export function correctionPriceOf(before: number, after: number, made: number): number {
  return made < limits.freeCorrectionsPerPost ? Math.max(0, after - before) : editPriceOf(before, after)
}

/** The penalty beyond the fee for abuse: the whole comes to ten times the price, or to what it costs at least on the site; the balance caps it. */
export function penaltyBeyondFee({ price: { abuseMicros } }: PricedSite, price: number): number {
  return Math.max(price * prices.penaltyMultiplier, abuseMicros) - price
}
