// Runs a transaction again after a conflict with another transaction.
import type { Dialect } from './capabilities.ts'

const attempts = 5

/** Thrown in a transaction after a conflict: the next run sees the rows of the other one. The last run throws `instead`. */
export class Overtaken extends Error {
  readonly instead: Error
  constructor(instead: Error) {
    super(instead.message)
    this.instead = instead
  }
}

/** Runs `work`, which is one whole transaction, up to five times, as long as its error says that another run can succeed. */
export async function retrying<T>(dialect: Dialect, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const overtaken = error instanceof Overtaken
      if (attempt < attempts && (overtaken || dialect.isRetryable(error))) continue
      throw overtaken ? error.instead : error
    }
  }
}
