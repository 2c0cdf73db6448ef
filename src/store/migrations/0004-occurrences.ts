// When and where listed posts take place: occurrences, coordinates on the sphere, words of the title for ranking.
import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { listedDocuments } from '../listed-documents.ts'
import { derivedColumns, insertOccurrences } from '../listing.ts'
import type { Database } from '../schema.ts'

const batch = 1_000

/** Makes what is missing and fills it in for the posts that are listed. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const integer = dialect.integerType
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`alter table listing add column headline text not null default ''`)
  for (const axis of ['x', 'y', 'z']) await run(`alter table listing add column ${axis} ${dialect.realType}`)
  await run('drop index listing_soonest')
  await run(`create table occurrences (
    listing_seq ${integer} not null references listing (seq) on delete cascade,
    site text not null,
    starts_at ${integer} not null,
    ends_at ${integer} not null,
    primary key (listing_seq, starts_at)
  )`)
  await run('create index occurrences_soonest on occurrences (site, starts_at, listing_seq, ends_at)')
  await run('create index occurrences_end on occurrences (ends_at)')
  await run('create index posts_key on posts (key_id, site, seq)')
  await run('drop table listing_search')
  for (const statement of dialect.searchIndexDdl) await run(statement)
  await fill(db as Kysely<Database>, dialect)
}

async function fill(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  for (let from = 0; ; ) {
    const rows = await db
      .selectFrom('listing')
      .select(['seq', 'site'])
      .where('seq', '>=', from)
      .orderBy('seq')
      .limit(batch)
      .execute()
    const last = rows.at(-1)?.seq
    if (last === undefined) return
    const sites = new Map(rows.map(row => [row.seq, row.site]))
    const documents = await listedDocuments(db, from, last)
    for (const { seq, document, place } of documents)
      await db.updateTable('listing').set(derivedColumns(document, place)).where('seq', '=', seq).execute()
    await dialect.searchIndex.addAll(db, documents)
    const occurrences = documents.map(({ seq, times }) => ({ seq, site: sites.get(seq)!, times }))
    await insertOccurrences(db, dialect, occurrences)
    from = last + 1
  }
}
