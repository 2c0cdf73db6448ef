// Checks that what the database holds is possible: money, publication, queue and outboxes, each rule one set-based query.
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { prices } from '../../contract/prices.ts'
import { dayMs } from '../../domain/time.ts'
import type { Dialect } from '../database/dialect.ts'
import type { Database } from '../database/schema.ts'
import { receives } from '../delivery/events.ts'
import { appealReference } from '../money/ledger.ts'

export type Breach = { rule: string; subject: string; detail: string }

/** `more` counts the breaches that were found and are not among `breaches`. */
export type AuditReport = { checked: Record<string, number>; breaches: Breach[]; more: number }

/** Breaches of one rule that are reported one by one. */
export const breachesPerRule = 1_000

type Facts = { now: number; dialect: Dialect }
type Rule = { rule: string; query(facts: Facts): RawBuilder<{ subject: string; detail: string }> }

/** How long a queued post may wait past its time before it counts as stuck. */
const stuckMs = 600_000

const checkedTables = [
  'accounts',
  'ledger',
  'posts',
  'edits',
  'listing',
  'occurrences',
  'events',
  'mail',
  'reports',
  'webhook_deliveries',
] as const

/** The money that a post has moved, one row a post; amounts are positive micros, null where there is no such row. */
const postMoney = sql`(
  select p.id, p.status, p.price, p.rejection_penalized as penalized, p.rejection_amount,
    -charge.amount as charge, -penalty.amount as penalty, refund.amount as refund,
    coalesce(refund.amount, 0) + coalesce(credit.amount, 0) as back
  from posts p
  left join ledger charge on charge.post_id = p.id and charge.type = 'charge'
  left join ledger penalty on penalty.post_id = p.id and penalty.type = 'penalty'
  left join ledger refund on refund.post_id = p.id and refund.type = 'refund'
  left join ledger credit on credit.reference = ${sql.lit(appealReference(''))} || p.id
)`

/** Every rule (contract.md §4, §5, §10). Each query selects its breaches: subject, detail. */
export const auditRules: readonly Rule[] = [
  {
    rule: 'balance-is-sum-of-ledger',
    query: () => sql`
      select a.id as subject, 'balance ' || a.balance || ', its rows sum to ' || coalesce(s.total, 0) as detail
      from accounts a
      left join (select account_id, cast(sum(amount) as bigint) as total from ledger group by account_id) s
        on s.account_id = a.id
      where a.balance <> coalesce(s.total, 0)`,
  },
  {
    rule: 'balance-never-negative',
    query: () => sql`
      select id as subject, 'balance ' || balance as detail from accounts where balance < 0
      union all
      select id, 'balance after it ' || balance_after from ledger where balance_after < 0`,
  },
  {
    rule: 'balance-after-is-running-sum',
    query: () => sql`
      select id as subject, 'balance after it ' || balance_after || ', before it ' || before || ', amount ' || amount as detail
      from (
        select id, amount, balance_after,
          coalesce(lag(balance_after) over (partition by account_id order by seq), 0) as before
        from ledger
      ) steps
      where balance_after <> before + amount`,
  },
  {
    rule: 'amount-has-the-sign-of-its-type',
    query: () => sql`
      select id as subject, type || ' of ' || amount as detail from ledger
      where (type in ('charge', 'penalty', 'payout') and amount > 0)
        or (type = 'search' and amount >= 0)
        or (type in ('topup', 'refund') and amount <= 0)`,
  },
  {
    rule: 'row-belongs-to-its-post',
    query: () => sql`
      select l.id as subject, l.type || ' of ' || coalesce(l.post_id, 'no post') as detail
      from ledger l left join posts p on p.id = l.post_id
      where l.edit_id is null
        and ((l.type in ('charge', 'refund', 'penalty'))
            <> (p.id is not null and p.account_id = l.account_id and p.site = coalesce(l.site, ''))
          or (l.post_id is not null and p.id is null))`,
  },
  {
    rule: 'row-belongs-to-its-edit',
    query: () => sql`
      select l.id as subject, l.type || ' of ' || l.edit_id as detail
      from ledger l left join edits e on e.id = l.edit_id
      where l.edit_id is not null
        and (e.id is null or l.post_id is not null or l.type not in ('charge', 'refund', 'penalty')
          or e.account_id <> l.account_id or e.site <> coalesce(l.site, ''))`,
  },
  {
    // The charge of certain abuse is capped at the balance; every other edit pays its price, and gets it back unless it counts.
    rule: 'edit-is-paid-for-as-it-stands',
    query: () => sql`
      select id as subject,
        status || ', price ' || price || ', charge ' || coalesce(charge, -1) || ', penalty ' || coalesce(penalty, 0)
          || ', refund ' || coalesce(refund, 0) as detail
      from (
        select e.id, e.status, e.price, coalesce(e.rejection_penalized, 0) as penalized, e.rejection_amount,
          -charge.amount as charge, -penalty.amount as penalty, refund.amount as refund
        from edits e
        left join ledger charge on charge.edit_id = e.id and charge.type = 'charge'
        left join ledger penalty on penalty.edit_id = e.id and penalty.type = 'penalty'
        left join ledger refund on refund.edit_id = e.id and refund.type = 'refund'
      ) money
      where charge is null or charge > price or (charge < price and penalty is null)
        or coalesce(penalty, 0) > price * ${sql.lit(prices.penaltyMultiplier - 1)}
        or (status in ('queued', 'review', 'applied') and (refund is not null or penalty is not null))
        or (status = 'withdrawn' and coalesce(refund, 0) <> charge)
        or (status = 'rejected' and penalized = 1 and (penalty is null or penalty <> rejection_amount or refund is not null))
        or (status = 'rejected' and penalized = 0 and coalesce(refund, 0) <> charge + coalesce(penalty, 0))`,
  },
  {
    rule: 'queued-edit-is-decided',
    query: ({ now }) => sql`
      select e.id as subject, e.status || ' of a post that is ' || p.status || ', attempts ' || e.attempts as detail
      from edits e join posts p on p.id = e.post_id
      where e.status = 'queued' and e.due_at < ${sql.lit(now - stuckMs)}
        and coalesce(e.lease_until, e.due_at) < ${sql.lit(now - stuckMs)}`,
  },
  {
    rule: 'latest-edit-is-the-latest',
    query: () => sql`
      select p.id as subject, 'latest edit ' || coalesce(p.latest_edit, 'none') as detail from posts p
      where coalesce(p.latest_edit, '') <>
        coalesce((select e.id from edits e where e.post_id = p.id order by e.seq desc limit 1), '')
        and (p.latest_edit is not null or exists (select 1 from edits e where e.post_id = p.id))`,
  },
  {
    rule: 'one-row-of-a-type-per-post',
    query: () => sql`
      select post_id as subject, count(*) || ' rows of type ' || type as detail from ledger
      where post_id is not null group by post_id, type having count(*) > 1`,
  },
  {
    rule: 'post-is-charged',
    query: () => sql`
      select p.id as subject, 'no charge; it is ' || p.status as detail from posts p
      where not exists (select 1 from ledger l where l.post_id = p.id and l.type = 'charge')`,
  },
  {
    // Certain abuse is charged as far as the balance goes, in one action with its penalty.
    rule: 'charge-is-the-price',
    query: () => sql`
      select p.id as subject, 'charge ' || c.amount || ', price ' || p.price as detail
      from posts p join ledger c on c.post_id = p.id and c.type = 'charge'
      where -c.amount > p.price
        or (-c.amount < p.price and (c.balance_after > 0 or not exists (
          select 1 from ledger l where l.post_id = p.id and l.type = 'penalty' and l.created_at = c.created_at
        )))`,
  },
  {
    rule: 'penalty-within-its-bounds',
    query: () => sql`
      select p.id as subject, 'penalty ' || l.amount || ', price ' || p.price || ', balance after it ' || l.balance_after as detail
      from ledger l join posts p on p.id = l.post_id
      where l.type = 'penalty'
        and (-l.amount > p.price * ${sql.lit(prices.penaltyMultiplier - 1)}
          or (-l.amount < p.price * ${sql.lit(prices.penaltyMultiplier - 1)} and l.balance_after > 0))`,
  },
  {
    rule: 'penalized-post-has-its-penalty',
    query: () => sql`
      select id as subject,
        status || ', penalized ' || coalesce(penalized, 0) || ' with ' || coalesce(rejection_amount, 0)
          || ', penalty row ' || coalesce(penalty, -1) || ', given back ' || back as detail
      from ${postMoney} money
      where (penalized = 1 and (penalty is null or penalty <> coalesce(rejection_amount, -1))
          and not (status = 'removed' and rejection_amount = 0 and back >= penalty))
        or (coalesce(penalized, 0) = 0 and penalty > 0 and back < penalty)`,
  },
  {
    // The fee goes back for low quality and cancelling, the penalty or both after an appeal; a credit follows the refund.
    rule: 'refund-follows-the-status',
    query: () => sql`
      select id as subject,
        status || ', charge ' || coalesce(charge, 0) || ', penalty ' || coalesce(penalty, 0) || ', refund ' || coalesce(refund, 0)
          as detail
      from ${postMoney} money
      where (refund is not null and refund not in (charge, coalesce(penalty, charge), charge + coalesce(penalty, 0)))
        or ((status = 'cancelled' or (status = 'rejected' and coalesce(penalized, 0) = 0))
          and coalesce(refund, 0) <> charge + coalesce(penalty, 0))
        or (refund is not null and (status in ('queued', 'review') or (status = 'rejected' and penalized = 1)))
        or (back > coalesce(refund, 0) and (refund is null or back > charge + coalesce(penalty, 0)))`,
  },
  {
    rule: 'topup-has-one-payment',
    query: () => sql`
      select id as subject, 'no payment reference' as detail from ledger
      where type = 'topup' and coalesce(reference, '') = ''
      union all
      select reference, count(*) || ' rows for one payment' from ledger
      where reference is not null group by reference having count(*) > 1`,
  },
  {
    // Strikes may be more: what an operator adds by hand has no post.
    rule: 'abuse-has-its-strike',
    query: () => sql`
      select a.id as subject, 'strikes ' || a.strikes || ', penalized posts ' || abuse.posts as detail
      from accounts a
      join (
        select account_id, count(*) as posts from (
          select account_id from posts where rejection_penalized = 1
          union all select account_id from edits where rejection_penalized = 1
        ) penalized group by account_id
      ) abuse on abuse.account_id = a.id
      where a.strikes < abuse.posts`,
  },
  {
    rule: 'third-strike-bans',
    query: () => sql`
      select id as subject, 'strikes ' || strikes || ', status ' || status as detail from accounts
      where strikes >= ${sql.lit(limits.strikesToBan)} and status <> 'banned'`,
  },
  {
    rule: 'published-post-has-its-text',
    query: () => sql`
      select id as subject, 'published without a public text or date' as detail from posts
      where status = 'published' and (public_json is null or published_at is null)`,
  },
  {
    rule: 'published-post-is-listed',
    query: ({ now }) => sql`
      select p.id as subject, 'published and not listed' as detail from posts p
      where p.status = 'published' and (p.expires_at is null or p.expires_at > ${now})
        and not exists (select 1 from listing l where l.post_id = p.id)`,
  },
  {
    rule: 'listed-post-is-published',
    query: () => sql`
      select l.post_id as subject, 'listed; it is ' || coalesce(p.status, 'not there') as detail
      from listing l left join posts p on p.id = l.post_id
      where p.status is null or p.status <> 'published'`,
  },
  {
    rule: 'listing-shows-the-post',
    query: () => sql`
      select p.id as subject, 'the list shows another text, site or expiry' as detail
      from listing l join posts p on p.id = l.post_id and p.status = 'published'
      left join listing_texts t on t.listing_seq = l.seq
      where coalesce(t.public_json, '') <> p.public_json or l.site <> p.site or coalesce(l.expires_at, 0) <> coalesce(p.expires_at, 0)`,
  },
  {
    rule: 'listed-post-is-searchable',
    query: ({ dialect: { searchIndex } }) => sql`
      select l.post_id as subject, 'listed and not in the search index' as detail from listing l
      where not exists (select 1 from listing_search where ${searchIndex.belongsTo('l')})`,
  },
  {
    rule: 'searchable-post-is-listed',
    query: ({ dialect: { searchIndex } }) => sql`
      select 'listing ' || ${searchIndex.seq} as subject, 'in the search index and not listed' as detail from listing_search
      where not exists (select 1 from listing l where l.seq = ${searchIndex.seq})`,
  },
  {
    rule: 'listed-event-has-its-occurrences',
    query: ({ now }) => sql`
      select l.post_id as subject, 'listed until ' || l.expires_at || ', its occurrences end by ' || coalesce(o.last_end, 0) as detail
      from listing l
      left join (select listing_seq, max(ends_at) as last_end from occurrences group by listing_seq) o on o.listing_seq = l.seq
      where l.starts_at is not null and l.expires_at > ${sql.lit(now)} and coalesce(o.last_end, 0) <> l.expires_at`,
  },
  {
    rule: 'occurrence-lies-in-its-event',
    query: () => sql`
      select coalesce(l.post_id, 'listing ' || o.listing_seq) as subject,
        'an occurrence from ' || o.starts_at || ' to ' || o.ends_at as detail
      from occurrences o left join listing l on l.seq = o.listing_seq
      where l.seq is null or l.site <> o.site or o.ends_at <= o.starts_at
        or o.starts_at < l.starts_at or o.ends_at > l.expires_at`,
  },
  {
    rule: 'queued-post-is-decided',
    query: ({ now }) => sql`
      select id as subject, 'due for ' || ((${sql.lit(now)} - due_at) / 60000) || ' minutes, attempts ' || attempts as detail
      from posts
      where status = 'queued' and due_at < ${sql.lit(now - stuckMs)}
        and coalesce(lease_until, due_at) < ${sql.lit(now - stuckMs)}`,
  },
  {
    rule: 'decided-post-is-let-go',
    query: () => sql`
      select id as subject, status || ' with a lease or a fingerprint' as detail from posts
      where (status <> 'queued' and lease_token is not null)
        or (status not in ('queued', 'review', 'published') and live_fingerprint is not null)`,
  },
  {
    rule: 'copy-keys-are-of-live-posts',
    query: () => sql`
      select c.post_id as subject, count(*) || ' copy keys; it is ' || coalesce(max(p.status), 'not there') as detail
      from copy_keys c left join posts p on p.id = c.post_id
      where p.live_fingerprint is null group by c.post_id`,
  },
  {
    rule: 'publication-has-its-event',
    query: ({ now }) => sql`
      select p.id as subject, 'published without a post.published event' as detail from posts p
      where p.status = 'published' and p.published_at >= ${now - limits.eventsKeptMs}
        and not exists (
          select 1 from events e
          where e.post_id = p.id and e.type = 'post.published' and e.created_at >= p.published_at
        )`,
  },
  {
    // An appeal dates the decision anew without an event, so the day of submission bounds what is still kept.
    rule: 'decision-has-its-event',
    query: ({ now }) => sql`
      select p.id as subject, p.status || ' without its event' as detail from posts p
      where p.status in ('rejected', 'removed', 'review') and p.submitted_at >= ${now - limits.eventsKeptMs}
        and not exists (select 1 from events e where e.post_id = p.id and e.type = 'post.' || p.status)`,
  },
  {
    rule: 'event-has-its-post',
    query: () => sql`
      select e.id as subject, e.type || ' of ' || e.post_id as detail from events e
      where not exists (select 1 from posts p where p.id = e.post_id and p.key_id = e.key_id)`,
  },
  {
    // What takes a post down closes its reports in the same transaction.
    rule: 'open-report-is-of-a-public-post',
    query: () => sql`
      select r.id as subject, 'open; its post is ' || coalesce(p.status || ' on ' || p.site, 'not there') as detail
      from reports r left join posts p on p.id = r.post_id
      where r.state = 'open' and (p.status is null or p.status <> 'published' or p.site <> r.site)`,
  },
  {
    rule: 'closed-report-has-its-day',
    query: () => sql`
      select id as subject, state || ', closed at ' || coalesce(closed_at, 0) as detail from reports
      where (state = 'open') <> (closed_at is null)`,
  },
  {
    rule: 'event-is-numbered',
    query: () => sql`
      select e.id as subject, 'position ' || e.position || ', the last of the account is ' || coalesce(p.last, 0) as detail
      from events e left join event_positions p on p.account_id = e.account_id
      where e.position < 1 or e.position > coalesce(p.last, 0)`,
  },
  {
    rule: 'event-has-its-deliveries',
    query: ({ now }) => sql`
      select webhooks.id as subject, 'no delivery of ' || events.id as detail
      from webhooks join events on events.account_id = webhooks.account_id and events.position > webhooks.since_position
      where ${receives} and events.created_at >= ${now - limits.eventsKeptMs}
        and (webhooks.active = 1 or events.created_at < webhooks.inactive_since)
        and not exists (
          select 1 from webhook_deliveries d where d.webhook_id = webhooks.id and d.message_id = events.id
        )`,
  },
  {
    rule: 'delivery-has-its-event',
    query: () => sql`
      select d.message_id as subject, d.type || ' to ' || d.webhook_id || ' has nothing to send' as detail
      from webhook_deliveries d left join events e on e.id = d.message_id
      where coalesce(d.payload, e.payload) is null`,
  },
  {
    rule: 'delivery-has-its-answer',
    query: () => sql`
      select d.message_id as subject, 'delivered to ' || d.webhook_id || ' without an answer of success' as detail
      from webhook_deliveries d
      where d.state = 'delivered' and not exists (
        select 1 from webhook_attempts a where a.delivery_seq = d.seq and a.status between 200 and 299
      )`,
  },
  {
    rule: 'delivery-waits-for-an-endpoint-that-is-on',
    query: () => sql`
      select d.message_id as subject, 'waits for ' || d.webhook_id || ', which is off' as detail
      from webhook_deliveries d join webhooks w on w.id = d.webhook_id
      where d.state = 'pending' and w.active = 0`,
  },
  {
    rule: 'delivery-is-made',
    query: ({ now }) => sql`
      select d.message_id as subject,
        'due to ' || d.webhook_id || ' for ' || ((${sql.lit(now)} - d.due_at) / 3600000) || ' hours' as detail
      from webhook_deliveries d
      where d.state = 'pending' and d.due_at < ${sql.lit(now - dayMs)} and coalesce(d.lease_until, 0) < ${sql.lit(now)}`,
  },
  {
    rule: 'endpoints-within-the-limit',
    query: () => sql`
      select account_id as subject, count(*) || ' webhook endpoints' as detail from webhooks
      group by account_id having count(*) > ${sql.lit(limits.webhooksPerAccount)}`,
  },
  {
    rule: 'mail-is-sent',
    query: ({ now }) => sql`
      select id as subject, 'due for ' || ((${sql.lit(now)} - due_at) / 3600000) || ' hours, attempts ' || attempts as detail
      from mail
      where sent_at is null and failed_at is null and due_at < ${sql.lit(now - dayMs)}
        and coalesce(lease_until, due_at) < ${sql.lit(now)}`,
  },
]

/** Checks every rule in one snapshot; reads only. `now` is epoch ms. Takes seconds to minutes with a million posts. */
export async function audit(db: Kysely<Database>, dialect: Dialect, now: number): Promise<AuditReport> {
  return db.connection().execute(async connection => {
    await sql.raw(dialect.beginSnapshot).execute(connection)
    try {
      const report: AuditReport = { checked: {}, breaches: [], more: 0 }
      for (const table of checkedTables) {
        const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(connection)
        report.checked[table] = rows[0]?.n ?? 0
      }
      for (const { rule, query } of auditRules) await check(connection, report, rule, query({ now, dialect }))
      return report
    } finally {
      await sql`rollback`.execute(connection)
    }
  })
}

async function check(db: Kysely<Database>, report: AuditReport, rule: string, query: ReturnType<Rule['query']>) {
  const { rows } = await sql<Omit<Breach, 'rule'>>`${query} limit ${sql.lit(breachesPerRule + 1)}`.execute(db)
  for (const { subject, detail } of rows.slice(0, breachesPerRule)) report.breaches.push({ rule, subject, detail })
  if (rows.length <= breachesPerRule) return
  const all = await sql<{ n: number }>`select count(*) as n from (${query}) found`.execute(db)
  report.more += (all.rows[0]?.n ?? rows.length) - breachesPerRule
}
