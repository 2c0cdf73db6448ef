// Opens the place for backups.
import type { BackupSettings } from '../../contract/backups.ts'
import type { BackupStore } from './store.ts'

/** Opens the place for backups. The client of buckets is loaded only for a bucket. */
export async function openBackupStore({ to }: BackupSettings): Promise<BackupStore> {
  if ('folder' in to) return (await import('./folder.ts')).folderStore(to.folder)
  return (await import('./bucket.ts')).bucketStore(to)
}
