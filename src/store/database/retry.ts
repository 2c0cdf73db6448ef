// Runs a transaction again when another one was in its way.
import type { Dialect } from './capabilities.ts'

const attempts = 5

/** Runs `work`, which is one whole transaction, up to five times: again when the database says that it can succeed then. */
export async function retrying<T>(dialect: Dialect, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts || !dialect.isRetryable(error)) throw error
    }
  }
}
