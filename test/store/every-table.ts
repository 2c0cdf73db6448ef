// An app with a row in every table, and the rows of a table in an order that does not depend on the database.
import assert from 'node:assert/strict'
import { type Kysely, sql } from 'kysely'
import { acceptTerms } from '../../src/store/accounts/accepted-terms.ts'
import { insertActivity } from '../../src/store/accounts/activity.ts'
import { holdAddress, insertChange } from '../../src/store/accounts/address-changes.ts'
import { leaveHandle } from '../../src/store/accounts/former-handles.ts'
import { putNameCheck, retireHandle } from '../../src/store/accounts/names.ts'
import type { Database } from '../../src/store/database/schema.ts'
import { tables } from '../../src/store/database/tables.ts'
import { insertAnnouncement } from '../../src/store/delivery/announcements.ts'
import { blockAddress, pauseSenders } from '../../src/store/delivery/conversations.ts'
import { holdMessage, keepMessage } from '../../src/store/delivery/relay.ts'
import { keepExample } from '../../src/store/learning/examples.ts'
import { insertVersion } from '../../src/store/learning/model-versions.ts'
import { recordMatches } from '../../src/store/lists/standing-matches.ts'
import { issue } from '../../src/store/money/invoices.ts'
import { creditOf } from '../../src/store/money/ledger.ts'
import { insertAppeal } from '../../src/store/posts/appeals.ts'
import { postById } from '../../src/store/posts/posts.ts'
import { addNote, claimItem, insertPending, insertReturned } from '../../src/store/review/claims.ts'
import { insertEntry } from '../../src/store/review/list-entries.ts'
import { insertSample } from '../../src/store/review/samples.ts'
import { logKey } from '../../src/usecases/review/log-key.ts'
import { eventBody, type TestAccount, type TestApp } from '../harness.ts'
import { openedSession } from '../kit/key-controls.ts'
import { banOrSuspend } from '../kit/standing.ts'

/** Every row of a table; of the places, which come from a file, only some. */
export async function rowsOf(db: Kysely<Database>, table: keyof Database): Promise<Record<string, unknown>[]> {
  const limit = table === 'places' ? sql`where geonames_id < 100000` : sql``
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} ${limit}`.execute(db)
  // Databases sort texts differently.
  const key = (row: Record<string, unknown>) => (tables[table].key as readonly string[]).map(name => row[name])
  return rows.sort((a, b) => compare(key(a), key(b)))
}

function compare(a: unknown[], b: unknown[]): number {
  for (const [i, x] of a.entries()) {
    const y = b[i]
    if (x !== y) return (x as string) < (y as string) ? -1 : 1
  }
  return 0
}

/** Posts an event, which is published, and returns its id. */
export async function publish(app: TestApp, key: string): Promise<string> {
  const headers = { 'idempotency-key': `key-${performance.now()}` }
  const answer = await app.call('POST', '/v1/posts', { key, body: eventBody(), headers })
  assert.equal(answer.status, 202, answer.text)
  await app.moderate()
  return answer.json.id
}

/**
 * Fills every table, with texts that are hard to copy and numbers at their limits. `mark` keeps the ids of two such worlds apart.
 * Returns the account that has rows in most of the tables.
 */
export async function fillEveryTable(app: TestApp, mark = 1): Promise<TestAccount> {
  const world = await app.account()
  const { key, handle, accountId: author } = world
  const sealedSecret = app.platform.webhooks.secrets.seal('whsec_eA==', author)
  const endpoint = { url: 'https://example.org/', events: ['post.published'] as const, sealedSecret }
  const { id: webhookId } = await app.platform.act('createWebhook', { accountId: author, ...endpoint })
  await app.platform.act('testWebhook', { accountId: author, webhookId })
  const claim = () => app.platform.act('takeDeliveries', { limit: 1, failing: 1, guest: 1, probation: 1 })
  const { token, deliveries } = await claim()
  const result = { outcome: 'failed', status: 500, latencyMs: 1, error: 'x', retryAfterMs: null } as const
  await app.platform.act('settleDelivery', { ...deliveries[0]!, webhookId, token, ...result })
  await app.platform.act('testWebhook', { accountId: author, webhookId })
  assert.equal((await claim()).deliveries.length, 1)
  const { accountId, email } = await app.account({ verified: false, card: false, balance: 9_007_199_254_740_991 })
  await fillPayments(app, await app.account(), mark)
  const standing = await app.platform.act('createStandingSearch', {
    ...{ accountId: author, site: 'events', asked: { q: 'ünï "søup" \\' }, expiresAt: 4_102_444_800_000 },
    wanted: {
      clauses: [],
      tags: ['topic=art'],
      near: { centre: { x: 0.1, y: -0.2, z: 1 }, chordSquared: 1e-9 },
      prices: null,
    },
    filed: { keys: [`w:soup${mark}`, 't:·topic·art'], needs: 'w:ünï\tw:uni\nt:·country·fr' },
  })
  await publish(app, key)
  // Adds up the number of posts for each tag. The changes of the next post wait to be added.
  await app.platform.act('sweep', { limit: 10 })
  const id = await publish(app, key)
  await app.call('PATCH', `/v1/posts/${id}`, { key, body: { title: 'Watercolour, edited' } })
  await app.call('POST', '/v1/reports', { body: { post_id: id, reason: 'spam', details: 'It is "spam" \\ 🥣' } })
  const { platform } = app
  await platform.act('requestVerification', {
    accountId,
    email,
    subject: 'Ünï "cødé" \\',
    body: "it's\n\ta 'text' 🥣",
    html: '<p>🥣',
  })
  await openedSession(app, { accountId: author })
  const passkey = { credentialId: `id ${mark}`, publicKey: 'pQEC', counter: 1, host: 'events.test', name: 'Ünï "key"' }
  await platform.act('addPasskey', { accountId: author, ...passkey, transports: ['internal', 'hybrid'] })
  const asking = { clientId: 'app_1', clientName: 'Ünï "app"', host: 'app.test', scopes: ['search'] } as const
  const consent = { accountId: author, site: 'events', monthlyBudget: null, askFirst: false, lastsMs: 1_000 } as const
  const { keyId } = await platform.act('connectApp', { ...asking, ...consent })
  const record = {
    hash: `token ${mark}`,
    kind: 'AccessToken',
    site: 'events',
    keyId,
    payload: '{"aud":"mcp"}',
  } as const
  await platform.act('keepOAuthRecord', { ...record, lastsMs: 1_000_000_000_000, once: true, keeps: null })
  await platform.act('consumeOAuthRecord', { hash: record.hash })
  const challenge = { hash: `challenge ${mark}`, expiresAt: 4_102_444_800_000 }
  await platform.act('takeChallenge', { ip: 'x', challenge })
  const { id: worldId } = await platform.act('openTestWorld', { accountId: author, state: 'c3RhdGU=' })
  await platform.act('addTestKey', { hash: `hash of ${author}`, worldId })
  await platform.act('askSignIn', { email, browser: 'x', baseUrl: 'http://events.test', ip: 'x', known: false })
  await platform.act('refuseSender', { authorId: author, senderId: accountId })
  await platform.act('refuseReader', { authorId: accountId, reader: 'name of a reader' })
  await platform.act('setSuspended', { handle, suspended: true, actor: 'operator', reason: '' })
  for (const state of ['starting', 'running']) await platform.act('heartbeatOf', { name: 'moderation', state })
  await platform.act('enterNode', { id: 'this one' })
  await banOrSuspend(app, { accountId }, 'banned')
  const writing = platform.dialect.open(app.databaseUrl, 'write')
  const held = {
    id: `msg_${mark}`,
    site: 'classifieds',
    post_id: id,
    account_id: author,
    verdict: '{}',
    created_at: 1,
  } as const
  const letter = { message: 'it\'s\n"held" 🥣', reply_email: 'a@example.org' }
  await recordMatches(writing.db, [{ search_id: standing.id, post_id: id, matched_at: 1 }], [])
  await acceptTerms(writing.db, { account_id: author, version: `version ${mark}`, session: 'email', accepted_at: 1 })
  await holdMessage(writing.db, { ...held, ...letter, answers: null })
  await keepMessage(writing.db, {
    ...{ id: `msg_kept_${mark}`, site: 'classifieds', post_id: id, author_id: author, sender_id: accountId },
    ...{ ...letter, created_at: 1, key_id: (await postById(writing.db, id))!.key_id },
  })
  await blockAddress(writing.db, { authorId: author, reader: `reader ${mark}`, senderId: accountId, now: 1 })
  await pauseSenders(writing.db, [`sender ${mark}`], 9_999_999_999_999, 1)
  const announced = { id: `ann_${mark}`, target: 'hub', site: 'classifieds', post_id: id, now: 1 } as const
  await insertAnnouncement(writing.db, { ...announced, lists: ['/topics/it/'] })
  const learned = { base: 'x', base_name: 'embedded', heads: '{"weights":"it\'s"}', report: '{}', actor: 'operator' }
  await insertVersion(writing.db, { ...learned, forced: 0, before: null, created_at: 1 }, { kept: 1, inUse: [] })
  await keepExample(writing.db, { revision_id: id, label: 'fine', policy_version: '2026.11.21-1', decided_at: 1 })
  const now = app.clock.now()
  const appeal = {
    id: `apl_${mark}`,
    post_id: id,
    revision_id: id,
    site: 'events',
    account_id: author,
    decision_at: 1,
  } as const
  await insertAppeal(writing.db, {
    ...{ ...appeal, message: 'it\'s\n"satire" 🥣', state: 'open', answer: null, decided_by: null, created_at: now },
    decided_at: null,
  })
  const item = { kind: 'appeal', subject: `apl_${mark}`, reviewer: "o'hara@example.org" } as const
  await platform.act('passReviewItem', { ...item, what: 'second_opinion', reason: '"later" 🥣' })
  await claimItem(writing.db, { ...item, until: now + 1, now })
  await insertSample(writing.db, {
    ...{ kind: 'text', subject: id, post_id: id, revision_id: id, shown_revision: id, site: 'events', since: now },
    ...{ first_reviewer: "o'hara@example.org", first_label: 'scam', first_reason: '"trick" 🥣', first_at: now },
  })
  await addNote(writing.db, { post_id: id, reviewer: 'ann', note: 'Ünï', created_at: now })
  await insertPending(writing.db, {
    ...item,
    id: `edit_${mark}`,
    decision: '{"action":"refuse"}',
    seen: id,
    due_at: now,
    created_at: now,
  })
  const came = { id: `edit_0${mark}`, decision: '{"action":"refuse"}', why: 'It has "changed" 🥣' }
  await insertReturned(writing.db, { ...item, ...came, created_at: now })
  const saved = { reviewer: 'ann@example.org', name: `Ünï "${mark}"`, answer: `It's "said" \\ 🥣`, created_at: now }
  await writing.db.insertInto('saved_answers').values(saved).execute()
  await insertEntry(writing.db, {
    ...{ kind: 'phrase', value: `ünï ${mark}`, action: 'hold', category: 'scam', note: `it's "new" 🥣`, shadow: 1 },
    ...{ advice: 0, added_by: 'operator', created_at: now, expires_at: now + 1 },
  })
  const policyText = 'version: "it\'s" # ünï 🥣'
  const candidate = { policy: policyText, policy_version: `2026.11.21-${mark}`, learned: null, one_in: 2 }
  await writing.db
    .insertInto('shadow_candidates')
    .values({ ...candidate, seq: mark, started_by: 'operator:"ünï"', started_at: now, missed: 1 })
    .execute()
  const to = { active_to: 'published', candidate_to: 'rejected' } as const
  await writing.db
    .insertInto('shadow_counts')
    .values({ ...to, day: `2026-11-0${mark}`, category: 'scam', texts: 1 })
    .execute()
  const differing = { revision_id: id, post_id: id, site: 'events', judged_at: now, ...to } as const
  await writing.db
    .insertInto('shadow_differences')
    .values({ ...differing, active_category: null, candidate_category: 'scam' })
    .execute()
  await writing.db.updateTable('bans').set({ created_at: -1 }).execute()
  const kept = { account_id: author, kind: 'email', hash: `hash ${mark}`, kept_until: now } as const
  await writing.db.insertInto('erased_hashes').values(kept).execute()
  const role = 'manager' as const
  const member = { account_id: author, email: `ünï${mark}@example.org`, email_key: `ünï${mark}@example.org`, role }
  const invited = { ...member, invited_by: 'it\'s "ada"', created_at: now }
  await writing.db
    .insertInto('members')
    .values({ ...invited, id: `mem_${mark}` })
    .execute()
  const invitation = { ...invited, id: `ivt_${mark}`, token: `token ${mark}`, expires_at: now + 1 }
  await writing.db.insertInto('invitations').values(invitation).execute()
  await insertChange(writing.db, {
    ...{ id: `chg_${mark}`, account_id: author, old_email: 'a@example.org', new_email: 'b@example.org' },
    ...{ old_token: `old ${mark}`, new_token: `new ${mark}`, back_token: null, old_confirmed_at: null },
    ...{ new_confirmed_at: 1, created_at: now, expires_at: now + 1, applied_at: null, over_at: null },
  })
  await holdAddress(writing.db, { id: author, email_key: `held${mark}@example.org` }, now + 1)
  const left = { accountId: author, from: `left_${mark}`, to: `taken_${mark}`, now, keptUntil: now + 1 }
  await leaveHandle(writing.db, left)
  await insertActivity(writing.db, {
    ...{ id: `act_${mark}`, account_id: author, kind: 'name-changed', detail: '{"to":"it\'s"}', who: 'owner' },
    ...{ who_id: null, name: 'ünï@example.org', network: '203.0.113.0/24', browser: null, created_at: now },
  })
  await putNameCheck(writing.db, {
    ...{ account_id: author, site: 'events', state: 'open', findings: '{"found":[],"reports":[]}', reports: 1 },
    ...{ repeated: 0, urgency: 4, created_at: now, judged_at: null },
  })
  await retireHandle(writing.db, `hash ${mark}`, now)
  await writing.close()
  await platform.act('sealDecisions', { limit: 3, key: await logKey(platform) })
  return world
}

/** A payment of which half was refunded and disputed, and a payout of the rest. */
async function fillPayments(
  { platform, databaseUrl }: TestApp,
  { accountId, handle }: TestAccount,
  mark: number,
): Promise<void> {
  const paid = await platform.db
    .selectFrom('payments')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const { id } = paid
  await platform.act('setBilling', {
    accountId,
    billing: { name: 'Ünï "cødé" \\', address: "1 Road\nTown's", country: 'GB', vat_id: null },
  })
  const booked = await creditOf(platform.db, paid.reference!)
  const writing = platform.dialect.open(databaseUrl, 'write')
  const first = {
    ...({
      id: `inv_${mark}`,
      account_id: accountId,
      kind: 'invoice',
      invoice_id: `inv_${mark}`,
      payment_id: id,
    } as const),
    ...({ ledger_id: booked!.id, series: 'test', gross: paid.amount, tax: 0, rate: 0, reverse_charge: 0 } as const),
    ...{ seller: '{"name":"it\'s"}', buyer: '{"name":"Ünï 🥣"}', issued_at: 1 },
  }
  // Its credit notes follow from the refund, the dispute and the payout.
  await issue(writing.db, first, 'INV-')
  await writing.close()
  const event = { id: `evt_ünï_${mark}`, type: 'charge.dispute.created', names: { id, page: null, reference: null } }
  assert.equal(await platform.act('noteEvent', event), 'noted')
  const card = { customer: 'cus_1', method: 'pays', fingerprint: `ünï ${mark}`, label: 'Visa "4242"' }
  const dispute = { id: `dp_${mark}`, status: 'needs_response', reason: "it's \\ fraud", withdrawn: 1, active: true }
  const found = { state: 'paid', reference: `test_${id}`, card, refunded: 5_000_000, disputes: [dispute] } as const
  await platform.act('settlePayment', { id, news: 1, found })
  await platform.act('owePayoutByOperator', { handle, actor: 'operator', reason: 'Ünï "cødé" \\' })
}
