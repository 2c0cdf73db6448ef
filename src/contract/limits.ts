// Every number that bounds what a caller may do (contract.md §3, §6, §14).

export const limits = {
  bodyBytes: 65_536,
  /** The request line and the headers together. */
  headerBytes: 16_384,
  /** A form that the owner sends. */
  formBytes: 16_384,
  /** How long the headers, and then the whole request, may take to arrive. */
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 10_000,
  /** How long a probe of the database may take, and for how long what it found is told to everybody who asks. */
  readinessProbeMs: 2_000,
  readinessKeptMs: 1_000,
  /** How often a process says that it lives, and after what silence it is taken to have ended. */
  nodeBeatMs: 3_000,
  nodeLeaseMs: 10_000,
  /** How long an answer may take once the request is there: then it is `overloaded`, unless something is being committed. */
  answerMs: 10_000,
  /** How long a connection may be still while nothing is being answered on it. */
  connectionIdleMs: 15_000,
  /** Lists: items a page. */
  pageDefault: 20,
  pageMax: 50,
  searchFreePerKeyPerDay: 100,
  searchFreePerIpPerDay: 20,
  signupsPerIpPerDay: 50,
  /** Changes of what becomes of a post, such as that an event is cancelled. */
  freeChangesPerPostPerDay: 10,
  /** Edits of a post that change no word, such as other times; past them they cost what any edit costs. */
  freeCorrectionsPerPost: 5,
  /** Dry runs of an account that has no money or has not verified its address. */
  dryRunsPerAccountPerDay: 200,
  /** How many times its length a text may have in NFKC, and what it may have there whatever its length is. */
  textGrowth: 2,
  textGrowthAlways: 200,
  storyCodePoints: 25_000,
  reportsPerIpPerDay: 20,
  reportDetailsCodePoints: 2_000,
  relaysPerIpPerDay: 10,
  /** How far ahead the times of a post may lie. */
  timesYearsAhead: 3,
  relayMessageMinCodePoints: 10,
  relayMessageCodePoints: 2_000,
  verificationMailsPerAccountPerDay: 10,
  emailLength: 254,
  /** To one address, for all accounts that have it. */
  verificationMailsPerAddressPerDay: 20,
  /** Attempts to give an account another address: each tells whether an account has verified it. */
  addressChangesPerAccountPerDay: 10,
  topupsPerAccountPerDay: 50,
  /** How long a page of the payment provider may be paid on. */
  paymentPageMs: 3_600_000,
  /** How long the provider has for an answer: while the owner waits, and for a worker. */
  paymentOwnerWaitMs: 4_000,
  paymentWorkerWaitMs: 30_000,
  /** Longer than a worker can take. */
  paymentLeaseMs: 120_000,
  /** After this the provider is asked what became of a payment that was begun. */
  paymentUnheardMs: 600_000,
  /** An event of the provider: its size, and how far its time stamp may lie from ours, before or after. */
  paymentEventBytes: 262_144,
  paymentEventSkewMs: 300_000,
  paymentEventsKeptMs: 90 * 24 * 3_600_000,
  /** Tries to charge a card that declines, and how far they lie apart. */
  rechargeTries: 3,
  rechargeRetryMs: 24 * 3_600_000,
  keysPerAccount: 20,
  keyNameCodePoints: 100,
  /** How often it is noted that a key is in use: a write now and then, not one a request. */
  keyUseNotedMs: 10 * 60_000,
  /** The shares of its daily budget, in percent, that are told when a key passes them. */
  budgetMarks: [80, 100],
  /** How long a text of a key that asks first waits for the owner, and how many of an account do. */
  approvalMs: 7 * 24 * 3_600_000,
  approvalsPerAccount: 100,
  /** When a caller that waits for the owner asks again, and how often at most the owner is mailed. */
  approvalAskedAgainMs: 10 * 60_000,
  approvalMailEveryMs: 3_600_000,
  approvalReasonCodePoints: 500,
  /** Texts that wait and are shown to the owner at once, the oldest first. */
  approvalsShown: 20,
  webhooksPerAccount: 5,
  strikesToBan: 3,
  idempotencyMs: 24 * 3_600_000,
  accountLinkMs: 3_600_000,
  /** How long an owner can take the deletion of the account back. */
  deletionMs: 7 * 24 * 3_600_000,
  /** How long a session lasts that was opened from the inbox of the owner. */
  emailSessionMs: 12 * 3_600_000,
  /** A link to sign in by mail, and what bounds asking for one and typing its code. */
  signInLinkMs: 30 * 60_000,
  signInsPerAddressPerDay: 20,
  signInsPerAccountPerDay: 20,
  signInsPerIpPerDay: 40,
  signInCodeLength: 8,
  signInCodeTries: 5,
  /** What an owner downloads everything of the account with. */
  exportsPerAccountPerDay: 20,
  verificationLinkMs: 24 * 3_600_000,
  /** How long the mail that carries a message lets its reader refuse further ones. */
  refuseSenderLinkMs: 90 * 24 * 3_600_000,
  searchQueryCodePoints: 200,
  /** GET /v1/places. */
  placeQueryCodePoints: 100,
  placesFound: 10,
  /** A post of which lists hold nothing more: for how long calendars strike out its times, and for how many posts, the latest first. */
  cancelledShownMs: 30 * 24 * 3_600_000,
  cancelledShown: 200,
  /** A request to a hub or to IndexNow, its lease, and how long what could not be announced is kept. */
  announcementTimeoutMs: 10_000,
  announcementLeaseMs: 60_000,
  announcementsKeptMs: 24 * 3_600_000,
  /** Posts of a page of /removed.json and /removed.xml. */
  tombstonesPerPage: 500,
  /** Addresses of one file of the sitemap. The protocol allows 50,000; smaller ones are made at once. */
  sitemapAddresses: 10_000,
  /** Relevance is scored over this many of the newest matches. */
  searchCandidates: 1_000,
  nearKmMin: 1,
  nearKmMax: 500,
  nearKmDefault: 50,
  /** A walk through a list that is ordered by time may take this long; its occurrences are kept until then. */
  occurrencesKeptMs: 24 * 3_600_000,
  /** How long one text may be read by the fixed rules, or by the embedded model. */
  textReadingMs: 5_000,
  /** Characters of one account that wait for the fixed rules in one process: a few seconds of work. */
  textWaitingPerAccount: 2_000_000,
  /** The same of all accounts: some that use all that they may. */
  textWaiting: 20_000_000,
  /** So many near-duplicates of a text, submitted within this long before it, are more than a meeting that comes round again. */
  nearDuplicatesNoticed: 2,
  nearDuplicatesNoticedMs: 24 * 3_600_000,
  /** How long a decision usually takes while the model runs, and while it starts. */
  decisionMs: { running: 60_000, starting: 20 * 60_000 },
  /** How long a person may still find abuse in what its author took out of review. */
  withdrawnJudgedMs: 14 * 24 * 3_600_000,
  /** What is told of how long a person takes: from decisions of so long ago, among so many of the latest. */
  reviewMeasuredMs: 7 * 24 * 3_600_000,
  reviewDecisionsMeasured: 200,
  /** What estimates are learned from: so many of the latest decisions and starts of the model, of so long ago. */
  moderationMeasured: { decision: 200, start: 20 },
  moderationMeasuredMs: 30 * 24 * 3_600_000,
  /** A worker beats every 10 s; one that has been silent for longer than this is taken to have ended. */
  workerSilentMs: 40_000,
  /** How often a model that does not answer is told to start, by all processes together, and how long it may take to answer that. */
  modelStartEveryMs: 60_000,
  modelStartTimeoutMs: 5_000,
  /** How long a look at the server of a model may take, and for how long what it found is taken to be so. */
  modelProbeMs: 3_000,
  modelProbeKeptMs: 5_000,
  /** For how long after its last decision a model that may sleep is looked at: then it is left alone until a text comes. */
  modelWatchedMs: 10 * 60_000,
  /** Decisions of people that the model learns from, the latest ones, and versions that are kept to go back to. */
  decisionsLearned: 5_000,
  modelVersionsKept: 20,
  /** Entries of the log of decisions that are sealed in one transaction. */
  decisionsSealed: 200,
  /** How long after a decision its author may appeal, and how long the message and its answer may be. */
  appealMs: 30 * 24 * 3_600_000,
  appealCodePoints: 2_000,
  /** Mails to an account that say why a text was rejected or removed. */
  statementMailsPerDay: 20,
  /** Mails to an account that say that a webhook endpoint was turned off. */
  webhookMailsPerDay: 5,
  /** How long a person holds an item of the queue, and passes over one that was skipped; how long a decision can be undone. */
  reviewLeaseMs: 10 * 60_000,
  reviewSkipMs: 3_600_000,
  reviewUndoMs: 10_000,
  /** Items of the queue that are listed at once. */
  reviewShown: 50,
  /** Texts that are decided at once, and from more than how many on their number has to be typed. */
  reviewBulk: 200,
  reviewBulkUntyped: 20,
  /** How long a decision waits for somebody to make it once more. */
  reviewSampleMs: 30 * 24 * 3_600_000,
  /** What the statistics of the queue look at: so far back, and at most so many of the latest decisions and appeals. */
  reviewStatisticsMs: 30 * 24 * 3_600_000,
  reviewStatisticsDecisions: 5_000,
  moderationAttempts: 5,
  moderationLeaseMs: 60_000,
  /** One call of a language model: connection, request and the whole answer. */
  modelAnswerMs: 8_000,
  /** Calls for one text, one after the other: both end well within the lease. */
  modelCalls: 2,
  modelAnswerBytes: 500_000,
  /** Texts that one worker has judged by a language model at once. */
  modelTextsAtOnce: 8,
  /** So many failed calls in a row, and a language model is left alone for a while. */
  modelFailures: 5,
  modelRestMs: 30_000,
  /** How long the daily totals of calls, tokens and cost are kept. */
  modelUsageKeptMs: 400 * 24 * 3_600_000,
  mailAttempts: 8,
  mailLeaseMs: 60_000,
  /** How often the time is noted that work is claimed at, and how far the clock may fall behind it before it was moved back. */
  clockSeenEveryMs: 10_000,
  clockToleranceMs: 30_000,
  eventsKeptMs: 30 * 24 * 3_600_000,
  /** How long a daily count is kept after its day. */
  countersKeptMs: 2 * 24 * 3_600_000,
  webhookUrlLength: 2_000,
  /** One attempt in all: name, connection, request, answer. */
  webhookTimeoutMs: 10_000,
  webhookAnswerBytes: 4_096,
  /** Longer than an attempt can take, so that no other worker sends meanwhile. */
  webhookLeaseMs: 60_000,
  webhookRetryAfterMaxMs: 3_600_000,
  /** Nothing but failures for this long turns an endpoint off. */
  webhookFailingMs: 24 * 3_600_000,
  webhookSecretOverlapMs: 24 * 3_600_000,
  webhooksCreatedPerDay: 20,
  webhookTestsPerDay: 20,
  /** Of an account whose address is not verified: enough to see that the endpoint works. */
  webhookTestsUnverifiedPerDay: 3,
  webhookRetriesPerDay: 100,
  /** Attempts under way at once, on all nodes: to one endpoint, of one account, and to one host. */
  webhookAttemptsPerEndpoint: 2,
  webhookAttemptsPerAccount: 6,
  webhookAttemptsPerHost: 16,
  /** To endpoints of one host that fail or are on probation: they take nothing from those that are proven there. */
  webhookAttemptsUnprovenPerHost: 4,
  /** Attempts under way at once in one process; of those to endpoints that fail, on probation, and of accounts without money there. */
  webhookAttemptsAtOnce: 64,
  webhookAttemptsFailingAtOnce: 24,
  webhookAttemptsProbationAtOnce: 8,
  webhookAttemptsGuestsAtOnce: 4,
  /** Deliveries that one replay queues at most. */
  webhookReplayMax: 1_000,
} as const
