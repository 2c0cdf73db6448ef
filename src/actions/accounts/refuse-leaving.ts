// What an account that is being deleted can no longer begin.
import { Problem } from '../../contract/problem.ts'
import type { Account } from '../../store/money/accounts.ts'

/** Refuses an account that its owner has asked to be deleted. Throws `gone`. */
export function refuseLeaving({ erase_at }: Pick<Account, 'erase_at'>): void {
  if (erase_at !== null) throw new Problem('gone', 'The account is being deleted. Take that back first.')
}
