// Seals every stored webhook secret under the current secret of the platform, so that the previous secret can be removed.
import { eachSecret, joinedSecrets } from '../../domain/delivery/previous-secrets.ts'
import { type SealedRow, sealedSecrets, webhookById } from '../../store/delivery/webhooks.ts'
import type { Platform } from '../platform.ts'

export type Resealed = {
  webhooks: number
  resealed: number
  /** Endpoints with a secret that neither platform secret opens. Their deliveries fail until their secret is rotated. */
  unreadable: number
}

const batch = 100

/** Reseals all secrets. A run after an interruption skips the secrets that are already resealed. */
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

/** How many endpoints have a secret that no secret of the platform opens. */
export async function unreadableWebhooks({ db, webhooks }: Pick<Platform, 'db' | 'webhooks'>): Promise<number> {
  let count = 0
  let rows: SealedRow[] = []
  do {
    rows = await sealedSecrets(db, rows.at(-1)?.id ?? '', batch)
    for (const { secret, account_id } of rows)
      try {
        webhooks.secrets.open(secret, account_id)
      } catch {
        count += 1
      }
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
      previous_secret:
        previous_secret && joinedSecrets(eachSecret(previous_secret).map(sealed => secrets.reseal(sealed, accountId))),
    }
  } catch {
    return 'unreadable'
  }
  if (to.secret === from.secret && to.previous_secret === from.previous_secret) return 'current'
  if (await platform.act('resealWebhook', { accountId, webhookId, from, to })) return 'resealed'
  // The owner rotated the secret meanwhile.
  const changed = await webhookById(platform.db, webhookId)
  return changed ? reseal(platform, changed) : 'current'
}
