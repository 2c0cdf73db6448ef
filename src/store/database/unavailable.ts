// The one error of a database that cannot be used for now, whatever its driver calls it.

/**
 * `away`: no connection, or it was lost. `unwritable`: no room, or no permission to write; what can be read is read.
 * `locked`: another transaction held a row for too long, or the statement took too long; others are not concerned.
 */
export type Hindrance = 'away' | 'unwritable' | 'locked'

const words: Record<Hindrance, string> = {
  away: 'the database does not answer',
  unwritable: 'the database cannot be written to',
  locked: 'the database took too long',
}

/** Nothing was stored, except perhaps where `maybeStored` says so: then the connection was lost during the commit. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  readonly hindrance: Hindrance
  readonly reason: string
  readonly maybeStored: boolean
  /** `reason` is what the driver said; it holds no row. */
  constructor(hindrance: Hindrance, reason: string, maybeStored = false) {
    super(`${words[hindrance]} (${reason})`)
    this.hindrance = hindrance
    this.reason = reason
    this.maybeStored = maybeStored
  }
}

/** What a driver said, in one line: a failure to connect to several addresses has its words inside. */
export function reasonOf(error: unknown): string {
  const { message, code, errors } = error as Error & { code?: string; errors?: unknown[] }
  if (message) return message.replace(/\s+/g, ' ')
  return errors?.length ? errors.map(reasonOf).join(', ') : (code ?? String(error))
}
