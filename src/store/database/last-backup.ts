// Remembers in the database when it was last backed up.
import type { Dialect } from './dialect.ts'
import { readMeta, writeMeta } from './meta.ts'
import type { Db } from './schema.ts'

const name = 'last_backup'

/** When the last backup was made (epoch ms); null if none is known. */
export async function lastBackup(db: Db): Promise<number | null> {
  const at = Number(await readMeta(db, name))
  return Number.isSafeInteger(at) && at > 0 ? at : null
}

/** Notes that a backup of the database of `url` was begun at `at` (epoch ms). */
export async function noteBackup(url: string, dialect: Dialect, at: number): Promise<void> {
  const connection = dialect.open(url, 'write')
  try {
    await connection.transaction(db => writeMeta(db, name, String(at)))
  } finally {
    await connection.close()
  }
}
