// Events for clients of MCP: pages by a cursor, and subscriptions whose receiver has to answer a challenge first (contract.md §16).
import { timingSafeEqual } from 'node:crypto'
import { baseUrlOf } from '../../actions/scope.ts'
import type { EventKind } from '../../contract/event-kinds.ts'
import { limits } from '../../contract/limits.ts'
import { keyPaused } from '../../contract/problems/problem.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { occurrenceText } from '../../domain/delivery/occurrence.ts'
import { grantedMs, subscriptionId } from '../../domain/delivery/subscription.ts'
import { withAddresses } from '../../domain/posts/addresses.ts'
import { instant } from '../../domain/times/time.ts'
import { DeliveryFailed } from '../../integrations/webhooks/client.ts'
import { signedHeaders } from '../../integrations/webhooks/secrets.ts'
import type { KeyHolder } from '../../store/accounts/keys.ts'
import { eventsOfKind, eventsPosition } from '../../store/delivery/events.ts'
import { isVerified, leavesOut, subscriptionById, subscriptionTo } from '../../store/delivery/subscriptions.ts'
import { checkedSearch } from '../lists/standing-searches.ts'
import type { Platform } from '../platform.ts'
import { outcomeCursor, readPosition, writePosition } from './position-cursor.ts'
import { type About, argumentsOf, polledArguments } from './subscribed-search.ts'

/** What a subscription is asked for, and where its events go. */
type Asked = { kind: EventKind; url: string; about: About }

/** Where a client goes on: after a cursor, or from now on, and with nothing older than so many milliseconds. */
export type From = { cursor: string | null; maxAgeMs: number | undefined }

/** A receiver did not answer its challenge. `reason` is a word of the extension Events. */
export class ChallengeFailed extends Error {
  override readonly name = 'ChallengeFailed'
  readonly reason: string
  constructor(reason: string) {
    super(`The callback URL did not answer its challenge: ${reason}.`)
    this.reason = reason
  }
}

/**
 * A page of events of a kind, for a key, oldest first, as JSON texts. Throws `invalid` for a cursor of another list or a wrong search,
 * `key_paused`, `too_many_searches`.
 */
export async function pollEvents(
  platform: Platform,
  caller: KeyHolder,
  { kind, about, limit, ...from }: From & { kind: EventKind; about: About; limit: number },
): Promise<{ events: string[]; cursor: string; hasMore: boolean; truncated: boolean }> {
  const { db, facts } = platform
  const { accountId, keyId } = caller
  const start = startOf(platform, from)
  const { args, made } = await polledArguments(platform, caller, about)
  // The position is read before the events: what is written meanwhile is on this page or behind its cursor.
  const last = await eventsPosition(db, accountId)
  if (start === null) return { events: [], cursor: cursorOf(last), hasMore: false, truncated: false }
  const found = await eventsOfKind(db, { keyId, kind, args, ...start, limit: limit + 1 })
  const page = found.slice(0, limit)
  const hasMore = found.length > page.length
  const reached = page.at(-1)?.position ?? start.past
  return {
    events: page.map(({ id, type, created_at, site, payload }) => {
      const data = site === null ? payload : withAddresses(payload, baseUrlOf(facts, site))
      return occurrenceText({ id, type, created_at, data })
    }),
    cursor: cursorOf(hasMore ? reached : Math.max(reached, last)),
    hasMore,
    // A search that was made anew has looked at nothing since the cursor.
    truncated: made || (await leavesOut(db, { accountId, keyId, kind, ...start })),
  }
}

/**
 * Begins a subscription or keeps it alive. Throws `invalid`, `key_paused`, `too_many_webhooks`, `too_many_searches`, `rate_limited`, and
 * ChallengeFailed if the receiver does not want the deliveries.
 */
export async function subscribe(
  platform: Platform,
  caller: KeyHolder,
  asked: From & Asked & { secret: string; ttlMs?: number | null },
) {
  if (caller.paused) throw keyPaused()
  const { accountId, keyId } = caller
  const { kind, url, about, secret } = asked
  const { seal } = platform.webhooks.secrets
  const from = startOf(platform, asked)
  const search = about.search && (await checkedSearch(platform, { accountId, ...about.search }))
  const id = await idOf(platform, caller, asked)
  const now = platform.now()
  if (!(await isVerified(platform.db, { keyId, url, now }))) {
    const made = await platform.act('makeChallenge', { accountId, subscription: id })
    await send(platform, made, { subscription: id, url, secret })
  }
  const expiresAt = platform.now() + grantedMs(asked.ttlMs)
  const kept = await platform.act('keepSubscription', {
    ...{ accountId, keyId, subscription: id, url, kind, about: search ?? canonicalJson(about.args), expiresAt, from },
    sealedSecret: seal(secret, accountId),
    sameSecret: await sealedAs(platform, accountId, id, secret),
  })
  return {
    id: kept.id,
    refreshBefore: instant(expiresAt),
    cursor: cursorOf(kept.position),
    truncated: kept.truncated,
  }
}

/** Ends a subscription of a key. False if there is none. */
export async function unsubscribe(platform: Platform, caller: KeyHolder, asked: Asked): Promise<boolean> {
  const subscription = await idOf(platform, caller, asked)
  return platform.act('endSubscription', { accountId: caller.accountId, subscription })
}

/**
 * The id of the subscription to what is asked: that of the one that the key has, also from a key that it replaced, or the same new id for
 * each request.
 */
async function idOf(platform: Platform, caller: KeyHolder, { kind, url, about }: Asked): Promise<string> {
  const { keyId } = caller
  const args = await argumentsOf(platform, caller, about)
  const known = args === null ? undefined : await subscriptionTo(platform.db, { keyId, url, kind, args })
  const site = about.search ? { site: about.search.site } : {}
  return known?.subscription ?? subscriptionId({ keyId, url, kind, args: { ...about.args, ...site } })
}

const cursorOf = (position: number) => writePosition(outcomeCursor, position)

/** The position and the time from which events are sent; null for none but those to come. Throws `invalid`. */
function startOf(platform: Platform, { cursor, maxAgeMs }: From): { past: number; since: number } | null {
  if (cursor === null) return null
  const oldest = Math.min(maxAgeMs ?? limits.eventsKeptMs, limits.eventsKeptMs)
  return { past: readPosition('/params/cursor', cursor, outcomeCursor), since: platform.now() - oldest }
}

/** The stored form of the secret of a subscription, if this is its secret; else null. */
async function sealedAs({ db, webhooks }: Platform, accountId: string, id: string, secret: string) {
  const stored = (await subscriptionById(db, id))?.secret
  if (stored === undefined) return null
  try {
    return webhooks.secrets.open(stored, accountId) === secret ? stored : null
  } catch {
    return null
  }
}

/**
 * Asks a receiver whether it wants deliveries: it has to send back a value that only this request has. Nobody can have events sent to a
 * receiver of somebody else that way.
 */
async function send(
  { webhooks: { client, now } }: Platform,
  { id, challenge }: { id: string; challenge: string },
  { url, secret, subscription }: { url: string; secret: string; subscription: string },
): Promise<void> {
  const body = JSON.stringify({ type: 'verification', challenge })
  const headers = signedHeaders([secret], { id, now: now(), body, subscription })
  const { status, text } = await client.send({ url, headers, body }).catch(error => {
    throw error instanceof DeliveryFailed ? new ChallengeFailed(error.reason) : error
  })
  if (status >= 500) throw new ChallengeFailed('http_5xx')
  if (status >= 400) throw new ChallengeFailed('http_4xx')
  if (status < 200 || status > 299 || !echoes(text, challenge)) throw new ChallengeFailed('challenge_failed')
}

function echoes(text: string, challenge: string): boolean {
  try {
    const { challenge: echoed } = JSON.parse(text) as { challenge?: unknown }
    const [a, b] = [Buffer.from(String(echoed)), Buffer.from(challenge)]
    return a.length === b.length && timingSafeEqual(a, b)
  } catch {
    return false
  }
}
