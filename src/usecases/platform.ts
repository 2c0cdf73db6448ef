// What every caller of actions shares: reading, acting, time, policy, places; built once by app.ts.
import type { Kysely } from 'kysely'
import type { PlatformFacts } from '../actions/scope.ts'
import type { Operator } from '../contract/operator.ts'
import type { Policy } from '../contract/policy.ts'
import type { PricedSite } from '../contract/priced-site.ts'
import type { SiteId } from '../contract/site-ids.ts'
import type { PlaceLookup } from '../domain/location.ts'
import type { ModelLife } from '../domain/moderation-estimate.ts'
import type { WebhookTargets } from '../domain/webhook-target.ts'
import type { Announcer } from '../integrations/announcements/announcer.ts'
import type { Mailer } from '../integrations/mail/mailer.ts'
import type { Payments } from '../integrations/payments/payments.ts'
import type { Texts } from '../integrations/texts/texts.ts'
import type { WebhookClient } from '../integrations/webhooks/client.ts'
import type { WebhookSecrets } from '../integrations/webhooks/secrets.ts'
import type { ModerationModel } from '../moderation/model.ts'
import type { TextReader } from '../moderation/text-reader.ts'
import type { Dialect } from '../store/database/dialect.ts'
import type { Database } from '../store/database/schema.ts'
import type { StoreUnavailable } from '../store/database/unavailable.ts'
import type { ActionInput, ActionName, ActionOutput } from '../writer/registry.ts'
import type { KeyHolders } from './accounts/key-holders.ts'
import type { Documents } from './documents.ts'
import type { Links } from './links.ts'
import type { UnderWay } from './posts/under-way.ts'
import type { Signals } from './signals.ts'

export type RequestLine = {
  method: string | null
  /** The pattern of the route; null where there is none. */
  route: string | null
  /** Null when the caller was gone before it was answered. */
  status: number | null
  ms: number
  request_id: string
}

export type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** As `info` with `request`, where it can be written faster. */
  request?(line: RequestLine): void
}

/**
 * What estimates were last made from: the model, texts that wait for it, those that wait for a person and since when, and how long
 * people took lately. Times in milliseconds, null where there is none; `oldest` and `readAt` are epoch.
 */
export type QueueReading = ModelLife & {
  waiting: number
  oldest: number | null
  reviewMs: number | null
  readAt: number
}

/**
 * How long an answer may take (deadline.ts), and a connection be still while none is waited for; how long reading one text, and
 * a call of a language model, may take. In milliseconds.
 */
export type Times = { answerMs: number; connectionIdleMs: number; textReadingMs: number; modelAnswerMs: number }

/** Somebody who decides for the platform, by the address that the sign-in is mailed to. */
export type Reviewer = { email: string; role: 'reviewer' | 'lead' }

export type Platform = Signals & {
  facts: PlatformFacts
  /** A site at the prices of this platform. */
  site(id: SiteId): PricedSite
  /** Reading; actions alone write. */
  db: Kysely<Database>
  dialect: Dialect
  times: Times
  /** Runs an action with the time and fresh randomness. Throws `overloaded` once the time of the request under way is up. */
  act<N extends ActionName>(name: N, input: ActionInput<N>): Promise<ActionOutput<N>>
  /** Public answers, pages and files as bytes. */
  documents: Documents
  /** Who holds the keys of the last second. */
  keyHolders: KeyHolders
  lastQueueReading: QueueReading | null
  policy: Policy
  /** Who runs it, and the texts that are files, as pages show them. */
  operator: Operator
  texts: Texts
  reviewers: readonly Reviewer[]
  places: PlaceLookup
  model: ModerationModel
  /** What decides while the model does not run; null where texts wait for it. */
  standIn: ModerationModel | null
  /** Tells the server of the model to start: the status of its answer, or throws. Null for a model that never sleeps. */
  startModel: (() => Promise<number>) | null
  /** Reads the texts of posts by fixed rules. */
  reader: TextReader
  announcer: Announcer
  /** The WebSub hub that feeds name; null for none. */
  hub: string | null
  mailer: Mailer
  payments: Payments
  links: Links
  webhooks: { targets: WebhookTargets; client: WebhookClient; secrets: WebhookSecrets }
  /** Submissions with an Idempotency-Key that this process works on. */
  underWay: UnderWay
  log: Log
  /** Writes an outage of the database to the log: one line now and then. */
  tellOutage(outage: StoreUnavailable): void
}
