// Revokes an API key. This process refuses the key at once, every other process within a second.
import { Problem } from '../../contract/problems/problem.ts'
import * as keys from '../../store/accounts/key-life.ts'
import type { Scope } from '../scope.ts'

/**
 * Revokes a key of an account. Until `restorableUntil` (epoch ms) its owner can take that back; null: never. Throws `not_found`
 * for an unknown or revoked key.
 */
export async function revokeKey(
  scope: Scope,
  { accountId, keyId, restorableUntil = null }: { accountId: string; keyId: string; restorableUntil?: number | null },
): Promise<void> {
  if (!(await keys.revokeKey(scope.db, accountId, keyId, scope.now, restorableUntil)))
    throw new Problem('not_found', 'The account has no such key.')
  scope.signal('keys')
}
