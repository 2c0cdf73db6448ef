// The one setting that an agent may change: it can turn auto-recharge off.
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { accountById, updateAccount } from '../../store/accounts/accounts.ts'
import { tellOwner } from '../money/warnings.ts'
import type { Scope } from '../scope.ts'

/** Turns auto-recharge off and mails the owner. Does nothing if it is off. Throws `not_found`. */
export async function disableAutoRecharge(scope: Scope, { accountId }: { accountId: string }): Promise<void> {
  const account = await accountById(scope.db, accountId)
  if (!account) throw new Problem('not_found', sentences.accountGone)
  if (account.auto_recharge_enabled === 0) return
  await updateAccount(scope.db, accountId, { auto_recharge_enabled: 0 })
  await tellOwner(scope, account, { change: 'recharge-off' })
}
