// Claims due deliveries fairly, with a lease and a token: endpoints take turns, and the attempts under way are bounded.
import { sql } from 'kysely'
import type { WebhookKind } from '../../contract/event-kinds.ts'
import { limits } from '../../contract/limits.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import {
  chooseTurns,
  type DeliveryTurn,
  type EndpointStanding,
  perHost,
  type ReadyEndpoint,
  type Room,
} from '../../domain/delivery/turns.ts'
import { selectForClaim, selectForUpdate } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'

/** A claimed delivery with all that the sender needs: URL, secrets and payload. */
export type ClaimedDelivery = {
  seq: number
  webhook_id: string
  message_id: string
  type: WebhookKind
  created_at: number
  /** As it is stored, with marks for its addresses. */
  payload: string
  /** The site of the post of the event; null for a test. */
  site: SiteId | null
  /** The id of the subscription that it is for, and the position of its event; null for an endpoint that was registered. */
  subscription: string | null
  position: number | null
  account_id: string
  url: string
  secret: string
  previous_secret: string | null
  previous_until: number | null
  standing: EndpointStanding
  /** The span in which its event was made, as a traceparent; null without a trace. */
  trace: string | null
}

/** The token and the lease of a claim, and the room for attempts. Times are epoch milliseconds. */
export type DeliveryClaim = Room & { token: string; now: number; leaseMs: number }

/**
 * Claims due deliveries within the bounds of domain/delivery/turns.ts. The endpoint that has waited longest comes first, so that no
 * backlog delays other endpoints. Deliveries whose lease has run out are claimed again.
 *
 * database/claim-due.ts does not fit: it takes the first due rows of a queue, whatever other claims hold. Here each row is chosen
 * by all attempts under way, so claims come one after the other, and a chosen row is taken by its number.
 */
export async function claimDeliveries(db: Db, claim: DeliveryClaim): Promise<ClaimedDelivery[]> {
  const { now, token, leaseMs } = claim
  // One claim at a time on all nodes: two claims could use the same room.
  await db
    .selectFrom('meta')
    .select('name')
    .where('name', '=', sql.lit('webhook_turns' as const))
    .$call(selectForUpdate)
    .execute()
  const underWay = await turnsUnderWay(db, now)
  const ready = await readyEndpoints(db, claim, underWay)
  const turns = await lockedTurns(db, chooseTurns(ready, underWay, claim), now)
  if (turns.size === 0) return []
  const rows = await db
    .updateTable('webhook_deliveries as x')
    .set({ lease_token: token, lease_until: now + leaseMs })
    .where('seq', 'in', [...turns.keys()])
    .where(isDue(now))
    .returning('seq')
    .execute()
  if (rows.length === 0) return []
  const taken = rows.map(({ seq }) => ({ seq, ...(turns.get(seq) as DeliveryTurn) }))
  await db
    .insertInto('webhook_turns')
    .values(
      taken.map(({ seq, webhookId, accountId, host, standing }) => ({
        delivery_seq: seq,
        token,
        webhook_id: webhookId,
        account_id: accountId,
        host,
        standing,
        lease_until: now + leaseMs,
      })),
    )
    .execute()
  return readClaimed(db, turns, rows)
}

/** The attempts under way. An attempt of a process that was killed counts until its lease runs out. */
async function turnsUnderWay(db: Db, now: number): Promise<DeliveryTurn[]> {
  const rows = await db.selectFrom('webhook_turns').selectAll().execute()
  if (rows.some(row => row.lease_until < now))
    await db.deleteFrom('webhook_turns').where('lease_until', '<', now).execute()
  return rows
    .filter(row => row.lease_until >= now)
    .map(({ webhook_id: webhookId, account_id: accountId, host, standing }) => ({
      ...{ webhookId, accountId, host, standing },
    }))
}

const standing = sql<EndpointStanding>`
  case
    when w.proven_at is not null then case when w.failing_since is null then 'proven' else 'failing' end
    when a.card_on_file = 0 and a.balance = 0 then 'guest'
    else 'probation'
  end`

/**
 * The order of turns: endpoints that are not failing, then the first endpoint of each account before any second one, then the
 * endpoint that was served longest ago.
 */
const inTurn = sql`case when failing_since is null then 0 else 1 end, of_account, served_at, id`

/**
 * Endpoints with due deliveries, in the order of their turns: at most `limit` of each standing, and for each host no more than the
 * attempts that may be under way to it. The query reads only endpoints with pending deliveries, each once however many it has.
 */
async function readyEndpoints(db: Db, { now, limit }: DeliveryClaim, underWay: readonly DeliveryTurn[]) {
  if (limit <= 0) return []
  const { busy, endpoints, accounts, hosts, provenHosts } = atLimit(underWay)
  const nth = (n: number) => sql`(
    select x.seq from webhook_deliveries x where x.webhook_id = w.id and ${isDue(now)}
    order by x.due_at, x.seq limit 1 offset ${sql.lit(n)})`
  const { rows } = await sql<DeliveryTurn & { first: number | null; second: number | null }>`
    with recursive pending(id) as (
      select min(webhook_id) from webhook_deliveries where state = 'pending'
      union all
      select (select min(d.webhook_id) from webhook_deliveries d where d.state = 'pending' and d.webhook_id > pending.id)
      from pending where pending.id is not null
    ), ready as (
      select w.id, w.host, w.served_at, w.failing_since, ${standing} as standing,
        row_number() over (partition by w.account_id order by w.served_at, w.id) as of_account
      from webhooks w join accounts a on a.id = w.account_id
      where w.id in (select id from pending) and w.active = 1 and coalesce(w.held_until, 0) <= ${now}
        and (w.subscription is null or (w.expires_at > ${now} and exists (
          select 1 from api_keys k where k.id = w.key_id and k.revoked_at is null and (k.valid_until is null or k.valid_until > ${now})
        )))
        and ${outside(sql`w.id`, endpoints)} and ${outside(sql`w.account_id`, accounts)}
        and exists (select x.seq from webhook_deliveries x where x.webhook_id = w.id and ${isDue(now)})
    ), of_host as (
      select id, of_account, served_at, failing_since, standing,
        row_number() over (partition by host, standing order by ${inTurn}) as nth
      from ready
      where (standing = 'proven' and ${outside(sql`host`, provenHosts)})
        or (standing <> 'proven' and ${outside(sql`host`, hosts)} and ${outside(sql`id`, busy)})
    ), in_turn as (
      select id, standing, row_number() over (partition by standing order by ${inTurn}) as turn
      from of_host
      where nth <= case when standing = 'proven' then ${sql.lit(perHost('proven'))} else ${sql.lit(perHost('probation'))} end
    )
    select w.id as "webhookId", w.account_id as "accountId", w.host, t.standing, ${nth(0)} as first, ${nth(1)} as second
    from in_turn t join webhooks w on w.id = t.id
    where t.turn <= ${limit} order by t.turn`.execute(db)
  return rows.map(
    ({ first, second, ...turn }): ReadyEndpoint => ({ ...turn, due: [first, second].filter(seq => seq !== null) }),
  )
}

/** The endpoints, accounts and hosts with all their attempts under way, and in `busy` the endpoints with at least one. */
function atLimit(underWay: readonly DeliveryTurn[]) {
  const full = (of: (turn: DeliveryTurn) => string, most: number, turns = underWay) =>
    [...Map.groupBy(turns, of)].filter(([, group]) => group.length >= most).map(([id]) => id)
  const [proven, unproven] = [true, false].map(is => underWay.filter(turn => (turn.standing === 'proven') === is))
  return {
    busy: full(turn => turn.webhookId, 1),
    endpoints: full(turn => turn.webhookId, limits.webhookAttemptsPerEndpoint),
    accounts: full(turn => turn.accountId, limits.webhookAttemptsPerAccount),
    provenHosts: full(turn => turn.host, perHost('proven'), proven),
    hosts: full(turn => turn.host, perHost('probation'), unproven),
  }
}

const outside = (column: ReturnType<typeof sql>, values: readonly string[]) =>
  values.length === 0 ? sql`1 = 1` : sql`${column} not in (${sql.join(values)})`

const isDue = (now: number) =>
  sql<boolean>`x.state = 'pending' and x.due_at <= ${now} and coalesce(x.lease_until, 0) < ${now}`

/** Locks the active endpoints of turns and marks them as served; returns the turns of those endpoints by delivery. */
async function lockedTurns(
  db: Db,
  turns: ReturnType<typeof chooseTurns>,
  now: number,
): Promise<Map<number, DeliveryTurn>> {
  if (turns.length === 0) return new Map()
  const ids = [...new Set(turns.map(({ webhookId }) => webhookId))]
  const free = db.selectFrom('webhooks').select('id').where('id', 'in', ids).where('active', '=', sql.lit(1))
  const rows = await db
    .updateTable('webhooks')
    .set({ served_at: now })
    .where('id', 'in', free.$call(selectForClaim))
    .returning('id')
    .execute()
  const held = new Set(rows.map(({ id }) => id))
  return new Map(turns.filter(({ webhookId }) => held.has(webhookId)).map(({ seq, ...turn }) => [seq, turn]))
}

async function readClaimed(
  db: Db,
  turns: ReadonlyMap<number, DeliveryTurn>,
  of: readonly { seq: number }[],
): Promise<ClaimedDelivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .leftJoin('events as e', 'e.id', 'd.message_id')
    .select([
      'd.seq',
      'd.webhook_id',
      'd.message_id',
      'd.type',
      'd.created_at',
      'w.account_id',
      'e.site',
      'e.position',
      'e.trace',
      'w.subscription',
    ])
    .select(['w.url', 'w.secret', 'w.previous_secret', 'w.previous_until'])
    .select(({ fn }) => fn.coalesce('d.payload', 'e.payload').as('payload'))
    .where(
      'd.seq',
      'in',
      of.map(({ seq }) => seq),
    )
    .orderBy('d.due_at')
    .orderBy('d.seq')
    .execute()
  return rows.map(({ payload, ...row }) => ({
    ...row,
    payload: payload ?? 'null',
    standing: (turns.get(row.seq) as DeliveryTurn).standing,
  }))
}

/** Ends the turn of an attempt, whether or not its delivery still exists. */
export async function endTurn(db: Db, { seq, token }: { seq: number; token: string }): Promise<void> {
  await db.deleteFrom('webhook_turns').where('delivery_seq', '=', seq).where('token', '=', token).execute()
}
