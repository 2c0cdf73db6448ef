// Makes a backup when one is due; of several processes on one database, one makes it.
import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { BackupSettings } from '../contract/backups.ts'
import { limits } from '../contract/limits.ts'
import { type BackupTask, type MadeBackup, removeLeftCopies } from '../usecases/backups.ts'
import type { Platform } from '../usecases/platform.ts'

export type BackupPlan = { settings: BackupSettings; databaseUrl: string; dataDir: string }

export type BackupWorker = {
  /** Resolves with 0: a failed backup is due again after a while, not at once. */
  runOnce(): Promise<number>
  /** Ends a backup that is under way. */
  close(): Promise<void>
}

const threadFile = new URL(`./backup-thread${extname(import.meta.filename)}`, import.meta.url)

/** The worker of a plan for backups. Removes what a killed process left, whichever process makes the next backup. */
export function createBackupWorker(platform: Platform, { settings, databaseUrl, dataDir }: BackupPlan): BackupWorker {
  removeLeftCopies(dataDir)
  let thread: Worker | null = null
  let closed = false
  const inThread = async (task: BackupTask): Promise<MadeBackup> => {
    thread = new Worker(threadFile, { workerData: task })
    try {
      // An error of the thread rejects. A thread that is ended sends nothing.
      const [made] = await Promise.race([
        once(thread, 'message'),
        once(thread, 'exit').then(() => Promise.reject(new Error('the backup was ended'))),
      ])
      return made as MadeBackup
    } finally {
      await thread.terminate()
      thread = null
    }
  }
  return {
    async runOnce() {
      if (closed || !(await platform.act('claimBackup', { everyMs: settings.everyMs }))) return 0
      const at = platform.now()
      const hold = setInterval(() => {
        platform.act('holdBackup', {}).catch(() => {})
      }, limits.backupHeldMs)
      try {
        const { backup, where, bytes, posts, dropped } = await inThread({ databaseUrl, dataDir, settings, at })
        await platform.act('noteBackup', { at })
        platform.log.info({ backup, where, bytes, posts, dropped: dropped.length }, 'a backup was made')
      } catch (error) {
        if (!closed) platform.log.error({ err: error }, 'no backup could be made; it is tried again')
      } finally {
        clearInterval(hold)
      }
      return 0
    },
    async close() {
      closed = true
      await thread?.terminate()
    },
  }
}
