// Where an account stands: suspension and ban are two facts, and the ban outweighs the suspension (contract.md §6).

export type Standing = 'active' | 'suspended' | 'banned'

/** The standing that callers see; each fact is the time since when it holds (epoch ms), null while it does not. */
export function standingOf(account: { suspended_at: number | null; banned_at: number | null }): Standing {
  if (account.banned_at !== null) return 'banned'
  return account.suspended_at === null ? 'active' : 'suspended'
}
