// Remembers in the database when it was last backed up.
import type { Dialect } from './dialect.ts'
import { readMeta, writeMeta } from './meta.ts'
import type { Db } from './schema.ts'

const name = 'last_backup'
const verifiedName = 'last_verified_backup'

/** When the last backup was made (epoch ms); null if none is known. */
export async function lastBackup(db: Db): Promise<number | null> {
  const at = Number(await readMeta(db, name))
  return Number.isSafeInteger(at) && at > 0 ? at : null
}

/** Notes that a backup was begun at `at` (epoch ms) and is kept. */
export async function noteBackupAt(db: Db, at: number): Promise<void> {
  await writeMeta(db, name, String(at))
}

/** Notes that a backup of the database of `url` was begun at `at` (epoch ms). */
export function noteBackup(url: string, dialect: Dialect, at: number): Promise<void> {
  return noteIn(url, dialect, name, at)
}

/** Notes that a backup of the database of `url` was restored and found whole at `at` (epoch ms). */
export function noteVerified(url: string, dialect: Dialect, at: number): Promise<void> {
  return noteIn(url, dialect, verifiedName, at)
}

async function noteIn(url: string, dialect: Dialect, fact: string, at: number): Promise<void> {
  const connection = dialect.open(url, 'write')
  try {
    await connection.transaction(db => writeMeta(db, fact, String(at)))
  } finally {
    await connection.close()
  }
}

/** When a backup was last restored and found whole (epoch ms); null if never. */
export async function lastVerified(db: Db): Promise<number | null> {
  const at = Number(await readMeta(db, verifiedName))
  return Number.isSafeInteger(at) && at > 0 ? at : null
}
