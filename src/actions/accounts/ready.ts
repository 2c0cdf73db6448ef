// Tells the keys of an account when it has become able to post (contract.md §10).
import { type Account, accountById } from '../../store/accounts/accounts.ts'
import { emitOfAccount } from '../money/warnings.ts'
import { leastPrice, type Scope } from '../scope.ts'

/** Writes account.ready if the account can post now and could not as `before`, in the transaction that made the difference. */
export async function tellReady(scope: Scope, before: Account): Promise<void> {
  const { id: accountId } = before
  const after = await accountById(scope.db, accountId)
  if (!after || isReady(scope, before) || !isReady(scope, after)) return
  const data = { account_id: accountId, balance: after.balance }
  await emitOfAccount(scope, 'account.ready', { accountId, keyId: null, data })
}

function isReady(scope: Scope, account: Account): boolean {
  const { email_verified: verified, banned_at: banned, suspended_at: suspended, balance } = account
  return verified === 1 && banned === null && suspended === null && balance >= leastPrice(scope)
}
