// Claims due rows of a queue: any table whose rows have a due time, a count of attempts, and a lease with a token.
import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { selectForClaim } from './locks.ts'
import type { Database, Db } from './schema.ts'

type QueueColumns = {
  id: string
  due_at: number | null
  attempts: number
  lease_token: string | null
  lease_until: number | null
}
type QueueTable = { [T in keyof Database]: Database[T] extends QueueColumns ? T : never }[keyof Database]

export type Queue<T extends QueueTable> = {
  table: T
  /** The columns that order due rows. */
  order: readonly (keyof Database[T] & string)[]
  /** Rows that are still in the queue. */
  waiting(row: ExpressionBuilder<Database, T>): Expression<SqlBool>
}

/** The token, the length of the lease, and the most rows of a claim. Times are epoch milliseconds. */
export type Claim = { token: string; now: number; leaseMs: number; limit: number }

/**
 * Claims due rows of a queue, in its order: each gets the token, a lease, and one more attempt. A row whose lease has run out is
 * claimed again, and a result with the old token is then refused.
 */
export async function claimDue<T extends QueueTable>(
  db: Db,
  queue: Queue<T>,
  { token, now, leaseMs, limit }: Claim,
): Promise<Selectable<Database[T]>[]> {
  // Every queue has these columns; the builder is typed for one of them.
  const { table, waiting, order } = queue as unknown as Queue<'mail'>
  const due = db
    .selectFrom(table)
    .select('id')
    .where(waiting)
    .where('due_at', '<=', now)
    .where(row => row.or([row('lease_until', 'is', null), row('lease_until', '<', now)]))
    .$call(query => order.reduce((ordered, column) => ordered.orderBy(column), query))
    .limit(limit)
    .$call(selectForClaim)
  const rows: unknown = await db
    .updateTable(table)
    .set({ lease_token: token, lease_until: now + leaseMs, attempts: sql<number>`attempts + 1` })
    .where('id', 'in', due)
    .returningAll()
    .execute()
  return rows as Selectable<Database[T]>[]
}
