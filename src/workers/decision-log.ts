// The worker that seals the log of decisions: it adds committed entries to the chain, outside the transactions that decide.
import { limits } from '../contract/limits.ts'
import { logEndText } from '../domain/review/log-key.ts'
import { isUnsealed } from '../store/posts/decision-log.ts'
import type { Platform } from '../usecases/platform.ts'
import { logKey } from '../usecases/review/log-key.ts'

/** Seals at most one batch. Resolves with the number of entries; a full batch means that there may be more. */
export async function runOnce(platform: Platform): Promise<number> {
  if (!(await isUnsealed(platform.db))) return 0
  await tellEnd(platform)
  const key = await logKey(platform)
  return platform.act('sealDecisions', { limit: limits.decisionsSealed, key })
}

/** Before the first entry of a day is sealed, the end of the log leaves the machine, in the log of the process and by mail. */
async function tellEnd({ act, log, auditMail }: Platform): Promise<void> {
  const end = await act('tellLogEnd', { recipient: auditMail })
  if (end) log.info({ end: logEndText(end) }, 'the end of the log of decisions; `handbill audit --end` compares it')
}
