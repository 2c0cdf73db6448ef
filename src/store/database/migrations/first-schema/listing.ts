// Listed posts, their occurrences, and places with the index of their names.
import type { MakeTables } from './words.ts'

/** The statements that create the tables. */
export const listingTables: MakeTables = ({ integer, real, sequence, clustered }) => [
  `create table listing (
    seq ${sequence},
    post_id text not null unique references posts (id),
    site text not null,
    starts_at ${integer},
    expires_at ${integer},
    changed_at ${integer} not null,
    area text,
    tags text not null,
    headline text not null,
    stemmed text not null,
    x ${real},
    y ${real},
    z ${real}
  )`,
  'create index listing_newest on listing (site, seq)',
  'create index listing_expiry on listing (expires_at) where expires_at is not null',
  `create table listing_texts (
    listing_seq ${integer} primary key references listing (seq) on delete cascade,
    public_json text not null
  )`,
  `create table tag_counts (
    site text not null,
    kind text not null,
    within text not null,
    name text not null,
    posts ${integer} not null,
    primary key (site, kind, within, name)
  )${clustered}`,
  'create index tag_counts_overall on tag_counts (site, kind, posts, name)',
  'create index tag_counts_most on tag_counts (site, kind, within, posts, name)',
  `create table tag_changes (
    seq ${sequence},
    site text not null,
    kind text not null,
    within text not null,
    name text not null,
    posts ${integer} not null
  )`,
  `create table occurrences (
    listing_seq ${integer} not null references listing (seq) on delete cascade,
    site text not null,
    starts_at ${integer} not null,
    ends_at ${integer} not null,
    marks ${integer} not null default 0,
    x ${real},
    y ${real},
    z ${real},
    primary key (listing_seq, starts_at)
  )${clustered}`,
  'create index occurrences_soonest on occurrences (site, starts_at, listing_seq, ends_at, marks, x, y, z)',
  'create index occurrences_end on occurrences (ends_at)',
  `create table places (
    geonames_id integer primary key,
    name text not null, names text not null,
    country text not null, state text,
    lat ${real} not null, lon ${real} not null,
    timezone text not null, population integer not null
  )`,
  `create table place_names (
    initials ${integer} primary key,
    entries text not null
  )`,
]
