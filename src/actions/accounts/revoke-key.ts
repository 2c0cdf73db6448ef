// Ends an API key: every process refuses it within a second, the one that ends it at once.
import { Problem } from '../../contract/problem.ts'
import * as keys from '../../store/money/keys.ts'
import type { Scope } from '../scope.ts'

/** Revokes a key of an account. Throws `not_found` for a key that the account does not have or that has ended. */
export async function revokeKey(scope: Scope, input: { accountId: string; keyId: string }): Promise<void> {
  if (!(await keys.revokeKey(scope.db, input.accountId, input.keyId, scope.now)))
    throw new Problem('not_found', 'The account has no such key.')
  scope.signal('keys')
}
