// Events for clients of MCP: pages by a cursor, and subscriptions whose receiver has to answer a challenge first (contract.md §16).
import { timingSafeEqual } from 'node:crypto'
import { baseUrlOf } from '../../actions/scope.ts'
import type { EventKind } from '../../contract/event-kinds.ts'
import { limits } from '../../contract/limits.ts'
import { keyPaused } from '../../contract/problems/problem.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { occurrenceText } from '../../domain/delivery/occurrence.ts'
import { grantedMs, type SubscriptionKey, subscriptionId } from '../../domain/delivery/subscription.ts'
import { withAddresses } from '../../domain/posts/addresses.ts'
import { instant } from '../../domain/times/time.ts'
import { DeliveryFailed } from '../../integrations/webhooks/client.ts'
import { signedHeaders } from '../../integrations/webhooks/secrets.ts'
import type { KeyHolder } from '../../store/accounts/keys.ts'
import { eventsOfKind, eventsPosition } from '../../store/delivery/events.ts'
import { isVerified, leavesOut, subscriptionById } from '../../store/delivery/subscriptions.ts'
import type { Platform } from '../platform.ts'
import { outcomeCursor, readPosition, writePosition } from './position-cursor.ts'

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

/** A page of events of a kind, for a key, oldest first, as JSON texts. Throws `invalid` for a cursor of another list. */
export async function pollEvents(
  platform: Platform,
  { accountId, keyId }: KeyHolder,
  { kind, args, limit, ...from }: From & { kind: EventKind; args: Record<string, unknown>; limit: number },
): Promise<{ events: string[]; cursor: string; hasMore: boolean; truncated: boolean }> {
  const { db, facts } = platform
  // The position is read before the events: what is written meanwhile is on this page or behind its cursor.
  const last = await eventsPosition(db, accountId)
  const start = startOf(platform, from)
  if (start === null) return { events: [], cursor: cursorOf(last), hasMore: false, truncated: false }
  const found = await eventsOfKind(db, { keyId, kind, args: canonicalJson(args), ...start, limit: limit + 1 })
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
    truncated: await leavesOut(db, { accountId, keyId, kind, ...start }),
  }
}

/**
 * Begins a subscription or keeps it alive. Throws `invalid`, `key_paused`, `too_many_webhooks`, `rate_limited`, and ChallengeFailed if
 * the receiver does not want the deliveries.
 */
export async function subscribe(
  platform: Platform,
  caller: KeyHolder,
  asked: From & Omit<SubscriptionKey, 'keyId' | 'kind'> & { kind: EventKind; secret: string; ttlMs?: number | null },
) {
  if (caller.paused) throw keyPaused()
  const { accountId, keyId } = caller
  const { kind, url, args, secret } = asked
  const { seal } = platform.webhooks.secrets
  const from = startOf(platform, asked)
  const id = subscriptionId({ keyId, url, kind, args })
  const now = platform.now()
  if (!(await isVerified(platform.db, { keyId, url, now }))) {
    const made = await platform.act('makeChallenge', { accountId, subscription: id })
    await send(platform, made, { subscription: id, url, secret })
  }
  const expiresAt = platform.now() + grantedMs(asked.ttlMs)
  const kept = await platform.act('keepSubscription', {
    ...{ accountId, keyId, subscription: id, url, kind, args: canonicalJson(args), expiresAt, from },
    sealedSecret: seal(secret, accountId),
    sameSecret: await sealedAs(platform, accountId, id, secret),
  })
  return {
    id,
    refreshBefore: instant(expiresAt),
    cursor: cursorOf(kept.position),
    truncated: kept.truncated,
  }
}

/** Ends a subscription of a key. False if there is none. */
export async function unsubscribe(
  platform: Platform,
  { accountId, keyId }: KeyHolder,
  of: Omit<SubscriptionKey, 'keyId'>,
) {
  return platform.act('endSubscription', { accountId, subscription: subscriptionId({ keyId, ...of }) })
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
