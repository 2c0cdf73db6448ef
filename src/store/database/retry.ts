// Runs a transaction again when another one was in its way.
import type { Dialect } from './capabilities.ts'

const attempts = 5

/** Thrown in a transaction that another one has overtaken: run again it finds what that one wrote. `instead` is thrown in the end. */
export class Overtaken extends Error {
  readonly instead: Error
  constructor(instead: Error) {
    super(instead.message)
    this.instead = instead
  }
}

/** Runs `work`, which is one whole transaction, up to five times: again when the database says that it can succeed then. */
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
