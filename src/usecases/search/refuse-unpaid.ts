// Refuses a search that cannot be answered before any work is done for it.
import { type SearchCaller, unpaid, usedUp } from '../../actions/search/meter-search.ts'
import { limits } from '../../contract/limits.ts'
import { prices } from '../../contract/prices.ts'
import { utcDay } from '../../domain/time.ts'
import { accountById } from '../../store/money/accounts.ts'
import { counted } from '../../store/money/counters.ts'
import type { Platform } from '../platform.ts'

/**
 * Throws what `meterSearch` would throw, before any work is done for a search that cannot be answered. It only looks: a
 * search that passes here is still counted by `meterSearch`, which decides.
 */
export async function refuseUnpaidSearch(platform: Platform, caller: SearchCaller): Promise<void> {
  const now = platform.now()
  const day = utcDay(now)
  if ('ip' in caller) {
    if ((await counted(platform.db, 'search-ip', caller.ip, day)) >= limits.searchFreePerIpPerDay) throw usedUp(now)
  } else if ((await counted(platform.db, 'search-key', caller.keyId, day)) >= limits.searchFreePerKeyPerDay) {
    const account = await accountById(platform.db, caller.accountId)
    if ((account?.balance ?? 0) < prices.searchMicros) throw unpaid(account, now)
  }
}
