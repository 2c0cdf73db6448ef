// Rules of the queue and the outboxes: events, deliveries, mail (contract.md §4, §10).
import { sql } from 'kysely'
import { accountKinds } from '../../contract/event-kinds.ts'
import { limits } from '../../contract/limits.ts'
import { dayMs } from '../../contract/spans.ts'
import { receives } from '../delivery/events.ts'
import type { Rule } from './rule.ts'

/** How long a due text may wait before it counts as stuck; the second value holds while the model starts. */
const stuckMs = 600_000
const stuckStartingMs = 3_600_000

/** The condition that the account of a row is not erased: an erased account has no events. */
const notErased = (row: string) =>
  sql`not exists (select 1 from accounts a where a.id = ${sql.ref(`${row}.account_id`)} and a.erased_at is not null)`

/** What workers have to have done by now. */
export const workerRules: readonly Rule[] = [
  {
    rule: 'queued-revision-is-decided',
    query: ({ now }) => sql`
      select id as subject, 'due for ' || ((${sql.lit(now)} - due_at) / 60000) || ' minutes, attempts ' || attempts as detail
      from revisions
      where status = 'queued' and due_at < ${sql.lit(now - stuckMs)}
        and coalesce(lease_until, due_at) < ${sql.lit(now - stuckMs)}
        and not exists (
          select 1 from heartbeats
          where name = 'moderation'
            and since >= case when state = 'starting' then ${sql.lit(now - stuckStartingMs)} else ${sql.lit(now - stuckMs)} end
        )`,
  },
  {
    rule: 'provider-is-asked-about-a-payment',
    query: ({ now }) => sql`
      select id as subject, 'due for ' || ((${sql.lit(now)} - due_at) / 3600000) || ' hours, attempts ' || attempts as detail
      from payments
      where due_at < ${sql.lit(now - dayMs)} and coalesce(lease_until, due_at) < ${sql.lit(now)}`,
  },
  {
    rule: 'unapproved-text-is-dropped',
    query: ({ now }) => sql`
      select id as subject, 'has waited for its owner since ' || approval_at as detail from revisions
      where status = 'awaiting_owner' and approval_at < ${sql.lit(now - limits.approvalMs - dayMs)}`,
  },
  {
    rule: 'deleted-account-is-erased-in-time',
    query: ({ now }) => sql`
      select id as subject, 'was to be erased at ' || erase_at as detail from accounts
      where erased_at is null and erase_at < ${sql.lit(now - stuckMs - limits.clockSteadyMs)}`,
  },
  {
    rule: 'money-of-an-erased-account-is-paid-out',
    query: ({ now }) => sql`
      select a.id as subject, 'balance ' || a.balance as detail from accounts a
      where a.erased_at is not null and a.balance > 0
        and not exists (select 1 from ledger l where l.account_id = a.id and l.created_at >= ${sql.lit(now - stuckMs)})`,
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
    rule: 'mail-is-sent',
    query: ({ now }) => sql`
      select id as subject, 'due for ' || ((${sql.lit(now)} - due_at) / 3600000) || ' hours, attempts ' || attempts as detail
      from mail
      where sent_at is null and failed_at is null and due_at < ${sql.lit(now - dayMs)}
        and coalesce(lease_until, due_at) < ${sql.lit(now)}`,
  },
]

/** What holds whether or not workers run. */
export const outboxRules: readonly Rule[] = [
  {
    rule: 'decided-revision-is-let-go',
    query: () => sql`
      select id as subject, status || ' with a lease' as detail from revisions
      where status <> 'queued' and lease_token is not null`,
  },
  {
    rule: 'judged-after-its-end-is-withdrawn',
    query: () => sql`
      select id as subject, status || ', to be judged until ' || judge_until as detail from revisions
      where judge_until is not null and status not in ('cancelled', 'deleted')`,
  },
  {
    rule: 'publication-has-its-event',
    query: ({ now }) => sql`
      select p.id as subject, 'published without a post.published event' as detail from posts p
      where p.public_json is not null and p.published_at >= ${now - limits.eventsKeptMs} and ${notErased('p')}
        and not exists (
          select 1 from events e
          where e.post_id = p.id and e.type = 'post.published' and e.created_at >= p.published_at
        )`,
  },
  {
    // An appeal changes the time of the decision without an event, so the time of submission says whether events are still kept.
    rule: 'decision-has-its-event',
    query: ({ now }) => sql`
      select r.id as subject, r.status || ' without its event' as detail from revisions r
      where r.id = r.post_id and r.status in ('rejected', 'removed', 'review', 'cancelled') and r.submitted_at >= ${now - limits.eventsKeptMs}
        and ${notErased('r')}
        and not exists (
          select 1 from events e where e.post_id = r.id
            and e.type = case when r.approval in ('refused', 'expired') then 'approval.decided' else 'post.' || r.status end
        )`,
  },
  {
    rule: 'applied-edit-has-its-event',
    query: ({ now }) => sql`
      select r.id as subject, 'applied without a post.edited event' as detail from revisions r
      where r.id <> r.post_id and r.status = 'published' and r.decided_at >= ${now - limits.eventsKeptMs} and ${notErased('r')}
        and not exists (
          select 1 from events e
          where e.post_id = r.post_id and e.type = 'post.edited' and e.payload like '%"' || r.id || '"%'
        )`,
  },
  {
    // No post is cancelled twice, and a post that was never public cannot be edited.
    rule: 'event-of-the-author-is-true',
    query: () => sql`
      select e.id as subject, e.type || ' of ' || e.post_id || ', which is ' || r.status as detail
      from events e join posts p on p.id = e.post_id join revisions r on r.id = e.post_id
      where (e.type = 'post.edited' and p.published_at is null)
        or (e.type = 'post.cancelled' and (r.status <> 'cancelled' or exists (
          select 1 from events again
          where again.post_id = e.post_id and again.type = e.type and again.id <> e.id
        )))`,
  },
  {
    rule: 'event-has-its-post',
    query: () => sql`
      select e.id as subject, e.type || ' of ' || e.post_id as detail from events e
      where e.post_id is not null and not exists (select 1 from posts p where p.id = e.post_id and p.key_id = e.key_id)`,
  },
  {
    // A find of a search is of the account, and has the site of the post that was found.
    rule: 'event-of-no-post-is-of-the-account',
    query: () => sql`
      select e.id as subject, e.type || ' of ' || coalesce(e.post_id, 'no post') as detail from events e
      where (e.post_id is null) <> (e.type in (${sql.join(accountKinds.map(kind => sql.lit(kind)))}))
        or (e.post_id is null and e.type <> ${sql.lit('search.match')}) <> (e.site is null)`,
  },
  {
    rule: 'message-is-told-to-the-key-of-its-post',
    query: ({ now }) => sql`
      select m.id as subject, 'about ' || m.post_id as detail from relay_messages m join posts p on p.id = m.post_id
      where m.key_id <> p.key_id or (m.created_at >= ${now - limits.eventsKeptMs} and not exists (
        select 1 from events e where e.key_id = m.key_id and e.type = 'relay.message' and e.payload like '%"' || m.id || '"%'))`,
  },
  {
    rule: 'approval-has-its-events',
    query: ({ now }) => sql`
      select r.id as subject, r.approval || ' without its event' as detail from revisions r
      where r.approval is not null and r.submitted_at >= ${now - limits.eventsKeptMs} and ${notErased('r')}
        and (not exists (
            select 1 from events e where e.post_id = r.post_id and e.type = 'approval.requested' and e.payload like '%"' || r.id || '"%'
          ) or (r.approval in ('approved', 'refused', 'expired') and not exists (
            select 1 from events e where e.post_id = r.post_id and e.type = 'approval.decided' and e.payload like '%"' || r.id || '"%'
          )))`,
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
    rule: 'endpoints-within-the-limit',
    query: () => sql`
      select account_id as subject, count(*) || ' webhook endpoints' as detail from webhooks where subscription is null
      group by account_id having count(*) > ${sql.lit(limits.webhooksPerAccount)}`,
  },
  {
    rule: 'subscription-has-a-key-and-an-end',
    query: () => sql`
      select w.id as subject, coalesce(w.subscription, 'no subscription') || ' of ' || coalesce(w.key_id, 'no key') as detail
      from webhooks w
      where (w.subscription is null) <> (w.key_id is null) or (w.subscription is null) <> (w.expires_at is null)
        or (w.subscription is null) <> (w.arguments is null)
        or (w.key_id is not null and not exists (select 1 from api_keys k where k.id = w.key_id and k.account_id = w.account_id))`,
  },
  {
    rule: 'attempts-within-the-limits',
    query: ({ now }) => sql`
      select account_id as subject, count(*) || ' attempts under way to its endpoints' as detail
      from webhook_turns where lease_until >= ${sql.lit(now)}
      group by account_id having count(*) > ${sql.lit(limits.webhookAttemptsPerAccount)}
      union all
      select host, count(*) || ' attempts under way to it' from webhook_turns where lease_until >= ${sql.lit(now)}
      group by host
      having count(*) > ${sql.lit(limits.webhookAttemptsPerHost + limits.webhookAttemptsUnprovenPerHost)}`,
  },
]
