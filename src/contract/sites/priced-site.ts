// A site with its prices: those of its row, or those that the operator sets (contract.md §3).

import { coded } from '../currency.ts'
import { prices } from '../prices.ts'
import { perSite, type SiteRow } from '../sites.ts'
import type { Price } from './row.ts'
import type { SiteId } from './site-ids.ts'

/** The least and the most that an owner tops up at once, in micros. */
export type TopUps = { least: number; most: number }

/** What the operator sets, in micros: the price of one item of a site, the least that abuse costs in all, and the bounds of top-ups. */
export type PriceList = {
  items: Partial<Record<SiteId, number>>
  abuseMicros: number
  topUps?: TopUps
  /** Later prices, the earliest first; a site that a step does not name keeps its price. */
  steps?: readonly PriceStep[]
}

/** Prices of one item of sites, in micros, that hold from an instant on: epoch milliseconds, whole seconds. */
export type PriceStep = { from: number; items: Partial<Record<SiteId, number>> }

/**
 * A site for all code that shows or takes a price: a row alone knows only the usual price. `abuseMicros` is the least that abuse costs
 * in all.
 */
export type PricedSite = SiteRow & {
  price: Price & { abuseMicros: number }
  topUps: TopUps
  /** The next price that is set, from an instant on; null while none is. */
  next: { from: number; price: Price } | null
}

/** The list of an operator who sets no price. */
const usualPrices: PriceList = { items: {}, abuseMicros: 0 }

const usualTopUps: TopUps = { least: prices.topUp.leastMicros, most: prices.topUp.mostMicros }

/** A site at the first prices of a list. The cap and the price with a link keep their proportion to the price of one item. */
export function pricedSite(
  row: SiteRow,
  { items, abuseMicros, topUps = usualTopUps }: PriceList = usualPrices,
): PricedSite {
  const { perItemMicros: usual, item, capMicros, withLinkMicros } = row.usualPrice
  const perItemMicros = items[row.id] ?? usual
  const inProportion = (micros: number) => Math.round((micros * perItemMicros) / usual)
  return {
    ...row,
    topUps,
    next: null,
    price: {
      perItemMicros,
      item,
      capMicros: inProportion(capMicros),
      withLinkMicros: withLinkMicros === null ? null : inProportion(withLinkMicros),
      abuseMicros,
    },
  }
}

/** A function of a site and a time, in epoch milliseconds: the site at the prices of that time. It is the same object between two steps. */
export function createPricedSites(list: PriceList = usualPrices): (id: SiteId, at: number) => PricedSite {
  const { steps = [] } = list
  const lists = [list]
  for (const { items } of steps) lists.push({ ...list, items: { ...lists.at(-1)?.items, ...items } })
  const sites = lists.map((of, i) =>
    perSite(row => {
      const now = pricedSite(row, of)
      const after = lists.slice(i + 1).map(each => pricedSite(row, each).price)
      const changed = after.findIndex(({ perItemMicros }) => perItemMicros !== now.price.perItemMicros)
      const [from, price] = [steps[i + changed]?.from, after[changed]]
      return { ...now, next: from === undefined || !price ? null : { from, price } }
    }),
  )
  return (id, at) => sites[steps.filter(({ from }) => from <= at).length]!(id)
}

/** Whether every post costs nothing. */
export function isFree({ price }: PricedSite): boolean {
  return price.perItemMicros === 0
}

/** "1.00 USD for each occurrence": what a post costs where it is not free. */
export function priceOf({ price: { perItemMicros, item } }: PricedSite): string {
  return `${coded(perItemMicros)}${item === 'post' ? '' : ` for each ${item}`}`
}

/** What an owner has to do before the first post of a new account, as the code of the problem. */
export function firstNeed(site: PricedSite): 'needs_card' | 'verify_email' {
  return isFree(site) ? 'verify_email' : 'needs_card'
}

/** The penalty for abuse beyond the fee. Both together are ten times the price, or the least that abuse costs on the site. */
export function penaltyBeyondFee({ price: { abuseMicros } }: PricedSite, price: number): number {
  return Math.max(price * prices.penaltyMultiplier, abuseMicros) - price
}

/** "costs 10 times the price and a strike": what an abusive post costs on a site. */
export function abuseCosts(site: PricedSite): string {
  const { abuseMicros } = site.price
  const times = `${prices.penaltyMultiplier} times the price`
  const amounts = [...(isFree(site) ? [] : [times]), ...(abuseMicros === 0 ? [] : [coded(abuseMicros)])]
  return amounts.length === 0 ? 'costs a strike' : `costs ${amounts.join(', at least ')} and a strike`
}
