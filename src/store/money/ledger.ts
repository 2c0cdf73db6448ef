// The only place where money moves: one conditional update of the balance and one appended row (contract.md §5).
import { type Selectable, sql } from 'kysely'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { selectForUpdate } from '../database/locks.ts'
import { prepared, preparedRows, preparedWrite, together } from '../database/prepared.ts'
import type { Db, LedgerTable, LedgerType } from '../database/schema.ts'
export type LedgerRow = Selectable<LedgerTable>

/** One movement of money. `amount` is signed micros: a movement out of the account is negative. */
export type Movement = {
  id: string
  accountId: string
  /** The key that spends the money, or whose text is refunded. */
  keyId?: string | null
  type: LedgerType
  amount: number
  site: SiteId | null
  postId: string | null
  /** The text that is paid for. */
  revisionId?: string | null
  reference?: string | null
  note?: string | null
  now: number
}

const spendOrEarn = prepared<{ id: string; amount: number }>()((db, p) =>
  db
    .updateTable('accounts')
    .set({ balance: sql<number>`balance + ${p('amount')}` })
    .where('id', '=', p('id'))
    .where(sql<boolean>`balance + ${p('amount')} >= 0`)
    .returning('balance'),
)

/**
 * Appends the row if the balance suffices. It locks the account; `spendOrEarn` tests the same condition under that lock, so both write
 * or neither does.
 */
const append = preparedWrite<Omit<LedgerRow, 'seq' | 'balance_after'>>()((db, p) => {
  const given = (
    [
      'id',
      'account_id',
      'key_id',
      'type',
      'amount',
      'site',
      'post_id',
      'revision_id',
      'created_at',
      'reference',
      'note',
    ] as const
  ).map(name => ({ name, value: sql`${p(name)}`.as(name) }))
  const after = sql<number>`balance + ${p('amount')}`
  return db
    .insertInto('ledger')
    .columns([...given.map(({ name }) => name), 'balance_after'])
    .expression(
      selectForUpdate(
        db
          .selectFrom('accounts')
          .select([...given.map(({ value }) => value), after.as('balance_after')])
          .where('id', '=', p('account_id'))
          .where(sql<boolean>`${after} >= 0`),
      ),
    )
})

/**
 * Moves money, in two statements that share a round trip. Returns the new balance in micros; null when the balance does not cover
 * it, and then nothing has moved.
 */
export async function move(db: Db, movement: Movement): Promise<number | null> {
  const { id, accountId, keyId = null, type, amount, site, postId, now } = movement
  const { revisionId = null, reference = null, note = null } = movement
  if (!Number.isSafeInteger(amount)) throw new RangeError(`amount out of range: ${amount}`)
  const [, [account]] = await together(
    append(db, {
      id,
      account_id: accountId,
      key_id: keyId,
      type,
      amount,
      site,
      post_id: postId,
      revision_id: revisionId,
      created_at: now,
      reference,
      note,
    }),
    spendOrEarn(db, { id: accountId, amount }),
  )
  return account?.balance ?? null
}

/**
 * Makes several movements of one account, in the order given. Returns the new balance in micros; null when the balance would have
 * been negative at any point, and then nothing has moved.
 */
export async function moveBatch(db: Db, accountId: string, movements: readonly Movement[]): Promise<number | null> {
  if (!movements.every(({ amount }) => Number.isSafeInteger(amount))) throw new RangeError('amount out of range')
  const [account] = await lockedBalance(db, { id: accountId })
  if (!account || movements.length === 0) return account?.balance ?? null
  let after = account.balance
  const rows = movements.map(movement => {
    const { id, keyId = null, type, amount, site, postId, now } = movement
    const { revisionId = null, reference = null, note = null } = movement
    after += amount
    return {
      id,
      account_id: accountId,
      key_id: keyId,
      type,
      amount,
      balance_after: after,
      site,
      post_id: postId,
      revision_id: revisionId,
      created_at: now,
      reference,
      note,
    }
  })
  if (rows.some(row => row.balance_after < 0)) return null
  await spendOrEarn(db, { id: accountId, amount: after - account.balance })
  await appendAll(db, rows)
  return after
}

const appendAll = preparedRows<Omit<LedgerRow, 'seq'>>()((db, rows) => db.insertInto('ledger').values(rows))

const lockedBalance = prepared<{ id: string }>()((db, p) =>
  // An update that changes nothing takes the row's lock, so that the balance read is the balance spent.
  db.updateTable('accounts').set({ balance: sql<number>`balance + 0` }).where('id', '=', p('id')).returning('balance'),
)

/** Takes `amount` micros, or the whole balance if it is less. Returns the amount taken and the new balance, in micros. */
export async function moveAtMost(db: Db, movement: Movement): Promise<{ amount: number; balance: number }> {
  const [account] = await lockedBalance(db, { id: movement.accountId })
  const taken = Math.min(account?.balance ?? 0, movement.amount)
  const after = await move(db, { ...movement, amount: 0 - taken })
  if (after === null) throw new Error(`balance of ${movement.accountId} changed under its lock`)
  return { amount: taken, balance: after }
}

const ofRevision = prepared<{ revisionId: string; type: LedgerType }>()((db, p) =>
  db.selectFrom('ledger').selectAll().where('revision_id', '=', p('revisionId')).where('type', '=', p('type')),
)

/** The row of a revision with this type; there is at most one. */
export async function movementOf(db: Db, revisionId: string, type: LedgerType): Promise<LedgerRow | undefined> {
  return (await ofRevision(db, { revisionId, type }))[0]
}

/** The reference of the credit that pays back more after the one refund of a revision. */
export const appealReference = (revisionId: string) => `appeal:${revisionId}`

export async function creditOf(db: Db, reference: string): Promise<LedgerRow | undefined> {
  return db.selectFrom('ledger').selectAll().where('reference', '=', reference).executeTakeFirst()
}

/** The latest rows of an account, newest first. */
export async function latestMovements(db: Db, accountId: string, limit: number): Promise<LedgerRow[]> {
  return db
    .selectFrom('ledger')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** What an account has moved in a time (epoch ms, the end left out) by site and type: how many movements, and their sum in micros. */
export async function movedByType(
  db: Db,
  accountId: string,
  { from, until }: { from: number; until: number },
): Promise<{ site: SiteId | null; type: LedgerType; movements: number; amount: number }[]> {
  const rows = await db
    .selectFrom('ledger')
    .select([
      'site',
      'type',
      ({ fn }) => fn.countAll().as('movements'),
      sql<number>`cast(sum(amount) as bigint)`.as('amount'),
    ])
    .where('account_id', '=', accountId)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .groupBy(['site', 'type'])
    .orderBy('site')
    .orderBy('type')
    .execute()
  return rows.map(row => ({ ...row, movements: Number(row.movements), amount: Number(row.amount) }))
}
