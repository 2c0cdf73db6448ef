// Writes the price of a post as lines that say why it is what it is (contract.md §8).

import { coded } from '../../contract/currency.ts'
import type { PriceLine } from '../../contract/operations/warnings.ts'
import { prices } from '../../contract/prices.ts'
import type { PricedSite } from '../../contract/sites/priced-site.ts'
import { counted, share } from '../../contract/words.ts'
import { show } from '../shape.ts'

/** What a price rests on: how many occurrences a post has, and the first link in its text. */
type Basis = { price: number; occurrences: number; link: string | null }

/** The lines of the price of a new post; together they are its price. */
export function priceLines({ price: list, noun }: PricedSite, { price, occurrences, link }: Basis): PriceLine[] {
  const { perItemMicros, item, capMicros, withLinkMicros } = list
  const count = item === 'occurrence' ? occurrences : 1
  const whole = perItemMicros * count
  const base = {
    what: item === 'post' ? `A ${noun}` : `${counted(count, item)} at ${coded(perItemMicros)} each`,
    amount: whole,
  }
  const difference = price - whole
  if (difference === 0) return [base]
  const why =
    withLinkMicros !== null && price === withLinkMicros
      ? `The link ${link === null ? 'in its text' : show(link)}: a ${noun} with a link costs ${coded(withLinkMicros)}`
      : `A series costs at most ${coded(capMicros)}`
  return [base, { what: why, amount: difference }]
}

/** The line of the price of an edit. */
export function editPriceLines(price: number, of: keyof typeof editLines): PriceLine[] {
  return [{ what: editLines[of], amount: price }]
}

const editLines = {
  judged: `An edit: ${share(prices.editFraction)} the price as edited, or the difference to the price before when that is more`,
  links: 'An edit that changes a link and no word',
  'at-once': 'An edit that takes effect at once',
}
