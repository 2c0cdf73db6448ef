// The currency in which the money of the database is counted, remembered so that no start can take it for another.
import { sql } from 'kysely'
import { usualMoney } from '../../contract/currency.ts'
import { readMeta, writeMeta } from '../database/meta.ts'
import { lockNodes, othersRun } from '../database/nodes.ts'
import type { Db } from '../database/schema.ts'

const name = 'currency'

/**
 * The currency of the money in the database. While no money has moved and no other process runs, that is `wanted`, which is remembered;
 * a database of before currencies could be chosen is in the usual one. `self`: the process that asks, once it is registered. `since`
 * (epoch ms): a process that was seen later runs. Takes the lock of the processes, so it belongs in a transaction.
 */
export async function currencyOf(
  db: Db,
  wanted: string,
  { self, since }: { self: string | null; since: number },
): Promise<string> {
  await lockNodes(db, self ?? name)
  const kept = await readMeta(db, name)
  if (kept === wanted) return wanted
  if ((await hasMoney(db)) || (await othersRun(db, self, since))) {
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
