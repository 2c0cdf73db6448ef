// Publishes synthetic posts by the hundred, for trying a platform out with many posts on it; moderation is skipped.

import { type SyntheticPost, syntheticSite } from '../../../demo/synthetic-posts.ts'
import { Problem } from '../../contract/problem.ts'
import { siteRow } from '../../contract/sites.ts'
import { base62, sha256 } from '../../domain/ids.ts'
import { publicView } from '../../domain/post.ts'
import { publicationOf } from '../../domain/publication.ts'
import { readMeta, writeMeta } from '../../store/database/meta.ts'
import { appendEvents } from '../../store/delivery/events.ts'
import { addListings } from '../../store/listing/writes.ts'
import { type Account, accountByHandle, insertAccount, newAccount, updateAccount } from '../../store/money/accounts.ts'
import { insertKey } from '../../store/money/keys.ts'
import { moveBatch } from '../../store/money/ledger.ts'
import { addManyCopyKeys } from '../../store/posts/copy-keys.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import { insertDecidedPosts, type PostRow } from '../../store/posts/posts.ts'
import { copyKeysOf } from '../../usecases/posts/copies.ts'
import { baseUrlOf, type Scope } from '../scope.ts'
import { viewOf } from './outcome.ts'

const handle = 'seed'
// A domain that can never exist: nobody can sign up or receive mail with it.
const email = 'seed@handbill.invalid'
const counterName = 'seeded_posts'

const verdict = {
  outcome: 'publish',
  category: null,
  confidence: 1,
  reason: 'A synthetic post; it was not moderated.',
  why: 'Published by the operator.',
  model: 'none',
}

export type SeedBatch = {
  actor: string
  /** Numbers of posts to keep for this run. */
  reserve: number
  /** Posts to publish now, with their numbers. */
  posts: readonly { number: number; post: SyntheticPost }[]
}

/**
 * Publishes a batch under the account `seed`, which it creates when it is missing, and pays for it with a platform credit.
 * `first` is the first of the numbers reserved. Throws `handle_taken` when somebody else has the handle.
 */
export async function seedPosts(scope: Scope, batch: SeedBatch): Promise<{ accountId: string; first: number }> {
  const { accountId, keyId } = await seedAccount(scope)
  const first = Number((await readMeta(scope.db, counterName)) ?? 0)
  if (batch.reserve > 0) await writeMeta(scope.db, counterName, String(first + batch.reserve))
  if (batch.posts.length > 0) await publish(scope, accountId, keyId, batch)
  return { accountId, first }
}

async function publish(scope: Scope, accountId: string, keyId: string, { actor, posts }: SeedBatch): Promise<void> {
  const { db, dialect, ids, now } = scope
  const published = posts.map(({ number, post }) => publication(scope, { accountId, keyId, number, post }))
  await insertDecidedPosts(
    db,
    published.map(({ row: { seq: _, ...row } }) => row),
  )
  await appendEvents(
    db,
    accountId,
    published.map(({ row }) => ({
      id: ids.id('message'),
      type: 'post.published' as const,
      account_id: accountId,
      key_id: keyId,
      post_id: row.id,
      site: row.site,
      payload: JSON.stringify(viewOf(row)),
      created_at: now,
    })),
  )
  await addManyCopyKeys(
    db,
    published.map(({ row }) => ({ postId: row.id, keys: copyKeysOf(row) })),
  )
  await addListings(
    db,
    dialect,
    published.map(({ listing }) => listing),
  )
  const cost = posts.reduce((sum, { post }) => sum + post.price, 0)
  const movement = { accountId, site: null, postId: null, now }
  await moveBatch(db, accountId, [
    { ...movement, id: ids.id('ledger'), type: 'platform_credit', amount: cost, note: 'synthetic posts' },
    ...published.map(({ row }) => ({
      ...movement,
      id: ids.id('ledger'),
      type: 'charge' as const,
      amount: 0 - row.price,
      site: row.site,
      postId: row.id,
    })),
  ])
  await logDecision(db, {
    actor,
    action: 'seed',
    subject: accountId,
    reason: 'synthetic posts',
    detail: { posts: posts.length, amount: cost },
    now,
  })
  scope.signal('publications')
}

type Seed = { accountId: string; keyId: string; number: number; post: SyntheticPost }

function publication(scope: Scope, { accountId, keyId, number, post: { fields, facts, price, fingerprint } }: Seed) {
  const { now } = scope
  const site = siteRow(syntheticSite)
  const id = `p_${base62(Buffer.from(sha256(`synthetic post ${number}`), 'hex')).slice(0, 20)}`
  const view = publicView(site, fields, facts, {
    id,
    baseUrl: baseUrlOf(scope.facts, site.id),
    handle,
    publishedAt: now,
    updatedAt: null,
    policyVersion: scope.facts.policyVersion,
  })
  const listing = publicationOf(site, fields, facts, view, now)
  const row: PostRow = {
    seq: 0,
    id,
    site: site.id,
    account_id: accountId,
    key_id: keyId,
    status: 'published',
    price,
    fields: JSON.stringify(fields),
    facts: JSON.stringify(facts),
    live_fingerprint: fingerprint,
    submitted_at: now,
    decided_at: now,
    published_at: now,
    expires_at: listing.row.expires_at,
    public_json: listing.row.public_json,
    verdict: JSON.stringify(verdict),
    rejection_category: null,
    rejection_reason: null,
    rejection_penalized: null,
    rejection_amount: null,
    due_at: now,
    attempts: 0,
    lease_token: null,
    lease_until: null,
    latest_edit: null,
  }
  return { row, listing }
}

/** The account, locked until the transaction ends, and the key that its posts belong to. */
async function seedAccount(scope: Scope): Promise<{ accountId: string; keyId: string }> {
  const account = (await accountByHandle(scope.db, handle)) ?? (await createSeedAccount(scope))
  if (account.email !== email)
    throw new Problem('handle_taken', `The handle "${handle}" belongs to somebody; synthetic posts need it.`)
  await updateAccount(scope.db, account.id, { email_verified: 1 })
  return { accountId: account.id, keyId: keyIdOf(account.id) }
}

/** One key for good, found without a look-up; nobody ever sees the text that it is the hash of. */
const keyIdOf = (accountId: string) => `key_${accountId.slice('acct_'.length)}`

async function createSeedAccount(scope: Scope): Promise<Account> {
  const id = scope.ids.id('account')
  const account = newAccount({ id, name: 'Synthetic posts', email, handle, now: scope.now })
  const inserted = await insertAccount(scope.db, { ...account, email_verified: 1 })
  if (inserted)
    await insertKey(scope.db, {
      id: keyIdOf(id),
      account_id: id,
      name: 'synthetic posts',
      hash: sha256(scope.ids.text(40)),
      created_at: scope.now,
    })
  const found = await accountByHandle(scope.db, handle)
  if (!found) throw new Problem('handle_taken', `The address ${email} belongs to an account with another handle.`)
  return found
}
