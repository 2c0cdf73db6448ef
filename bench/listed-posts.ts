// Databases with many listed posts, made only by the writes of the listing: without accounts, money and moderation.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'

/** The modules of a tree to measure: this tree, or another commit with the same rooms. */
export type Tree = {
  browse: typeof import('../src/usecases/lists/browse-posts.ts')
  /** Runs a search. */
  search(...asked: SearchArguments): Promise<unknown>
  dialect: typeof import('../src/store/database/dialect.ts')
  fill(url: string, posts: number): Promise<void>
}

/** The instant at which posts are published and lists are read; epoch ms. */
export const listedAt = Date.UTC(2026, 10, 21, 12)

const batch = 250
const spreadOver = 2_000

type SearchArguments = Parameters<typeof import('../src/usecases/lists/search-posts.ts')['searchPage']>

/** Loads the code of a tree. `folder` has its src/ and demo/. */
export async function loadTree(folder: string): Promise<Tree> {
  const load = <Module>(path: string): Promise<Module> => import(pathToFileURL(join(folder, path)).href)
  const dialect = await load<typeof import('../src/store/database/dialect.ts')>('src/store/database/dialect.ts')
  const { migrate } = await load<typeof import('../src/store/database/migrate.ts')>('src/store/database/migrate.ts')
  const { siteRow } = await load<typeof import('../src/contract/sites.ts')>('src/contract/sites.ts')
  const { syntheticPost } = await load<typeof import('../demo/synthetic-posts.ts')>('demo/synthetic-posts.ts')
  const { publicView } = await load<typeof import('../src/domain/posts/post.ts')>('src/domain/posts/post.ts')
  const { publicationOf } = await load<typeof import('../src/domain/posts/publication.ts')>(
    'src/domain/posts/publication.ts',
  )
  const { largestPlaces } = await load<typeof import('../src/store/lists/places.ts')>('src/store/lists/places.ts')
  const places = await load<typeof import('../src/actions/lists/load-places.ts')>('src/actions/lists/load-places.ts')
  const writes = 'src/store/lists/writes.ts'
  const { addListings } = await load<typeof import('../src/store/lists/writes.ts')>(
    existsSync(join(folder, writes)) ? writes : 'src/store/lists/listing.ts',
  )
  const site = siteRow('events')

  const browse = await load<Tree['browse']>('src/usecases/lists/browse-posts.ts')
  const searching = 'src/usecases/lists/search-posts.ts'
  // Older trees have the search in the file of the lists.
  const search = existsSync(join(folder, searching))
    ? (await load<typeof import('../src/usecases/lists/search-posts.ts')>(searching)).searchPage
    : (browse as unknown as { searchPosts: Tree['search'] }).searchPosts

  return {
    browse,
    search: (platform, site, query) => search(platform, site, query, null),
    dialect,
    async fill(url, posts) {
      const database = dialect.dialectOf(url)
      const connection = database.open(url, 'write')
      const { db } = connection
      await migrate(connection, database)
      await db
        .transaction()
        .execute(tx => places.loadPlacesIntoStore({ db: tx, dialect: database } as never, {}).then(() => {}))
      // Listed posts without posts, in a throw-away file: without foreign keys and without syncs.
      const loosen = database.singleWriter
        ? ['pragma foreign_keys = off', 'pragma synchronous = off', 'pragma wal_autocheckpoint = 20000']
        : []
      for (const statement of loosen) await sql.raw(statement).execute(db)
      const spread = await largestPlaces(db, spreadOver)
      const publication = (number: number) => {
        const { fields, facts } = syntheticPost(number, listedAt, spread)
        const published = {
          id: `p_${String(number).padStart(20, '0')}`,
          event: null,
          // Some trees need the base URL here; others make addresses when a post is served.
          baseUrl: 'https://events.example.org',
          handle: 'seed',
          publishedAt: listedAt,
          updatedAt: null,
          policyVersion: '1',
        }
        const view = publicView(site, fields, facts, published)
        return publicationOf(site, fields, facts, view, listedAt)
      }
      for (let from = 0; from < posts; from += 4 * batch)
        await db.transaction().execute(async tx => {
          if (!database.singleWriter) await sql`set local session_replication_role = replica`.execute(tx)
          for (let at = from; at < Math.min(posts, from + 4 * batch); at += batch) {
            const size = Math.min(batch, posts - at)
            await addListings(
              tx,
              database,
              Array.from({ length: size }, (_, i) => publication(at + i)),
            )
          }
        })
      if (!database.singleWriter) await sql`analyze`.execute(db)
      await connection.close()
    },
  }
}
