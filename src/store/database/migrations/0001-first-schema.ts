// The first schema: the statements of every table and index, each table after those that it refers to.
import { type Kysely, sql } from 'kysely'
import { deliveryTables } from './first-schema/delivery.ts'
import { listingTables } from './first-schema/listing.ts'
import { moneyTables } from './first-schema/money.ts'
import { paymentTables } from './first-schema/payments.ts'
import { postTables } from './first-schema/posts.ts'
import { reviewTables } from './first-schema/review.ts'
import { searchIndex } from './first-schema/search-index.ts'
import type { Words } from './first-schema/words.ts'

/** Creates the tables. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, words: Words): Promise<void> {
  for (const make of [moneyTables, paymentTables, postTables, reviewTables, listingTables, searchIndex, deliveryTables])
    for (const statement of make(words)) await sql.raw(statement).execute(db)
}
