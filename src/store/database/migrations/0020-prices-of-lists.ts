// Stores the price, the category and the condition of listed classifieds so that lists are narrowed and ordered by them.
import { type Kysely, sql } from 'kysely'

type Row = { seq: number; site: string; tags: string; json: string }
type Post = { price?: { amount: number; currency: string }; category?: string; condition?: string }

const rowsAtOnce = 1_000

/** Adds the price and its index, fills both, and has the search index made again. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, { integer }: { integer: string }): Promise<void> {
  for (const statement of [
    'alter table listing add column currency text',
    `alter table listing add column price ${integer}`,
    'create index listing_priced on listing (site, currency, price, seq) where currency is not null',
  ])
    await sql.raw(statement).execute(db)
  let priced: string | undefined
  for (let after = -1; ; ) {
    const { rows } = await sql<Row>`
      select l.seq, l.site, l.tags, t.public_json as json from listing l join listing_texts t on t.listing_seq = l.seq
      where t.public_json like ${'%"category":%'} and l.seq > ${after} order by l.seq limit ${rowsAtOnce}`.execute(db)
    for (const { seq, site, tags, json } of rows) {
      const { price, category, condition } = JSON.parse(json) as Post
      // Only classifieds have a category, and each has one; other posts can have the word in their texts.
      if (category === undefined) continue
      priced = site
      const choices = Object.entries({ category, condition }).filter(([, value]) => value !== undefined)
      const all = tags + choices.map(([member, value]) => `${member}=${value}\n`).join('')
      const units = price ? Math.min(Math.round(price.amount * 10 ** decimalsOf(price.currency)), 2 ** 53 - 1) : null
      await sql`update listing set tags = ${all}, currency = ${price?.currency ?? null}, price = ${units}
        where seq = ${seq}`.execute(db)
    }
    const last = rows.at(-1)
    if (!last) break
    after = Number(last.seq)
  }
  if (priced !== undefined) await sql`insert into meta (name, value) values ('reindex', ${priced})`.execute(db)
}

const decimals: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

function decimalsOf(currency: string): number {
  const found = Object.entries(decimals).find(([, codes]) => codes.split(' ').includes(currency))
  return found ? Number(found[0]) : 2
}
