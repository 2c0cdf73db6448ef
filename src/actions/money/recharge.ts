// Auto-recharge: begins to charge the saved card when the balance falls below the threshold, once for each crossing (contract.md
// §5).
import { offeredTopUps } from '../../contract/currency.ts'
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { standingOf } from '../../domain/accounts/standing.ts'
import { utcStarts } from '../../domain/times/time.ts'
import { type Account, accountById, lockAccount, updateAccount } from '../../store/accounts/accounts.ts'
import { type CardRow, cardOf } from '../../store/money/cards.ts'
import { insertPayment, type PaymentRow, rechargesSince } from '../../store/money/payments.ts'
import { refuseDuringDeletion } from '../accounts/refuse-during-deletion.ts'
import { refuseOutcast } from '../rules/guards.ts'
import type { Scope } from '../scope.ts'
import { tellOwner } from './warnings.ts'

/**
 * Begins a recharge if the balance is below the threshold; the worker charges the card. Call it after every charge, in the
 * transaction that holds the account. There is one recharge for each crossing: none begins while another is under way, a paid
 * recharge lifts the balance over the threshold, and a final decline turns auto-recharge off. Past the owner's ceiling of a day or
 * month it pauses, and the owner is mailed. Returns the amount of the recharge
 * in micros, or null.
 */
export async function rechargeIfLow(scope: Scope, accountId: string, site: SiteId): Promise<number | null> {
  const account = await accountById(scope.db, accountId)
  if (!account || !needsRecharge(account)) return null
  const card = await savedCard(scope, accountId)
  if (!card || (await reachedCeiling(scope, account))) return null
  await beginRecharge(scope, { account, card, site, tries: 1, dueAt: scope.now })
  return account.auto_recharge_amount
}

/** Whether auto-recharge is on and not paused, the account is active, and its balance is below the threshold. */
function needsRecharge(account: Account): boolean {
  const { auto_recharge_enabled: enabled, auto_recharge_paused: paused, auto_recharge_threshold: threshold } = account
  return standingOf(account) === 'active' && enabled === 1 && paused === 0 && account.balance < threshold
}

/**
 * Whether the recharges of the day or the month have reached the ceiling; then auto-recharge is paused until the owner has seen it. The
 * transaction holds the account, so the count is exact.
 */
async function reachedCeiling(scope: Scope, account: Account): Promise<boolean> {
  const { db, now } = scope
  const { id, recharges_per_day: perDay, recharges_per_month: perMonth, recharges_counted_from: from } = account
  const starts = utcStarts(now)
  const ofDay = await rechargesSince(db, id, Math.max(from, starts.day))
  const ofMonth = await rechargesSince(db, id, Math.max(from, starts.month))
  const reached = ofDay >= perDay ? 'day' : ofMonth >= perMonth ? 'month' : null
  if (reached === null) return false
  await updateAccount(db, id, { auto_recharge_paused: 1, recharge_paused_by: 'ceiling' })
  const most = reached === 'day' ? perDay : perMonth
  await tellOwner(scope, account, { change: 'recharge-ceiling', of: reached, most })
  return true
}

/** Writes the row of a recharge. The worker charges the card from `dueAt` (epoch ms) on. */
export async function beginRecharge(
  { db, ids, now, signal }: Scope,
  of: { account: Account; card: CardRow; site: SiteId; tries: number; dueAt: number },
): Promise<void> {
  const { account, card, site, tries, dueAt } = of
  await insertPayment(db, {
    ...{ id: ids.id('payment'), account_id: account.id, site, provider: card.provider, kind: 'recharge' },
    ...{ amount: account.auto_recharge_amount, customer: card.customer, method: card.method },
    ...{ tries, created_at: now, due_at: dueAt },
  })
  signal('payments')
}

/**
 * Whether an unpaid recharge is still wanted: since then the owner may have topped up, turned it off, or been banned or
 * suspended.
 */
export async function isWanted(scope: Scope, payment: PaymentRow, account: Account | undefined): Promise<boolean> {
  if (!account || !needsRecharge(account)) return false
  return (await savedCard(scope, account.id))?.method === payment.method
}

/** The saved card, if the provider of this platform can charge it. */
export async function savedCard({ db, facts }: Scope, accountId: string): Promise<CardRow | undefined> {
  const card = await cardOf(db, accountId)
  return card?.provider === facts.paymentProvider ? card : undefined
}

export type AutoRecharge = {
  accountId: string
  site: SiteId
  enabled: boolean
  /** Both in micros. An amount left out stays unchanged. */
  thresholdMicros?: number
  amountMicros?: number
  /** The most recharges of a UTC day and month. Left out, they stay unchanged. */
  perDay?: number
  perMonth?: number
}

/**
 * Turns auto-recharge on or off, for the owner. Recharges at once if the balance is already below the threshold. Throws
 * `not_found`, `gone`, `banned`, `suspended`, `needs_card`, `invalid`.
 */
export async function setAutoRecharge(scope: Scope, input: AutoRecharge): Promise<void> {
  const { db } = scope
  const { accountId, site, enabled } = input
  const account = await existing(scope, accountId)
  const { thresholdMicros = account.auto_recharge_threshold, amountMicros = account.auto_recharge_amount } = input
  if (!enabled) {
    await updateAccount(db, accountId, { auto_recharge_enabled: 0 })
    if (account.auto_recharge_enabled === 1) await tellOwner(scope, account, { change: 'recharge-off' })
    return
  }
  refuseDuringDeletion(account)
  refuseOutcast(account)
  if (!(await savedCard(scope, accountId)))
    throw new Problem('needs_card', 'Top up once with a card. The card is saved then and can be charged again.')
  if (!offeredTopUps().some(amount => amount === amountMicros))
    throw new Problem('invalid', `The amount has to be one of ${offeredTopUps().join(', ')} micros.`)
  // With a higher threshold, one recharge would not lift the balance over it.
  if (!Number.isSafeInteger(thresholdMicros) || thresholdMicros <= 0 || thresholdMicros > amountMicros)
    throw new Problem('invalid', 'The threshold has to be between one micro and the amount.')
  const { perDay = account.recharges_per_day, perMonth = account.recharges_per_month } = input
  if (
    !isCount(perDay, limits.rechargesPerDayMax) ||
    !isCount(perMonth, limits.rechargesPerMonthMax) ||
    perMonth < perDay
  )
    throw new Problem(
      'invalid',
      `There are 1 to ${limits.rechargesPerDayMax} recharges a day, and in a month no fewer and up to ${limits.rechargesPerMonthMax}.`,
    )
  await updateAccount(db, accountId, {
    recharges_per_day: perDay,
    recharges_per_month: perMonth,
    auto_recharge_enabled: 1,
    auto_recharge_threshold: thresholdMicros,
    auto_recharge_amount: amountMicros,
  })
  await tellOwner(scope, account, { change: 'recharge-on', threshold: thresholdMicros, amount: amountMicros })
  await rechargeIfLow(scope, accountId, site)
}

const isCount = (value: number, most: number) => Number.isSafeInteger(value) && value >= 1 && value <= most

/**
 * Ends the pause of auto-recharge after a penalty or past its ceiling, whose recharges count anew, when the owner acknowledges it.
 * Throws `not_found`.
 */
export async function acknowledgePause(
  scope: Scope,
  { accountId, site }: { accountId: string; site: SiteId },
): Promise<void> {
  const account = await existing(scope, accountId)
  if (account.auto_recharge_paused === 0) return
  const ofCeiling = account.recharge_paused_by === 'ceiling'
  await updateAccount(scope.db, accountId, {
    ...{ auto_recharge_paused: 0, recharge_paused_by: null },
    ...(ofCeiling && { recharges_counted_from: scope.now }),
  })
  const recharge = account.auto_recharge_enabled === 1
  await tellOwner(
    scope,
    account,
    ofCeiling ? { change: 'ceiling-acknowledged' } : { change: 'penalty-acknowledged', recharge },
  )
  await rechargeIfLow(scope, accountId, site)
}

async function existing(scope: Scope, accountId: string): Promise<Account> {
  const account = await lockAccount(scope.db, accountId)
  if (!account || account.erased_at !== null) throw new Problem('not_found', sentences.accountGone)
  return account
}
