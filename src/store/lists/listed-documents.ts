// Makes the documents of the search index again from the listed posts, for a copy in another database.
import { siteRow } from '../../contract/sites.ts'
import { type PostFacts, type PostFields, searchDocument } from '../../domain/posts/post.ts'
import { indexTags, priceIn } from '../../domain/posts/publication.ts'
import type { Db } from '../database/schema.ts'
import type { IndexedPost } from '../database/search-index.ts'
import { readRowTags } from './row-tags.ts'

/** The documents of the listed posts with sequence numbers `from` to `to`, both included. */
export async function listedDocuments(db: Db, from: number, to: number): Promise<IndexedPost[]> {
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
    const [row, text] = [siteRow(site), JSON.parse(fields) as PostFields]
    const ofIndex = indexTags(readRowTags(tags), place, priceIn(row, text))
    return { seq, site, document: searchDocument(row, text, ofIndex) }
  })
}
