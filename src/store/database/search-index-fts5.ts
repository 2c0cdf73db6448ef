// Full-text search on FTS5. domain/text/search-text.ts makes the words, so the tokenizer only splits at spaces.
import { sql } from 'kysely'
import { type SiteId, siteIds } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import { pairsOf, type SearchClause, type SearchTerm, tagToken } from '../../domain/text/search-text.ts'
import { preparedRows } from './prepared.ts'
import { type IndexedPost, type SearchIndex, siteTag } from './search-index.ts'

/**
 * Each site has a range of row numbers, which limits a search to its site. A word in every post of a site would do the same, but
 * finding each match in the long list of such a word takes longer than the rest of a search.
 */
const rangeOfSite = 2 ** 32
const firstOf = (site: SiteId) => sql.lit(siteRow(site).number * rangeOfSite)
/** Numbers above 2^31 are bound as reals, and the index ignores a bound that is a real. */
const rowNumber = (site: SiteId, seq: number) => sql`${firstOf(site)} + cast(${seq} as integer)`

const phrase = (words: readonly string[]) => `"${words.join(' ')}"`
const columns = ['title', 'topics', 'body'] as const
/** The pairs of a term with `within`, all in one column. NEAR counts the tokens between two phrases: neighbours are 0 apart. */
const near = (words: readonly string[], within: number) => {
  const pairs = all(pairsOf(words).map(pair => `NEAR(${pair.map(each => phrase([each])).join(' ')}, ${within - 1})`))
  return words.length === 2 ? pairs : `(${columns.map(column => `{${column}} : ${pairs}`).join(' OR ')})`
}
const word = ({ words, prefix, within }: SearchTerm) =>
  within === null ? phrase(words) + (prefix ? ' *' : '') : near(words, within)
const term = (t: SearchTerm) =>
  t.stems.length === 0 ? word(t) : `(${[word(t), ...t.stems.map(stem => phrase([stem]))].join(' OR ')})`
const all = (parts: readonly string[]) => (parts.length === 1 ? `${parts[0]}` : `(${parts.join(' AND ')})`)
const clause = ({ any }: SearchClause) => {
  const alternatives = any.map(terms => all(terms.map(term)))
  return alternatives.length === 1 ? `${alternatives[0]}` : `(${alternatives.join(' OR ')})`
}
const tagPhrase = (tag: string) => phrase([tagToken(tag)])

type Row = { number: number; title: string; topics: string; body: string; tags: string }

const rowOf = ({ seq, site, document: { title, topics, body, stems, tags } }: IndexedPost): Row => ({
  number: siteRow(site).number * rangeOfSite + seq,
  title: title.join(' '),
  topics: topics.join(' '),
  body: body.join(' '),
  tags: [...[siteTag(site), ...tags].map(tagToken), ...stems].join(' '),
})

const insert = preparedRows<Row>()((db, rows) => {
  const values = rows.map(
    ({ number, title, topics, body, tags }) => sql`(cast(${number} as integer), ${title}, ${topics}, ${body}, ${tags})`,
  )
  const statement = sql`insert into listing_search (rowid, title, topics, body, tags) values ${sql.join(values)}`
  return { compile: () => statement.compile(db) }
})

const newest = sql`listing_search.rowid desc`

export const fts5Index: SearchIndex = {
  async add(db, post) {
    await this.addAll(db, [post])
  },

  async addAll(db, posts) {
    if (posts.length > 0) await insert(db, posts.map(rowOf))
  },

  async remove(db, { seq, site }) {
    await sql`delete from listing_search where rowid = ${rowNumber(site, seq)}`.execute(db)
  },

  async clear(db) {
    await sql`insert into listing_search (listing_search) values ('delete-all')`.execute(db)
  },

  // No column is named: tags and stems never equal words, and a check of columns would take longer than finding the rows.
  match({ site, before, clauses, tags, anyOf = [] }) {
    const wanted = [
      ...tags.map(tagPhrase),
      ...anyOf.map(group => `(${group.map(tagPhrase).join(' OR ')})`),
      ...clauses.filter(({ not }) => !not).map(clause),
    ]
    const unwanted = clauses.filter(({ not }) => not).map(clause)
    const query =
      (wanted.length > 0 ? wanted : [tagPhrase(siteTag(site))]).join(' AND ') +
      unwanted.map(part => ` NOT ${part}`).join('')
    return sql<boolean>`listing_search match ${query}
      and listing_search.rowid > ${firstOf(site)} and listing_search.rowid < ${rowNumber(site, Math.min(before, rangeOfSite))}`
  },

  seqOf: site => sql<number>`(listing_search.rowid - ${firstOf(site)})`,
  newestFirst: true,
  // The index itself is walked, and yields only matches.
  newestOfFew: newest,
  newest,
  seq: sql<number>`(listing_search.rowid % ${sql.lit(rangeOfSite)})`,
  belongsTo(listing) {
    const first = sql.join(
      siteIds.map(site => sql`when ${sql.lit(site)} then ${firstOf(site)}`),
      sql` `,
    )
    const [seq, site] = ['seq', 'site'].map(column => sql.ref(`${listing}.${column}`))
    return sql<boolean>`listing_search.rowid = ${seq} + case ${site} ${first} end`
  },
}
