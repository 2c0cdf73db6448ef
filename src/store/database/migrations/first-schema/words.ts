// What differs between databases in the statements that make the tables.

/** What the statements of one database are made with. */
export type Words = {
  integer: string
  real: string
  /** Type of a primary key that counts upwards. */
  sequence: string
  /** Makes a table lie in the order of its primary key; empty where there is no such thing. */
  clustered: string
  search: 'fts5' | 'tsvector'
}

export type MakeTables = (words: Words) => readonly string[]
