// The scope of an action: one open transaction, the time and the ids from its caller, and constant facts. It is not in writer/,
// which imports the actions.

import type { Actor } from '../contract/activity.ts'
import type { AnnouncementTarget } from '../contract/announcements.ts'
import type { PlatformMoney } from '../contract/currency.ts'
import type { Face } from '../contract/face.ts'
import type { KeyPrefix } from '../contract/ids.ts'
import type { Invoicing } from '../contract/invoicing.ts'
import type { TopUps } from '../contract/sites/priced-site.ts'
import type { SiteContext } from '../contract/sites/site-context.ts'
import type { SiteId } from '../contract/sites/site-ids.ts'
import type { IdSource } from '../domain/ids.ts'
import type { Catalogue } from '../domain/languages/tongue.ts'
import type { Severity } from '../domain/review/urgency.ts'
import type { ProviderName } from '../integrations/payments/payments.ts'
import type { Dialect } from '../store/database/dialect.ts'
import type { Db } from '../store/database/schema.ts'

/** A change made by an action, for caches and for workers that wait. `additions`: publications that take nothing from view. */
export type Signal =
  | 'publications'
  | 'additions'
  | 'queue'
  | 'mail'
  | 'webhooks'
  | 'keys'
  | 'payments'
  | 'review'
  | 'outcomes'
  | 'searches'

/** What a change touches: subjects of publications (domain/posts/subjects.ts), accounts of outcomes; null for all. */
export type Touched = readonly string[] | null

/** Facts of the platform that actions need, as plain data: they are sent to the writer thread. */
export type PlatformFacts = {
  sites: readonly SiteContext[]
  policyVersion: string
  /** The messages of mails and pages, by the tag of their language. */
  catalogues: ReadonlyMap<string, Catalogue>
  /** How much harm a post of a category does, by its id. */
  severities: Readonly<Record<string, Severity>>
  /** The price of the cheapest post of all sites, in micros. */
  leastPriceMicros: number
  /** The same from later instants on (epoch milliseconds), the earliest first. */
  leastPriceSteps: readonly { from: number; micros: number }[]
  /** What the API keys of the platform begin with. */
  keyPrefix: KeyPrefix
  /** The targets to notify of posts that are published, changed or taken down. */
  announced: readonly AnnouncementTarget[]
  /** The payment provider: only cards saved with this provider can be charged. */
  paymentProvider: ProviderName
  /** The settings of invoices; null where the operator issues none. */
  invoicing: Invoicing | null
  /** The least and the most that an owner tops up, in micros. */
  topUps: TopUps
  /** The currency and the offered top-ups. Threads have their own, so each sets it from here. */
  money: PlatformMoney
  /** Names, colours and logo of the operator, which each thread sets too. */
  face: Face
  /** Every `every`-th decision of a person is made once more by another of `reviewers`; 0 for none. */
  samples: { every: number; reviewers: readonly string[] }
}

/** Writes rows that nothing in the transaction reads, in their order. */
export type Append<Row> = (scope: Scope, rows: readonly Row[]) => Promise<unknown>

/** The scope of one action. All of its writes go through `db`, in one transaction. */
export type Scope = {
  db: Db
  dialect: Dialect
  /** Epoch milliseconds. */
  now: number
  ids: IdSource
  facts: PlatformFacts
  /** Who acts; null for a worker and the operator. */
  by: Actor | null
  /** The span in which the action runs, as a traceparent; null without a trace. Texts and events keep it. */
  trace: string | null
  /** Appends a row that the transaction does not read: at once, or together with those of the other posts that are decided in it. */
  append<Row>(rows: Append<Row>, row: Row): Promise<unknown>
  /** `touched`: the subjects of publications (domain/posts/subjects.ts), or the accounts of outcomes; all when left out. */
  signal(signal: Signal, touched?: readonly string[]): void
}

/**
 * The time and the randomness of one action, who acts, if a person or a key does, and the span in which it runs. The caller provides
 * them, so that an action is deterministic.
 */
export type Call = { now: number; seed: string; by?: Actor | null; trace?: string | null }

/** The price of the cheapest post of all sites now, in micros. */
export function leastPrice({ facts, now }: Pick<Scope, 'facts' | 'now'>): number {
  const { leastPriceMicros, leastPriceSteps } = facts
  return leastPriceSteps.findLast(({ from }) => from <= now)?.micros ?? leastPriceMicros
}

/** The base URL of a site; that of the first site if this site is not configured. */
export function baseUrlOf({ sites }: PlatformFacts, site: SiteId): string {
  const found = sites.find(row => row.id === site) ?? sites[0]
  if (!found) throw new Error('no site is configured')
  return found.baseUrl
}

/** The sites as a text in one order, which processes on one database compare. */
export function sitesText({ sites }: PlatformFacts): string {
  return sites
    .map(({ id, baseUrl }) => `${id}=${baseUrl}`)
    .sort()
    .join(',')
}
