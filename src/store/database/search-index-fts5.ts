// Full-text search on FTS5. Words come ready made (domain/search-text.ts), so the tokenizer only splits at spaces.
import { sql } from 'kysely'
import { type SearchDocument, type SearchTerm, tagToken } from '../../domain/search-text.ts'
import type { SearchIndex } from './search-index.ts'

const phrase = (words: readonly string[]) => `"${words.join(' ')}"`
const term = (t: SearchTerm) => phrase(t.words) + (t.prefix ? ' *' : '')
const columnTexts = ({ title, topics, body, tags }: SearchDocument) =>
  [title, topics, body, tags.map(tagToken)].map(words => words.join(' '))
const text = '{title topics body}'

export const fts5Index: SearchIndex = {
  seq: sql<number>`listing_search.rowid`,
  // The index itself is walked, and holds nothing but matches.
  newestOfFew: sql`listing_search.rowid desc`,

  async add(db, seq, document) {
    await sql`insert into listing_search (rowid, title, topics, body, tags)
      values (${seq}, ${sql.join(columnTexts(document))})`.execute(db)
  },

  async addAll(db, rows) {
    if (rows.length === 0) return
    const values = rows.map(({ seq, document }) => sql`(${seq}, ${sql.join(columnTexts(document))})`)
    await sql`insert into listing_search (rowid, title, topics, body, tags) values ${sql.join(values)}`.execute(db)
  },

  async remove(db, seq) {
    await sql`delete from listing_search where rowid = ${seq}`.execute(db)
  },

  match({ terms, tags, anyOf }) {
    const wanted = [
      ...tags.map(tag => `tags : ${phrase([tagToken(tag)])}`),
      ...(anyOf ? [`tags : (${anyOf.map(tag => phrase([tagToken(tag)])).join(' OR ')})`] : []),
      ...terms.filter(t => !t.not).map(t => `${text} : ${term(t)}`),
    ]
    const unwanted = terms.filter(t => t.not).map(t => `${text} : ${term(t)}`)
    const query = wanted.join(' AND ') + unwanted.map(part => ` NOT ${part}`).join('')
    return sql<boolean>`listing_search match ${query}`
  },
}
