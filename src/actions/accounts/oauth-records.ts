// Keeps what the authorization server needs between two requests: clients, requests for consent, codes, tokens.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { utcDay } from '../../domain/times/time.ts'
import { prolongConnection } from '../../store/accounts/connections.ts'
import { count } from '../../store/accounts/counters.ts'
import * as store from '../../store/accounts/oauth-records.ts'
import type { Scope } from '../scope.ts'

export type NewRecord = {
  hash: string
  kind: string
  site: SiteId
  keyId: string | null
  payload: string
  lastsMs: number
  /** A record that is there already stays as it is: a repeated refresh gives the same tokens. */
  once: boolean
  /** The hash of the client, which is kept for as long as it gets new tokens; null for other records. */
  keeps: string | null
}

/** Stores a record, or replaces it. */
export async function keepOAuthRecord({ db, now }: Scope, record: NewRecord): Promise<void> {
  const { hash, kind, site, keyId, payload, lastsMs, once, keeps } = record
  const row = { hash, kind, site, key_id: keyId, payload, created_at: now, expires_at: now + lastsMs }
  await store.putRecord(db, { ...row, consumed_at: null }, { once })
  if (kind === 'RefreshToken' && keyId !== null) await prolongConnection(db, keyId, now + lastsMs)
  if (keeps !== null) await store.keepRecord(db, keeps, now + limits.oauthClientKeptMs)
}

/** Marks a code or a token as used; false when it was used before. */
export async function consumeOAuthRecord({ db, now }: Scope, { hash }: { hash: string }): Promise<boolean> {
  return store.consumeRecord(db, hash, now)
}

/** Deletes a record. */
export async function dropOAuthRecord({ db, signal }: Scope, { hash }: { hash: string }): Promise<void> {
  await store.deleteRecord(db, hash)
  signal('keys')
}

const perIp = {
  register: {
    scope: 'oauth-register-ip',
    most: limits.oauthRegistrationsPerIpPerDay,
    what: 'registrations of clients',
  },
  document: { scope: 'oauth-document-ip', most: limits.oauthDocumentsPerIpPerDay, what: 'documents of clients' },
  consent: { scope: 'oauth-consent-ip', most: limits.oauthConsentsPerIpPerDay, what: 'requests for consent' },
} as const

/** Counts a request that anybody can send. Throws `rate_limited` past the number of a day. */
export async function countOAuth(
  { db, now }: Scope,
  { ip, of }: { ip: string; of: keyof typeof perIp },
): Promise<void> {
  const { scope, most, what } = perIp[of]
  if ((await count(db, scope, ip, utcDay(now))) > most)
    throw new Problem('rate_limited', `This address has sent ${most} ${what} today; more are taken after 00:00 UTC.`)
}
