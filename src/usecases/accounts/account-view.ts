// The view of an account for its owner's pages and for its agents (contract.md §6).

import { keyPrefixes } from '../../contract/ids.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { firstNeed } from '../../contract/sites/priced-site.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { standingOf } from '../../domain/accounts/standing.ts'
import { utcDay } from '../../domain/times/time.ts'
import { type Account, accountById } from '../../store/accounts/accounts.ts'
import { type KeyHolder, keyById } from '../../store/accounts/keys.ts'
import type { Platform } from '../platform.ts'
import { keyView } from './key-views.ts'
import { readinessOf } from './readiness.ts'

/** The account. Throws `not_found`. */
export async function existingAccount(platform: Platform, accountId: string): Promise<Account> {
  const account = await accountById(platform.db, accountId)
  if (!account || account.erased_at !== null) throw new Problem('not_found', sentences.accountGone)
  return account
}

/** The answer to a sign-up: the key, which only this answer shows, and the next step. */
export async function newAccountView(
  platform: Platform,
  here: SiteContext,
  { apiKey, ...caller }: KeyHolder & { apiKey: string },
) {
  const { accountId, handle } = caller
  const { id, baseUrl } = here
  const site = platform.site(id)
  const test = isTest(platform)
  return {
    account_id: accountId,
    handle,
    ...(test && { test }),
    api_key: apiKey,
    status: test ? ('ready' as const) : firstNeed(site),
    ...(await readinessOf(platform, { site: here, caller })),
    next: test ? sentences.nextInTest : sentences.next(site),
    account_url: platform.links.accountUrl(baseUrl, accountId, platform.now()),
    policy_url: `${baseUrl}/v1/policy`,
    warning: sentences.warning(site),
  }
}

/** The account as the holder of a key sees it, with a fresh link for the owner. Throws `not_found`. */
export async function accountView(platform: Platform, site: SiteContext, caller: KeyHolder) {
  const { accountId, keyId } = caller
  const now = platform.now()
  const account = await existingAccount(platform, accountId)
  const key = await keyById(platform.db, keyId, utcDay(now))
  if (!key) throw new Problem('not_found', 'The key does not exist any more.')
  return {
    account_id: account.id,
    handle: account.handle,
    ...(isTest(platform) && { test: true as const }),
    status: standingOf(account),
    ...(await readinessOf(platform, { site, caller })),
    balance: account.balance,
    strikes: account.strikes,
    card_on_file: account.card_on_file === 1,
    email_verified: account.email_verified === 1,
    auto_recharge: rechargeView(account),
    key: keyView(key, now),
    account_url: platform.links.accountUrl(site.baseUrl, account.id, now),
  }
}

/** Auto-recharge as its owner and the holders of keys see it. */
export function rechargeView(account: Account) {
  const paused = account.auto_recharge_paused === 1
  return {
    enabled: account.auto_recharge_enabled === 1,
    threshold: account.auto_recharge_threshold,
    amount: account.auto_recharge_amount,
    per_day: account.recharges_per_day,
    per_month: account.recharges_per_month,
    paused,
    ...(paused && { paused_by: account.recharge_paused_by ?? ('penalty' as const) }),
  }
}

/** Whether a platform is the world of a test key. */
const isTest = ({ facts }: Platform) => facts.keyPrefix === keyPrefixes.test
