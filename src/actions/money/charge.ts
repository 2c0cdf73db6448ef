// Charges a key: takes the money, counts it against the daily budget and warns the owner, in one transaction (contract.md §5,
// §10).
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { utcDay } from '../../domain/times/time.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { countSpent } from '../../store/accounts/counters.ts'
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
  const [balance, spent, then] = await together(
    move(db, { ...movement, keyId: key.id }),
    countSpent(db, key.id, utcDay(now), { amount, most: key.daily_budget }),
    // The movement holds the row of the account, so no deletion can begin from here on.
    scope.dialect.singleWriter ? Promise.resolve(account) : accountById(db, account.id),
  )
  if (balance === null || spent === null || then?.erase_at !== null) throw new Overtaken(changing())
  const recharge = account.auto_recharge_enabled ? await rechargeIfLow(scope, account.id, movement.site) : null
  await warn(scope, { account, key }, { amount, balance, spent, recharge })
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
  await warn(scope, spender, { amount, balance, spent: spent ?? amount, recharge: null })
  return amount
}

type Taken = { amount: number; balance: number; spent: number; recharge: number | null }

async function warn(
  scope: Scope,
  { account, key }: Spender,
  { amount, balance, spent, recharge }: Taken,
): Promise<void> {
  await warnOfBalance(scope, account, { before: balance + amount, after: balance, recharge })
  await warnOfBudget(scope, { account, key }, { before: spent - amount, after: spent })
}
