// Seals every stored webhook secret under the current secret of the platform, so that the previous one can go.
import { type SealedRow, sealedSecrets, webhookById } from '../../store/delivery/webhooks.ts'
import type { Platform } from '../platform.ts'

export type Resealed = {
  webhooks: number
  resealed: number
  /** Endpoints with a secret that neither key opens: their deliveries fail until they get a new one. */
  unreadable: number
}

const batch = 100

/** Interrupted, it goes on where it stopped when it is run again: what is sealed anew is left alone. */
export async function resealWebhooks(platform: Platform): Promise<Resealed> {
  const count = { webhooks: 0, resealed: 0, unreadable: 0 }
  let rows: SealedRow[] = []
  do {
    rows = await sealedSecrets(platform.db, rows.at(-1)?.id ?? '', batch)
    const outcomes = await Promise.all(rows.map(row => reseal(platform, row)))
    count.webhooks += rows.length
    for (const outcome of outcomes) if (outcome !== 'current') count[outcome]++
  } while (rows.length === batch)
  return count
}

async function reseal(platform: Platform, row: SealedRow): Promise<'current' | 'resealed' | 'unreadable'> {
  const { id: webhookId, account_id: accountId, secret, previous_secret } = row
  const { secrets } = platform.webhooks
  const from = { secret, previous_secret }
  let to: typeof from
  try {
    to = {
      secret: secrets.reseal(secret, accountId),
      previous_secret: previous_secret && secrets.reseal(previous_secret, accountId),
    }
  } catch {
    return 'unreadable'
  }
  if (to.secret === from.secret && to.previous_secret === from.previous_secret) return 'current'
  if (await platform.act('resealWebhook', { accountId, webhookId, from, to })) return 'resealed'
  // The owner was quicker.
  const changed = await webhookById(platform.db, webhookId)
  return changed ? reseal(platform, changed) : 'current'
}
