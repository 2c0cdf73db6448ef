// Exports all stored data of an account as JSON for its owner, read and written in pieces of bounded size.

import { appealView, rejectionOf } from '../../actions/rules/views.ts'
import { webhookView } from '../../actions/rules/webhooks.ts'
import { baseUrlOf } from '../../actions/scope.ts'
import { standingOf } from '../../domain/accounts/standing.ts'
import { withAddresses } from '../../domain/posts/addresses.ts'
import { instant } from '../../domain/times/time.ts'
import { eventsOf, keysOf, ledgerOf, mailsTo, postsWithTexts, reportsBy } from '../../store/accounts/account-records.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import { sessionsOf } from '../../store/accounts/sessions.ts'
import { deliveryPage } from '../../store/delivery/deliveries.ts'
import { webhooksOf } from '../../store/delivery/webhooks.ts'
import { disputesOf, paymentsOf } from '../../store/money/payments.ts'
import { appealsOfAccount } from '../../store/posts/appeals.ts'
import type { RevisionRow } from '../../store/posts/revisions.ts'
import type { Platform } from '../platform.ts'

const batch = 200
/** More rows than an account can have in a table with a daily limit. */
const allRows = 1_000_000

/** The text of the document, piece by piece, without hashes, secrets and the provider's card ids. */
export async function* accountExport(platform: Platform, account: Account): AsyncGenerator<string> {
  const { db, now } = platform
  const { id } = account
  yield `{"generated_at":${JSON.stringify(instant(now()))},\n"account":${JSON.stringify(accountRecord(account))}`
  yield* list('keys', once(await keysOf(db, id, allRows)), withInstants)
  yield* postsExport(platform, id)
  yield* moneyExport(platform, id)
  yield* webhooksExport(platform, id)
  yield* eventsExport(platform, id)
  yield* list('mails', once(account.email_verified ? await mailsTo(db, account.email) : []), withInstants)
  yield* list('reports', once(await reportsBy(db, id)), withInstants)
  yield* list('appeals', once(await appealsOfAccount(db, id)), appealView)
  yield* list('sessions', once(await sessionsOf(db, id, now())), session =>
    withInstants(pick(session, ['id', 'browser', 'created_at', 'expires_at'])),
  )
  yield '\n}\n'
}

type Last = { seq: number } | undefined

function postsExport({ db }: Platform, id: string): AsyncGenerator<string> {
  const posts = pages((last: Last) => postsWithTexts(db, id, batch, last?.seq))
  return list('posts', posts, post => ({
    id: post.id,
    site: post.site,
    key_id: post.key_id,
    published_at: post.published_at === null ? null : instant(post.published_at),
    public: post.public,
    texts: post.texts.map(textRecord),
  }))
}

async function* moneyExport({ db }: Platform, id: string): AsyncGenerator<string> {
  const ledger = pages((last: Last) => ledgerOf(db, id, batch, last?.seq))
  yield* list('ledger', ledger, ({ seq: _, account_id: __, ...row }) => withInstants(row))
  yield* list('payments', once(await paymentsOf(db, id, allRows)), payment =>
    withInstants(
      pick(payment, [
        ...(['id', 'kind', 'provider', 'amount', 'currency', 'state', 'reference', 'why'] as const),
        ...(['refunded', 'disputed', 'owed', 'created_at', 'settled_at'] as const),
      ]),
    ),
  )
  yield* list('disputes', once(await disputesOf(db, id, allRows)), ({ account_id: _, ...row }) => withInstants(row))
}

async function* webhooksExport(platform: Platform, id: string): AsyncGenerator<string> {
  const webhooks = await webhooksOf(platform.db, id)
  yield* list('webhooks', once(webhooks), webhookView)
  const ids = webhooks.map(webhook => webhook.id)
  yield* list('deliveries', deliveriesOf(platform, ids), delivery => delivery)
}

function eventsExport({ db, facts }: Platform, id: string): AsyncGenerator<string> {
  const events = pages((last: { position: number } | undefined) => eventsOf(db, id, last?.position ?? 0, batch))
  return list('events', events, ({ id, type, created_at, site, payload }) => ({
    id,
    type,
    timestamp: instant(created_at),
    data: JSON.parse(site === null ? payload : withAddresses(payload, baseUrlOf(facts, site))),
  }))
}

/** Rows in memory as an async iterable. */
async function* once<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows
}

/** All rows, read in pages. `next` reads the page after the row `last`. */
async function* pages<T>(next: (last: T | undefined) => Promise<T[]>): AsyncGenerator<T> {
  for (let last: T | undefined; ; ) {
    const rows = await next(last)
    yield* rows
    last = rows.at(-1)
    if (rows.length < batch) return
  }
}

async function* deliveriesOf({ db }: Platform, webhookIds: readonly string[]): AsyncGenerator<object> {
  for (const webhookId of webhookIds) {
    const page = (last: { seq: number } | undefined) =>
      deliveryPage(db, { webhookId, before: last?.seq ?? null, since: 0, limit: batch })
    for await (const row of pages(page))
      yield {
        webhook_id: webhookId,
        ...withInstants(pick(row, ['message_id', 'type', 'state', 'created_at', 'failures'])),
        attempts: row.attempts.map(({ at, status, latency_ms, error }) => ({
          at: instant(at),
          status,
          latency_ms,
          error,
        })),
      }
  }
}

/** A list of the document, with one entry a line. */
async function* list<T>(name: string, rows: AsyncIterable<T>, view: (row: T) => object): AsyncGenerator<string> {
  yield `,\n"${name}":[`
  let first = true
  for await (const row of rows) {
    yield `${first ? '' : ','}\n${JSON.stringify(view(row))}`
    first = false
  }
  yield ']'
}

function accountRecord(account: Account): object {
  return {
    ...withInstants(
      pick(account, [
        'id',
        'name',
        'handle',
        'email',
        'created_at',
        'suspended_at',
        'banned_at',
        'banned_for',
        'balance',
        'strikes',
        'low_balance_threshold',
      ]),
    ),
    status: standingOf(account),
    email_verified: account.email_verified === 1,
    card_on_file: account.card_on_file === 1,
    auto_recharge: {
      enabled: account.auto_recharge_enabled === 1,
      threshold: account.auto_recharge_threshold,
      amount: account.auto_recharge_amount,
      paused: account.auto_recharge_paused === 1,
    },
  }
}

function textRecord(row: RevisionRow): object {
  const { id, status, price, submitted_at, decided_at, fields, approval, approval_at, approval_reason } = row
  const rejection = rejectionOf(row.post_id, row)
  return {
    ...withInstants({ id, status, price, submitted_at, decided_at }),
    ...(approval && { approval: withInstants({ state: approval, approval_at, reason: approval_reason }) }),
    ...(rejection && { rejection }),
    text: JSON.parse(fields),
  }
}

function pick<T extends object, K extends keyof T>(row: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map(name => [name, row[name]])) as Pick<T, K>
}

/** A row with its times as text (RFC 3339). */
function withInstants(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith('_at') && typeof value === 'number' ? instant(value) : value,
    ]),
  )
}
