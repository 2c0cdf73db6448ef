// Which process makes the next scheduled backup.

import { limits } from '../contract/limits.ts'
import { lastBackup, noteBackupAt } from '../store/database/last-backup.ts'
import { doneAtMostEvery } from '../store/database/meta.ts'
import type { Scope } from './scope.ts'

const claim = 'backup'

/** Whether a backup is due and this process is to make it. A claim lapses unless it is held, so a failed backup is tried again. */
export async function claimBackup({ db, now }: Scope, { everyMs }: { everyMs: number }): Promise<boolean> {
  const last = await lastBackup(db)
  // A last backup in the future was noted by a clock that was ahead.
  if (last !== null && last <= now && now - last < everyMs) return false
  return doneAtMostEvery(db, claim, limits.backupClaimMs, now)
}

/** Holds the claim of this process. */
export async function holdBackup({ db, now }: Scope, _: Record<string, never>): Promise<void> {
  await doneAtMostEvery(db, claim, 0, now)
}

/** Notes that the backup begun at `at` (epoch ms) is kept. */
export async function noteBackup({ db }: Scope, { at }: { at: number }): Promise<void> {
  await noteBackupAt(db, at)
}
