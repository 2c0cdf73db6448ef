// What the search index holds of listed posts, made again from the posts themselves: for copies in another database.
import type { Kysely } from 'kysely'
import { siteRow } from '../../contract/sites.ts'
import { type PostFacts, type PostFields, searchDocument } from '../../domain/post.ts'
import { indexTags } from '../../domain/publication.ts'
import type { Database } from '../database/schema.ts'
import type { IndexedPost } from '../database/search-index.ts'
import { readRowTags } from './row-tags.ts'

/** The documents of the listed posts from one sequence number to another, both included. */
export async function listedDocuments(db: Kysely<Database>, from: number, to: number): Promise<IndexedPost[]> {
  const listed = await db
    .selectFrom('listing')
    .innerJoin('posts', 'posts.id', 'listing.post_id')
    .innerJoin('revisions', 'revisions.id', 'posts.shown_revision')
    .select(['listing.seq', 'listing.site', 'listing.tags', 'revisions.fields', 'revisions.facts'])
    .where('listing.seq', '>=', from)
    .where('listing.seq', '<=', to)
    .execute()
  return listed.map(({ seq, site, tags, fields, facts }) => {
    const { place } = JSON.parse(facts) as PostFacts
    const ofIndex = indexTags(readRowTags(tags), place)
    return { seq, site, document: searchDocument(siteRow(site), JSON.parse(fields) as PostFields, ofIndex) }
  })
}
