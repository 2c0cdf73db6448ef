// Which database a URL means. A third database is a file beside these two, and a row here.
import type { Dialect } from './capabilities.ts'
import { postgres } from './postgres.ts'
import { sqlite } from './sqlite.ts'

export type { Connection, Dialect } from './capabilities.ts'

/** The dialect of a database URL. */
export function dialectOf(url: string): Dialect {
  return url.startsWith('sqlite:') ? sqlite : postgres
}

/** The URL of a database that is the file at `path`: what backups are. */
export function fileDatabaseUrl(path: string): string {
  return `sqlite:${path}`
}
