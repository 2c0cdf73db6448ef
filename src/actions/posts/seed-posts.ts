// Publishes synthetic posts in batches without moderation, to try a platform with many posts. Nobody decides them, so they take no
// transition, and their entries in the log of decisions are written here.

import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { seedHandle } from '../../domain/accounts/handle.ts'
import { sha256 } from '../../domain/ids.ts'
import type { PostFacts, PostFields } from '../../domain/posts/post.ts'
import { utcDay } from '../../domain/times/time.ts'
import {
  type Account,
  accountByHandle,
  claimAddress,
  insertAccount,
  newAccount,
} from '../../store/accounts/accounts.ts'
import { countSpent } from '../../store/accounts/counters.ts'
import { insertKey } from '../../store/accounts/keys.ts'
import { readMeta, writeMeta } from '../../store/database/meta.ts'
import { freshRevision } from '../../store/database/schema.ts'
import { appendEvents } from '../../store/delivery/events.ts'
import { addListings } from '../../store/lists/writes.ts'
import { moveBatch } from '../../store/money/ledger.ts'
import { logDecision, logDecisions } from '../../store/posts/decision-log.ts'
import { addNearDuplicateKeys } from '../../store/posts/near-duplicate-keys.ts'
import { insertPosts, type NewPost, type PostRow } from '../../store/posts/posts.ts'
import { insertRevisions, type NewRevision } from '../../store/posts/revisions.ts'
import { viewOf } from '../rules/views.ts'
import type { Scope } from '../scope.ts'
import type { PreparedPublication } from './publication.ts'
import { textEntry } from './transition.ts'

// The domain can never exist, so nobody can sign up or receive mail with this address.
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

/** A synthetic post to store, with its publication. Price in micros. */
export type SeedPost = {
  id: string
  site: SiteId
  fields: PostFields
  facts: PostFacts
  price: number
  /** The penalty beyond the price if the post were abuse. */
  abusePenalty: number
  fingerprint: string
  publication: PreparedPublication
}

export type SeedBatch = {
  actor: string
  /** How many numbers of posts to reserve for this run. */
  reserve: number
  /** Posts to publish now. */
  posts: readonly SeedPost[]
}

/**
 * Publishes a batch under the account `seed`, and pays for it with a platform credit. Creates the account if it is missing.
 * `first` is the first reserved number. Throws `handle_taken` if another account has the handle.
 */
export async function seedPosts(scope: Scope, batch: SeedBatch): Promise<{ accountId: string; first: number }> {
  const { accountId, keyId } = await seedAccount(scope)
  const first = Number((await readMeta(scope.db, counterName)) ?? 0)
  if (batch.reserve > 0) await writeMeta(scope.db, counterName, String(first + batch.reserve))
  if (batch.posts.length > 0) await publish(scope, accountId, keyId, batch)
  return { accountId, first }
}

async function publish(scope: Scope, accountId: string, keyId: string, { actor, posts }: SeedBatch): Promise<void> {
  const { db, dialect } = scope
  const published = posts.map(post => rowsOf(post, { accountId, keyId, now: scope.now }))
  await insertPosts(
    db,
    published.map(({ post }) => post),
  )
  await insertRevisions(
    db,
    published.map(({ revision }) => revision),
  )
  await tell(scope, accountId, published)
  await addNearDuplicateKeys(
    db,
    posts.map(({ id, facts }) => ({ postId: id, keys: facts.nearDuplicateKeys })),
  )
  await addListings(
    db,
    dialect,
    posts.map(({ publication }) => publication),
  )
  const amount = await pay(scope, { accountId, keyId }, posts)
  await logSeed(scope, { accountId, actor, amount }, published)
  scope.signal('publications')
}

type Published = ReturnType<typeof rowsOf>

async function tell({ db, ids, now, trace }: Scope, accountId: string, published: readonly Published[]): Promise<void> {
  await appendEvents(
    db,
    published.map(({ post, revision }) => ({
      id: ids.id('message'),
      type: 'post.published' as const,
      account_id: accountId,
      key_id: post.key_id,
      post_id: post.id,
      site: post.site,
      payload: JSON.stringify(viewOf({ ...revision, ...post, seq: 0 } as PostRow, null, null)),
      created_at: now,
      trace,
    })),
  )
}

/** Credits the price of the posts and charges it. Returns the amount, in micros. */
async function pay(
  { db, ids, now }: Scope,
  { accountId, keyId }: { accountId: string; keyId: string },
  posts: readonly SeedPost[],
): Promise<number> {
  const amount = posts.reduce((sum, { price }) => sum + price, 0)
  const movement = { accountId, site: null, postId: null, now }
  await moveBatch(db, accountId, [
    { ...movement, id: ids.id('ledger'), type: 'platform_credit', amount, note: 'synthetic posts' },
    ...posts.map(({ id, site, price }) => ({
      ...movement,
      id: ids.id('ledger'),
      keyId,
      type: 'charge' as const,
      amount: 0 - price,
      site,
      postId: id,
      revisionId: id,
    })),
  ])
  await countSpent(db, keyId, utcDay(now), { amount, most: null })
  return amount
}

async function logSeed(
  scope: Scope,
  { accountId, actor, amount }: { accountId: string; actor: string; amount: number },
  published: readonly Published[],
): Promise<void> {
  const { db, now } = scope
  const by = { decider: 'person', actor, reason: 'synthetic posts' } as const
  type Decided = Parameters<typeof textEntry>[2]
  const entryOf = ({ revision }: Published) =>
    textEntry(scope, 'seed-post', { ...revision, from: null, waitedSince: now } as Decided, by)
  await logDecisions(db, published.map(entryOf))
  const detail = { posts: published.length, amount }
  await logDecision(db, { ...by, action: 'seed', subject: accountId, detail, now })
}

type Owner = { accountId: string; keyId: string; now: number }

function rowsOf(
  { id, site, fields, facts, price, abusePenalty, fingerprint, publication }: SeedPost,
  { accountId, keyId, now }: Owner,
): { post: NewPost; revision: NewRevision } {
  const post: NewPost = {
    id,
    site,
    account_id: accountId,
    key_id: keyId,
    latest_revision: id,
    shown_revision: id,
    version: 1,
    event: null,
    live_fingerprint: fingerprint,
    published_at: publication.publishedAt,
    expires_at: publication.row.expires_at,
    public_json: publication.row.public_json,
  }
  const revision: NewRevision = {
    ...freshRevision,
    id,
    post_id: id,
    site,
    account_id: accountId,
    status: 'published',
    price,
    abuse_penalty: abusePenalty,
    fields: JSON.stringify(fields),
    facts: JSON.stringify(facts),
    fingerprint,
    submitted_at: now,
    decided_at: now,
    verdict: JSON.stringify(verdict),
    due_at: now,
  }
  return { post, revision }
}

/** The account, locked until the transaction ends, and the key of its posts. */
async function seedAccount(scope: Scope): Promise<{ accountId: string; keyId: string }> {
  const account = (await accountByHandle(scope.db, seedHandle)) ?? (await createSeedAccount(scope))
  if (account.email !== email || !(await claimAddress(scope.db, account.id, email, scope.now)))
    throw new Problem('handle_taken', `The handle "${seedHandle}" belongs to somebody; synthetic posts need it.`)
  return { accountId: account.id, keyId: keyIdOf(account.id) }
}

/** The id of the one key of the account, derived without a query. Nobody ever sees the text of the key. */
const keyIdOf = (accountId: string) => `key_${accountId.slice('acct_'.length)}`

async function createSeedAccount(scope: Scope): Promise<Account> {
  const id = scope.ids.id('account')
  const account = newAccount({ id, name: 'Synthetic posts', email, handle: seedHandle, now: scope.now })
  const inserted = await insertAccount(scope.db, { ...account, email_verified: 1 })
  if (inserted)
    await insertKey(scope.db, {
      id: keyIdOf(id),
      account_id: id,
      name: 'synthetic posts',
      hash: sha256(scope.ids.text(40)),
      created_at: scope.now,
    })
  const found = await accountByHandle(scope.db, seedHandle)
  if (!found) throw new Problem('handle_taken', `The address ${email} belongs to an account with another handle.`)
  return found
}
