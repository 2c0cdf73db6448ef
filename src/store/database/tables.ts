// One row for each table: its key, whose data it holds, what an erasure leaves of it, and where the export of its owner has it.
// Backup, restore, erasure and export follow it, so none of them forgets a new table.
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { deletedHandle } from '../../domain/accounts/handle.ts'
import { updateAccount } from '../accounts/accounts.ts'
import { eraseMails } from '../delivery/mail.ts'
import { erasedText } from '../posts/revisions.ts'
import { eraseAuthor } from '../posts/write-author.ts'
import type { Database, Db } from './schema.ts'

/** The owner of an account that is erased. `now` in epoch ms. */
export type Person = { id: string; emailKey: string; now: number }

/** The parts of the export (usecases/accounts/account-export.ts). */
export type Part =
  | ('account' | 'keys' | 'posts' | 'ledger' | 'payments' | 'disputes' | 'payouts' | 'cards' | 'billing' | 'invoices')
  | (
      | 'webhooks'
      | 'deliveries'
      | 'events'
      | 'mails'
      | 'reports'
      | 'appeals'
      | 'held_messages'
      | 'relay_messages'
      | 'sessions'
      | 'members'
      | 'invitations'
      | 'address_changes'
      | 'former_handles'
      | 'activity'
      | 'passkeys'
      | 'terms'
      | 'searches'
    )

type Why = { why: string }
type Column<T extends keyof Database> = keyof Database[T] & string
type Change<T extends keyof Database> = { set: Partial<Database[T]>; where?: RawBuilder<unknown> }

type Table<T extends keyof Database> = {
  /** The primary key, which gives the order of a backup. */
  key: readonly Column<T>[]
  /** The column with the account, or a column with the id of a row of the table `of`, which has an account; null when it is nobody's. */
  account:
    | Column<T>
    | {
        column: Column<T>
        of: 'api_keys' | 'test_worlds' | 'revisions' | 'webhooks' | 'payments' | 'posts' | 'standing_searches'
      }
    | null
  /** What becomes of the rows of an account: deleted, changed, or why they stay. */
  erased: 'deleted' | readonly Change<T>[] | ((db: Db, person: Person) => Promise<unknown>) | Why
  exported: Part | Why
}

/** A table without the types of its columns. */
type AnyTable = {
  account: string | { column: string; of: string } | null
  erased:
    | 'deleted'
    | readonly { set: object; where?: RawBuilder<unknown> }[]
    | ((db: Db, person: Person) => Promise<unknown>)
    | Why
}

/** Rows without personal data of an account. */
const ofNobody = (why: string) => ({ account: null, erased: { why }, exported: { why } })
const ofPlatform = ofNobody('It is about the platform.')
const ofReaders = ofNobody('It is made from what is public.')
const ofReviewers = ofNobody('It is the work of reviewers and names posts.')

/** Every table, each after those that it refers to. */
export const tables: { readonly [T in keyof Database]: Table<T> } = {
  accounts: {
    key: ['id'],
    account: 'id',
    erased: (db, { id, now }) =>
      updateAccount(db, id, {
        ...{ name: '', email: '', email_key: '', handle: deletedHandle, email_verified: 0, erased_at: now },
        ...{ card_on_file: 0, card_fingerprint: null, auto_recharge_enabled: 0, language: null },
      }),
    exported: 'account',
  },
  sessions: { key: ['id'], account: 'account_id', erased: 'deleted', exported: 'sessions' },
  sign_ins: {
    ...{ key: ['id'], account: 'account_id', erased: 'deleted' },
    exported: { why: 'Links that nobody has used; they end within minutes.' },
  },
  members: { key: ['id'], account: 'account_id', erased: 'deleted', exported: 'members' },
  invitations: { key: ['id'], account: 'account_id', erased: 'deleted', exported: 'invitations' },
  address_changes: { key: ['id'], account: 'account_id', erased: 'deleted', exported: 'address_changes' },
  address_holds: {
    ...{ key: ['account_id', 'email_key'], account: 'account_id', erased: 'deleted' },
    exported: { why: 'The changes of the address have them.' },
  },
  former_handles: { key: ['handle'], account: 'account_id', erased: 'deleted', exported: 'former_handles' },
  account_activity: { key: ['id'], account: 'account_id', erased: 'deleted', exported: 'activity' },
  passkeys: { key: ['id'], account: 'account_id', erased: 'deleted', exported: 'passkeys' },
  used_challenges: { key: ['hash'], ...ofNobody('They are hashes that end within minutes.') },
  accepted_terms: {
    ...{ key: ['account_id', 'version'], account: 'account_id' },
    ...{ erased: { why: 'It says under which terms the money of the books was paid.' }, exported: 'terms' },
  },
  api_keys: { key: ['id'], account: 'account_id', erased: [{ set: { name: '' } }], exported: 'keys' },
  oauth_connections: { key: ['key_id'], account: 'account_id', erased: 'deleted', exported: 'keys' },
  oauth_records: {
    ...{ key: ['hash'], account: { column: 'key_id', of: 'api_keys' }, erased: 'deleted' },
    exported: { why: 'They are hashes, and what a connection says of itself.' },
  },
  test_worlds: {
    ...{ key: ['id'], account: 'account_id' },
    erased: async (db, { id }) => {
      await db
        .deleteFrom('test_keys')
        .where('world_id', 'in', of => of.selectFrom('test_worlds').select('id').where('account_id', '=', id))
        .execute()
      await db.deleteFrom('test_worlds').where('account_id', '=', id).execute()
    },
    exported: { why: 'The posts of test keys are no posts, and money of test keys is no money.' },
  },
  test_keys: {
    ...{ key: ['hash'], account: { column: 'world_id', of: 'test_worlds' } },
    ...{ erased: { why: 'They go with their world.' }, exported: { why: 'They are hashes.' } },
  },
  ledger: { key: ['seq'], account: 'account_id', erased: { why: 'The books stay.' }, exported: 'ledger' },
  payments: {
    ...{ key: ['id'], account: 'account_id' },
    erased: [{ set: { customer: null, method: null }, where: sql`due_at is null` }],
    exported: 'payments',
  },
  cards: { key: ['account_id'], account: 'account_id', erased: 'deleted', exported: 'cards' },
  disputes: { key: ['id'], account: 'account_id', erased: { why: 'The books stay.' }, exported: 'disputes' },
  payment_events: {
    ...{ key: ['id'], account: { column: 'payment_id', of: 'payments' }, erased: { why: 'The books stay.' } },
    exported: { why: 'Each says only that the provider has news of a payment.' },
  },
  payouts: { key: ['id'], account: 'account_id', erased: { why: 'The money is still owed.' }, exported: 'payouts' },
  billing: { key: ['account_id'], account: 'account_id', erased: 'deleted', exported: 'billing' },
  invoice_numbers: { key: ['series', 'year'], ...ofPlatform },
  invoices: {
    ...{ key: ['id'], account: 'account_id' },
    ...{ erased: { why: 'The law asks for invoices to be kept as they were issued.' }, exported: 'invoices' },
  },
  posts: { key: ['seq'], account: 'account_id', erased: eraseAuthor, exported: 'posts' },
  revisions: {
    ...{ key: ['seq'], account: 'account_id' },
    erased: [
      { set: { approval_reason: null, trace: null } },
      // The text that readers see stays, as its licence says.
      {
        set: erasedText,
        where: sql`not exists (select 1 from posts
          where posts.id = revisions.post_id and shown_revision = revisions.id and public_json is not null)`,
      },
    ],
    exported: 'posts',
  },
  listing: { key: ['seq'], ...ofReaders },
  listing_texts: { key: ['listing_seq'], ...ofReaders },
  tag_counts: { key: ['site', 'kind', 'within', 'name'], ...ofReaders },
  tag_changes: { key: ['seq'], ...ofReaders },
  occurrences: { key: ['listing_seq', 'starts_at'], ...ofReaders },
  events: { key: ['seq'], account: 'account_id', erased: 'deleted', exported: 'events' },
  event_positions: {
    ...{ key: ['account_id'], account: 'account_id' },
    ...{ erased: { why: 'It is a number.' }, exported: { why: 'It is the position of the last event.' } },
  },
  announcements: { key: ['id'], ...ofReaders },
  standing_searches: { key: ['id'], account: 'account_id', erased: 'deleted', exported: 'searches' },
  standing_anchors: {
    ...{ key: ['site', 'anchor', 'search_id'], account: { column: 'search_id', of: 'standing_searches' } },
    ...{ erased: { why: 'They go with their search.' }, exported: { why: 'They follow from the search.' } },
  },
  standing_matches: {
    ...{ key: ['search_id', 'post_id'], account: { column: 'search_id', of: 'standing_searches' } },
    ...{ erased: { why: 'They go with their search.' }, exported: 'searches' },
  },
  standing_posts: { key: ['id'], ...ofReaders },
  webhooks: { key: ['id'], account: 'account_id', erased: 'deleted', exported: 'webhooks' },
  webhook_deliveries: {
    ...{ key: ['seq'], account: { column: 'webhook_id', of: 'webhooks' } },
    ...{ erased: { why: 'They go with their webhook.' }, exported: 'deliveries' },
  },
  webhook_turns: {
    ...{ key: ['delivery_seq', 'token'], account: 'account_id' },
    erased: { why: 'A turn ends with its attempt, within seconds.' },
    exported: { why: 'They last for seconds.' },
  },
  webhook_attempts: {
    key: ['seq'],
    account: null,
    erased: { why: 'They go with their delivery.' },
    exported: 'deliveries',
  },
  idempotency: {
    ...{ key: ['key_id', 'site', 'idempotency_key'], account: { column: 'key_id', of: 'api_keys' }, erased: 'deleted' },
    exported: { why: 'The key of each has the same answer.' },
  },
  counters: { key: ['scope', 'subject', 'day'], ...ofNobody('They are numbers of one day.') },
  mail: { key: ['id'], account: 'account_id', erased: (db, person) => eraseMails(db, person), exported: 'mails' },
  held_messages: {
    ...{ key: ['id'], account: 'account_id', exported: 'held_messages' },
    erased: async (db, { id }) => {
      await db.deleteFrom('held_messages').where('account_id', '=', id).execute()
      // A report stays without what its author has said.
      await db
        .updateTable('held_messages')
        .set({ note: null })
        .where('reported', 'is not', null)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('posts')
              .select('posts.id')
              .whereRef('posts.id', '=', 'held_messages.post_id')
              .where('posts.account_id', '=', id),
          ),
        )
        .execute()
    },
  },
  relay_messages: {
    ...{ key: ['seq'], account: 'author_id' },
    erased: (db, { id }) =>
      db
        .deleteFrom('relay_messages')
        .where(row => row.or([row('author_id', '=', id), row('sender_id', '=', id)]))
        .execute(),
    exported: 'relay_messages',
  },
  refused_senders: {
    ...{ key: ['author_id', 'sender_id'], account: 'author_id' },
    erased: (db, { id }) =>
      db
        .deleteFrom('refused_senders')
        .where(row => row.or([row('author_id', '=', id), row('sender_id', '=', id)]))
        .execute(),
    exported: { why: 'They name other accounts.' },
  },
  refused_readers: {
    ...{ key: ['author_id', 'reader'], account: 'author_id', erased: 'deleted' },
    exported: { why: 'They are one-way names of readers.' },
  },
  blocked_addresses: {
    ...{ key: ['author_id', 'reader'], account: 'author_id' },
    erased: (db, { id }) =>
      db
        .deleteFrom('blocked_addresses')
        .where(row => row.or([row('author_id', '=', id), row('sender_id', '=', id)]))
        .execute(),
    exported: { why: 'They are one-way names of readers.' },
  },
  paused_senders: { key: ['sender'], ...ofNobody('A pause outlives its account, and ends by itself.') },
  bans: {
    ...{ key: ['kind', 'hash', 'account_id'], account: 'account_id' },
    ...{ erased: { why: 'A ban outlives its account.' }, exported: { why: 'They are hashes.' } },
  },
  erased_hashes: {
    ...{ key: ['account_id', 'kind'], account: 'account_id' },
    ...{ erased: { why: 'A ban outlives its account.' }, exported: { why: 'They are hashes.' } },
  },
  decision_log: {
    key: ['seq'],
    ...ofNobody('Nothing is ever taken from it; the export of a post says what was decided.'),
  },
  decision_log_head: { key: ['name'], ...ofPlatform },
  decision_counts: { key: ['month', 'decider', 'action', 'category', 'within_s'], ...ofPlatform },
  review_claims: { key: ['kind', 'subject'], ...ofReviewers },
  review_passes: { key: ['kind', 'subject', 'reviewer'], ...ofReviewers },
  review_notes: { key: ['seq'], ...ofReviewers },
  pending_decisions: { key: ['id'], ...ofReviewers },
  returned_decisions: { key: ['id'], ...ofReviewers },
  saved_answers: { key: ['reviewer', 'name'], ...ofNobody('They are words of reviewers about no post.') },
  review_samples: {
    ...{ key: ['kind', 'subject', 'first_at'], account: { column: 'revision_id', of: 'revisions' } },
    erased: (db, { id }) =>
      db
        .deleteFrom('review_samples')
        .where('revision_id', 'in', of => of.selectFrom('revisions').select('id').where('account_id', '=', id))
        .where('second_at', 'is', null)
        .execute(),
    exported: { why: 'They are the work of reviewers.' },
  },
  appeals: { key: ['id'], account: 'account_id', erased: [{ set: { message: '' } }], exported: 'appeals' },
  moderation_times: { key: ['seq'], ...ofPlatform },
  examples: {
    ...{ key: ['revision_id'], account: { column: 'revision_id', of: 'revisions' }, erased: 'deleted' },
    exported: { why: 'Each repeats a decision on a text.' },
  },
  model_versions: { key: ['seq'], ...ofPlatform },
  list_entries: { key: ['seq'], ...ofNobody('It says what the platform does not take.') },
  shadow_candidates: { key: ['seq'], ...ofPlatform },
  shadow_counts: { key: ['day', 'category', 'active_to', 'candidate_to'], ...ofPlatform },
  shadow_differences: {
    ...{ key: ['seq'], account: { column: 'revision_id', of: 'revisions' }, erased: 'deleted' },
    exported: { why: 'Each says what would have become of a text, and nothing came of it.' },
  },
  reports: {
    ...{ key: ['id'], account: 'account_id' },
    erased: async (db, { id, emailKey }) => {
      const reports = db.updateTable('reports')
      await reports
        .set({ email: null, name: null, language: null })
        .where(row => row.or([row('account_id', '=', id), row(sql`lower(email)`, '=', emailKey)]))
        .execute()
      // The details of an open report are needed until a person has decided on it.
      await reports
        .set({ details: null, law: null })
        .where('account_id', '=', id)
        .where('state', '<>', sql.lit('open'))
        .execute()
    },
    exported: 'reports',
  },
  name_checks: {
    ...{ key: ['account_id'], account: 'account_id', erased: 'deleted' },
    exported: { why: 'It is the work of reviewers and readers.' },
  },
  retired_handles: { key: ['hash'], ...ofNobody('They are hashes, and nobody is to get the handles again.') },
  heartbeats: { key: ['name'], ...ofPlatform },
  nodes: { key: ['id'], ...ofPlatform },
  meta: { key: ['name'], ...ofPlatform },
  places: { key: ['geonames_id'], ...ofPlatform },
  place_names: { key: ['initials'], ...ofPlatform },
  near_duplicate_keys: { key: ['key', 'post_id'], ...ofNobody('They are hashes of words.') },
}

/** The names of all tables, each after those that it refers to. */
export const tableNames = Object.keys(tables) as readonly (keyof Database)[]

/** Erases what the tables hold of a person, as `erased` says (contract.md §11). */
export async function erasePerson(db: Db, person: Person): Promise<void> {
  for (const name of tableNames) await eraseFrom(db, name, tables[name] as AnyTable, person)
}

async function eraseFrom(db: Db, name: string, { account, erased }: AnyTable, person: Person): Promise<void> {
  if (typeof erased === 'function') await erased(db, person)
  else if (erased === 'deleted')
    await sql`delete from ${sql.table(name)} where ${ofAccount(account, person.id)}`.execute(db)
  else if ('why' in erased) return
  else
    for (const { set, where = sql`true` } of erased) {
      const change = sql.join(Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
      await sql`update ${sql.table(name)} set ${change} where ${ofAccount(account, person.id)} and ${where}`.execute(db)
    }
}

type Owned =
  | 'members'
  | 'invitations'
  | 'address_changes'
  | 'account_activity'
  | 'payouts'
  | 'held_messages'
  | 'relay_messages'
  | 'reports'
  | 'appeals'
  | 'mail'

/** The rows that a table has of an account, the oldest first. */
export async function recordsOf<T extends Owned>(
  db: Db,
  name: T,
  accountId: string,
): Promise<Selectable<Database[T]>[]> {
  const { rows } = await sql<Selectable<Database[T]>>`
    select * from ${sql.table(name)} where ${ofAccount((tables[name] as AnyTable).account, accountId)} order by created_at, id`.execute(
    db,
  )
  return rows
}

function ofAccount(account: AnyTable['account'], id: string): RawBuilder<unknown> {
  if (account === null) throw new Error('A table of nobody has nothing to erase.')
  if (typeof account === 'string') return sql`${sql.ref(account)} = ${id}`
  return sql`${sql.ref(account.column)} in (select id from ${sql.table(account.of)} where account_id = ${id})`
}
