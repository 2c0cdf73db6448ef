// Warns the owner of a low balance and of a budget that is nearly or wholly spent (contract.md §10).
import type { ActivityDetail, ActivityKind } from '../../contract/activity.ts'
import type { AccountEventKind } from '../../contract/event-kinds.ts'
import { type MailSubject, mailedTo } from '../../contract/members.ts'
import type {
  AccountReady,
  AccountToppedUp,
  BalanceLow,
  BudgetThreshold,
  RelayNews,
  WebhookDisabled,
} from '../../contract/operations/account-events.ts'
import { budgetsOf, leftToday, marksPassed } from '../../domain/money/budget.ts'
import { type AccountChange, accountChangeMail } from '../../mails/accounts.ts'
import type { Letter } from '../../mails/mail.ts'
import { balanceLowMail, budgetMail } from '../../mails/money.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import type { KeyRow } from '../../store/accounts/keys.ts'
import { addressesOf } from '../../store/accounts/members.ts'
import { insertMail } from '../../store/delivery/mail.ts'
import { noteActivity } from '../accounts/activity.ts'
import { appendWithDeliveries } from '../posts/emit.ts'
import type { Scope } from '../scope.ts'
import { tongueOf } from '../tongues.ts'

/** An amount before and after one update, in micros, as the update saw it: so each crossing of a threshold is seen once. */
type Step = { before: number; after: number }

/**
 * Warns of a balance that has fallen below the threshold of the owner. `recharge`: the amount about to be charged to the saved
 * card, in micros; null for none.
 */
export async function warnOfBalance(
  scope: Scope,
  account: Account,
  { before, after, recharge }: Step & { recharge: number | null },
): Promise<void> {
  const { id: accountId, low_balance_threshold: threshold } = account
  if (before < threshold || after >= threshold) return
  const data: BalanceLow = { account_id: accountId, balance: after, threshold }
  await emitOfAccount(scope, 'account.balance_low', { accountId, keyId: null, data })
  const { handle } = account
  await mailOwner(scope, account, balanceLowMail(data, { handle, recharge, baseUrl: homeOf(scope) }), {
    about: 'money',
  })
}

/** Warns of each mark of a budget that a key has passed by spending an amount, in micros. The key has the spending with it. */
export async function warnOfBudget(
  scope: Scope,
  { account, key }: { account: Account; key: KeyRow },
  amount: number,
): Promise<void> {
  for (const budget of budgetsOf(key, scope.now)) {
    const passed = marksPassed(budget.budget, budget.spent - amount, budget.spent)
    if (passed.length === 0) continue
    const dataAt = (percent: number): BudgetThreshold => ({
      key_id: key.id,
      name: key.name,
      percent,
      ...budget,
      ...(budget.period === 'day' && {
        daily_budget: budget.budget,
        spent_today: budget.spent,
        left_today: leftToday(key) ?? 0,
      }),
    })
    for (const percent of passed)
      await emitOfAccount(scope, 'budget.threshold', { accountId: account.id, keyId: key.id, data: dataAt(percent) })
    // Send one mail for each budget, even if one price passed several marks.
    await mailOwner(scope, account, budgetMail(dataAt(Math.max(...passed)), account.handle, homeOf(scope)), {
      about: 'budgets',
    })
  }
}

type AccountData = AccountReady | AccountToppedUp | BalanceLow | BudgetThreshold | RelayNews | WebhookDisabled

/** Writes an event of an account, or of one of its keys, with its deliveries. */
export async function emitOfAccount(
  scope: Scope,
  type: AccountEventKind,
  { accountId, keyId, data }: { accountId: string; keyId: string | null; data: AccountData },
): Promise<void> {
  await scope.append(appendWithDeliveries, {
    id: scope.ids.id('message'),
    type,
    account_id: accountId,
    key_id: keyId,
    post_id: null,
    site: null,
    payload: JSON.stringify(data),
    created_at: scope.now,
  })
}

/**
 * Mails the owner of an account, if the address is verified, and the members whom a subject concerns (contract/members.ts), in the
 * language of the account. `dueAt` in epoch ms.
 */
export async function mailOwner(
  scope: Scope,
  account: Account,
  letter: Letter,
  { about = 'security', dueAt = scope.now }: { about?: MailSubject; dueAt?: number } = {},
): Promise<void> {
  if (!account.email_verified) return
  const { db, now, ids } = scope
  const { id: accountId, email } = account
  const mail = letter(tongueOf(scope, account.language))
  for (const recipient of [email, ...(await addressesOf(db, accountId, mailedTo[about]))])
    await insertMail(db, { id: ids.id('message'), accountId, recipient, ...mail, now, dueAt })
  scope.signal('mail')
}

/** Mails the owner about a change to the account, and notes it in the log of the account. */
export async function tellOwner(scope: Scope, account: Account, told: AccountChange): Promise<void> {
  const { change, ...detail } = told
  const kind = notedAs[change]
  if (kind !== null) await noteActivity(scope, account.id, kind, detailOf(detail))
  const about = change === 'approved' ? 'posts' : 'security'
  await mailOwner(scope, account, accountChangeMail(told, account.handle, homeOf(scope)), { about })
}

/** The entry of the log for each change that is mailed; null for a change that its action notes itself, or that no person makes. */
const notedAs: Record<AccountChange['change'], ActivityKind | null> = {
  'recharge-on': 'recharge-on',
  'recharge-off': 'recharge-off',
  'recharge-ceiling': null,
  'ceiling-acknowledged': 'pause-acknowledged',
  'penalty-acknowledged': 'pause-acknowledged',
  warning: 'warning-set',
  'signed-out': 'sessions-ended',
  disowned: 'all-ended',
  'keys-paused': 'keys-paused',
  'keys-resumed': 'keys-resumed',
  approved: 'text-approved',
}

/** The texts and numbers of a change. */
const detailOf = (change: object): ActivityDetail =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => typeof value !== 'boolean'))

/** The base URL of the owner's pages: the first site, since an account is shared by all sites. */
export function homeOf({ facts }: Scope): string {
  return facts.sites[0]?.baseUrl ?? ''
}
