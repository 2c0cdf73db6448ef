// Remembers when the database last refused a write, so that the readiness of the process follows that of its writes.
import { StoreUnavailable } from '../store/database/unavailable.ts'

export type RefusedWrites = {
  /** The write itself; a refusal, such as that of a full disk, is remembered. */
  watch<T>(write: Promise<T>): Promise<T>
  /** When the last write was refused, epoch milliseconds; null if none was. */
  lastAt(): number | null
}

export function createRefusedWrites(now: () => number): RefusedWrites {
  let lastAt: number | null = null
  return {
    watch(write) {
      write.catch(error => {
        if (error instanceof StoreUnavailable && error.hindrance === 'unwritable') lastAt = now()
      })
      return write
    },
    lastAt: () => lastAt,
  }
}
