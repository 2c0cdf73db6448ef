// Full-text search on tsvector. domain/text/search-text.ts makes the words, so vectors are written as text and not parsed.
import { sql } from 'kysely'
import { gap, pairsOf, type SearchClause, type SearchTerm, tagToken } from '../../domain/text/search-text.ts'
import { type IndexedPost, type SearchIndex, siteTag } from './search-index.ts'

/** Each column has a range of positions, so that a phrase never crosses from one column into the next. */
const columns = {
  title: { from: 1, weight: 'A' },
  topics: { from: 1_000, weight: 'B' },
  body: { from: 2_000, weight: 'D' },
} as const
const lastPosition = 16_383
const anyText = 'ABD'

const quote = (word: string) => `'${word}'`
const phrase = ({ words, prefix }: SearchTerm) =>
  `(${words.map((word, i) => `${quote(word)}:${prefix && i === words.length - 1 ? '*' : ''}${anyText}`).join(' <-> ')})`
/** One word of each pair exactly so many positions from the other, for every allowed number; all pairs in one column. */
const near = (words: readonly string[], within: number) => {
  const apart = Array.from({ length: within }, (_, i) => `<${i + 1}>`)
  const inColumns = (weights: string) =>
    all(
      pairsOf(words).map(pair => {
        const [one, other] = pair.map(word => `${quote(word)}:${weights}`)
        return `(${apart.flatMap(step => [`${one} ${step} ${other}`, `${other} ${step} ${one}`]).join(' | ')})`
      }),
    )
  return words.length === 2 ? inColumns(anyText) : `(${[...anyText].map(inColumns).join(' | ')})`
}
const word = (t: SearchTerm) => (t.within === null ? phrase(t) : near(t.words, t.within))
const term = (t: SearchTerm) => (t.stems.length === 0 ? word(t) : `(${[word(t), ...t.stems.map(quote)].join(' | ')})`)
const all = (parts: readonly string[]) => `(${parts.join(' & ')})`
const clause = ({ any, not }: SearchClause) =>
  `${not ? '!' : ''}(${any.map(terms => all(terms.map(term))).join(' | ')})`

function vector({ site, document }: IndexedPost): string {
  const lexemes = (['title', 'topics', 'body'] as const).flatMap(column =>
    document[column].flatMap((word, i) =>
      word === gap ? [] : `${quote(word)}:${Math.min(columns[column].from + i, lastPosition)}${columns[column].weight}`,
    ),
  )
  const tags = [siteTag(site), ...document.tags].map(tag => `${quote(tagToken(tag))}:${lastPosition}C`)
  return [...lexemes, ...tags, ...document.stems.map(quote)].join(' ')
}

const seq = sql<number>`listing_search.seq`

export const tsvectorIndex: SearchIndex = {
  async add(db, post) {
    await this.addAll(db, [post])
  },

  async addAll(db, posts) {
    if (posts.length === 0) return
    const values = posts.map(post => sql`(${post.seq}::bigint, ${vector(post)}::tsvector)`)
    await sql`insert into listing_search (seq, document) values ${sql.join(values)}`.execute(db)
  },

  async remove(db, { seq }) {
    await sql`delete from listing_search where seq = ${seq}`.execute(db)
  },

  async clear(db) {
    await sql`delete from listing_search`.execute(db)
  },

  match({ site, before, clauses, tags, anyOf = [] }) {
    const parts = [
      ...[siteTag(site), ...tags].map(tag => quote(tagToken(tag))),
      ...anyOf.map(group => `(${group.map(tag => quote(tagToken(tag))).join(' | ')})`),
      ...clauses.map(clause),
    ]
    return sql<boolean>`listing_search.document @@ ${parts.join(' & ')}::tsquery and listing_search.seq < ${before}`
  },

  seqOf: () => seq,
  newestFirst: false,
  newestOfFew: sql`listing_search.seq + 0 desc`,
  newest: sql`listing_search.seq desc`,
  seq,
  belongsTo: listing => sql<boolean>`listing_search.seq = ${sql.ref(`${listing}.seq`)}`,
}
