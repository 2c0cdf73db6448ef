// The owner's action on to whom invoices are made out.
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { lockAccount } from '../../store/accounts/accounts.ts'
import { type BillingRow, deleteBilling, saveBilling } from '../../store/money/billing.ts'
import { noteActivity } from '../accounts/activity.ts'
import type { Scope } from '../scope.ts'

/**
 * Sets to whom the invoices of an account are made out from now on; null for nobody. Invoices that are issued stay as they are. The caller
 * has checked the fields. Throws `not_found`.
 */
export async function setBilling(
  scope: Scope,
  { accountId, billing }: { accountId: string; billing: Omit<BillingRow, 'account_id' | 'changed_at'> | null },
): Promise<void> {
  const { db, now } = scope
  const account = await lockAccount(db, accountId)
  if (!account || account.erased_at !== null) throw new Problem('not_found', sentences.accountGone)
  if (billing === null) await deleteBilling(db, accountId)
  else await saveBilling(db, { ...billing, account_id: accountId, changed_at: now })
  await noteActivity(scope, accountId, billing === null ? 'billing-removed' : 'billing-set')
}
