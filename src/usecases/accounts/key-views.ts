// The views of an API key for its owner and for its holder. Neither holds the text or the hash of the key.
import type { KeyLimits } from '../../contract/operations/key-limits.ts'
import type { ManagedKey } from '../../contract/operations/keys.ts'
import { leftToday, startsAnew } from '../../domain/money/budget.ts'
import { instant, utcDay } from '../../domain/times/time.ts'
import { type KeyControls, type KeyRow, unbound, workingKeys } from '../../store/accounts/keys.ts'
import type { Platform } from '../platform.ts'

/** A key as its holder sees it. `now` in epoch ms. */
export function keyView(key: KeyRow, now: number): KeyLimits {
  const { id, name, daily_budget, post_limit, sites, ask_first, spent } = key
  return {
    key_id: id,
    name,
    daily_budget,
    post_limit,
    sites: sites && [...sites],
    ask_first,
    spent_today: spent,
    left_today: leftToday(key),
    resets_at: startsAnew(now),
  }
}

/** A key as its owner sees it, with the times of its creation and last use. */
export function managedKeyView(key: KeyRow, now: number): ManagedKey {
  const { created_at, last_used_at } = key
  return {
    ...keyView(key, now),
    created_at: instant(created_at),
    last_used_at: last_used_at === null ? null : instant(last_used_at),
  }
}

/** The default settings of a new key. */
export const newKey: KeyControls & { name: string } = { ...unbound, name: 'key' }

/** A new key with its text, which only this answer shows. */
export function createdKeyView({ key, apiKey }: { key: KeyRow; apiKey: string }, now: number) {
  return { ...managedKeyView(key, now), api_key: apiKey }
}

/** The working keys of an account, oldest first. */
export async function listKeys({ db, now }: Platform, accountId: string): Promise<ManagedKey[]> {
  const at = now()
  return (await workingKeys(db, accountId, utcDay(at))).map(key => managedKeyView(key, at))
}
