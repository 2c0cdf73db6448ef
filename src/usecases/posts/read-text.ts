// Reads texts in turns: each account with money has its own turn, all others share one turn and have a daily limit of dry runs.
import { tooManyDryRuns } from '../../actions/rules/dry-runs.ts'
import { limits } from '../../contract/limits.ts'
import type { PostText } from '../../domain/posts/post-text.ts'
import { utcDay } from '../../domain/times/time.ts'
import type { Reading } from '../../moderation/reading.ts'
import { type ReadingTurn, sharedTurn } from '../../moderation/text-reader.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { counted } from '../../store/accounts/counters.ts'
import { timeUp } from '../deadline.ts'
import type { Platform } from '../platform.ts'

/** The account whose text is read, and whether it is a dry run. */
export type Reader = { accountId: string; dryRun: boolean }

/** Reads the text of a post. Throws `overloaded`, and `rate_limited` for a dry run past the limit of the account. */
export async function readText(platform: Platform, reader: Reader, text: PostText): Promise<Reading> {
  if (reader.dryRun) await countDryRun(platform, reader.accountId)
  return platform.reader.read(turnOf(platform, reader.accountId), text, platform.lists.inForce())
}

export function turnOf(platform: Platform, accountId: string): ReadingTurn {
  return {
    of: async () => ((await canPay(platform, accountId)) ? accountId : sharedTurn),
    late: timeUp(),
  }
}

async function canPay({ db }: Platform, accountId: string): Promise<boolean> {
  const account = await accountById(db, accountId)
  return account !== undefined && account.balance > 0 && account.email_verified === 1
}

async function countDryRun(platform: Platform, accountId: string): Promise<void> {
  if (await canPay(platform, accountId)) return
  const now = platform.now()
  // Check first, so that a refused dry run writes nothing.
  if ((await counted(platform.db, 'dry-run', accountId, utcDay(now))) >= limits.dryRunsPerAccountPerDay)
    throw tooManyDryRuns(now)
  await platform.act('countDryRun', { accountId })
}
