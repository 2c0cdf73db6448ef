// The tables as TypeScript sees them; migrations/ makes them. Times are epoch milliseconds, money is micros, flags are 0/1.
import type { Generated } from 'kysely'
import type { AnnouncementTarget } from '../../contract/announcements.ts'
import type { EventKind, WebhookKind } from '../../contract/event-kinds.ts'
import type { DeliveryState, InactiveReason } from '../../contract/operations/webhook-parts.ts'
import type { ApprovalState, PostStatus } from '../../contract/posts.ts'
import type { ReportReason } from '../../contract/report-reasons.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import type { TagKind } from '../../domain/publication.ts'
import type { EndpointStanding } from '../../domain/webhook-turns.ts'

export type LedgerType = 'topup' | 'charge' | 'refund' | 'penalty' | 'search' | 'platform_credit' | 'payout'

export type AccountsTable = {
  id: string
  name: string
  /** Empty once another account has verified the address. */
  email: string
  /** The address as compared: lower case. One account with it has verified it, at most. */
  email_key: string
  handle: string
  /** Since when a person has suspended the account; null while it is not. */
  suspended_at: number | null
  /** Since when the account is banned; null while it is not. */
  banned_at: number | null
  /** Too many strikes, or a card of a banned account. */
  banned_for: 'strikes' | 'card' | null
  balance: number
  strikes: number
  email_verified: 0 | 1
  card_on_file: 0 | 1
  card_fingerprint: string | null
  auto_recharge_enabled: 0 | 1
  auto_recharge_threshold: number
  auto_recharge_amount: number
  auto_recharge_paused: 0 | 1
  /** The owner is warned when a charge leaves less than this; 0 for never. */
  low_balance_threshold: number
  /** When the last mail that asks for approval is due: at most one an hour. */
  approval_mail_at: number
  /** When the account is to be erased, since its owner has asked for that; null for one that stays. */
  erase_at: number | null
  /** Since when name, address and handle are erased. */
  erased_at: number | null
  created_at: number
}

/** Sessions that owners have opened from their inbox. A row goes when the session ends. */
export type SessionsTable = {
  id: string
  /** Of an owner; null where it is that of a reviewer. */
  account_id: string | null
  /** The address of somebody who decides; null for an owner. */
  reviewer: string | null
  /** Of the value of the cookie. */
  hash: string
  /** What the browser calls itself, in a few words, for the owner to know it by. */
  browser: string
  created_at: number
  expires_at: number
}

/** Links to sign in that were asked for and are not used up. */
export type SignInsTable = {
  id: string
  /** Null where no account has verified the address: then nothing was mailed. */
  account_id: string | null
  /** Who decides and has asked for it; null for an owner, and where the address is that of nobody who decides. */
  reviewer: string | null
  /** Hashes: of what the asking browser is known by, of the token of the link, of the code that the link shows elsewhere. */
  browser: string
  token: string
  code: string
  /** Codes that were typed. */
  tries: number
  created_at: number
  expires_at: number
}

export type ApiKeysTable = {
  id: string
  account_id: string
  name: string
  hash: string
  /** The most that it may spend a UTC day, and on one post or edit; null for as much as there is. */
  daily_budget: number | null
  post_limit: number | null
  /** The sites that it may post on, between commas; null for all. */
  sites: string | null
  /** Whether what it posts waits until the owner approves it. */
  ask_first: 0 | 1
  /** Noted now and then (limits.keyUseNotedMs); null before the first use. */
  last_used_at: number | null
  created_at: number
  revoked_at: number | null
}

export type LedgerTable = {
  seq: Generated<number>
  id: string
  account_id: string
  /** The key that it was spent by, or whose text it is given back for; null for what no key caused. */
  key_id: string | null
  type: LedgerType
  amount: number
  balance_after: number
  site: SiteId | null
  post_id: string | null
  /** The text that was paid for; the first of a post has the id of the post. */
  revision_id: string | null
  created_at: number
  reference: string | null
  note: string | null
}

export type PaymentState =
  | 'started'
  | 'open'
  | 'authenticate'
  | 'paid'
  | 'declined'
  | 'expired'
  | 'returning'
  | 'returned'

/** A payment that was asked of a provider: written before it is asked, and what the answer is held against. */
export type PaymentsTable = {
  id: string
  account_id: string
  site: SiteId
  provider: string
  /** `topup`: by the owner, who is there; `recharge`: with the saved card. */
  kind: 'topup' | 'recharge'
  amount: number
  currency: string
  /**
   * `started`: the provider may have been asked; `open`: the owner may pay at the provider; `authenticate`: the owner has to confirm;
   * `returning`: it was paid and goes back, nothing was booked.
   */
  state: PaymentState
  /** What the form of the owner is known by: sent twice it is one payment. */
  form_key: string | null
  /** The page of the provider on which it can be paid. */
  page: string | null
  /** What the provider calls the payment; the reference of its row in the ledger. */
  reference: string | null
  /** The saved card that is charged. */
  customer: string | null
  method: string | null
  /** Why it was not paid, for the owner. */
  why: string | null
  /** Which try of a recharge it is, from 1. */
  tries: number
  /** What went back to the card, as the provider says: by refunds, and by disputes that stand. */
  refunded: number
  disputed: number
  /** Of what was refunded: what paid out an account that was closed. */
  paid_out: number
  /** Of what went back: what was taken from the balance, and what it did not cover. */
  taken: number
  owed: number
  /** Counts what providers have told of it, so that what comes in while it is looked at is not lost. */
  news: number
  created_at: number
  settled_at: number | null
  /** When the provider is to be asked about it; null while there is no need. */
  due_at: number | null
  attempts: number
  lease_token: string | null
  lease_until: number | null
}

/** The card of an account that can be charged again. It holds no number: only the provider has that. */
export type CardsTable = {
  account_id: string
  provider: string
  customer: string | null
  method: string
  /** What the owner is shown. */
  label: string
  saved_at: number
}

/** Disputes that were seen, by the id that the provider gave them. */
export type DisputesTable = {
  id: string
  payment_id: string
  account_id: string
  status: string
  reason: string
  created_at: number
}

/** Events of providers that were taken in, each once. */
export type PaymentEventsTable = { id: string; payment_id: string; type: string; created_at: number }

/** What is owed to an owner whose account was closed. */
export type PayoutsTable = {
  id: string
  account_id: string
  amount: number
  /** What has gone back to a card meanwhile, as the provider says. */
  refunded: number
  reason: string
  created_at: number
  done_at: number | null
  done_by: string | null
  note: string | null
}

/** What a post is beside its texts: whose it is, and what the world sees of it. */
export type PostsTable = {
  seq: Generated<number>
  id: string
  site: SiteId
  account_id: string
  key_id: string
  /** The revision that was submitted last. The first has the id of the post. */
  latest_revision: string
  /** The revision whose text is or would be shown. */
  shown_revision: string
  /** Counts the changes of what is shown: what was prepared for another version is not written. */
  version: number
  /** What became of the event since it was announced, JSON; null while it takes place as announced. */
  event: string | null
  /** What duplicates are found by; null once the post no longer stands in the way of another. */
  live_fingerprint: string | null
  published_at: number | null
  expires_at: number | null
  /** Since when a post that was public is no longer; null while it is, and for one that never was. */
  hidden_at: number | null
  /** The public post, written at publication with marks for its addresses (domain/addresses.ts); null while the post is not public. */
  public_json: string | null
}

/** A text that was bought and is judged: the first of a post, or an edit. At most one of a post waits at a time. */
export type RevisionsTable = {
  seq: Generated<number>
  id: string
  post_id: string
  site: SiteId
  account_id: string
  status: PostStatus
  price: number
  /** What abuse costs beyond the price, as it was when the text was bought. */
  abuse_penalty: number
  /** The body as stored: the members of the shape, JSON. */
  fields: string
  /** What validation and the fixed rules found, JSON (domain/post.ts, PostFacts). */
  facts: string
  fingerprint: string
  submitted_at: number
  decided_at: number | null
  verdict: string | null
  rejection_category: string | null
  rejection_reason: string | null
  rejection_penalized: 0 | 1 | null
  rejection_amount: number | null
  /** Who rejected or removed it and by what, JSON (domain/statement.ts, RejectionBasis). */
  rejection_basis: string | null
  /** Its place in the queue: lower ones come first, and the texts of an account have one each. */
  turn: Generated<number>
  due_at: number
  attempts: number
  lease_token: string | null
  lease_until: number | null
  /** Of a text that its author took out of review: until when a person still decides on it. */
  judge_until: number | null
  /** What the owner said to a text of a key that asks first, and since when; null where nobody was asked. */
  approval: ApprovalState | null
  approval_at: number | null
  /** Why the owner refused it, in the words of the owner. */
  approval_reason: string | null
}

/**
 * Posts that lists and search show: one row a published post until it expires. `seq` grows with publication. Lists look at
 * many of these rows to show a few, so the texts are kept apart.
 */
export type ListingTable = {
  seq: Generated<number>
  post_id: string
  site: SiteId
  starts_at: number | null
  expires_at: number | null
  /** When its text was published or last changed. */
  changed_at: number
  /** What its city lies in after GeoNames: an ISO 3166-2 code, or a country where the state is not known; null without a city. */
  area: string | null
  /** What lists filter by; listing/row-tags.ts reads it. */
  tags: string
  /** Words of the title and of the topics, for ranking. */
  headline: string
  /** Their stems after the language of the post, for ranking; empty for a language without a stemmer. */
  stemmed: string
  /** The place on the unit sphere; null for a post without a city. */
  x: number | null
  y: number | null
  z: number | null
}

/** The public texts of listed posts. */
export type ListingTextsTable = { listing_seq: number; public_json: string }

/** How many listed posts of a site have a tag (store/listing/tag-counts.ts), as far as changes have been added. */
export type TagCountsTable = { site: SiteId; kind: TagKind; within: string; name: string; posts: number }

/** Posts that came (positive) or went (negative) since. Rows are appended, so that no two publications wait for each other. */
export type TagChangesTable = TagCountsTable & { seq: Generated<number> }

/** When a listed post takes place. Occurrences that ended a day ago are forgotten while their post goes on. */
export type OccurrencesTable = {
  listing_seq: number
  site: SiteId
  starts_at: number
  ends_at: number
  /** The tags of the post as bits, and its place: lists by time look at them before they look at the post. */
  marks: number
  x: number | null
  y: number | null
  z: number | null
}

export type EventsTable = {
  seq: Generated<number>
  id: string
  type: EventKind
  account_id: string
  /** The key that is told of it in the stream; null: every key of the account. */
  key_id: string | null
  /** The post that it is about, and its site; null where it is about the account. */
  post_id: string | null
  site: SiteId | null
  /** Of a post the owning key's view, JSON with marks for its addresses. */
  payload: string
  created_at: number
  /** Counts the events of the account in the order in which they were committed, from 1. */
  position: number
}

/** The last position of an account. Whoever holds the lock of the row has the events and endpoints of the account alone. */
export type EventPositionsTable = { account_id: string; last: number }

/** What a hub or a search engine is still to be told: that a post and the lists that show it have changed. */
export type AnnouncementsTable = {
  id: string
  target: AnnouncementTarget
  site: SiteId
  post_id: string
  /** The addresses of the lists on the site, JSON. */
  lists: string
  created_at: number
  due_at: number
  attempts: number
  lease_token: string | null
  lease_until: number | null
}

export type WebhooksTable = {
  id: string
  account_id: string
  url: string
  /** The host of the URL: attempts under way are bounded for each. */
  host: string
  /** Kinds between commas, with a comma at either end. */
  events: string
  /** Encrypted; integrations/webhooks/secrets.ts reads it. */
  secret: string
  previous_secret: string | null
  previous_until: number | null
  active: 0 | 1
  inactive_reason: InactiveReason | null
  inactive_since: number | null
  /** The first answer of success at this URL; null while the endpoint is on probation. */
  proven_at: number | null
  /** The first failure since the last success. */
  failing_since: number | null
  /** The receiver asked for a pause until then (Retry-After). */
  held_until: number | null
  /** When it last got attempts: who waits longest is next. */
  served_at: number
  /** Events of the account after this position have a delivery. */
  since_position: number
  created_at: number
}

export type WebhookDeliveriesTable = {
  seq: Generated<number>
  webhook_id: string
  message_id: string
  type: WebhookKind
  /** The data of a webhook.test; null for an event, which has its own. */
  payload: string | null
  state: DeliveryState
  /** When the event happened. */
  created_at: number
  due_at: number
  /** Failed attempts since it was queued. */
  failures: number
  lease_token: string | null
  lease_until: number | null
}

/**
 * Attempts under way, on all nodes: what bounds them by endpoint, account and host. A row stays until its attempt has ended or its
 * lease has run out, also when the delivery or the endpoint is gone.
 */
export type WebhookTurnsTable = {
  delivery_seq: number
  token: string
  webhook_id: string
  account_id: string
  host: string
  standing: EndpointStanding
  lease_until: number
}

export type WebhookAttemptsTable = {
  seq: Generated<number>
  delivery_seq: number
  at: number
  status: number | null
  latency_ms: number
  error: string | null
}

export type IdempotencyTable = {
  key_id: string
  site: SiteId
  idempotency_key: string
  body_hash: string
  status: number
  headers: string
  body: string
  created_at: number
}

export type CountersTable = { scope: string; subject: string; day: string; value: number }

export type MailTable = {
  id: string
  /** Whose mail it is: what is erased with the account. */
  account_id: string | null
  recipient: string
  subject: string
  body: string
  html: string
  created_at: number
  due_at: number
  attempts: number
  lease_token: string | null
  lease_until: number | null
  sent_at: number | null
  failed_at: number | null
  /** Why it was given up: what the transport or the server said, without its words. */
  failure: string | null
  /** Where the reader answers; forgotten with the text. */
  reply_to: string | null
  /** Its account is erased: once it is sent or given up, the row goes and with it the file in the outbox folder. */
  erase: 0 | 1
}

/** Messages to authors that a person has to look at before they are mailed. */
export type HeldMessagesTable = {
  id: string
  site: SiteId
  post_id: string
  /** The account that sends it. */
  account_id: string
  message: string
  reply_email: string
  /** What the rules and the model found, JSON. */
  verdict: string
  created_at: number
}

/** Whose messages an author wants no more of. */
export type RefusedSendersTable = { author_id: string; sender_id: string; created_at: number }

/** What cannot sign up or pay, and the banned account that it is kept out for. */
export type BansTable = { kind: 'email' | 'card'; hash: string; account_id: string; created_at: number }

/** Who decided: a fixed rule or a date that passed, a model, a person of the platform, the key that posts, the owner of the key. */
export type Decider = 'rule' | 'model' | 'person' | 'author' | 'owner'

/** Every decision on a text, an account or the platform. Append only; `position` and `hash` are set once, when an entry is sealed. */
export type DecisionLogTable = {
  seq: Generated<number>
  decider: Decider
  actor: string
  /** A transition of the state table, or what else was done. */
  action: string
  /** The revision, the account or whatever else it was about. */
  subject: string
  post_id: string | null
  site: SiteId | null
  /** Of a transition alone: where the revision stood and stands; null for one that was decided as it came in. */
  from_status: PostStatus | null
  to_status: PostStatus | null
  /** What the revision is rejected or removed for after it. */
  category: string | null
  penalized: 0 | 1 | null
  /** The penalty that is kept after it. */
  amount: number | null
  /** How long the text had waited for it. */
  waited_ms: number | null
  reason: string
  detail: string
  policy_version: string | null
  /** Of its UTC time: 2026-11. */
  month: string
  created_at: number
  /** SHA-256 of the members before it, but for `seq`. */
  digest: string
  /** Its place in the chain, from 1, and the hash of the chain up to it; null until it is sealed. */
  position: number | null
  hash: string | null
}

/** The end of the chain of the log: one row. */
export type DecisionLogHeadTable = { name: 'head'; position: number; hash: string; sealed_at: number }

/** How many sealed entries of the log there are of a kind. */
export type DecisionCountsTable = {
  month: string
  decider: Decider
  action: string
  /** Empty where there is none. */
  category: string
  /** The text had waited no longer, in seconds (domain/decision-times.ts); -1 where nothing waited. */
  within_s: number
  n: number
}

export type AppealState = 'open' | 'granted' | 'refused'

/** What an author says against a decision: one a decision. */
export type AppealsTable = {
  id: string
  post_id: string
  /** The text that was rejected or removed. */
  revision_id: string
  site: SiteId
  account_id: string
  /** When the decision was made that it is about. */
  decision_at: number
  message: string
  state: AppealState
  /** What the author is told. */
  answer: string | null
  decided_by: string | null
  created_at: number
  decided_at: number | null
}

type ReviewItem = { kind: 'text' | 'report' | 'appeal'; subject: string }

/** Who holds an item of the queue until when: two people never hold the same one. */
export type ReviewClaimsTable = ReviewItem & { reviewer: string; until: number }

/** Who passes an item over, and until when; null for good, where a second opinion is asked for. */
export type ReviewPassesTable = ReviewItem & {
  reviewer: string
  what: 'skip' | 'second_opinion'
  reason: string
  until: number | null
  created_at: number
}

/** What people who decide tell each other about a post. */
export type ReviewNotesTable = {
  seq: Generated<number>
  post_id: string
  reviewer: string
  note: string
  created_at: number
}

/** What a person decided and can still undo: nothing has left the house until it is due. */
/** Of an item, or of an account. */
export type PendingDecisionsTable = {
  kind: ReviewItem['kind'] | 'account'
  subject: string
  id: string
  reviewer: string
  /** JSON (usecases/review/decide-item.ts: ItemDecision, or AccountDecision). */
  decision: string
  due_at: number
  created_at: number
}

/** A decision that somebody else makes once more, without knowing that it is one: what was looked at, and what both made of it. */
export type ReviewSamplesTable = ReviewItem & {
  post_id: string
  /** The text that was looked at, and the one that readers saw. */
  revision_id: string
  shown_revision: string
  site: SiteId
  /** Since when the item had waited. */
  since: number
  first_reviewer: string
  /** A category of the policy, or `fine`. */
  first_label: string
  first_reason: string
  first_at: number
  second_reviewer: string | null
  second_label: string | null
  second_reason: string | null
  second_at: number | null
}

/** What a person made of a text last: what the deciding model learns from. The text is that of the revision. */
export type ExamplesTable = {
  revision_id: string
  /** A category of the policy, or `fine` (domain/policy-category.ts). */
  label: string
  /** The policy that the person decided by. */
  policy_version: string
  decided_at: number
}

/** What the embedded model has learned from decisions, newest last. */
export type ModelVersionsTable = {
  seq: Generated<number>
  /** The packaged model that it adds to (moderation/embedded/packaged-model.ts). */
  base: string
  /** What that model is called where decisions name it. */
  base_name: string
  /** The heads, JSON (moderation/embedded/learned.ts). */
  heads: string
  /** What it was learned from and what it changed, JSON. */
  report: string
  /** Activated although something got worse than the operator's bound. */
  forced: 0 | 1
  /** The version that was active before it; null for the packaged model. */
  before: number | null
  actor: string
  created_at: number
}

/** `withdrawn`: the post was deleted by its key before a person looked. */
export type ReportState = 'open' | 'upheld' | 'dismissed' | 'withdrawn'

/** What somebody says is wrong with a post: one row a reporter, post and reason. */
export type ReportsTable = {
  id: string
  post_id: string
  site: SiteId
  reason: ReportReason
  details: string | null
  email: string | null
  /** Whoever reports, as one name: the account, or a keyed hash of the address it came from. */
  reporter: string
  account_id: string | null
  key_id: string | null
  state: ReportState
  created_at: number
  closed_at: number | null
  /** The text that a person saw when dismissing it. */
  judged_revision: string | null
  /** 1: came after a person had dismissed the same of the same text, so it is dismissed with it. */
  counted: 0 | 1
}

/** What a worker last said of itself, and since when it has said the same. */
export type HeartbeatsTable = { name: string; state: string; at: number; since: number }

/** How long the latest texts waited for the deciding model, and how long it took to start: estimates are made from them. */
export type ModerationTimesTable = { seq: Generated<number>; kind: 'decision' | 'start'; ms: number; at: number }

/** The processes that serve or work on this database, each with the sites that it was given; `seen_at` is its last sign of life. */
export type NodesTable = { id: string; sites: string; seen_at: number }

export type MetaTable = { name: string; value: string }

export type PlacesTable = {
  geonames_id: number
  name: string
  names: string
  country: string
  state: string | null
  lat: number
  lon: number
  timezone: string
  population: number
}

/** The names of places that begin with the same two characters (store/listing/place-names.ts). */
export type PlaceNamesTable = { initials: number; entries: string }

/** What near-duplicates of live posts find them by (moderation/near-duplicates.ts). */
export type NearDuplicateKeysTable = { key: number; post_id: string }

export type Database = {
  accounts: AccountsTable
  sessions: SessionsTable
  sign_ins: SignInsTable
  api_keys: ApiKeysTable
  ledger: LedgerTable
  payments: PaymentsTable
  cards: CardsTable
  disputes: DisputesTable
  payment_events: PaymentEventsTable
  payouts: PayoutsTable
  posts: PostsTable
  revisions: RevisionsTable
  listing: ListingTable
  listing_texts: ListingTextsTable
  tag_counts: TagCountsTable
  tag_changes: TagChangesTable
  occurrences: OccurrencesTable
  events: EventsTable
  event_positions: EventPositionsTable
  announcements: AnnouncementsTable
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_attempts: WebhookAttemptsTable
  webhook_turns: WebhookTurnsTable
  idempotency: IdempotencyTable
  counters: CountersTable
  mail: MailTable
  held_messages: HeldMessagesTable
  refused_senders: RefusedSendersTable
  bans: BansTable
  decision_log: DecisionLogTable
  decision_log_head: DecisionLogHeadTable
  decision_counts: DecisionCountsTable
  review_claims: ReviewClaimsTable
  review_passes: ReviewPassesTable
  review_notes: ReviewNotesTable
  pending_decisions: PendingDecisionsTable
  review_samples: ReviewSamplesTable
  appeals: AppealsTable
  moderation_times: ModerationTimesTable
  examples: ExamplesTable
  model_versions: ModelVersionsTable
  reports: ReportsTable
  heartbeats: HeartbeatsTable
  nodes: NodesTable
  meta: MetaTable
  places: PlacesTable
  place_names: PlaceNamesTable
  near_duplicate_keys: NearDuplicateKeysTable
}
