// The views of an API key for its owner and for its holder. Neither holds the text or the hash of the key.
import { limits } from '../../contract/limits.ts'
import type { KeyLimits } from '../../contract/operations/key-limits.ts'
import type { ManagedKey } from '../../contract/operations/keys.ts'
import type { PostStatus } from '../../contract/posts.ts'
import { isTestKey } from '../../domain/ids.ts'
import { leftInMonth, leftToday, monthStartsAnew, startsAnew } from '../../domain/money/budget.ts'
import { instant, utcDay } from '../../domain/times/time.ts'
import { oldestAccount } from '../../store/accounts/accounts.ts'
import { pausedGroups } from '../../store/accounts/key-life.ts'
import {
  endedKeys,
  type KeyControls,
  type KeyRow,
  keyById,
  postsByStatus,
  unbound,
  workingKeys,
} from '../../store/accounts/keys.ts'
import type { Platform } from '../platform.ts'

/** A key as its holder sees it. `now` in epoch ms. */
export function keyView(key: KeyRow, now: number): KeyLimits {
  const { id, name, daily_budget, monthly_budget, post_limit, sites, ask_first, spent, spent_month, paused_at } = key
  return {
    key_id: id,
    name,
    daily_budget,
    monthly_budget,
    post_limit,
    sites: sites && [...sites],
    ask_first,
    spent_today: spent,
    left_today: leftToday(key),
    resets_at: startsAnew(now),
    spent_month,
    left_month: leftInMonth(key),
    month_resets_at: monthStartsAnew(now),
    paused: paused_at !== null,
  }
}

/** A key as its owner sees it, with the times of its creation and last use. */
export function managedKeyView(key: KeyRow, now: number, test = false): ManagedKey {
  const { created_at, valid_until, last_used_at } = key
  return {
    ...keyView(key, now),
    ...(test && { test }),
    created_at: instant(created_at),
    valid_until: valid_until === null ? null : instant(valid_until),
    last_used_at: last_used_at === null ? null : instant(last_used_at),
  }
}

/** The default settings of a new key. */
export const newKey: KeyControls & { name: string } = { ...unbound, name: 'key' }

/** A new key with its text, which only this answer shows. */
export function createdKeyView({ key, apiKey }: { key: KeyRow; apiKey: string }, now: number) {
  return { ...managedKeyView(key, now, isTestKey(apiKey)), api_key: apiKey }
}

/** An ended key whose posts a new key can take over. `restorable_until`: until when its end can be taken back; null: it cannot. */
export type EndedKey = { key_id: string; name: string; ended_at: string; restorable_until: string | null }

/** An ended key as its owner sees it. `now` in epoch ms. */
export function endedKeyView({ id, name, revoked_at, restorable_until: until }: KeyRow, now: number): EndedKey {
  const restorable_until = until !== null && until > now ? instant(until) : null
  return { key_id: id, name, ended_at: instant(revoked_at ?? 0), restorable_until }
}

/** The keys of an account that ended without a successor, the latest first. */
export async function listEndedKeys({ db, now }: Platform, accountId: string): Promise<EndedKey[]> {
  const at = now()
  return (await endedKeys(db, accountId, utcDay(at), limits.keysPerAccount)).map(key => endedKeyView(key, at))
}

/** How many posts of a key are public, and how many wait for a decision. */
export type HeldByKey = { published: number; waiting: number }

/** What a key of an account holds; a test key holds its posts in its world. */
export async function heldByKey(platform: Platform, accountId: string, keyId: string): Promise<HeldByKey> {
  const at = await homeOfKey(platform, accountId, keyId)
  const counts = new Map((await postsByStatus(at.platform.db, keyId)).map(({ status, n }) => [status, n]))
  const sum = (...statuses: PostStatus[]) => statuses.reduce((n, status) => n + (counts.get(status) ?? 0), 0)
  return { published: sum('published'), waiting: sum('queued', 'review', 'awaiting_owner') }
}

/** The keys of an account that were paused together last, and since when (epoch ms); null where no two were. */
export async function pausedTogether(
  { db }: Platform,
  accountId: string,
): Promise<{ keys: number; pausedAt: number } | null> {
  const [last] = await pausedGroups(db, accountId)
  return last && last.keys > 1 ? last : null
}

/** The working keys of an account, oldest first, and behind them its test keys. */
export async function listKeys(platform: Platform, accountId: string): Promise<ManagedKey[]> {
  const world = await worldOf(platform, accountId)
  const own = await keysIn(platform, accountId, false)
  return world ? [...own, ...(await keysIn(world.platform, world.accountId, true))] : own
}

async function keysIn({ db, now }: Platform, accountId: string, test: boolean): Promise<ManagedKey[]> {
  const at = now()
  return (await workingKeys(db, accountId, utcDay(at))).map(key => managedKeyView(key, at, test))
}

/** The platform and the account to which a key of an account belongs: those of its world if it is a test key. */
export async function homeOfKey(
  platform: Platform,
  accountId: string,
  keyId: string,
): Promise<{ platform: Platform; accountId: string; test: boolean }> {
  const own = await keyById(platform.db, keyId, utcDay(platform.now()))
  const world = own ? undefined : await worldOf(platform, accountId)
  return world ? { ...world, test: true } : { platform, accountId, test: false }
}

async function worldOf({ testWorlds }: Platform, accountId: string) {
  const world = await testWorlds?.ofAccount(accountId)
  const account = world && (await oldestAccount(world.db))
  return world && account && { platform: world, accountId: account.id }
}
