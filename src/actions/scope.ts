// What an action gets: one open transaction, the time and the ids that its caller made, and facts that do not change.
import type { Kysely } from 'kysely'
import type { AnnouncementTarget } from '../contract/announcements.ts'
import type { SiteContext } from '../contract/site-context.ts'
import type { SiteId } from '../contract/site-ids.ts'
import type { IdSource } from '../domain/ids.ts'
import type { ProviderName } from '../integrations/payments/payments.ts'
import type { Dialect } from '../store/database/dialect.ts'
import type { Database } from '../store/database/schema.ts'

/** What an action has done, for whoever keeps caches or waits for work. */
export type Signal = 'publications' | 'queue' | 'mail' | 'webhooks' | 'keys' | 'payments' | 'review'

/** By the names of domain/subjects.ts; null is everything. */
export type Touched = readonly string[] | null

/** Facts of the platform that actions need, as plain data: they travel to the thread that writes. */
export type PlatformFacts = {
  sites: readonly SiteContext[]
  policyVersion: string
  /** Who is told of what is published, changed and taken down. */
  announced: readonly AnnouncementTarget[]
  /** Who takes payments: only cards that were saved there can be charged. */
  paymentProvider: ProviderName
  /** Of the decisions of people every so many-th is made once more by another of these; 0 for none. */
  samples: { every: number; reviewers: readonly string[] }
}

/** An action writes through `db` alone: it is the transaction that all of its writes share. */
export type Scope = {
  db: Kysely<Database>
  dialect: Dialect
  /** Epoch milliseconds. */
  now: number
  ids: IdSource
  facts: PlatformFacts
  /** `touched`: of publications what they touch (domain/subjects.ts); everything when it is left out. */
  signal(signal: Signal, touched?: readonly string[]): void
}

/** The time and the randomness of one action: made by the caller, so that the action itself has neither. */
export type Call = { now: number; seed: string }

/** Base URL of a site of this platform; of one that it does not serve any more that of the first. */
export function baseUrlOf({ sites }: PlatformFacts, site: SiteId): string {
  const found = sites.find(row => row.id === site) ?? sites[0]
  if (!found) throw new Error('no site is configured')
  return found.baseUrl
}

/** The sites as processes on one database compare them: the order makes no difference. */
export function sitesText({ sites }: PlatformFacts): string {
  return sites
    .map(({ id, baseUrl }) => `${id}=${baseUrl}`)
    .sort()
    .join(',')
}
