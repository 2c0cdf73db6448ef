// Makes the search index of a site again, once a migration has changed what the index holds: migrations do not know its words.
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { listedDocuments } from '../lists/listed-documents.ts'
import type { Dialect } from './dialect.ts'
import { readMeta } from './meta.ts'
import { alone } from './patience.ts'
import type { Db } from './schema.ts'

const rowsAtOnce = 500
/** The fact by which a migration names the site whose index is stale. */
const stale = 'reindex'

/** Makes the index of the site that a migration has named, in one transaction; after a crash the next start does it. */
export async function reindexStale(db: Db, dialect: Dialect): Promise<void> {
  if ((await readMeta(db, stale)) !== undefined) await db.transaction().execute(tx => reindex(tx, dialect))
}

async function reindex(tx: Db, dialect: Dialect): Promise<void> {
  await alone(tx, dialect)
  const site = (await readMeta(tx, stale)) as SiteId | undefined
  if (site === undefined) return
  for (let after = -1; ; ) {
    const rows = await tx
      .selectFrom('listing')
      .select(['seq', 'site'])
      .where('site', '=', site)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(rowsAtOnce)
      .execute()
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last) break
    for (const row of rows) await dialect.searchIndex.remove(tx, row)
    const documents = await listedDocuments(tx, first.seq, last.seq)
    await dialect.searchIndex.addAll(
      tx,
      documents.filter(document => document.site === site),
    )
    after = last.seq
  }
  await tx.deleteFrom('meta').where('name', '=', stale).execute()
}
