// Every number that bounds what a caller may do (contract.md §3, §6, §14).

export const limits = {
  bodyBytes: 65_536,
  /** The request line and the headers together. */
  headerBytes: 16_384,
  /** A form that the owner sends. */
  formBytes: 16_384,
  /** The form that edits a post: its longest text in any script, percent-encoded, fits. */
  editFormBytes: 262_144,
  /** How long the headers, and then the whole request, may take to arrive. */
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 10_000,
  /** How long a probe of the database may take, and how long its result is reused. */
  readinessProbeMs: 2_000,
  readinessKeptMs: 1_000,
  /** How long the database may take for the figures of /metrics, and how long they are reused. */
  figuresAnswerMs: 3_000,
  figuresKeptMs: 5_000,
  /** How long a question of the doctor is answered. */
  doctorsQuestionMs: 300_000,
  /** How long a refused write, such as on a full disk, keeps a process from being ready: longer than from heartbeat to heartbeat. */
  writeRefusedKeptMs: 20_000,
  /** How often a process looks whether a backup is due; after how long a claim to make it lapses, and how often it is held. */
  backupLookMs: 60_000,
  backupClaimMs: 900_000,
  backupHeldMs: 300_000,
  /** How often a process sends a heartbeat, and after how long without one it counts as ended. */
  nodeBeatMs: 3_000,
  nodeLeaseMs: 10_000,
  /** How long an answer may take after the request has arrived; past that it is `overloaded`, unless a commit is under way. */
  answerMs: 10_000,
  /** A caller that waits for an outcome: the longest wait, and how many callers of an account and of a process wait at once. */
  waitSeconds: 30,
  waitersPerAccount: 20,
  waitersPerProcess: 20_000,
  /** How often a process with waiting callers looks for outcomes that other processes have written. */
  waitPollMs: 1_000,
  /** How long a connection may be idle. */
  connectionIdleMs: 15_000,
  /** Lists: items a page. */
  pageDefault: 20,
  pageMax: 50,
  searchFreePerKeyPerDay: 100,
  searchFreePerIpPerDay: 20,
  /** Searches on pages, for readers: an address a minute. */
  readerSearchesPerMinute: 30,
  signupsPerIpPerDay: 50,
  /** Changes of the status of a post, such as cancelling an event. */
  freeChangesPerPostPerDay: 10,
  /** Corrections of a post that cost only what a higher price adds; further ones cost as much as any edit. */
  freeCorrectionsPerPost: 5,
  /** Dry runs of an account that has no money or has not verified its address. */
  dryRunsPerAccountPerDay: 200,
  /** How much longer a text may be in NFKC, and the length in NFKC that is always allowed. */
  textGrowth: 2,
  textGrowthAlways: 200,
  topicsPerPost: 5,
  storyCodePoints: 25_000,
  reportsPerIpPerDay: 20,
  reportDetailsCodePoints: 2_000,
  /** What a report says of the law that the post breaks, and the name of the reporter. */
  reportLawCodePoints: 200,
  reportNameCodePoints: 100,
  /** The hashes of the address and card of a banned person are kept after the erasure of the account (contract.md §11). */
  bannedHashesKeptMs: 180 * 24 * 3_600_000,
  /** How long a reporter may complain that a report was dismissed (article 20 of the DSA: six months). */
  complaintMs: 184 * 24 * 3_600_000,
  /** How long reports take is told from those decided in this time, at most so many, and not from fewer than the least. */
  reportsMeasuredMs: 30 * 24 * 3_600_000,
  reportsMeasured: 1_000,
  reportsMeasuredLeast: 3,
  /** A report that repeats a dismissed one goes to a person again once this many readers have sent it. */
  reportersToReadAgain: 3,
  /** A report is new if its details are not among those of so many dismissed reports of the text, the latest. */
  reportsCompared: 200,
  /** The reports of a post that reviewers see at once, and decide on; the others come next. */
  reportsShown: 100,
  /** Messages to authors: from an IP address, from an account, about one post from an account, and to one author. */
  relaysPerIpPerDay: 10,
  relaysPerAccountPerDay: 10,
  relaysPerSenderAndPostPerDay: 2,
  relaysPerAuthorPerDay: 50,
  /** Answers of authors from an IP address. */
  relayRepliesPerIpPerDay: 50,
  /** How long the messages to authors are kept for their keys. */
  relayMessagesKeptMs: 90 * 86_400_000,
  /** How long a reviewer keeps the sender of a reported message out of the relay. */
  relayPauseMs: 30 * 86_400_000,
  /** What an author says about a message that it reports. */
  relayReportCodePoints: 500,
  /** How far ahead the times of a post may lie. */
  timesYearsAhead: 3,
  /** Codes that readers without an account type to send a message: how many are mailed a UTC day, and how long one lasts at least. */
  readerCodesPerIpPerDay: 20,
  readerCodesPerAddressPerDay: 5,
  readerCodeMs: 3_600_000,
  relayMessageMinCodePoints: 10,
  relayMessageCodePoints: 2_000,
  verificationMailsPerAccountPerDay: 10,
  emailLength: 254,
  /** To one address, for all accounts that have it. */
  verificationMailsPerAddressPerDay: 20,
  /** Attempts to give an account another address. The answer reveals whether another account has verified that address. */
  addressChangesPerAccountPerDay: 10,
  topupsPerAccountPerDay: 50,
  /** How long a payment page of the provider takes payments. */
  paymentPageMs: 3_600_000,
  /** How long the payment provider may take to answer: while the owner waits, and to a worker. */
  paymentOwnerWaitMs: 4_000,
  paymentWorkerWaitMs: 30_000,
  /** Longer than a worker can take. */
  paymentLeaseMs: 120_000,
  /** How long a started payment may be without news before the provider is asked about it. */
  paymentUnheardMs: 600_000,
  /** An event of the provider: its size, and how far its timestamp may lie from our clock, before or after. */
  paymentEventBytes: 262_144,
  paymentEventSkewMs: 300_000,
  /** The time between two questions to a failing provider after the waits of retries.ts, without end: money may have moved. */
  paymentAskedAgainMs: 3_600_000,
  paymentEventsKeptMs: 90 * 24 * 3_600_000,
  /** Attempts to charge a card that declines, and the time between two attempts. */
  rechargeTries: 3,
  /** The most recharges that an owner may allow in a UTC day and month. */
  rechargesPerDayMax: 10,
  rechargesPerMonthMax: 100,
  rechargeRetryMs: 24 * 3_600_000,
  keysPerAccount: 20,
  keyNameCodePoints: 100,
  /** The longest time for which a replaced key goes on working. */
  keyGraceMs: 24 * 3_600_000,
  /** How long after a replacement requests that were under way are looked for. */
  replacedKeySettledMs: 10 * 60_000,
  /** How often the last use of a key is stored, so that not every request writes. */
  keyUseNotedMs: 10 * 60_000,
  /** OAuth (contract.md §16): how long a code, an access token, an unused refresh token and an unanswered request for consent last. */
  oauthCodeMs: 60_000,
  accessTokenMs: 3_600_000,
  refreshTokenMs: 30 * 86_400_000,
  consentMs: 3_600_000,
  /** How long a refresh token that was used gives the same answer again, as long as nobody has used that answer. */
  refreshRepeatedMs: 60_000,
  /** How long a registered client is kept without a new token, and the last good copy of a client document. */
  oauthClientKeptMs: 90 * 86_400_000,
  /** From an IP address a day: registrations of clients, documents of clients that are fetched, requests for consent. */
  oauthRegistrationsPerIpPerDay: 100,
  oauthDocumentsPerIpPerDay: 100,
  oauthConsentsPerIpPerDay: 200,
  /** Apps that are connected to an account at once, and connected in a day: each is told to its owners by mail. */
  connectionsPerAccount: 50,
  connectionsPerAccountPerDay: 20,
  /** How long a connection lasts whose owner wants it short, or long. */
  connectionShortMs: 86_400_000,
  connectionLongMs: 30 * 86_400_000,
  /** The budget of a month that the page of consent proposes, in micros. */
  connectionBudgetMicros: 10_000_000,
  /** The document of a client, its keys, and how long either may take to arrive. */
  oauthDocumentBytes: 16_384,
  oauthKeysBytes: 65_536,
  oauthDocumentMs: 2_500,
  /** The redirect addresses of a client, and the characters of its name that are shown. */
  oauthRedirects: 20,
  oauthClientNameCodePoints: 60,
  /** How long a code works that hands a session to another site. */
  handOverMs: 60_000,
  /** How long an owner can take back the end of a key. */
  endedKeyRestorableMs: 10 * 60_000,
  /** The shares of its daily budget, in percent, at which a key causes an event. */
  budgetMarks: [80, 100],
  /** How long a text of a key that asks first waits for the owner, and how many texts of an account may wait. */
  approvalMs: 7 * 24 * 3_600_000,
  approvalsPerAccount: 100,
  /** When a caller that waits for the owner should ask again, and the time between two mails to the owner. */
  approvalAskedAgainMs: 10 * 60_000,
  approvalMailEveryMs: 3_600_000,
  approvalReasonCodePoints: 500,
  /** The waiting texts, the oldest first, that the link in a mail to the owner lets its reader decide on. */
  textsOfMailedLink: 5,
  /** Waiting texts that one page shows the owner, the oldest first. */
  approvalsShown: 20,
  webhooksPerAccount: 5,
  strikesToBan: 3,
  idempotencyMs: 24 * 3_600_000,
  accountLinkMs: 3_600_000,
  /** How long an owner can undo the deletion of the account. */
  deletionMs: 7 * 24 * 3_600_000,
  /** The lifetime of a session that was opened from the inbox of the owner. */
  emailSessionMs: 12 * 3_600_000,
  /** A link to sign in by mail: its lifetime, how often it can be requested, and attempts to type its code. */
  signInLinkMs: 30 * 60_000,
  signInsPerAddressPerDay: 20,
  /** The mails with links to sign in that an address gets a day from networks and browsers that never signed in with it. */
  signInMailsPerAddressPerDay: 60,
  signInsPerIpPerDay: 40,
  /** Passkeys of an account, their names, how long a browser may take to answer a challenge, and answers from a network a day. */
  passkeysPerAccount: 10,
  passkeyNameCodePoints: 60,
  passkeyChallengeMs: 5 * 60_000,
  passkeyTriesPerIpPerDay: 200,
  /** How long a browser is known by its sign-in, and how long a mail can end all keys. */
  knownBrowserMs: 180 * 86_400_000,
  notMeLinkMs: 7 * 86_400_000,
  /** People and open invitations of an account, how long an invitation lasts, and how many are mailed a day: by an account, to an address. */
  membersPerAccount: 20,
  invitationMs: 7 * 86_400_000,
  invitationsPerAccountPerDay: 20,
  invitationsPerAddressPerDay: 5,
  /** How long both mailboxes may take to confirm another address, and how long the old one can take the change back. */
  addressConfirmMs: 24 * 3_600_000,
  addressTakeBackMs: 7 * 86_400_000,
  /** How long after a change of the handle the next one is possible, and how long a former handle leads to its account alone. */
  handleChangeEveryMs: 30 * 86_400_000,
  formerHandleKeptMs: 365 * 86_400_000,
  /** How long the activity of an account is kept, and the entries of a page. */
  activityKeptMs: 365 * 86_400_000,
  activityShown: 50,
  signInCodeLength: 8,
  signInCodeTries: 5,
  /** Downloads of all data of an account. */
  exportsPerAccountPerDay: 20,
  verificationLinkMs: 24 * 3_600_000,
  /** How long the link in a relayed message works with which its reader refuses further messages. */
  refuseSenderLinkMs: 90 * 24 * 3_600_000,
  searchQueryCodePoints: 200,
  /** GET /v1/places. */
  placeQueryCodePoints: 100,
  placesFound: 10,
  /** How long calendars show the times of a post that has left the lists as cancelled, and for how many of the latest posts. */
  cancelledShownMs: 30 * 24 * 3_600_000,
  cancelledShown: 200,
  /** A request to a hub or to IndexNow: its time limit, its lease, and how long a failed announcement is kept. */
  announcementTimeoutMs: 10_000,
  announcementLeaseMs: 60_000,
  announcementsKeptMs: 24 * 3_600_000,
  /** Posts of a page of /removed.json and /removed.xml. */
  tombstonesPerPage: 500,
  /** Addresses of one sitemap file. The protocol allows 50,000; a smaller file is made faster. */
  sitemapAddresses: 10_000,
  /** Relevance is scored over this many of the newest matches. */
  searchCandidates: 1_000,
  /** The words and phrases of a query, the words in all (characters where a script has no spaces), and the times of one word. */
  searchTerms: 16,
  searchWords: 64,
  searchSameWord: 8,
  /** The entries and bytes of the calendar of a list, soonest first, and the memory for entries that are kept for the next one. */
  calendarEntries: 500,
  calendarBytes: 1_000_000,
  calendarEntriesKeptBytes: 32_000_000,
  /** How long the further pages of a counted search cost nothing. */
  searchPagesMs: 3_600_000,
  /** Searches that stand of an account, those that end by themselves too, and those that it makes a UTC day. */
  standingSearchesPerAccount: 20,
  standingSearchesCreatedPerDay: 200,
  /** Posts found of which an account is told a UTC day; its feeds have further ones. */
  standingMatchesToldPerDay: 1_000,
  standingMatchesKeptMs: 180 * 24 * 3_600_000,
  /** How long a post waits with which the looking failed, and after how many times it is given up. */
  standingPostWaitMs: 60_000,
  standingPostAttempts: 10,
  nearKmMin: 1,
  nearKmMax: 500,
  nearKmDefault: 50,
  /** The distances that pages offer, in km. */
  nearKmOffered: [10, 25, 50, 100],
  /** How many posts and times of a list are counted for the choices of its page, and how many topics it offers. */
  postsSampled: 1_000,
  timesSampled: 2_000,
  topicsOffered: 10,
  priceStepsOffered: 5,
  currenciesOffered: 4,
  /** How far away the places are that a page without posts points to, in km. */
  nearestKm: 500,
  /** How long paging through a list ordered by time may take; its occurrences are kept until then. */
  occurrencesKeptMs: 24 * 3_600_000,
  /** How long the fixed rules, or the embedded model, may read one text. */
  textReadingMs: 5_000,
  /** Characters of one account that wait for the fixed rules in one process: a few seconds of work. */
  textWaitingPerAccount: 2_000_000,
  /** The same for all accounts together. */
  textWaiting: 20_000_000,
  /** How many near-duplicates, and within what time before a text, raise a flag. A regular meeting causes fewer. */
  nearDuplicatesNoticed: 2,
  nearDuplicatesNoticedMs: 24 * 3_600_000,
  /** How long a decision usually takes while the model runs, and while it starts. */
  decisionMs: { running: 60_000, starting: 20 * 60_000 },
  /** How long a person may still find abuse in a text that its author withdrew from review. */
  withdrawnJudgedMs: 14 * 24 * 3_600_000,
  /** The estimate of how long a person takes: how far back decisions count, and how many of the latest. */
  reviewMeasuredMs: 7 * 24 * 3_600_000,
  reviewDecisionsMeasured: 200,
  /** When a caller whose text a person looks at should ask again. */
  reviewAskedAgainMs: 10 * 60_000,
  /** The estimate of how long the model takes: how many of its latest decisions and starts count, and how far back. */
  moderationMeasured: { decision: 200, start: 20 },
  moderationMeasuredMs: 30 * 24 * 3_600_000,
  /** A worker sends a heartbeat every 10 s; after this long without one it counts as ended. */
  workerSilentMs: 40_000,
  /** How often all processes together tell a silent model to start, and how long the model may take to answer. */
  modelStartEveryMs: 60_000,
  modelStartTimeoutMs: 5_000,
  /** How long a probe of a model server may take, and how long its result is reused. */
  modelProbeMs: 3_000,
  modelProbeKeptMs: 5_000,
  /** How long after its last decision a model that may sleep is probed; then it is left alone until a text comes. */
  modelWatchedMs: 10 * 60_000,
  /** How many of the latest decisions of people the model learns from, and how many of its versions are kept. */
  decisionsLearned: 5_000,
  modelVersionsKept: 20,
  /** Entries of the log of decisions that are sealed in one transaction. */
  decisionsSealed: 200,
  /** How long after a decision the author may appeal, and the length of the message and of its answer. */
  appealMs: 30 * 24 * 3_600_000,
  appealCodePoints: 2_000,
  /** Mails to an account that say why a text was rejected or removed. */
  statementMailsPerDay: 20,
  /** Mails to an account that say that a webhook endpoint was turned off. */
  webhookMailsPerDay: 5,
  /** How long a person holds an item of the queue, how long a skipped item stays away, and how long a decision can be undone. */
  reviewLeaseMs: 10 * 60_000,
  reviewSkipMs: 3_600_000,
  reviewUndoMs: 10_000,
  /** Items of the queue on one page. */
  reviewShown: 50,
  /** The most urgent items among which a filter of language, category, author or words looks. */
  reviewSearched: 1_000,
  /** The grave texts that a reviewer opens on a UTC day before calmer items are offered first, and how long a browser remembers to show them. */
  graveSeenPerDay: 40,
  graveShownMs: 30 * 24 * 3_600_000,
  /** Practice: the texts of a round, the past decisions of each outcome that it is drawn from, and among how many of the last they are found. */
  practiceRound: 10,
  practiceDecisions: 60,
  practiceSearched: 500,
  /** Texts that one bulk decision may hold, and the largest number that needs no typed confirmation. */
  reviewBulk: 200,
  reviewBulkUntyped: 20,
  /** The reference of an order of law, in characters. */
  legalReference: 200,
  /** The answers that a reviewer keeps, and the length of their names in characters. */
  savedAnswers: 50,
  savedAnswerName: 40,
  /** How long a decision that could not be applied is shown to its reviewer, and the most such decisions on a page. */
  reviewReturnedMs: 7 * 24 * 3_600_000,
  reviewReturnedShown: 5,
  /** For how long nothing may be found against a trusted account, and the share of texts passed by trust that a person sees: one in this many. */
  trustCleanMs: 90 * 24 * 3_600_000,
  trustSampled: 10,
  /** Entries of the lists, and the characters of a value, the words of a phrase, and the characters of a note. */
  listEntries: 10_000,
  listedValue: 200,
  listedWords: 12,
  listNote: 500,
  /** How often a process looks whether the lists have changed, and stores what it has counted. */
  listsFollowedMs: 2_000,
  /** The latest texts that an entry names. */
  listedTexts: 20,
  /** The candidate beside the service: the differences that are kept, for how long with the counts, and the texts that wait for it in a process. */
  shadowDifferences: 1_000,
  shadowKeptMs: 90 * 24 * 3_600_000,
  shadowWaiting: 1_000,
  /** Texts that an embedded candidate judges in one turn. */
  shadowBatch: 128,
  /** The largest share of texts that a candidate can be limited to: one in so many. */
  shadowOneIn: 1_000,
  /** Texts that a teacher labels in one run, calls of it at once, and how long one may take. */
  teachTexts: 100_000,
  teachAtOnce: 32,
  teachAnswerMs: 120_000,
  /** The file of a policy, in bytes. */
  policyBytes: 1_000_000,
  /** How long a sampled decision waits for a second reviewer. */
  reviewSampleMs: 30 * 24 * 3_600_000,
  /** The statistics of the queue: how far back they go, and how many of the latest decisions and appeals they count. */
  reviewStatisticsMs: 30 * 24 * 3_600_000,
  reviewStatisticsDecisions: 5_000,
  moderationLeaseMs: 60_000,
  /** One call of a language model: connection, request and the whole answer. */
  modelAnswerMs: 8_000,
  /** Consecutive calls for one text; both end well within the lease. */
  modelCalls: 2,
  modelAnswerBytes: 500_000,
  /** A translation for reviewers: how much of a text is translated at once, and how much of the answer is shown, in characters. */
  translationPart: 3_000,
  translationAnswer: 9_000,
  /** Texts that one worker sends to a language model at once. */
  modelTextsAtOnce: 8,
  /** After how many failed calls in a row a language model is not called, and for how long. */
  modelFailures: 5,
  modelRestMs: 30_000,
  /** How long the daily totals of calls, tokens and cost are kept. */
  modelUsageKeptMs: 400 * 24 * 3_600_000,
  mailLeaseMs: 60_000,
  /** How often the time of claims is stored, and how far the clock may be behind the stored time before it counts as moved back. */
  clockSeenEveryMs: 10_000,
  clockToleranceMs: 30_000,
  /** A clock that has moved on by itself for `clockSteadyMs`, without a step of `clockStepMs`, may erase accounts. */
  clockSteadyMs: 3_600_000,
  clockStepMs: 600_000,
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
  /** An endpoint that only fails for this long is turned off. */
  webhookFailingMs: 24 * 3_600_000,
  /** The most that the time stamp of a delivery may differ from the clock of its receiver. */
  webhookSkewMs: 300_000,
  webhookSecretOverlapMs: 24 * 3_600_000,
  webhooksCreatedPerDay: 20,
  webhookTestsPerDay: 20,
  /** Tests of an account whose address is not verified: enough to see that the endpoint works. */
  webhookTestsUnverifiedPerDay: 3,
  webhookRetriesPerDay: 100,
  /** Attempts under way at once, on all nodes: to one endpoint, of one account, and to one host. */
  webhookAttemptsPerEndpoint: 2,
  webhookAttemptsPerAccount: 6,
  webhookAttemptsPerHost: 16,
  /** Attempts to endpoints of one host that fail or are on probation; they leave room for the proven endpoints of the host. */
  webhookAttemptsUnprovenPerHost: 4,
  /** Attempts under way at once in one process: all, to failing endpoints, to those on probation, of accounts without money. */
  webhookAttemptsAtOnce: 64,
  webhookAttemptsFailingAtOnce: 24,
  webhookAttemptsProbationAtOnce: 8,
  webhookAttemptsGuestsAtOnce: 4,
  /** Deliveries that one replay queues at most. */
  webhookReplayMax: 1_000,
  /** A subscription of a client of MCP: how long it lasts when the client says nothing, at least and at most. */
  subscriptionMs: 24 * 3_600_000,
  subscriptionMinMs: 5 * 60_000,
  subscriptionMaxMs: 7 * 24 * 3_600_000,
  subscriptionsPerAccount: 40,
  /** When a client of MCP that polls events should ask again. */
  eventsAskedAgainMs: 30_000,
} as const
