// Rules of money: balances, the rows of the ledger, and the movements of each text (contract.md §4, §5).
import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { prices } from '../../contract/prices.ts'
import { dayMs } from '../../contract/spans.ts'
import { utcDay } from '../../domain/times/time.ts'
import { appealReference } from '../money/ledger.ts'
import type { Rule } from './rule.ts'

/** The movements of each revision in one row; amounts are positive micros, null where the ledger has no such row. */
const revisionMoney = sql`(
  select r.id, r.post_id, r.status, r.price, r.rejection_penalized as penalized, r.rejection_amount,
    r.judge_until, case when a.erased_at is null then 0 else 1 end as erased, -charge.amount as charge, -penalty.amount as penalty, refund.amount as refund,
    coalesce(refund.amount, 0) + coalesce(credit.amount, 0) as back
  from revisions r join accounts a on a.id = r.account_id
  left join ledger charge on charge.revision_id = r.id and charge.type = 'charge'
  left join ledger penalty on penalty.revision_id = r.id and penalty.type = 'penalty'
  left join ledger refund on refund.revision_id = r.id and refund.type = 'refund'
  left join ledger credit on credit.reference = ${sql.lit(appealReference(''))} || r.id
)`

/**
 * The keys whose counter of a UTC day (that of an epoch time) differs from the ledger: the spending of the day, less the refunds of
 * that spending on the same day.
 */
function countedOn(time: number) {
  const start = sql.lit(Math.floor(time / dayMs) * dayMs)
  const onDay = (row: string) =>
    sql`${sql.ref(`${row}.created_at`)} >= ${start} and ${sql.ref(`${row}.created_at`)} < ${start} + ${sql.lit(dayMs)}`
  return sql<{ subject: string; detail: string }>`
    select k.id as subject, 'counted ' || coalesce(c.value, 0) || ', spent ' || coalesce(spent.total, 0) as detail
    from api_keys k
    left join counters c on c.scope = 'key-spent' and c.subject = k.id and c.day = ${utcDay(time)}
    left join (
      select coalesce(of.successor_id, of.id) as key_id, cast(sum(amount) as bigint) as total from (
        select l.key_id, -l.amount as amount from ledger l
        where l.key_id is not null and l.type in ('charge', 'search', 'penalty') and ${onDay('l')}
        union all
        select l.key_id, -case when l.amount < taken.total then l.amount else taken.total end
        from ledger l join (
          select t.revision_id, cast(sum(-t.amount) as bigint) as total from ledger t
          where t.type in ('charge', 'penalty') and ${onDay('t')} group by t.revision_id
        ) taken on taken.revision_id = l.revision_id
        where l.key_id is not null and l.type = 'refund' and ${onDay('l')}
      ) moved join api_keys of on of.id = moved.key_id group by coalesce(of.successor_id, of.id)
    ) spent on spent.key_id = k.id
    where coalesce(c.value, 0) <> coalesce(spent.total, 0)`
}

export const moneyRules: readonly Rule[] = [
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
    rule: 'row-belongs-to-its-revision',
    query: () => sql`
      select l.id as subject, l.type || ' of ' || coalesce(l.revision_id, l.post_id, 'no text') as detail
      from ledger l left join revisions r on r.id = l.revision_id
      where (l.type in ('charge', 'refund', 'penalty'))
          <> (r.id is not null and r.account_id = l.account_id and r.site = coalesce(l.site, ''))
        or coalesce(r.post_id, '') <> coalesce(l.post_id, '')`,
  },
  {
    rule: 'one-row-of-a-type-per-revision',
    query: () => sql`
      select revision_id as subject, count(*) || ' rows of type ' || type as detail from ledger
      where revision_id is not null group by revision_id, type having count(*) > 1`,
  },
  {
    rule: 'revision-is-charged',
    query: () => sql`
      select r.id as subject, 'no charge; it is ' || r.status as detail from revisions r
      where r.price > 0 and coalesce(r.approval, 'approved') = 'approved' and not exists (select 1 from ledger l where l.revision_id = r.id and l.type = 'charge')`,
  },
  {
    rule: 'unapproved-text-costs-nothing',
    query: () => sql`
      select r.id as subject, coalesce(r.approval, 'nothing') || ', ' || l.type || ' of ' || l.amount as detail
      from revisions r join ledger l on l.revision_id = r.id
      where coalesce(r.approval, 'approved') <> 'approved'`,
  },
  {
    rule: 'spending-is-of-a-key-of-the-account',
    query: () => sql`
      select l.id as subject, l.type || ' by ' || coalesce(l.key_id, 'no key') as detail
      from ledger l left join api_keys k on k.id = l.key_id left join posts p on p.id = l.post_id
      where (l.key_id is not null and (k.id is null or k.account_id <> l.account_id or p.key_id <> coalesce(k.successor_id, k.id)))`,
  },
  {
    rule: 'spending-is-counted',
    query: ({ now }) => sql`${countedOn(now)} union all ${countedOn(now - dayMs)}`,
  },
  {
    // For certain abuse the charge is at most the balance, in one action with its penalty.
    rule: 'charge-is-the-price',
    query: () => sql`
      select r.id as subject, 'charge ' || c.amount || ', price ' || r.price as detail
      from revisions r join ledger c on c.revision_id = r.id and c.type = 'charge'
      where -c.amount > r.price
        or (-c.amount < r.price and (c.balance_after > 0 or not exists (
          select 1 from ledger l where l.revision_id = r.id and l.type = 'penalty' and l.created_at = c.created_at
        )))`,
  },
  {
    rule: 'penalty-within-its-bounds',
    query: () => sql`
      select r.id as subject, 'penalty ' || l.amount || ', abuse penalty ' || r.abuse_penalty || ', balance after it ' || l.balance_after as detail
      from ledger l join revisions r on r.id = l.revision_id
      where l.type = 'penalty' and (-l.amount > r.abuse_penalty or (-l.amount < r.abuse_penalty and l.balance_after > 0))`,
  },
  {
    rule: 'abuse-costs-a-multiple-of-the-price',
    query: () => sql`
      select id as subject, 'abuse penalty ' || abuse_penalty || ', price ' || price as detail from revisions
      where abuse_penalty < price * ${sql.lit(prices.penaltyMultiplier - 1)}`,
  },
  {
    rule: 'penalized-text-has-its-penalty',
    query: () => sql`
      select id as subject,
        status || ', penalized ' || coalesce(penalized, 0) || ' with ' || coalesce(rejection_amount, 0)
          || ', penalty row ' || coalesce(penalty, -1) || ', given back ' || back as detail
      from ${revisionMoney} money
      where (penalized = 1 and (penalty is null or penalty <> coalesce(rejection_amount, -1))
          and not (status = 'removed' and rejection_amount = 0 and back >= penalty)
          and not (penalty is null and rejection_amount = 0 and erased = 1))
        or (coalesce(penalized, 0) = 0 and penalty > 0 and back < penalty)`,
  },
  {
    // The charge is refunded for low quality and for a withdrawal (out of review once no abuse is found), the penalty or both after
    // an appeal. A credit follows the refund.
    rule: 'refund-follows-the-status',
    query: () => sql`
      select id as subject,
        status || ', charge ' || coalesce(charge, 0) || ', penalty ' || coalesce(penalty, 0) || ', refund ' || coalesce(refund, 0)
          as detail
      from ${revisionMoney} money
      where (refund is not null and refund not in (charge, coalesce(penalty, charge), charge + coalesce(penalty, 0)))
        or (status in ('rejected', 'cancelled') and judge_until is null and coalesce(penalized, 0) = 0
          and coalesce(refund, 0) <> charge + coalesce(penalty, 0))
        or (refund is not null and (
          status in ('queued', 'review') or judge_until is not null or (status in ('rejected', 'cancelled') and penalized = 1)
        ))
        or (id <> post_id and status = 'published' and (refund is not null or penalty is not null))
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
    // There may be more strikes: an operator adds strikes without a text.
    rule: 'abuse-has-its-strike',
    query: () => sql`
      select a.id as subject, 'strikes ' || a.strikes || ', texts with a strike ' || abuse.texts as detail
      from accounts a
      join (
        select account_id, count(*) as texts from revisions where strike_of = id group by account_id
      ) abuse on abuse.account_id = a.id
      where a.strikes < abuse.texts
      union all
      select r.id, 'penalized ' || coalesce(r.rejection_penalized, 0) || ', strike of ' || coalesce(r.strike_of, 'none')
      from revisions r
      left join revisions first on first.id = r.strike_of and first.account_id = r.account_id
      where (coalesce(r.rejection_penalized, 0) = 1) <> (r.strike_of is not null)
        or (r.strike_of is not null and (first.id is null or first.strike_of is null or first.strike_of <> first.id))`,
  },
  {
    rule: 'third-strike-bans',
    query: () => sql`
      select id as subject, 'strikes ' || strikes || ', ' || case when banned_at is null then 'not ' else '' end || 'banned' as detail
      from accounts where (strikes >= ${sql.lit(limits.strikesToBan)} and banned_at is null)
        or (strikes < ${sql.lit(limits.strikesToBan)} and coalesce(banned_for, 'strikes') = 'strikes' and banned_at is not null)
        or (banned_at is null) <> (banned_for is null)`,
  },
  {
    rule: 'banned-account-is-on-the-ban-list',
    query: () => sql`
      select a.id as subject, count(b.hash) || ' hashes on the ban list, strikes ' || a.strikes as detail
      from accounts a left join bans b on b.account_id = a.id
      group by a.id, a.strikes, a.banned_at, a.email_key
      having (a.banned_at is not null and a.email_key <> '' and count(case when b.kind = 'email' then 1 end) = 0)
        or (a.banned_at is null and count(case when b.kind = 'email' then 1 end) > 0)`,
  },
  {
    rule: 'erased-account-has-nobody',
    query: () => sql`
      select a.id as subject, 'has a name, an address, a card, a working or named key, an endpoint or an event' as detail from accounts a
      where a.erased_at is not null and (
        a.name <> '' or a.email <> '' or a.email_key <> '' or a.email_verified = 1 or a.card_fingerprint is not null
        or exists (select 1 from cards c where c.account_id = a.id)
        or exists (select 1 from api_keys k where k.account_id = a.id and (k.revoked_at is null or k.name <> ''))
        or exists (select 1 from webhooks w where w.account_id = a.id)
        or exists (select 1 from events e where e.account_id = a.id)
      )
      union all
      select id, 'is to be erased and has a key that is not revoked' from accounts a
      where a.erase_at is not null
        and exists (select 1 from api_keys k where k.account_id = a.id and k.revoked_at is null)`,
  },
]
