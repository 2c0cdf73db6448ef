// Refuses an unpaid search before any work is done for it.

import { type SearchCaller, unpaid, usedUp } from '../../actions/rules/search-allowance.ts'
import { spenderOf } from '../../actions/rules/spender.ts'
import { limits } from '../../contract/limits.ts'
import { utcDay } from '../../domain/times/time.ts'
import { counted } from '../../store/accounts/counters.ts'
import type { Platform } from '../platform.ts'

/**
 * Throws the problem that `meterSearch` would throw, without counting the search. A search that passes is still counted and
 * decided by `meterSearch`.
 */
export async function refuseUnpaidSearch(platform: Platform, caller: SearchCaller): Promise<void> {
  const now = platform.now()
  const day = utcDay(now)
  if ('ip' in caller) {
    if ((await counted(platform.db, 'search-ip', caller.ip, day)) >= limits.searchFreePerIpPerDay) throw usedUp(now)
  } else if ((await counted(platform.db, 'search-key', caller.keyId, day)) >= limits.searchFreePerKeyPerDay) {
    const refused = unpaid(await spenderOf({ db: platform.db, now }, caller.accountId, caller.keyId), now)
    if (refused) throw refused
  }
}
