// Charges a key: takes the money, counts it against the budgets and warns the owner, in one transaction (contract.md §5,
// §10).
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { firstOfMonth, utcDay } from '../../domain/times/time.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { countSpent, spentSince } from '../../store/accounts/counters.ts'
import { together } from '../../store/database/prepared.ts'
import { Overtaken } from '../../store/database/retry.ts'
import { type Movement, move, moveAtMost } from '../../store/money/ledger.ts'
import { type Spender, spenderOf } from '../rules/spender.ts'
import type { Scope } from '../scope.ts'
import { rechargeIfLow } from './recharge.ts'
import { warnOfBalance, warnOfBudget } from './warnings.ts'

/**
 * Takes a price (the amount of the movement, negative micros). The caller has checked that balance and budget cover it. If
 * another transaction has spent them since, this one is run again and finds them too low. Recharges a low balance.
 */
export async function charge(
  scope: Scope,
  movement: Movement & { site: SiteId },
  { account, key }: Spender,
): Promise<void> {
  const { db, now } = scope
  const amount = 0 - movement.amount
  const [balance, spent, inMonth, then] = await together(
    move(db, { ...movement, keyId: key.id }),
    countSpent(db, key.id, utcDay(now), { amount, most: key.daily_budget }),
    monthSpent(scope, key),
    // The movement holds the row of the account, so no deletion can begin from here on.
    scope.dialect.singleWriter ? Promise.resolve(account) : accountById(db, account.id),
  )
  if (balance === null || spent === null || then?.erase_at !== null) throw new Overtaken(changing())
  if (key.monthly_budget !== null && inMonth > key.monthly_budget) throw new Overtaken(changing())
  const recharge = account.auto_recharge_enabled ? await rechargeIfLow(scope, account.id, movement.site) : null
  await warn(scope, { account, key }, { amount, balance, spent, inMonth, recharge })
}

/** What a key with a monthly budget has spent in the month, with what was counted just now; 0 without such a budget. Micros. */
async function monthSpent({ db, now }: Scope, { id, monthly_budget }: Spender['key']): Promise<number> {
  return monthly_budget === null ? 0 : spentSince(db, id, firstOfMonth(utcDay(now)))
}

const changing = () =>
  new Problem('overloaded', 'The balance is changing too fast.', { headers: { 'retry-after': '1' } })

/**
 * Takes the amount of the movement (positive micros), or the whole balance if that is less. The budget is no limit, since no key
 * decides to pay, but the amount counts against it. Returns the amount taken, in micros.
 */
export async function takeAtMost(scope: Scope, movement: Movement & { keyId: string }): Promise<number> {
  const { db, now } = scope
  const { keyId, accountId } = movement
  const spender = await spenderOf(scope, accountId, keyId)
  const { amount, balance } = await moveAtMost(db, movement)
  if (amount === 0) return 0
  const spent = await countSpent(db, keyId, utcDay(now), { amount, most: null })
  const inMonth = await monthSpent(scope, spender.key)
  await warn(scope, spender, { amount, balance, spent: spent ?? amount, inMonth, recharge: null })
  return amount
}

type Taken = { amount: number; balance: number; spent: number; inMonth: number; recharge: number | null }

async function warn(
  scope: Scope,
  { account, key }: Spender,
  { amount, balance, spent, inMonth, recharge }: Taken,
): Promise<void> {
  await warnOfBalance(scope, account, { before: balance + amount, after: balance, recharge })
  await warnOfBudget(scope, { account, key: { ...key, spent, spent_month: inMonth } }, amount)
}
