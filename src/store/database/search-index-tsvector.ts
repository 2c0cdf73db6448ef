// Full-text search on tsvector. Words come ready made (domain/search-text.ts), so vectors are written as text, not parsed.
import { sql } from 'kysely'
import { type SearchDocument, type SearchTerm, tagToken, worn } from '../../domain/search-text.ts'
import type { SearchIndex } from './search-index.ts'

/** Positions keep columns apart, so that a phrase never crosses from one into the next. */
const columns = {
  title: { from: 1, weight: 'A' },
  topics: { from: 1_000, weight: 'B' },
  body: { from: 2_000, weight: 'D' },
} as const
const lastPosition = 16_383
const anyText = 'ABD'

const quote = (word: string) => `'${word}'`
const term = (t: SearchTerm) =>
  `(${t.words
    .map((word, i) => `${quote(word)}:${t.prefix && i === t.words.length - 1 ? '*' : ''}${anyText}`)
    .join(' <-> ')})`

function vector(document: SearchDocument): string {
  const lexemes = (['title', 'topics', 'body'] as const).flatMap(column =>
    document[column].flatMap((word, i) =>
      word === worn
        ? []
        : `${quote(word)}:${Math.min(columns[column].from + i, lastPosition)}${columns[column].weight}`,
    ),
  )
  const tags = document.tags.map(tag => `${quote(tagToken(tag))}:${lastPosition}C`)
  return [...lexemes, ...tags].join(' ')
}

export const tsvectorIndex: SearchIndex = {
  seq: sql<number>`listing_search.seq`,
  newestOfFew: sql`listing_search.seq + 0 desc`,

  async add(db, seq, document) {
    await sql`insert into listing_search (seq, document) values (${seq}, ${vector(document)}::tsvector)`.execute(db)
  },

  async addAll(db, rows) {
    if (rows.length === 0) return
    const values = rows.map(({ seq, document }) => sql`(${seq}::bigint, ${vector(document)}::tsvector)`)
    await sql`insert into listing_search (seq, document) values ${sql.join(values)}`.execute(db)
  },

  async remove(db, seq) {
    await sql`delete from listing_search where seq = ${seq}`.execute(db)
  },

  match({ terms, tags, anyOf }) {
    const parts = [
      ...tags.map(tag => quote(tagToken(tag))),
      ...(anyOf ? [`(${anyOf.map(tag => quote(tagToken(tag))).join(' | ')})`] : []),
      ...terms.map(t => (t.not ? `!${term(t)}` : term(t))),
    ]
    return sql<boolean>`listing_search.document @@ ${parts.join(' & ')}::tsquery`
  },
}
