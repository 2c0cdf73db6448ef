// Exports all stored data of an account as JSON for its owner, read and written in pieces of bounded size.

import { appealView, rejectionOf } from '../../actions/rules/views.ts'
import { webhookView } from '../../actions/rules/webhooks.ts'
import { baseUrlOf } from '../../actions/scope.ts'
import { standingOf } from '../../domain/accounts/standing.ts'
import { withAddresses } from '../../domain/posts/addresses.ts'
import { instant } from '../../domain/times/time.ts'
import { acceptedTermsOf } from '../../store/accounts/accepted-terms.ts'
import { eventsOf, keysOf, ledgerOf, type PostWithTexts, postsWithTexts } from '../../store/accounts/account-records.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import { formerHandlesOf } from '../../store/accounts/former-handles.ts'
import { passkeysOf } from '../../store/accounts/passkeys.ts'
import { sessionsOf } from '../../store/accounts/sessions.ts'
import { type Part, recordsOf } from '../../store/database/tables.ts'
import { deliveryPage } from '../../store/delivery/deliveries.ts'
import { messagesSentBy } from '../../store/delivery/relay.ts'
import { everyWebhookOf, type WebhookRow } from '../../store/delivery/webhooks.ts'
import { matchesOf } from '../../store/lists/standing-matches.ts'
import { standingSearchesOf } from '../../store/lists/standing-searches.ts'
import { billingOf } from '../../store/money/billing.ts'
import { cardOf } from '../../store/money/cards.ts'
import { invoicesOf } from '../../store/money/invoices.ts'
import { disputesOf, paymentsOf } from '../../store/money/payments.ts'
import type { RevisionRow } from '../../store/posts/revisions.ts'
import type { Platform } from '../platform.ts'
import { rechargeView } from './account-view.ts'

const batch = 200
/** More rows than an account can have in a table with a daily limit. */
const allRows = 1_000_000

type Rows = AsyncIterable<object> | readonly object[] | Promise<readonly object[]>

/** The lists of the document; the table of tables says which rows each has. */
const lists: Record<Exclude<Part, 'account'>, (platform: Platform, account: Account) => Rows> = {
  keys: ({ db }, { id }) => viewed(keysOf(db, id, allRows), withInstants),
  posts: ({ db }, { id }) =>
    mapped(
      pages(async (last: Last) => (await postsWithTexts(db, id, batch, { before: last?.seq ?? null })).posts),
      postRecord,
    ),
  ledger: ({ db }, { id }) =>
    mapped(
      pages((last: Last) => ledgerOf(db, id, batch, last?.seq)),
      ({ seq: _, account_id: __, ...row }) => withInstants(row),
    ),
  payments: ({ db }, { id }) =>
    viewed(paymentsOf(db, id, allRows), payment =>
      recordOf(payment, [
        ...(['id', 'kind', 'provider', 'amount', 'currency', 'state', 'reference', 'why'] as const),
        ...(['refunded', 'disputed', 'owed', 'created_at', 'settled_at'] as const),
      ]),
    ),
  disputes: ({ db }, { id }) => viewed(disputesOf(db, id, allRows), ({ account_id: _, ...row }) => withInstants(row)),
  payouts: ({ db }, { id }) =>
    viewed(recordsOf(db, 'payouts', id), row =>
      recordOf(row, ['id', 'amount', 'refunded', 'reason', 'created_at', 'done_at']),
    ),
  billing: async ({ db }, { id }) => {
    const billing = await billingOf(db, id)
    return billing ? [recordOf(billing, ['name', 'address', 'country', 'vat_id', 'changed_at'])] : []
  },
  invoices: ({ db }, { id }) =>
    viewed(invoicesOf(db, id), row => ({
      ...recordOf(row, ['id', 'kind', 'number', 'invoice_id', 'payment_id', 'ledger_id', 'gross', 'tax', 'rate']),
      ...{ reverse_charge: row.reverse_charge === 1, seller: JSON.parse(row.seller), buyer: JSON.parse(row.buyer) },
      issued_at: instant(row.issued_at),
    })),
  cards: async ({ db }, { id }) => {
    const card = await cardOf(db, id)
    return card ? [recordOf(card, ['provider', 'label', 'saved_at'])] : []
  },
  webhooks: ({ db }, { id }) => viewed(everyWebhookOf(db, id), exportedWebhook),
  deliveries: deliveriesOf,
  events: ({ db, facts }, { id }) =>
    mapped(
      pages((last: { position: number } | undefined) => eventsOf(db, id, last?.position ?? 0, batch)),
      ({ id, type, created_at, site, payload }) => ({
        id,
        type,
        timestamp: instant(created_at),
        data: JSON.parse(site === null ? payload : withAddresses(payload, baseUrlOf(facts, site))),
      }),
    ),
  mails: ({ db }, { id }) =>
    viewed(recordsOf(db, 'mail', id), mail =>
      recordOf(mail, ['id', 'recipient', 'subject', 'created_at', 'sent_at', 'failed_at']),
    ),
  reports: ({ db }, { id }) =>
    viewed(recordsOf(db, 'reports', id), report =>
      recordOf(report, [
        ...([
          'id',
          'post_id',
          'site',
          'reason',
          'details',
          'law',
          'name',
          'email',
          'key_id',
          'state',
          'created_at',
          'closed_at',
        ] as const),
      ]),
    ),
  appeals: ({ db }, { id }) => viewed(recordsOf(db, 'appeals', id), appealView),
  // What a reader without an account wrote is the author's only once it is released.
  // A sender does not learn that a message was reported.
  held_messages: async ({ db }, { id }) =>
    (await recordsOf(db, 'held_messages', id))
      .filter(({ reported }) => reported === null)
      .map(message =>
        message.reader === null
          ? recordOf(message, ['id', 'site', 'post_id', 'message', 'reply_email', 'answers', 'created_at'])
          : recordOf(message, ['id', 'site', 'post_id', 'created_at']),
      ),
  // The address of a sender is the sender's until the message is answered.
  relay_messages: async ({ db }, { id }) => [
    ...(await viewed(recordsOf(db, 'relay_messages', id), message => ({
      ...recordOf(message, ['id', 'site', 'post_id', 'message', 'created_at', 'reply', 'replied_at']),
      ...(message.replied_at !== null && { reply_email: message.reply_email }),
    }))),
    ...(await viewed(messagesSentBy(db, id), message => ({
      ...{ sent: true, ...recordOf(message, ['id', 'site', 'post_id', 'message', 'reply_email', 'created_at']) },
    }))),
  ],
  members: ({ db }, { id }) =>
    viewed(recordsOf(db, 'members', id), member =>
      recordOf(member, ['id', 'email', 'role', 'invited_by', 'created_at']),
    ),
  invitations: ({ db }, { id }) =>
    viewed(recordsOf(db, 'invitations', id), invitation =>
      recordOf(invitation, ['id', 'email', 'role', 'invited_by', 'created_at', 'expires_at']),
    ),
  address_changes: ({ db }, { id }) =>
    viewed(recordsOf(db, 'address_changes', id), change =>
      recordOf(change, [
        ...(['id', 'old_email', 'new_email', 'old_confirmed_at', 'new_confirmed_at'] as const),
        ...(['created_at', 'expires_at', 'applied_at', 'over_at'] as const),
      ]),
    ),
  former_handles: ({ db }, { id }) =>
    viewed(formerHandlesOf(db, id), row => ({
      handle: row.handle,
      left_at: instant(row.left_at),
      kept_until: instant(row.kept_until),
    })),
  activity: ({ db }, { id }) =>
    viewed(recordsOf(db, 'account_activity', id), ({ account_id: _, detail, ...entry }) => ({
      ...withInstants(entry),
      detail: JSON.parse(detail),
    })),
  sessions: ({ db, now }, { id }) =>
    viewed(sessionsOf(db, id, now()), session => recordOf(session, ['id', 'browser', 'created_at', 'expires_at'])),
  passkeys: ({ db }, { id }) =>
    viewed(passkeysOf(db, id), passkey => recordOf(passkey, ['id', 'name', 'host', 'created_at', 'used_at'])),
  terms: ({ db }, { id }) =>
    viewed(acceptedTermsOf(db, id), terms => recordOf(terms, ['version', 'session', 'accepted_at'])),
  searches: ({ db, now }, { id }) => searchesOf(db, id, now()),
}

/** The text of the document, piece by piece, without hashes, secrets and the provider's card ids. */
export async function* accountExport(platform: Platform, account: Account): AsyncGenerator<string> {
  yield `{"generated_at":${JSON.stringify(instant(platform.now()))},\n"account":${JSON.stringify(accountRecord(account))}`
  for (const [name, rows] of Object.entries(lists)) {
    yield `,\n"${name}":[`
    let first = true
    for await (const row of await rows(platform, account)) {
      yield `${first ? '' : ','}\n${JSON.stringify(row)}`
      first = false
    }
    yield ']'
  }
  yield '\n}\n'
}

async function* searchesOf(db: Platform['db'], accountId: string, now: number): AsyncGenerator<object> {
  for (const search of await standingSearchesOf(db, accountId, now)) {
    const matches = await matchesOf(db, search.id)
    yield {
      ...recordOf(search, ['id', 'site', 'created_at', 'expires_at']),
      search: JSON.parse(search.asked),
      found: matches.map(match => recordOf(match, ['post_id', 'matched_at'])),
    }
  }
}

type Last = { seq: number } | undefined

const viewed = async <T>(rows: Promise<readonly T[]>, view: (row: T) => object) => (await rows).map(view)

async function* mapped<T>(rows: AsyncIterable<T>, view: (row: T) => object): AsyncGenerator<object> {
  for await (const row of rows) yield view(row)
}

const postRecord = (post: PostWithTexts) => ({
  ...withInstants(pick(post, ['id', 'site', 'key_id', 'published_at', 'public'])),
  texts: post.texts.map(textRecord),
})

/** All rows, read in pages. `next` reads the page after the row `last`. */
async function* pages<T>(next: (last: T | undefined) => Promise<T[]>): AsyncGenerator<T> {
  for (let last: T | undefined; ; ) {
    const rows = await next(last)
    yield* rows
    last = rows.at(-1)
    if (rows.length < batch) return
  }
}

/** An endpoint, with the members of a subscription. */
function exportedWebhook(row: WebhookRow): object {
  const { subscription, key_id, expires_at: until } = row
  const view = webhookView(row)
  return subscription === null || until === null ? view : { ...view, subscription, key_id, expires_at: instant(until) }
}

async function* deliveriesOf({ db }: Platform, { id }: Account): AsyncGenerator<object> {
  for (const { id: webhookId } of await everyWebhookOf(db, id)) {
    const page = (last: Last) => deliveryPage(db, { webhookId, before: last?.seq ?? null, since: 0, limit: batch })
    for await (const row of pages(page))
      yield {
        webhook_id: webhookId,
        ...recordOf(row, ['message_id', 'type', 'state', 'created_at', 'failures']),
        attempts: row.attempts.map(attempt => recordOf(attempt, ['at', 'status', 'latency_ms', 'error'])),
      }
  }
}

function accountRecord(account: Account): object {
  return {
    ...withInstants(
      pick(account, [
        'id',
        'name',
        'handle',
        'email',
        'language',
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
    auto_recharge: rechargeView(account),
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

/** Members of a row, its times as text. */
const recordOf = <T extends object, K extends keyof T>(row: T, names: readonly K[]) => withInstants(pick(row, names))

function pick<T extends object, K extends keyof T>(row: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map(name => [name, row[name]])) as Pick<T, K>
}

/** A row with its times as text (RFC 3339). */
function withInstants(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      (name === 'at' || name.endsWith('_at')) && typeof value === 'number' ? instant(value) : value,
    ]),
  )
}
