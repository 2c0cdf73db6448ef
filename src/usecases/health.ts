// Whether the database answers, for reading and for writing.
import { readMeta } from '../store/database/meta.ts'
import type { Platform } from './platform.ts'

/** Reads and writes something small. Throws when either fails. */
export async function checkDatabase(platform: Platform): Promise<void> {
  await readMeta(platform.db, 'places_version')
  await platform.act('heartbeatOf', { name: 'ready', state: 'ok' })
}
