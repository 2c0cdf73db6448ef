// The words that differ between databases in the statements of the first schema.

export type Words = {
  integer: string
  real: string
  /** Type of a primary key that counts upwards. */
  sequence: string
  /** Stores a table in the order of its primary key; empty if the database has no such tables. */
  clustered: string
  search: 'fts5' | 'tsvector'
}

export type MakeTables = (words: Words) => readonly string[]
