// Refuses new activity of an account that is being deleted.
import { Problem } from '../../contract/problems/problem.ts'
import type { Account } from '../../store/accounts/accounts.ts'

/** Refuses an account whose owner has requested its deletion. Throws `gone`. */
export function refuseDuringDeletion({ erase_at }: Pick<Account, 'erase_at'>): void {
  if (erase_at !== null) throw new Problem('gone', 'The account is being deleted. Cancel the deletion first.')
}
