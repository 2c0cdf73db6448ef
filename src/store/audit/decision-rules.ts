// Rules of the log of decisions: its chain is intact, and every decision has an entry.
import { sql } from 'kysely'
import { type LogKey, sealOf } from '../../domain/review/log-key.ts'
import { instant } from '../../domain/times/time.ts'
import type { Db } from '../database/schema.ts'
import { digestOf, type LogRow, linkOf, logHead, sealedAfter } from '../posts/decision-log.ts'
import type { BrokenRow, Rule, RuleContext } from './rule.ts'

const batch = 2_000

/** Walks the chain from its beginning, and finds sealed entries that were changed or removed. */
async function* walkChain(db: Db, { log }: RuleContext): AsyncIterable<BrokenRow> {
  let position = 0
  let hash = ''
  const key = log && log.key !== 'unreadable' ? log.key : null
  const ends = new Map(log?.ends.map(end => [end.position, end]))
  for (let rows = await sealedAfter(db, 0, batch); rows.length > 0; rows = await sealedAfter(db, position, batch))
    for (const row of rows) {
      const place = row.position ?? 0
      if (place !== position + 1)
        yield { subject: `entry ${row.seq}`, detail: `at position ${place}, after position ${position}` }
      yield* altered(row)
      const link = linkOf(hash, row, place)
      if (row.hash !== link) yield { subject: `entry ${row.seq}`, detail: `its hash is not that of the chain up to it` }
      // The walk goes on from the stored hash, so that one breach is not reported for every later entry.
      hash = row.hash ?? ''
      position = place
      if (log) yield* unlikeItsSeal(row, key)
      const end = ends.get(position)
      if (end && end.hash !== hash)
        yield { subject: `entry ${row.seq}`, detail: `position ${position} is not as it was kept` }
    }
  for (const end of log?.ends ?? [])
    if (end.position > position)
      yield { subject: 'head', detail: `the log ends at ${position}; an end at ${end.position} was kept` }
  const head = await logHead(db)
  if (key && head && head.position > key.from && head.seal !== sealOf(key, 'end', head.position, head.hash))
    yield { subject: 'head', detail: 'its seal was not made with the key of the log' }
  if ((head?.position ?? 0) !== position || (head?.hash ?? '') !== hash) {
    const said = head ? `position ${head.position} since ${instant(head.sealed_at)}` : 'none'
    yield { subject: 'head', detail: `${said}; the last entry of the chain is at ${position}` }
  }
}

/** An entry that was changed together with all later hashes has no seal of the key. */
function* unlikeItsSeal({ seq, position, hash, seal }: LogRow, key: LogKey | null): Iterable<BrokenRow> {
  const [place, link] = [position ?? 0, hash ?? '']
  const subject = `entry ${seq}`
  if (!key && seal !== null) yield { subject, detail: 'it has a seal, and the log has no key that opens' }
  if (key && place === key.from && link !== key.hash)
    yield { subject, detail: 'the chain up to here is not that of the day on which the log got its key' }
  if (key && place > key.from && seal !== sealOf(key, 'entry', place, link))
    yield { subject, detail: 'its seal was not made with the key of the log' }
}

/** The key of the log opens with the secret of the platform. */
async function* walkKey(_: Db, { log }: RuleContext): AsyncIterable<BrokenRow> {
  if (log?.key === 'unreadable')
    yield {
      subject: 'key',
      detail: 'the secret of the platform does not open the key of the log; no seal can be checked',
    }
}

async function* walkUnsealed(db: Db): AsyncIterable<BrokenRow> {
  let after = 0
  for (;;) {
    const rows = await db
      .selectFrom('decision_log')
      .selectAll()
      .where(sql<boolean>`position is null`)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(batch)
      .execute()
    for (const row of rows) yield* altered(row)
    const last = rows.at(-1)
    if (!last) return
    after = last.seq
  }
}

function* altered(row: LogRow): Iterable<BrokenRow> {
  if (digestOf(row) !== row.digest)
    yield { subject: `entry ${row.seq}`, detail: `${row.action} of ${row.subject} was changed since it was written` }
}

/** Since when keys and links have entries, epoch ms. */
const sinceKeyed = (log: RuleContext['log']) =>
  log?.key && log.key !== 'unreadable' ? log.key.since : Number.MAX_SAFE_INTEGER

/** The last transition of each revision in the log. */
const last = sql`(
  select l.* from decision_log l
  join (select subject, max(seq) as seq from decision_log where to_status is not null group by subject) newest
    on newest.seq = l.seq
)`

export const decisionRules: readonly Rule[] = [
  { rule: 'chain-of-decisions-is-whole', walk: walkChain },
  { rule: 'log-has-its-key', walk: walkKey },
  { rule: 'unsealed-decision-is-as-written', walk: walkUnsealed },
  {
    rule: 'decision-has-its-entry',
    query: () => sql`
      select r.id as subject,
        r.status || ' since ' || coalesce(r.decided_at, 0) || '; the log has ' || coalesce(l.to_status || ' since ' || l.created_at, 'nothing') as detail
      from revisions r left join ${last} l on l.subject = r.id
      where (l.seq is not null or r.status not in ('queued', 'awaiting_owner')) and (l.seq is null
        or l.to_status <> r.status or (r.status <> 'queued' and coalesce(r.decided_at, 0) <> l.created_at)
        or coalesce(l.category, '') <> coalesce(r.rejection_category, '')
        or coalesce(l.penalized, -1) <> coalesce(r.rejection_penalized, -1)
        or coalesce(l.amount, -1) <> coalesce(r.rejection_amount, -1))`,
  },
  {
    rule: 'entries-follow-each-other',
    query: () => sql`
      select subject, action || ' from ' || coalesce(from_status, 'nothing') || ' after ' || coalesce(stood, 'nothing') as detail
      from (
        select l.*, lag(to_status) over (partition by subject order by seq) as stood
        from decision_log l where to_status is not null
      ) entries
      where case when stood is null then coalesce(from_status, 'queued') not in ('queued', 'awaiting_owner')
        else coalesce(from_status, '') <> stood end`,
  },
  {
    rule: 'entry-is-about-something',
    query: () => sql`
      select l.subject as subject, l.action || ', entry ' || l.seq as detail
      from decision_log l left join revisions r on r.id = l.subject
      where l.to_status is not null and (r.id is null or r.post_id <> coalesce(l.post_id, '') or r.site <> coalesce(l.site, ''))`,
  },
  {
    rule: 'counts-are-those-of-the-log',
    query: () => sql`
      select month || ' ' || decider || ' ' || action as subject, sum(counted) || ' counted, the log has ' || sum(logged) as detail
      from (
        select month, decider, action, category, n as counted, 0 as logged from decision_counts
        union all
        select month, decider, action, coalesce(category, ''), 0, 1 from decision_log where position is not null
      ) kinds
      group by month, decider, action, category having sum(counted) <> sum(logged)`,
  },
  {
    rule: 'standing-has-its-entry',
    query: () => sql`
      select a.id as subject, 'suspended since ' || a.suspended_at as detail from accounts a
      where a.suspended_at is not null and not exists (
        select 1 from decision_log l where l.subject = a.id and l.action = 'suspend' and l.created_at = a.suspended_at
      )
      union all
      select a.id, 'banned since ' || a.banned_at from accounts a
      where a.banned_at is not null and not exists (
        select 1 from decision_log l where l.subject = a.id and l.action = 'ban' and l.created_at = a.banned_at
      )
      union all
      select a.id, 'not suspended; entry ' || l.seq || ' suspends it'
      from accounts a join decision_log l on l.subject = a.id and l.action = 'suspend'
      where a.suspended_at is null and not exists (
        select 1 from decision_log n where n.subject = a.id and n.seq > l.seq and n.action in ('suspend', 'unsuspend')
      )
      union all
      select a.id, 'not banned; entry ' || l.seq || ' bans it'
      from accounts a join decision_log l on l.subject = a.id and l.action = 'ban'
      where a.banned_at is null and not exists (
        select 1 from decision_log n where n.subject = a.id and n.seq > l.seq and n.action in ('ban', 'unban')
      )`,
  },
  {
    rule: 'key-has-its-entry',
    // The first key of an account is made with it; keys from before the log had a key may have no entry.
    query: ({ log }) => sql`
      select k.id as subject, 'of ' || k.account_id || ', made at ' || k.created_at as detail
      from api_keys k join accounts a on a.id = k.account_id
      where k.created_at > a.created_at and k.created_at >= ${sql.lit(sinceKeyed(log))} and not exists (
        select 1 from decision_log l
        where l.subject = k.account_id and l.action = 'create-key' and l.created_at = k.created_at
          and l.detail = '{"key":"' || k.id || '"}'
      )`,
  },
  {
    rule: 'link-of-reviewer-has-its-entry',
    query: ({ log }) => sql`
      select o.reviewer as subject, o.what || ' of a link that was made at ' || o.made_at as detail
      from (
        select reviewer, 'the use' as what, created_at as made_at from sign_ins where browser = '' and reviewer is not null
        union all
        select reviewer, 'a session', link_made_at from sessions where reviewer is not null and link_made_at is not null
      ) o
      where o.made_at >= ${sql.lit(sinceKeyed(log))} and not exists (
        select 1 from decision_log l
        where l.subject = o.reviewer and l.action = 'reviewer-link' and l.created_at = o.made_at
      )`,
  },
  {
    rule: 'credit-has-its-entry',
    query: () => sql`
      select c.id as subject, c.amount || ' micros to ' || c.account_id as detail from ledger c
      where c.type = 'platform_credit' and c.reference is null and not exists (
        select 1 from decision_log l
        where l.subject = c.account_id and l.action in ('credit', 'seed') and l.created_at = c.created_at
      )`,
  },
  {
    rule: 'answered-appeal-has-its-entry',
    query: () => sql`
      select a.id as subject, a.state || ' at ' || coalesce(a.decided_at, 0) as detail from appeals a
      where a.state <> 'open' and not exists (
        select 1 from decision_log l where l.subject = a.revision_id and l.created_at = a.decided_at
          and l.action like 'appeal-%' and (l.action = 'appeal-refused') = (a.state = 'refused')
          and l.actor = a.decided_by and l.reason = a.answer
      )
      union all
      select a.id, 'open; it was answered since' from appeals a
      where a.state = 'open' and exists (
        select 1 from decision_log l
        where l.subject = a.revision_id and l.action like 'appeal-%' and l.created_at > a.created_at
      )`,
  },
  {
    rule: 'closed-report-has-its-entry',
    query: () => sql`
      select r.id as subject, r.state || ' at ' || coalesce(r.closed_at, 0) as detail from reports r
      where r.state <> 'open' and not exists (
        select 1 from decision_log l where l.subject = r.post_id
          and (l.created_at = r.closed_at or r.counted = 1 and l.created_at <= r.closed_at)
          and case r.state when 'dismissed' then l.action = 'dismiss-reports'
            when 'upheld' then l.to_status = 'removed' else l.to_status = 'deleted' end
      )`,
  },
  {
    rule: 'dismissal-has-its-reports',
    query: () => sql`
      select subject, 'entry ' || seq || ': ' || detail || ', and ' || closed || ' are dismissed' as detail
      from (
        select l.subject, l.seq, l.detail, (
          select count(*) from reports r
          where r.post_id = l.subject and r.closed_at = l.created_at and r.state = 'dismissed' and r.counted = 0
        ) as closed
        from decision_log l where l.action = 'dismiss-reports'
      ) dismissals
      where detail <> '{"dismissed":' || closed || '}'`,
  },
  {
    rule: 'pass-has-its-entry',
    query: () => sql`
      select p.subject as subject, p.what || ' by ' || p.reviewer as detail from review_passes p
      where not exists (
        select 1 from decision_log l where l.subject = p.subject and l.actor = p.reviewer and l.created_at = p.created_at
          and l.action = case p.what when 'skip' then 'skip' else 'second-opinion' end
      )`,
  },
  {
    rule: 'sample-has-its-entry',
    query: () => sql`
      select s.subject as subject, 'decided once more by ' || s.second_reviewer as detail from review_samples s
      where s.second_at is not null and not exists (
        select 1 from decision_log l
        where l.subject = s.subject and l.actor = s.second_reviewer and l.created_at = s.second_at
          and l.action = case when s.first_label = s.second_label then 'sample-agrees' else 'sample-differs' end
      )`,
  },
]
