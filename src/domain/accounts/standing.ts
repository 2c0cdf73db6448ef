// The standing of an account: suspension and ban are separate facts, and a ban outweighs a suspension (contract.md §6).

export type Standing = 'active' | 'suspended' | 'banned'

/** The standing that callers see. Each fact is the time since when it is true (epoch ms), null while it is not. */
export function standingOf(account: { suspended_at: number | null; banned_at: number | null }): Standing {
  if (account.banned_at !== null) return 'banned'
  return account.suspended_at === null ? 'active' : 'suspended'
}
