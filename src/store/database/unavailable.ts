// The one error for a database that cannot be used at the moment, in place of the errors of its driver.

/**
 * `away`: no connection, or it was lost. `unwritable`: full disk, or no permission to write; reading still works.
 * `locked`: another transaction locked a row for too long, or the statement took too long; other transactions can succeed.
 */
export type Hindrance = 'away' | 'unwritable' | 'locked'

const words: Record<Hindrance, string> = {
  away: 'the database does not answer',
  unwritable: 'the database cannot be written to',
  locked: 'the database took too long',
}

/** Nothing was stored, unless `maybeStored` is true: then the connection or the disk failed during the commit. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  readonly hindrance: Hindrance
  readonly reason: string
  readonly maybeStored: boolean
  /** `reason` is the message of the driver; it contains no data of rows. */
  constructor(hindrance: Hindrance, reason: string, maybeStored = false) {
    super(`${words[hindrance]} (${reason})`)
    this.hindrance = hindrance
    this.reason = reason
    this.maybeStored = maybeStored
  }
}

/** The message of an error in one line; the messages of the inner errors when it has none, as for a host with several addresses. */
export function reasonOf(error: unknown): string {
  const { message, code, errors } = error as Error & { code?: string; errors?: unknown[] }
  if (message) return message.replace(/\s+/g, ' ')
  return errors?.length ? errors.map(reasonOf).join(', ') : (code ?? String(error))
}
