// What the index holds of listed posts, made again from the posts themselves: for copies and for new versions of the index.
import type { Kysely } from 'kysely'
import { siteRow } from '../../contract/sites.ts'
import { type PostFacts, type PostFields, searchDocument } from '../../domain/post.ts'
import { listingTags } from '../../domain/publication.ts'
import type { SearchDocument } from '../../domain/search-text.ts'
import type { Database } from '../database/schema.ts'

export type ListedDocument = {
  seq: number
  document: SearchDocument
  times: PostFacts['times']
  place: PostFacts['place']
}

/** The documents of the listed posts from one sequence number to another, both included. */
export async function listedDocuments(db: Kysely<Database>, from: number, to: number): Promise<ListedDocument[]> {
  const listed = await db
    .selectFrom('listing')
    .innerJoin('posts', 'posts.id', 'listing.post_id')
    .select(['listing.seq', 'listing.site', 'listing.country', 'listing.state', 'listing.city'])
    .innerJoin('revisions', 'revisions.id', 'posts.shown_revision')
    .select(['revisions.fields', 'revisions.facts'])
    .where('listing.seq', '>=', from)
    .where('listing.seq', '<=', to)
    .execute()
  return listed.map(({ seq, site, country, state, city, fields: fieldsJson, facts: factsJson }) => {
    const fields = JSON.parse(fieldsJson) as PostFields
    const { times, place } = JSON.parse(factsJson) as PostFacts
    const tags = listingTags({ site, topics: fields.topics, country, state, city, point: place })
    return { seq, document: searchDocument(siteRow(site), fields, tags), times, place }
  })
}
