// The first schema: every table and index, as statements in an order in which each finds what it refers to.
import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { deliveryTables } from './first-schema/delivery.ts'
import { listingTables } from './first-schema/listing.ts'
import { moneyTables } from './first-schema/money.ts'
import { postTables } from './first-schema/posts.ts'

/** What the statements of one database are made with. */
type Words = {
  integer: string
  real: string
  /** Type of a primary key that counts upwards. */
  sequence: string
  /** Makes a table lie in the order of its primary key; empty where there is no such thing. */
  clustered: string
  searchIndex: readonly string[]
}

export type MakeTables = (words: Words) => readonly string[]

/** Makes the tables. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const words: Words = {
    ...dialect.words,
    searchIndex: dialect.searchIndex.ddl,
  }
  for (const make of [moneyTables, postTables, listingTables, deliveryTables])
    for (const statement of make(words)) await sql.raw(statement).execute(db)
}
