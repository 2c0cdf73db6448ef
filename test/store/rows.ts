// A store for tests of its functions, and the rows that they need: accounts, keys, posts and revisions with first values.
import { after, before } from 'node:test'
import type { Kysely } from 'kysely'
import type { SiteId } from '../../src/contract/sites/site-ids.ts'
import { insertAccount, newAccount } from '../../src/store/accounts/accounts.ts'
import { insertKey } from '../../src/store/accounts/keys.ts'
import { type Connection, type Dialect, dialectOf } from '../../src/store/database/dialect.ts'
import { type Database, freshRevision } from '../../src/store/database/schema.ts'
import { insertPost, type NewPost } from '../../src/store/posts/posts.ts'
import { insertRevision, type NewRevision } from '../../src/store/posts/revisions.ts'
import { onEveryDatabase } from '../harness.ts'

/** The time of the rows. */
export const now = Date.UTC(2026, 10, 21)

export type Store = {
  db: Kysely<Database>
  dialect: Dialect
  connection: Connection
  /** Runs the same work in several transactions at once. */
  atOnce<T>(n: number, work: (db: Kysely<Database>, i: number) => Promise<T>): Promise<T[]>
  /** A new account; returns its id, of which `key of ID` is the key. */
  account(): Promise<string>
  /** Inserts a post with its first revision; returns the id of both. */
  post(of: { account: string; site?: SiteId; post?: Partial<NewPost>; text?: Partial<NewRevision> }): Promise<string>
  /** Inserts an edit; its id, or null when the store refuses it. */
  edit(postId: string, account: string, text?: Partial<NewRevision>): Promise<string | null>
}

/** Defines tests of the store on each kind of database. All of them share one fresh database. */
export function withStore(title: string, define: (store: () => Store) => void): void {
  onEveryDatabase(title, ({ fresh }) => {
    let store: Store
    before(async () => {
      const url = await fresh()
      store = storeOn(dialectOf(url), dialectOf(url).open(url, 'write'))
    })
    after(() => store.connection.close())
    define(() => store)
  })
}

function storeOn(dialect: Dialect, connection: Connection): Store {
  const { db } = connection
  let made = 0
  const next = (kind: string) => `${kind}_${String(made++).padStart(5, '0')}`
  return {
    db,
    dialect,
    connection,
    async atOnce(n, work) {
      return Promise.all(Array.from({ length: n }, (_, i) => connection.transaction(tx => work(tx, i))))
    },
    async account() {
      const id = next('acct')
      await insertAccount(db, newAccount({ id, name: 'S', email: `${id}@example.org`, handle: id, now }))
      await insertKey(db, { id: `key of ${id}`, account_id: id, name: 'k', hash: `hash of ${id}`, created_at: now })
      return id
    },
    async post({ account, site = 'events', post = {}, text = {} }) {
      const id = next('p')
      await insertPost(db, { ...newPost({ id, account, site }), ...post })
      await insertRevision(db, { ...newRevision({ id, postId: id, account, site }), ...text })
      return id
    },
    async edit(postId, account, text = {}) {
      const id = next('edit')
      const row = { ...newRevision({ id, postId, account, site: 'events' }), ...text }
      return (await insertRevision(db, row)) ? id : null
    },
  }
}

/** A queued post, whose text no other live post may have. */
export function newPost({ id, account, site }: { id: string; account: string; site: SiteId }): NewPost {
  return {
    ...{ id, site, account_id: account, key_id: `key of ${account}`, latest_revision: id, shown_revision: id },
    ...{ version: 0, event: null, live_fingerprint: `text of ${id}`, published_at: null, expires_at: null },
    public_json: null,
  }
}

export function newRevision({
  id,
  postId,
  account,
  site,
}: {
  id: string
  postId: string
  account: string
  site: SiteId
}): NewRevision {
  return {
    ...freshRevision,
    ...{ id, post_id: postId, site, account_id: account, price: 5, abuse_penalty: 50, submitted_at: now, due_at: now },
    ...{ fields: '{"title":"t"}', facts: '{"flags":[],"nearDuplicateKeys":[]}', fingerprint: `text of ${id}` },
  }
}

/** The columns that a decision writes, all at their first values. */
export const undecided = {
  ...{ decided_at: null, verdict: null, rejection_category: null, rejection_reason: null, rejection_penalized: null },
  ...{ rejection_amount: null, rejection_basis: null, judge_until: null, approval: null, approval_at: null },
  ...{ approval_reason: null, due_at: now, urgency: 5 },
}
