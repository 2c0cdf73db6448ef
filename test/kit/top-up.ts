// A top-up as the owner of an account makes it, without the pages: the row of the payment, then the answer of the provider.
import type { Platform } from '../../src/usecases/platform.ts'

let payments = 0

export type TopUp = {
  accountId: string
  amountMicros?: number
  /** The fingerprint of the card; by default every account has a card of its own. */
  fingerprint?: string
  /** The provider's id of the saved card. */
  method?: string
}

/** Tops an account up with a card that pays and is saved. Returns the recorded settlement. */
export async function topUp(
  platform: Platform,
  { accountId, amountMicros = 10_000_000, fingerprint = `card of ${accountId}`, method = 'pays' }: TopUp,
) {
  const site = platform.facts.sites[0]?.id ?? 'events'
  const formKey = `test ${process.pid} ${payments++}`
  const { id, news } = await platform.act('startPayment', { accountId, site, amountMicros, formKey, method })
  const card = { customer: null, method, fingerprint, label: 'test card' }
  const found = { state: 'paid', reference: `test_${id}`, card, refunded: 0, disputes: [] } as const
  return platform.act('settlePayment', { id, news, found })
}
