// The currency in which the money of the database is counted, remembered so that no start can take it for another.
import { sql } from 'kysely'
import { usualMoney } from '../../contract/currency.ts'
import { readMeta, writeMeta } from '../database/meta.ts'
import type { Db } from '../database/schema.ts'

const name = 'currency'

/**
 * The currency of the money in the database. While no money has moved that is `wanted`, which is remembered; a database of before
 * currencies could be chosen is in the usual one.
 */
export async function currencyOf(db: Db, wanted: string): Promise<string> {
  const kept = await readMeta(db, name)
  if (kept === wanted) return wanted
  if (await hasMoney(db)) {
    const currency = kept ?? usualMoney.currency
    if (kept === undefined) await writeMeta(db, name, currency)
    return currency
  }
  await writeMeta(db, name, wanted)
  return wanted
}

async function hasMoney(db: Db): Promise<boolean> {
  const moved = await db.selectFrom('ledger').select(sql.lit(1).as('one')).limit(1).executeTakeFirst()
  const asked = await db.selectFrom('payments').select(sql.lit(1).as('one')).limit(1).executeTakeFirst()
  return moved !== undefined || asked !== undefined
}
