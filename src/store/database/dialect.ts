// Chooses the database of a URL. A third database would be a file beside these two, and a row here.
import { resolve } from 'node:path'
import type { Dialect } from './capabilities.ts'
import { postgres } from './postgres.ts'
import { sqlite } from './sqlite.ts'

export type { Connection, Dialect } from './capabilities.ts'
export { type MemoryDatabase, openMemory } from './sqlite.ts'

export function dialectOf(url: string): Dialect {
  return url.startsWith('sqlite:') ? sqlite : postgres
}

/** The URL of the database in the file at `path`, such as a backup. */
export function fileDatabaseUrl(path: string): string {
  return `sqlite:${path}`
}

/** The path of the file of a database; null for a database of a server. */
export function fileOf(url: string): string | null {
  return dialectOf(url).singleWriter ? resolve(url.slice(url.indexOf(':') + 1)) : null
}
