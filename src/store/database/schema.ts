// The types of the tables, which migrations/ creates. Times are epoch milliseconds, money is micros, flags are 0 or 1.

import type { Generated, Kysely } from 'kysely'
import type { ActivityKind, Actor } from '../../contract/activity.ts'
import type { AnnouncementTarget } from '../../contract/announcements.ts'
import type { EventKind, WebhookKind } from '../../contract/event-kinds.ts'
import type { MemberRole } from '../../contract/members.ts'
import type { ItemKind } from '../../contract/moderation/decisions.ts'
import type { EntryAction, EntryKind } from '../../contract/moderation/list-entries.ts'
import type { ReportReason } from '../../contract/moderation/report-reasons.ts'
import type { DeliveryState, InactiveReason } from '../../contract/operations/webhook-parts.ts'
import type { ApprovalState, PostStatus } from '../../contract/posts.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { EndpointStanding } from '../../domain/delivery/turns.ts'
import type { TagKind } from '../../domain/posts/publication.ts'
import { usualUrgency } from '../../domain/review/urgency.ts'

export type LedgerType = 'topup' | 'charge' | 'refund' | 'penalty' | 'search' | 'platform_credit' | 'payout'

export type AccountsTable = {
  id: string
  name: string
  /** Empty once another account has verified the address. */
  email: string
  /** The address in lower case, for comparisons. At most one account with it has verified it. */
  email_key: string
  handle: string
  /** When the account was suspended; null while it is not. */
  suspended_at: number | null
  /** When the account was banned; null while it is not. */
  banned_at: number | null
  /** The cause of the ban: too many strikes, or a card of a banned account. */
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
  /** The most recharges of a UTC day and of a UTC month. */
  recharges_per_day: Generated<number>
  recharges_per_month: Generated<number>
  /** Why auto-recharge is paused: its ceiling; null for a penalty. */
  recharge_paused_by: Generated<'ceiling' | null>
  /** Since when recharges count: the owner's last acknowledgement of the ceiling. */
  recharges_counted_from: Generated<number>
  /** The owner is warned when a charge leaves less than this amount; 0 for never. */
  low_balance_threshold: number
  /** When the last mail that asks for approval is due: at most one an hour. */
  approval_mail_at: number
  /** When the account will be erased, at the request of its owner; null without a request. */
  erase_at: number | null
  /** When name, address and handle were erased. */
  erased_at: number | null
  /** The language of its mails (BCP 47); null for English, until the owner signs in on a page. */
  language: Generated<string | null>
  created_at: number
}

/** Open sessions of owners and reviewers, opened by links in mails. The row is deleted when the session ends. */
export type SessionsTable = {
  id: string
  /** The account of an owner; null for a reviewer. */
  account_id: string | null
  /** The address of a reviewer; null for an owner. */
  reviewer: string | null
  /** The hash of the value of the cookie. */
  hash: string
  /** The name of the browser in a few words, by which the owner recognises it. */
  browser: string
  created_at: number
  expires_at: number
  /** When the operator made the link that opened the session, epoch ms; null for a link that was mailed. */
  link_made_at: number | null
  /** The session in which the owner signed in, for a session that another site handed over; null for any other. They end together. */
  handed_from: string | null
  /** The member who is signed in; null for the person of the address of the account, and for a reviewer. */
  member_id: string | null
}

/** Sign-in links that were requested and are not used. */
export type SignInsTable = {
  id: string
  /** Null when no account has verified the address: then no mail was sent. */
  account_id: string | null
  /** The address of a reviewer; null for an owner, and when the address belongs to no reviewer. */
  reviewer: string | null
  /** Hashes: of the id of the asking browser, of the token of the link, and of the code that the link shows in other browsers. */
  browser: string
  token: string
  code: string
  /** The number of codes that were tried. */
  tries: number
  created_at: number
  expires_at: number
  /** For a code that hands a session to another site: the session in which the owner signed in; null for a link in a mail. */
  handed_from: string | null
  /** The member whom the link signs in; null as in a session. */
  member_id: string | null
}

/** People in an account beside the person of its address, who is always an owner of it. */
export type MembersTable = {
  id: string
  account_id: string
  email: string
  /** The address as addresses are compared. */
  email_key: string
  role: MemberRole
  /** The address of the person who invited the member. */
  invited_by: string
  created_at: number
}

/** Invitations that wait; the row goes when its link is used. */
export type InvitationsTable = MembersTable & {
  /** The hash of the token of the link. */
  token: string
  expires_at: number
}

/** Changes of the address of an account: each needs the confirmation of both mailboxes, and the old one can take it back. */
export type AddressChangesTable = {
  id: string
  account_id: string
  old_email: string
  new_email: string
  /** Hashes of the tokens of the links to the two mailboxes, and of the link that takes the change back, once it is applied. */
  old_token: string
  new_token: string
  back_token: string | null
  old_confirmed_at: number | null
  new_confirmed_at: number | null
  created_at: number
  /** Until when it can be confirmed; once it is applied, until when it can be taken back. */
  expires_at: number
  applied_at: number | null
  /** When it was stopped, replaced by a newer one, or taken back. */
  over_at: number | null
}

/** Former addresses of an account, which no other account gets until it can no longer take them back. */
export type AddressHoldsTable = { account_id: string; email_key: string; until: number }

/** Former handles, whose addresses lead to their account. No other account gets one until `kept_until`. */
export type FormerHandlesTable = { handle: string; account_id: string; left_at: number; kept_until: number }

/** What people and keys have changed in an account. A row is never changed. */
export type AccountActivityTable = {
  id: string
  account_id: string
  kind: ActivityKind
  /** JSON (contract/activity.ts, ActivityDetail). */
  detail: string
  who: Actor['who']
  who_id: string | null
  name: string
  network: string
  browser: string | null
  created_at: number
}

/** Passkeys of owners: public keys of credentials that the browser or the device of an owner holds. */
export type PasskeysTable = {
  id: string
  account_id: string
  /** The id of the credential, and its public key (COSE), in base64url. */
  credential_id: string
  public_key: string
  /** How often the credential was used, as it says itself; 0 for one that does not count. */
  counter: number
  /** How a browser reaches the credential, between commas. */
  transports: string
  /** The host to which browsers bind the credential. */
  host: string
  /** The name that the owner gave. */
  name: string
  created_at: number
  used_at: number | null
}

/** Challenges of passkeys that were answered, so that none is answered twice. */
export type UsedChallengesTable = { hash: string; expires_at: number }

/** An app that an owner has connected by OAuth: more about a row of `api_keys`, which has its budgets, pauses and end. */
export type OAuthConnectionsTable = {
  key_id: string
  account_id: string
  site: SiteId
  client_id: string
  client_name: string
  /** Where the app gets its codes, as the owner has read it. */
  host: string
  /** Between spaces. */
  scopes: string
  created_at: number
  /** When the connection ends at the latest, as the owner has chosen; null for no bound. */
  lasts_until: number | null
  /** When the connection ends unless its app gets new tokens; null once it has ended. */
  kept_until: number | null
}

/** What the authorization server keeps: clients, requests for consent, codes, tokens. */
export type OAuthRecordsTable = {
  /** The SHA-256 of the secret or id that finds the record; the text itself is nowhere. */
  hash: string
  kind: string
  site: SiteId
  /** The connection; null for a client and for a request. */
  key_id: string | null
  payload: string
  created_at: number
  expires_at: number
  consumed_at: number | null
}

/** The versions of the terms that owners have accepted. */
export type AcceptedTermsTable = {
  account_id: string
  /** The SHA-256 of the text. */
  version: string
  /** The grade of the session in which they were accepted. */
  session: 'agent' | 'email'
  accepted_at: number
}

export type ApiKeysTable = {
  id: string
  account_id: string
  name: string
  hash: string
  /** The most that the key may spend on a UTC day, and on one post or edit; null for no bound. */
  daily_budget: number | null
  post_limit: number | null
  /** The sites on which the key may post, between commas; null for all. */
  sites: string | null
  /** Whether the texts of the key wait until the owner approves them. */
  ask_first: 0 | 1
  /** Written at most every limits.keyUseNotedMs; null before the first use. */
  last_used_at: number | null
  created_at: number
  revoked_at: number | null
  /** The key that has replaced this one, and has its posts; null for a key that was not replaced. */
  successor_id: string | null
  /** Until when a replaced key still works, for its successor; null for a key that was not replaced, or ended at once. */
  valid_until: number | null
  /** Since when the owner has paused the key; null for a key that is not paused. */
  paused_at: number | null
  /** The most that the key may spend in a UTC month; null for no bound. */
  monthly_budget: number | null
  /** Until when its owner can take back the end of the key; null for a key that was not ended by its owner. */
  restorable_until: number | null
}

/** The worlds of test keys (worlds/worlds.ts). An account has at most one; that of a test sign-up has no account. */
export type TestWorldsTable = {
  id: string
  account_id: string | null
  /** The database of the world, compressed, as base64. */
  state: string
  /** Counts the changes of the state: a process that has an older state may not write. */
  version: number
  created_at: number
  used_at: number
}

/** The test keys of all worlds, by which the world of a request is found. */
export type TestKeysTable = { hash: string; world_id: string }

export type LedgerTable = {
  seq: Generated<number>
  id: string
  account_id: string
  /** The key that spent the money, or whose text was refunded; null for a movement without a key. */
  key_id: string | null
  type: LedgerType
  amount: number
  balance_after: number
  site: SiteId | null
  post_id: string | null
  /** The text that the money was for. The first text of a post has the id of the post. */
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

/** Payments at a provider. The row is written before the provider is asked, and its answer is checked against the row. */
export type PaymentsTable = {
  id: string
  account_id: string
  site: SiteId
  provider: string
  /** `topup`: by the owner, who is present; `recharge`: with the saved card. */
  kind: 'topup' | 'recharge'
  amount: number
  currency: string
  /**
   * `started`: the provider may have been asked; `open`: the owner may pay at the provider; `authenticate`: the owner has to
   * confirm the payment; `returning`: it was paid and is refunded, and nothing was booked.
   */
  state: PaymentState
  /** The key of the owner's form: a form that is sent twice makes one payment. */
  form_key: string | null
  /** The page of the provider on which the owner pays. */
  page: string | null
  /** The id of the payment at the provider; also the reference of its row in the ledger. */
  reference: string | null
  /** The saved card that is charged. */
  customer: string | null
  method: string | null
  /** Why the payment failed, for the owner. */
  why: string | null
  /** The number of this try of a recharge, from 1. */
  tries: number
  /** The amounts that the provider says went back to the card: by refunds, and by disputes. */
  refunded: number
  disputed: number
  /** The part of the refunds that paid out a closed account. */
  paid_out: number
  /** Of the amount that went back: the part taken from the balance, and the part that the balance did not cover. */
  taken: number
  owed: number
  /** Counts the events of the payment, so that an event during a look-up is not lost. */
  news: number
  created_at: number
  settled_at: number | null
  /** When the provider is asked about the payment next; null for never. */
  due_at: number | null
  attempts: number
  lease_token: string | null
  lease_until: number | null
}

/** The saved card of an account. Only the provider has its number. */
export type CardsTable = {
  account_id: string
  provider: string
  customer: string | null
  method: string
  /** Shown to the owner. */
  label: string
  saved_at: number
}

/** Disputes, by the id of the provider. */
export type DisputesTable = {
  id: string
  payment_id: string
  account_id: string
  status: string
  reason: string
  created_at: number
}

/** Events of providers, each once. */
export type PaymentEventsTable = { id: string; payment_id: string; type: string; created_at: number }

/** The balances that are owed to owners of closed accounts. */
export type PayoutsTable = {
  id: string
  account_id: string
  amount: number
  /** The part that the provider says was refunded to a card. */
  refunded: number
  reason: string
  created_at: number
  done_at: number | null
  done_by: string | null
  note: string | null
}

/** To whom the invoices of an account are made out from now on. */
export type BillingTable = {
  account_id: string
  name: string
  /** Lines. */
  address: string
  /** ISO 3166-1 alpha-2. */
  country: string
  vat_id: string | null
  changed_at: number
}

/** `live`, or `test` for payments of the sandbox. */
export type InvoiceSeries = 'live' | 'test'

/** The last number of each series and UTC year. */
export type InvoiceNumbersTable = { series: InvoiceSeries; year: number; last: number }

/** Invoices and credit notes as they were issued: rows are never changed. */
export type InvoicesTable = {
  id: string
  account_id: string
  /** An `invoice` is for a payment, or takes back a credit note after a dispute was won. */
  kind: 'invoice' | 'credit-note'
  /** The invoice that was first issued for the payment; for that one its own id. */
  invoice_id: string
  /** The payment that moved the money; null for a payout. */
  payment_id: string | null
  /** The movement of money. */
  ledger_id: string
  series: InvoiceSeries
  year: number
  serial: number
  number: string
  /** The amount with its tax, and the tax in it, both positive. */
  gross: number
  tax: number
  /** In thousandths of a percent. */
  rate: number
  reverse_charge: 0 | 1
  /** JSON (contract/invoicing.ts). */
  seller: string
  buyer: string
  issued_at: number
}

/** Posts without their texts: the owner, and the public state. */
export type PostsTable = {
  seq: Generated<number>
  id: string
  site: SiteId
  account_id: string
  key_id: string
  /** The revision that was submitted last. The first revision has the id of the post. */
  latest_revision: string
  /** The revision whose text is shown, or would be shown if the post were public. */
  shown_revision: string
  /** Counts the changes of the shown text: a publication that was prepared for another version is not written. */
  version: number
  /** The status of the event, JSON; null while the event takes place as announced. */
  event: string | null
  /**
   * The fingerprint by which duplicates are found; null while the same text may be posted again: once the post has left queue, review
   * and public view, has expired, or is a cancelled event. So a yearly event can be posted each year.
   */
  live_fingerprint: string | null
  published_at: number | null
  expires_at: number | null
  /** When the public post was hidden; null for a post that is public or never was. */
  hidden_at: number | null
  /** The public post, written at publication with marks for its addresses (domain/posts/addresses.ts); null while it is not public. */
  public_json: string | null
}

/** The columns that later steps fill, with their types and the values with which a revision is stored. */
export const freshRevision = {
  status: 'queued' as PostStatus,
  decided_at: null as number | null,
  verdict: null as string | null,
  rejection_category: null as string | null,
  rejection_reason: null as string | null,
  rejection_penalized: null as 0 | 1 | null,
  rejection_amount: null as number | null,
  /** For a penalized text, the text whose strike covers it: itself, or an earlier one of the same campaign. */
  strike_of: null as string | null,
  /** The decider of a rejection or removal and its basis, JSON (domain/review/statement.ts, RejectionBasis). */
  rejection_basis: null as string | null,
  attempts: 0,
  lease_token: null as string | null,
  lease_until: null as number | null,
  /** Until when a person may still judge a text that its author withdrew from review. */
  judge_until: null as number | null,
  /** The place in the review queue (domain/review/urgency.ts); 0 is most urgent. */
  urgency: usualUrgency,
  /** The answer of the owner to a text of a key that asks first, and since when; null when the owner was not asked. */
  approval: null as ApprovalState | null,
  approval_at: null as number | null,
  /** Why the owner refused the text, in the owner's words. */
  approval_reason: null as string | null,
  /** The span of the request that submitted the text, as a traceparent; null without a trace. */
  trace: null as string | null,
}

/**
 * Texts that were bought and are judged: the first text of a post, or an edit. A text never changes. At most one edit of a post waits
 * at a time.
 */
export type RevisionsTable = typeof freshRevision & {
  seq: Generated<number>
  id: string
  post_id: string
  site: SiteId
  account_id: string
  price: number
  /** The penalty for abuse beyond the price, as it was when the text was bought. */
  abuse_penalty: number
  /** The members of the shape, JSON. */
  fields: string
  /** The findings of validation and the reading, JSON (domain/posts/post.ts, PostFacts). */
  facts: string
  fingerprint: string
  submitted_at: number
  /** The turn in the fair queue: lower turns come first, and each text of an account has a turn of its own. */
  turn: Generated<number>
  due_at: number
}

/**
 * Posts in lists and search: a row for each published post until it expires. `seq` is the order of publication. Lists read many of
 * these rows to show a few, so the texts are in a table of their own.
 */
export type ListingTable = {
  seq: Generated<number>
  post_id: string
  site: SiteId
  starts_at: number | null
  expires_at: number | null
  /** When the text was published or last changed. */
  changed_at: number
  /** The area of the city by GeoNames: an ISO 3166-2 code, or a country when the state is unknown; null without a city. */
  area: string | null
  /** The tags that lists filter by; listing/row-tags.ts reads them. */
  tags: string
  /** Words of the title and of the topics, for ranking. */
  headline: string
  /** The stems of the headline in the language of the post, for ranking; empty for a language without a stemmer. */
  stemmed: string
  /** The place on the unit sphere; null for a post without a city. */
  x: number | null
  y: number | null
  z: number | null
  /** The price in the smallest unit of its currency; both null for a post without a price. */
  currency: string | null
  price: number | null
}

export type ListingTextsTable = { listing_seq: number; public_json: string }

/** How many listed posts of a site have a tag, without the changes in TagChangesTable (store/lists/tag-counts.ts). */
export type TagCountsTable = { site: SiteId; kind: TagKind; within: string; name: string; posts: number }

/** Changes of the counts since. Rows are appended, so that no two publications wait for each other. */
export type TagChangesTable = TagCountsTable & { seq: Generated<number> }

/** The occurrences of listed posts. An occurrence is deleted a day after its end, even if its post has later ones. */
export type OccurrencesTable = {
  listing_seq: number
  site: SiteId
  starts_at: number
  ends_at: number
  /** The days on which it runs, in the zone of its post: counted from 1970-01-01 (domain/times/days.ts). */
  first_day: number
  last_day: number
  /** The tags of the post as bits, and its place: lists by time check them before they read the post. */
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
  /** The key whose stream has the event; null: every key of the account. */
  key_id: string | null
  /** The post of the event, and its site; null for an event of the account. */
  post_id: string | null
  site: SiteId | null
  /** The data of the event, such as the owning key's view of the post: JSON with marks for its addresses. */
  payload: string
  created_at: number
  /** Counts the events of the account in the order in which they were committed, from 1. */
  position: number
  /** The span in which the event was made, as a traceparent; null without a trace. */
  trace: string | null
}

/** The last position of the events of an account. The lock of the row guards the events and endpoints of the account. */
export type EventPositionsTable = { account_id: string; last: number }

/** Announcements that wait: they notify a hub or a search engine that a post and its lists have changed. */
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

/** Searches of accounts that find posts as they are published. */
export type StandingSearchesTable = {
  id: string
  account_id: string
  site: SiteId
  /** The search as asked, JSON. */
  asked: string
  /** What it asks, read when it was made (domain/posts/standing-search.ts), JSON. */
  wanted: string
  created_at: number
  /** When it ends by itself; null for never. */
  expires_at: number | null
}

/** Where searches are filed: a post that a search wants has at least one of its anchors. */
export type StandingAnchorsTable = {
  site: SiteId
  anchor: string
  search_id: string
  /** What else a post has to have: groups of anchors (domain/posts/standing-search.ts). */
  needs: string
}

/** The posts that searches have found, each once. */
export type StandingMatchesTable = { search_id: string; post_id: string; matched_at: number }

/** The outbox of posts that searches have yet to look at. */
export type StandingPostsTable = {
  id: string
  post_id: string
  site: SiteId
  /** The text that the post showed before; null for a post that was not public. */
  before_revision: string | null
  created_at: number
  due_at: number
  attempts: number
}

export type WebhooksTable = {
  id: string
  account_id: string
  url: string
  /** The host of the URL: attempts under way are bounded for each host. */
  host: string
  /** The kinds of events, with a comma before, between and after them; empty if the endpoint names none and gets all decisions. */
  events: string
  /** Encrypted; integrations/webhooks/secrets.ts reads it. */
  secret: string
  /** One or two, as domain/delivery/previous-secrets.ts joins them. */
  previous_secret: string | null
  previous_until: number | null
  active: 0 | 1
  inactive_reason: InactiveReason | null
  inactive_since: number | null
  /** When the first delivery to this URL succeeded; null while the endpoint is on probation. */
  proven_at: number | null
  /** When the first attempt since the last success failed. */
  failing_since: number | null
  /** The end of the pause that the receiver asked for (Retry-After). */
  held_until: number | null
  /** When the endpoint last had a turn: the endpoint that waits longest is next. */
  served_at: number
  /** Events of the account after this position have a delivery. */
  since_position: number
  created_at: number
  /** The id of a subscription of MCP; null for an endpoint that was registered, as are the next three. */
  subscription: string | null
  /** The key that subscribed: the subscription gets its events and those of the account. */
  key_id: string | null
  /** The arguments of its kind, as canonical JSON. */
  arguments: string | null
  expires_at: number | null
}

export type WebhookDeliveriesTable = {
  seq: Generated<number>
  webhook_id: string
  message_id: string
  type: WebhookKind
  /** The data of a webhook.test; null for an event, whose own row has the data. */
  payload: string | null
  state: DeliveryState
  /** When the event happened. */
  created_at: number
  due_at: number
  /** Failed attempts since the delivery was queued. */
  failures: number
  lease_token: string | null
  lease_until: number | null
}

/**
 * Attempts under way on all nodes, which are bounded by endpoint, account and host. A row stays until its attempt has ended or its
 * lease has run out, even if the delivery or the endpoint is deleted.
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
  /** The account that the mail is erased with. */
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
  /** Why the mail was given up: the answer of the server, and the error of the transport. */
  failure: string | null
  /** The address for answers; erased with the text. */
  reply_to: string | null
  /** The language of the text (BCP 47); null where the row is older than the languages. */
  language: Generated<string | null>
  /** 1 when the account is erased: once the mail is sent or given up, its row and its file in the outbox folder are deleted. */
  erase: 0 | 1
}

/** Messages to authors that a reviewer has to see before they are mailed. */
export type HeldMessagesTable = {
  id: string
  site: SiteId
  post_id: string
  /** The account that sends the message. */
  account_id: string
  message: string
  reply_email: string
  /** The findings of the rules and the model, JSON. */
  verdict: string
  created_at: number
  /** The relayed message that this one answers; null for a message to an author. */
  answers: string | null
  /** The reader without an account who sends it; `account_id` is then the author. */
  reader: Generated<string | null>
  /** The language in which that reader is written to (BCP 47); null for English. */
  language: Generated<string | null>
  /** The place in the review queue (domain/review/urgency.ts); 0 is most urgent. */
  urgency: Generated<number>
  /** The relayed message that its recipient has reported, of which this is a copy; null for a message that waits to be mailed. */
  reported: Generated<string | null>
  /** What the recipient says about a reported message. */
  note: Generated<string | null>
}

/** Messages that were sent to authors, with the answers of their keys. */
export type RelayMessagesTable = {
  seq: Generated<number>
  id: string
  site: SiteId
  post_id: string
  author_id: string
  /** The key of the post, which reads and answers the message. */
  key_id: string
  sender_id: string
  message: string
  reply_email: string
  created_at: number
  /** The answer, once it was sent. */
  reply: string | null
  replied_at: number | null
  /** The reader without an account who sent it; `sender_id` is then the author. */
  reader: Generated<string | null>
  /** When a person of the account opened its page (epoch ms); null while it is new. */
  seen_at: Generated<number | null>
  /** When the author reported it to the reviewers (epoch ms). */
  reported_at: Generated<number | null>
  /** The language in which that reader is written to (BCP 47); null for English. */
  language: Generated<string | null>
}

/** The senders whose messages an author refuses. */
export type RefusedSendersTable = { author_id: string; sender_id: string; created_at: number }

/** The readers without an account whose messages an author refuses, and who get none of the author's. */
export type RefusedReadersTable = { author_id: string; reader: string; created_at: number }

/** Addresses, as the one-way names of readers, from which an author takes no messages. `sender_id`: the account that was blocked with it. */
export type BlockedAddressesTable = {
  author_id: string
  reader: string
  sender_id: string | null
  created_at: number
}

/** Accounts, and readers by their one-way names, that a reviewer keeps out of the relay until a time (epoch ms). */
export type PausedSendersTable = { sender: string; until: number; created_at: number }

/** Hashes of addresses that cannot sign up and cards that cannot pay, with the banned account of each. */
export type BansTable = { kind: 'email' | 'card'; hash: string; account_id: string; created_at: number }

/** Hashes of the address and the card of erased accounts that can still be banned, until `kept_until`. */
export type ErasedHashesTable = { account_id: string; kind: 'email' | 'card'; hash: string; kept_until: number }

/** The decider: a fixed rule or a deadline, a model, a person of the platform, the key that posts, or the owner of the key. */
export type Decider = 'rule' | 'model' | 'person' | 'author' | 'owner'

/** Every decision on a text, an account or the platform. Append only: `position` and `hash` are set once, by sealing. */
export type DecisionLogTable = {
  /** The seal of the entry; null until it is in the chain, and before the log had a key. */
  seal: string | null
  seq: Generated<number>
  decider: Decider
  actor: string
  /** A transition of the state table, or another action. */
  action: string
  /** The id of the revision, account or other subject. */
  subject: string
  post_id: string | null
  site: SiteId | null
  /** The status before and after a transition. `from_status` is null for a revision that was decided on submission. */
  from_status: PostStatus | null
  to_status: PostStatus | null
  /** The category for which the revision is rejected or removed after the decision. */
  category: string | null
  penalized: 0 | 1 | null
  /** The penalty that the platform keeps after the decision. */
  amount: number | null
  /** How long the text had waited for the decision. */
  waited_ms: number | null
  reason: string
  detail: string
  policy_version: string | null
  /** The UTC month of the decision: 2026-11. */
  month: string
  created_at: number
  /** SHA-256 of the members above, without `seq`. */
  digest: string
  /** The position in the chain, from 1, and the hash of the chain up to this entry; null until the entry is sealed. */
  position: number | null
  hash: string | null
}

/** The last position and hash of the chain of the log, in one row. */
export type DecisionLogHeadTable = {
  name: 'head'
  position: number
  hash: string
  sealed_at: number
  /** The seal of the end; null before the log had a key. */
  seal: string | null
}

/** The number of sealed entries of the log, by kind. */
export type DecisionCountsTable = {
  month: string
  decider: Decider
  action: string
  /** Empty for an entry without a category. */
  category: string
  /** The upper bound of the waiting time, in seconds (domain/review/decision-times.ts); -1 for an entry without a waiting time. */
  within_s: number
  n: number
}

export type AppealState = 'open' | 'granted' | 'refused'

/** Appeals of authors against decisions, at most one for each decision. */
export type AppealsTable = {
  id: string
  post_id: string
  /** The text that was rejected or removed. */
  revision_id: string
  site: SiteId
  account_id: string
  /** When the contested decision was made. */
  decision_at: number
  message: string
  state: AppealState
  /** The answer to the author. */
  answer: string | null
  decided_by: string | null
  created_at: number
  decided_at: number | null
}

type ReviewItem = { kind: ItemKind; subject: string }

/** Handles and names on which a person decides, at most one row an account. */
export type NameChecksTable = {
  account_id: string
  /** The site of the sign-up or of the first report. */
  site: SiteId
  /** `fine`: a person has left handle and name as they are. */
  state: 'open' | 'fine'
  /** JSON: what the rules and readers said (domain/review/name-findings.ts). */
  findings: string
  /** How many reports there were, and how many since the last decision said nothing new. */
  reports: number
  repeated: number
  urgency: number
  created_at: number
  judged_at: number | null
}

/** Hashes of handles that a person has taken from their accounts: nobody gets them again. */
export type RetiredHandlesTable = { hash: string; retired_at: number }

/** Claims of reviewers on items of the queue: an item has at most one. */
export type ReviewClaimsTable = ReviewItem & { reviewer: string; until: number }

/** Passes: a reviewer skips an item until a time, or with null leaves it to others, for a second opinion. */
export type ReviewPassesTable = ReviewItem & {
  reviewer: string
  what: 'skip' | 'second_opinion'
  reason: string
  until: number | null
  created_at: number
}

/** Notes of reviewers for each other about a post. */
export type ReviewNotesTable = {
  seq: Generated<number>
  post_id: string
  reviewer: string
  note: string
  created_at: number
}

/** Decisions on an item or an account that can still be undone: a decision has no effect before it is due. */
export type PendingDecisionsTable = {
  kind: ReviewItem['kind'] | 'account'
  subject: string
  id: string
  reviewer: string
  /** JSON (usecases/review/decide-item.ts: ItemDecision, or AccountDecision). */
  decision: string
  /** The text that the person saw; null for an account. */
  seen: string | null
  due_at: number
  created_at: number
}

/** Decisions that could not be applied, with the reason, until their reviewer opens the item again. */
export type ReturnedDecisionsTable = ReviewItem &
  Pick<PendingDecisionsTable, 'id' | 'reviewer' | 'decision'> & { why: string; created_at: number }

/** Answers that a reviewer has kept, each under a name. */
export type SavedAnswersTable = { reviewer: string; name: string; answer: string; created_at: number }

/** Decisions that a second reviewer repeats without knowing of the first, with both results. */
export type ReviewSamplesTable = ReviewItem & {
  post_id: string
  /** The text that was judged, and the text that was public. */
  revision_id: string
  shown_revision: string
  site: SiteId
  /** Since when the item waited. */
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

/** The last decision of a person on a text, an example for the embedded model. */
export type ExamplesTable = {
  revision_id: string
  /** A category of the policy, or `fine` (domain/review/policy-category.ts). */
  label: string
  /** The version of the policy at the decision. */
  policy_version: string
  decided_at: number
}

/** Versions of the learned heads of the embedded model, newest last. */
export type ModelVersionsTable = {
  seq: Generated<number>
  /** The packaged model that the heads add to (moderation/embedded/packaged-model.ts). */
  base: string
  /** The name of that model in decisions. */
  base_name: string
  /** The heads, JSON (moderation/embedded/learned.ts). */
  heads: string
  /** The data and the results of the training, JSON. */
  report: string
  /** 1 when the version was activated although a result was below the operator's bound. */
  forced: 0 | 1
  /** The version that was active before this one; null for the packaged model. */
  before: number | null
  actor: string
  created_at: number
}

/** Entries of the lists of the platform, with what they have found. */
export type ListEntriesTable = {
  seq: Generated<number>
  kind: EntryKind
  /** In normal form (moderation/listed/normal-values.ts). */
  value: string
  action: EntryAction
  /** A category of the policy; never null for `refuse`. */
  category: string | null
  note: string
  /** 1: it is only tried out, and counts what it would do. */
  shadow: 0 | 1
  /** 1: another platform has it on its lists. Such an entry only flags. */
  advice: 0 | 1
  added_by: string
  created_at: number
  expires_at: number | null
  /** How many texts had it, and when the last one did. */
  hits: number
  hit_at: number | null
  /** The ids of the latest such texts, the newest first, JSON. */
  latest: string
}

/** The candidate that judges beside the service without deciding; at most one row. */
export type ShadowCandidatesTable = {
  /** Counts all candidates so far. */
  seq: number
  /** The text of its policy file; null: the policy in force. */
  policy: string | null
  policy_version: string | null
  /** The version of the embedded model, 0 for the packaged one; null: the active one. */
  learned: number | null
  /** It judges one text in so many. */
  one_in: number
  started_by: string
  started_at: number
  /** Texts that it should have judged and did not. */
  missed: number
}

/** What becomes of a text by a judgement. */
type JudgedTo = 'published' | 'review' | 'rejected'

/** How many texts of a day had these two outcomes. */
export type ShadowCountsTable = {
  /** UTC. */
  day: string
  /** The category of the decision, else that of the candidate, else `fine`. */
  category: string
  active_to: JudgedTo
  candidate_to: JudgedTo
  texts: number
}

/** The latest texts that the candidate would have decided otherwise. */
export type ShadowDifferencesTable = {
  seq: Generated<number>
  revision_id: string
  post_id: string
  site: SiteId
  active_to: JudgedTo
  active_category: string | null
  candidate_to: JudgedTo
  candidate_category: string | null
  judged_at: number
}

/** `withdrawn`: the key deleted the post before a person decided on the report. */
export type ReportState = 'open' | 'upheld' | 'dismissed' | 'withdrawn'

/** Reports of posts; a reporter has at most one open report for a post, a reason and what the report says. */
export type ReportsTable = {
  id: string
  post_id: string
  site: SiteId
  reason: ReportReason
  details: string | null
  email: string | null
  /** Identifies the reporter: the account, or a keyed hash of the caller's address; with a hash of the details of an addition. */
  reporter: string
  account_id: string | null
  key_id: string | null
  state: ReportState
  created_at: number
  closed_at: number | null
  /** The text that a person saw when dismissing the report. */
  judged_revision: string | null
  /** 1 for a report that says nothing new about a text after a person has dismissed the same; nobody reads it. */
  counted: 0 | 1
  /** The place in the review queue (domain/review/urgency.ts). */
  urgency: Generated<number>
  /** When the mail with the decision was written, epoch ms; null before, and for a reporter without an address. */
  told_at: number | null
  /** The law that the post breaks, and the country, in the words of the reporter. */
  law: string | null
  /** The name that the reporter gave. */
  name: string | null
  /** Whether the reporter stated good faith; null when nothing was said of it. */
  good_faith: 0 | 1 | null
  /** When the mail of receipt was written, epoch ms; null before, and for a reporter without an address. */
  receipt_at: number | null
  /** What the person who decided told the reporters; null before, and for decisions that were made for reviewers alone. */
  answer: string | null
  /** The report whose decision this one complains about. */
  complaint_of: string | null
  /** The person who made that decision, and does not decide on the complaint while there are others. */
  not_by: string | null
  /** The language in which the reporter is written to (BCP 47); null for English. */
  language: Generated<string | null>
}

/** The last heartbeat of each worker: its state, and since when it has this state. */
export type HeartbeatsTable = { name: string; state: string; at: number; since: number }

/** How long the latest texts waited for the deciding model, and how long the model took to start; estimates use these times. */
export type ModerationTimesTable = { seq: Generated<number>; kind: 'decision' | 'start'; ms: number; at: number }

/** The processes that run on this database, each with its configured sites; `seen_at` is the last renewal of the row. */
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

/** The index of the names of places; a row has all names with the same two initials (store/lists/place-names.ts). */
export type PlaceNamesTable = { initials: number; entries: string }

/** The keys by which near-duplicates of live posts are found (moderation/near-duplicates.ts). */
export type NearDuplicateKeysTable = { key: number; post_id: string }

export type Database = {
  accounts: AccountsTable
  sessions: SessionsTable
  sign_ins: SignInsTable
  members: MembersTable
  invitations: InvitationsTable
  address_changes: AddressChangesTable
  address_holds: AddressHoldsTable
  former_handles: FormerHandlesTable
  account_activity: AccountActivityTable
  passkeys: PasskeysTable
  used_challenges: UsedChallengesTable
  accepted_terms: AcceptedTermsTable
  api_keys: ApiKeysTable
  oauth_connections: OAuthConnectionsTable
  oauth_records: OAuthRecordsTable
  test_worlds: TestWorldsTable
  test_keys: TestKeysTable
  ledger: LedgerTable
  payments: PaymentsTable
  cards: CardsTable
  disputes: DisputesTable
  payment_events: PaymentEventsTable
  payouts: PayoutsTable
  billing: BillingTable
  invoice_numbers: InvoiceNumbersTable
  invoices: InvoicesTable
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
  standing_searches: StandingSearchesTable
  standing_anchors: StandingAnchorsTable
  standing_matches: StandingMatchesTable
  standing_posts: StandingPostsTable
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_attempts: WebhookAttemptsTable
  webhook_turns: WebhookTurnsTable
  idempotency: IdempotencyTable
  counters: CountersTable
  mail: MailTable
  held_messages: HeldMessagesTable
  relay_messages: RelayMessagesTable
  refused_senders: RefusedSendersTable
  refused_readers: RefusedReadersTable
  blocked_addresses: BlockedAddressesTable
  paused_senders: PausedSendersTable
  bans: BansTable
  name_checks: NameChecksTable
  retired_handles: RetiredHandlesTable
  erased_hashes: ErasedHashesTable
  decision_log: DecisionLogTable
  decision_log_head: DecisionLogHeadTable
  decision_counts: DecisionCountsTable
  review_claims: ReviewClaimsTable
  review_passes: ReviewPassesTable
  review_notes: ReviewNotesTable
  pending_decisions: PendingDecisionsTable
  returned_decisions: ReturnedDecisionsTable
  review_samples: ReviewSamplesTable
  saved_answers: SavedAnswersTable
  appeals: AppealsTable
  moderation_times: ModerationTimesTable
  examples: ExamplesTable
  model_versions: ModelVersionsTable
  list_entries: ListEntriesTable
  shadow_candidates: ShadowCandidatesTable
  shadow_counts: ShadowCountsTable
  shadow_differences: ShadowDifferencesTable
  reports: ReportsTable
  heartbeats: HeartbeatsTable
  nodes: NodesTable
  meta: MetaTable
  places: PlacesTable
  place_names: PlaceNamesTable
  near_duplicate_keys: NearDuplicateKeysTable
}

/** A connection to the database, or a transaction. */
export type Db = Kysely<Database>
