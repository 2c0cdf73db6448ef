// The audit of a platform: every rule over the database, and the log of decisions compared with its key and with ends kept elsewhere.
import type { LogEnd } from '../../domain/review/log-key.ts'
import { type AuditReport, audit } from '../../store/audit/audit.ts'
import type { LogCheck } from '../../store/audit/rule.ts'
import type { Platform } from '../platform.ts'
import { readLogKey } from './log-key.ts'

/** Checks every rule as of `at` (epoch ms); reads only. A backup is checked as of its own time: its work waits since then. */
export async function auditPlatform(
  platform: Platform,
  ends: readonly LogEnd[] = [],
  at = platform.now(),
): Promise<AuditReport> {
  return audit(platform.db, platform.dialect, at, { log: await logCheck(platform, ends) })
}

/** What the log of decisions is compared with. */
export async function logCheck(platform: Platform, ends: readonly LogEnd[] = []): Promise<LogCheck> {
  return { key: await readLogKey(platform).catch(() => 'unreadable' as const), ends }
}
