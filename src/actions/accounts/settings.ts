// What an agent may change on the account: turning auto-recharge off.
import { Problem } from '../../contract/problem.ts'
import { accountById, updateAccount } from '../../store/money/accounts.ts'
import type { Scope } from '../scope.ts'

/** Turns auto-recharge off; off already is fine. */
export async function disableAutoRecharge(scope: Scope, { accountId }: { accountId: string }): Promise<void> {
  if (!(await accountById(scope.db, accountId))) throw new Problem('not_found', 'The account does not exist any more.')
  await updateAccount(scope.db, accountId, { auto_recharge_enabled: 0 })
}
