// Reads the log of decisions for the operator.
import { instant } from '../../domain/times/time.ts'
import { entriesAfter } from '../../store/posts/decision-log.ts'
import type { Platform } from '../platform.ts'

const batch = 1_000

/** Every entry of the log in the order of writing, with its place in the chain once it is sealed. */
export async function* decisionEntries({ db }: Platform): AsyncIterable<object> {
  for (let after = 0; ; ) {
    const rows = await entriesAfter(db, after, batch)
    for (const { detail, month: _, created_at, ...entry } of rows)
      yield { ...entry, detail: JSON.parse(detail) as object, created_at: instant(created_at), at: created_at }
    const last = rows.at(-1)
    if (!last) return
    after = last.seq
  }
}
