// The parts that all callers of actions share: database, actions, clock, policy, places. app.ts builds them once.
import type { SignUp } from '../actions/accounts/create-account.ts'
import type { PlatformFacts } from '../actions/scope.ts'
import type { Policy } from '../contract/moderation/policy.ts'
import type { Operator } from '../contract/operator.ts'
import type { OperatorTexts } from '../contract/operator-pages.ts'
import type { FormerHost } from '../contract/sites/former-host.ts'
import type { PricedSite } from '../contract/sites/priced-site.ts'
import type { SiteId } from '../contract/sites/site-ids.ts'
import type { WebhookTargets } from '../domain/delivery/target.ts'
import type { Languages } from '../domain/languages/languages.ts'
import type { NearestPlaces, PlaceLookup } from '../domain/places/location.ts'
import type { ModelLife } from '../domain/review/moderation-estimate.ts'
import type { Announcer } from '../integrations/announcements/announcer.ts'
import type { Mailer } from '../integrations/mail/mailer.ts'
import type { OAuthKeys } from '../integrations/oauth/keys.ts'
import type { Payments } from '../integrations/payments/payments.ts'
import type { Sealing } from '../integrations/secret/sealing.ts'
import type { WebhookClient } from '../integrations/webhooks/client.ts'
import type { WebhookSecrets } from '../integrations/webhooks/secrets.ts'
import type { Teacher } from '../moderation/llm/teacher.ts'
import type { ModerationModel } from '../moderation/model.ts'
import type { TextReader } from '../moderation/text-reader.ts'
import type { KeyControls, KeyHolder, KeyRow } from '../store/accounts/keys.ts'
import type { Dialect } from '../store/database/dialect.ts'
import type { Db } from '../store/database/schema.ts'
import type { StoreUnavailable } from '../store/database/unavailable.ts'
import type { ActionInput, ActionName, ActionOutput } from '../writer/registry.ts'
import type { KeyHolders } from './accounts/key-holders.ts'
import type { Documents } from './documents.ts'
import type { Shadow } from './learning/shadow.ts'
import type { Links } from './links.ts'
import type { Meters } from './meters.ts'
import type { UnderWay } from './posts/under-way.ts'
import type { RefusedWrites } from './refused-writes.ts'
import type { Lists } from './review/lists.ts'
import type { PolicyInForce } from './review/policy-in-force.ts'
import type { Signals } from './signals.ts'
import type { Tracing } from './tracing.ts'
import type { Waiters } from './waiters.ts'

export type RequestLine = {
  method: string | null
  /** The pattern of the route; null without one. */
  route: string | null
  /** Null if the caller hung up before the answer. */
  status: number | null
  ms: number
  request_id: string
}

export type Log = {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** A faster `info` for request lines, if the log has one. */
  request?(line: RequestLine): void
}

/**
 * The data behind estimates: the state of the model and its queue, the texts that wait for a person (`waiting`, the oldest since
 * `oldest`), and the usual time that people take. Times in milliseconds, null if unknown; `oldest` and `readAt` are epoch.
 */
export type QueueReading = ModelLife & {
  waiting: number
  oldest: number | null
  reviewMs: number | null
  readAt: number
}

/**
 * Time limits in milliseconds: for an answer (deadline.ts), for an idle connection, for reading one text, and for a call of a
 * language model.
 */
export type Times = { answerMs: number; connectionIdleMs: number; textReadingMs: number; modelAnswerMs: number }

/** A person who decides for the platform. Sign-in links are mailed to `email`. */
export type Reviewer = { email: string; role: 'reviewer' | 'lead' }

/** What a request with a test key acts in. */
export type InWorld = { platform: Platform; holder: KeyHolder }

export type NewTestAccount = KeyHolder & { platform: Platform; apiKey: string }

/** The worlds of test keys. */
export type TestWorlds = {
  /** The world of a test key; undefined for an unknown or ended key. */
  ofKey(key: string): Promise<InWorld | undefined>
  /** The world with this id. */
  byId(id: string): Promise<Platform | undefined>
  /** The world of an account; undefined while it has no test key. */
  ofAccount(accountId: string): Promise<Platform | undefined>
  /** Signs up in a new world that no account owns. */
  signUp(signUp: SignUp): Promise<NewTestAccount>
  /** Makes a test key for an account, in its world. Throws the problems of `createKey`. */
  addKey(accountId: string, key: KeyControls & { name: string }): Promise<{ key: KeyRow; apiKey: string }>
  /** Notes that a key of an account leads to its world. Throws `not_found` where it has none. */
  learnKey(accountId: string, apiKey: string): Promise<void>
  /** Lets every caller go that waits in a world. */
  letGo(): Promise<void>
  close(): Promise<void>
}

/** The clock of a world. */
export type TestClock = {
  /** How far the clock is ahead of the service, in milliseconds. */
  aheadMs(): number
  /**
   * Advances the clock, and does on the way what is due. Returns the milliseconds that are left when it took too long: the caller
   * asks again.
   */
  advance(ms: number): Promise<number>
}

export type Platform = Signals & {
  facts: PlatformFacts
  /** A site at the prices of now. */
  site(id: SiteId): PricedSite
  /** A site at the prices of a time, epoch milliseconds. */
  siteAt(id: SiteId, at: number): PricedSite
  /** Fresh randomness: 24 bytes as hex. */
  seed(): string
  /** The reading connection. Only actions write. */
  db: Db
  dialect: Dialect
  times: Times
  /** Runs an action with the time and fresh randomness. Throws `overloaded` after the deadline of the current request. */
  act<N extends ActionName>(name: N, input: ActionInput<N>): Promise<ActionOutput<N>>
  refusedWrites: RefusedWrites
  /** Counts what this process does. */
  meters: Meters
  tracing: Tracing
  /** Kept public answers, pages and files. */
  documents: Documents
  keyHolders: KeyHolders
  /** The callers that wait for an outcome. */
  waiters: Waiters
  /** The last reading of the queues, and the one that is under way. */
  queues: { last: QueueReading | null; next: Promise<QueueReading> | null }
  /** The policy in force. Its members change together when another one is loaded: who needs it twice takes a copy first. */
  policy: Policy
  policyInForce: PolicyInForce
  /** How many published posts an account needs: before a model publishes its texts, and before it is trusted; 0 for none. */
  trust: { firstPosts: number; after: number }
  /** The candidate that judges beside the service. */
  shadow: Shadow
  /** The lists that texts are compared with. */
  lists: Lists
  /** The operator, and the texts from files, for the pages. */
  operator: Operator
  texts: OperatorTexts
  /** The languages of readers' pages. */
  languages: Languages
  reviewers: readonly Reviewer[]
  /** Hosts that sites had before. */
  formerHosts: readonly FormerHost[]
  places: PlaceLookup & NearestPlaces
  model: ModerationModel
  /** The model that decides while `model` does not run; null if texts wait. */
  standIn: ModerationModel | null
  /** The language model as a teacher; null where none is configured. */
  teacher: Teacher | null
  /** Calls the start URL of the model. Resolves with the status of the answer, or throws. Null for a model that never sleeps. */
  startModel: (() => Promise<number>) | null
  /** Reads the texts of posts by fixed rules. */
  reader: TextReader
  announcer: Announcer
  /** The WebSub hub that feeds name; null for none. */
  hub: string | null
  mailer: Mailer
  payments: Payments
  links: Links
  /** `now` is the time by which deliveries are signed: that of the receivers. */
  /** Seals the key of the log of decisions. */
  logSealing: Sealing
  /** The address to which the end of the log of decisions is mailed, once a day; null for none. */
  auditMail: string | null
  oauthKeys: OAuthKeys
  webhooks: { targets: WebhookTargets; client: WebhookClient; secrets: WebhookSecrets; now(): number }
  /** Submissions with an Idempotency-Key that this process is handling. */
  underWay: UnderWay
  /** The worlds of test keys; null in a world. */
  testWorlds: TestWorlds | null
  /** The clock of this world; null outside. */
  testClock: TestClock | null
  log: Log
  /** Logs an outage of the database, with one line now and then. */
  tellOutage(outage: StoreUnavailable): void
}
