// The composition root: builds the platform from its configuration and starts what the role asks for.

import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { type PlatformFacts, type Signal, sitesText } from './actions/scope.ts'
import type { Config } from './config.ts'
import type { BackupSettings } from './contract/backups.ts'
import { ConfigError } from './contract/config-error.ts'
import { useMoney } from './contract/currency.ts'
import { keyPrefixes } from './contract/ids.ts'
import { limits } from './contract/limits.ts'
import type { Policy } from './contract/moderation/policy.ts'
import { createPricedSites } from './contract/sites/priced-site.ts'
import type { SiteId } from './contract/sites/site-ids.ts'
import { faceInUse, useFace } from './contract/sites.ts'
import { version } from './contract/version.ts'
import { createLanguages } from './domain/languages/languages.ts'
import { createServer } from './edge/server.ts'
import { mountHealth } from './http/health.ts'
import { mountMetrics } from './http/metrics.ts'
import { registerOAuth } from './http/oauth/register-oauth.ts'
import { mountManagement } from './http/owner/manage.ts'
import { registerOwner } from './http/owner/register-owner.ts'
import { mountPaymentEvents } from './http/payment-events.ts'
import { registerDevelopers } from './http/public/developers/register-developers.ts'
import { registerIndexNowKey } from './http/public/discovery/index-now-key.ts'
import { registerGuide } from './http/public/discovery/register-guide.ts'
import { registerGuidePages } from './http/public/discovery/register-guide-pages.ts'
import { registerOpenApi } from './http/public/discovery/register-openapi.ts'
import { registerFeeds } from './http/public/feeds/register-feeds.ts'
import { registerRecords } from './http/public/feeds/register-records.ts'
import { registerSearchFeeds } from './http/public/feeds/register-search-feeds.ts'
import { registerLog } from './http/public/log/register-log.ts'
import { registerAnswers } from './http/public/pages/register-answers.ts'
import { registerEmbeds } from './http/public/pages/register-embeds.ts'
import { registerLists } from './http/public/pages/register-lists.ts'
import { registerNear, registerPlaceChoice } from './http/public/pages/register-near.ts'
import { registerPages, sendNothingPage } from './http/public/pages/register-pages.ts'
import { registerReports } from './http/public/pages/register-reports.ts'
import { registerSearch } from './http/public/pages/register-search.ts'
import { registerTestPages } from './http/public/pages/register-test-pages.ts'
import { registerSaved } from './http/public/saved/register-saved.ts'
import { mountRest } from './http/rest/mount.ts'
import { registerReview } from './http/review/register-review.ts'
import { createAnnouncer, targetsOf } from './integrations/announcements/announcer.ts'
import { loadFace } from './integrations/face/face-file.ts'
import { loadCatalogues } from './integrations/languages/catalogues.ts'
import { createMailer, type Mailer } from './integrations/mail/mailer.ts'
import { createOAuthKeys } from './integrations/oauth/keys.ts'
import type { Payments } from './integrations/payments/payments.ts'
import { createSandboxPayments } from './integrations/payments/sandbox.ts'
import { processRateLimit } from './integrations/rate-limit/rate-limit.ts'
import { createSealing } from './integrations/secret/sealing.ts'
import { loadTexts } from './integrations/texts/texts.ts'
import { createWebhookClient } from './integrations/webhooks/client.ts'
import { realNetwork, type WebhookNetwork } from './integrations/webhooks/network.ts'
import { createWebhookSecrets } from './integrations/webhooks/secrets.ts'
import { mountMcp } from './mcp/mount-mcp.ts'
import { createEmbeddedModel } from './moderation/embedded/embedded-model.ts'
import { createJudgedBeside } from './moderation/embedded/judged-beside.ts'
import { createLanguageModel, type LanguageModelOptions, type ModelCall } from './moderation/llm/language-model.ts'
import { createTeacher, type Teacher } from './moderation/llm/teacher.ts'
import type { ModerationModel } from './moderation/model.ts'
import { createModelStart } from './moderation/model-server.ts'
import { policyInForce } from './moderation/policy-file.ts'
import { createTextReader, type TextReader } from './moderation/text-reader.ts'
import { type Dialect, dialectOf, fileOf } from './store/database/dialect.ts'
import { openMigrated } from './store/database/migrate.ts'
import { placeLookup } from './store/lists/places.ts'
import { paidElsewhere } from './store/money/payments.ts'
import { currencyOf } from './store/money/platform-currency.ts'
import { createKeyHolders } from './usecases/accounts/key-holders.ts'
import { currentActor } from './usecases/acting.ts'
import { underDeadline } from './usecases/deadline.ts'
import { createDocuments } from './usecases/documents.ts'
import { followLearned } from './usecases/learning/follow-learned.ts'
import { noteModelCall } from './usecases/learning/model-usage.ts'
import { createShadow } from './usecases/learning/shadow.ts'
import { createLinks } from './usecases/links.ts'
import { unservedSites } from './usecases/lists/unserved-sites.ts'
import { createMeters, type Meters } from './usecases/meters.ts'
import { createOutageLog } from './usecases/outage.ts'
import type { Log, Platform, Times } from './usecases/platform.ts'
import { createUnderWay } from './usecases/posts/under-way.ts'
import { createRefusedWrites } from './usecases/refused-writes.ts'
import { createLists } from './usecases/review/lists.ts'
import { createPolicyInForce } from './usecases/review/policy-in-force.ts'
import { tellPolicy, warnOfUnread } from './usecases/review/tell-policy.ts'
import { createSignals } from './usecases/signals.ts'
import { startWarnings } from './usecases/start-warnings.ts'
import { createTracing } from './usecases/tracing.ts'
import { createWaiters } from './usecases/waiters.ts'
import * as announcementWorker from './workers/announcements.ts'
import * as decisionLogWorker from './workers/decision-log.ts'
import * as listsWorker from './workers/lists.ts'
import { type Loop, startLoop } from './workers/loop.ts'
import * as mailWorker from './workers/mail.ts'
import * as modelLife from './workers/model-life.ts'
import * as moderationWorker from './workers/moderation.ts'
import * as paymentsWorker from './workers/payments.ts'
import * as reviewWorker from './workers/review.ts'
import * as shadowWorker from './workers/shadow.ts'
import * as standingWorker from './workers/standing.ts'
import * as sweepWorker from './workers/sweep.ts'
import { createWebhookSender } from './workers/webhooks.ts'
import { createTestWorlds } from './worlds/worlds.ts'
import type { ActionInput, ActionName } from './writer/registry.ts'
import { openWriter, type StartThread, type Writer } from './writer/writer.ts'

/** Parts that tests and measurements replace: the clock, randomness, the model, the mailer, webhooks, time limits, threads, meters. */
export type Overrides = {
  now?: () => number
  seed?: () => string
  model?: ModerationModel
  policy?: Policy | undefined
  mailer?: Mailer
  webhookNetwork?: WebhookNetwork
  times?: Partial<Times>
  startThread?: StartThread
  reader?: TextReader
  meters?: Meters
}

export type OpenPlatform = {
  platform: Platform
  writer: Writer
  /** Resolves once the writer runs and the places are loaded. */
  ready: Promise<void>
  close(): Promise<void>
}

export type App = OpenPlatform & {
  http: FastifyInstance
  /** Listens, and starts the workers of the role. Resolves with the address that it listens on. */
  start(): Promise<{ address: string }>
}

const sweepEveryMs = 5_000
const announceEveryMs = 5_000
const beatEveryMs = 10_000
const mailGraceMs = 5_000
const modelGraceMs = 2_000

/** Migrates and opens the database, and opens everything else that an action needs, without listening. */
export async function openPlatform(
  config: Config,
  secret: Buffer,
  log: Log,
  overrides: Overrides = {},
): Promise<OpenPlatform> {
  const dialect = dialectOf(config.databaseUrl)
  const now = overrides.now ?? Date.now
  useMoney(config.money)
  useFace(loadFace(config.contentDir))
  await bringUpToDate(config.databaseUrl, dialect, log)
  const policy = { ...(overrides.policy ?? policyInForce(config.dataDir)) }
  const facts = factsOf(config, policy)
  await refuseOtherCurrency(config, dialect, now())
  const reading = dialect.open(config.databaseUrl, 'read')
  const { onSignal, onSignals } = createSignals()
  const onCrash = (error: Error) => endProcess(error, log)
  const meters = overrides.meters ?? createMeters()
  const tracing = await tracingOf(config)
  const writer = openWriter({
    url: config.databaseUrl,
    dialect,
    facts,
    onSignals,
    onActed(name, times) {
      meters.acted(name, times.insideMs, times.wholeMs)
      if (tracing.on) tracing.acted(times)
    },
    onCrash,
    startThread: overrides.startThread,
  })
  const seed = overrides.seed ?? seeds()
  const refusedWrites = createRefusedWrites(now)
  const actNow = <N extends ActionName>(name: N, input: ActionInput<N>, late?: AbortSignal) =>
    refusedWrites.watch(
      writer.act(name, input, { now: now(), seed: seed(), by: currentActor(), trace: tracing.current() }, late),
    )
  const act: typeof actNow = tracing.on
    ? (name, input, late) => tracing.span(`act ${name}`, {}, () => actNow(name, input, late))
    : actNow
  const mailer = overrides.mailer ?? createMailer(config.mailUrl, config.mailFrom, join(config.dataDir, 'outbox'))
  const times = { ...limits, ...overrides.times }
  const reader = overrides.reader ?? createTextReader({ deadlineMs: times.textReadingMs })
  const beside = createJudgedBeside(reader)
  const latest = followLearned({ db: reading.db, log })
  const embedded = createEmbeddedModel(policy, beside.judged, latest)
  const onCall = (call: ModelCall) => noteModelCall(platform, call)
  const asking = { policy, now, nonce: seed, timeoutMs: times.modelAnswerMs, onCall }
  const platform: Platform = {
    ...configuredParts(config, secret, now, overrides),
    teacher: teacherOf(config.moderation, { ...asking, timeoutMs: limits.teachAnswerMs }),
    ...modelsOf(config, embedded, overrides.model ?? decidingModel(config.moderation, embedded, asking)),
    ...{ facts, db: reading.db, dialect, now, seed, times, onSignal, policy, reader, mailer, log },
    languages: createLanguages(facts.catalogues),
    act: (name, input) => underDeadline(late => act(name, input, late)),
    refusedWrites,
    meters,
    tracing,
    documents: createDocuments({ now, onSignal, meters, turns: facts.leastPriceSteps.map(({ from }) => from) }),
    keyHolders: createKeyHolders(reading.db, { now, onSignal, noteUse: keyId => act('noteKeyUse', { keyId }) }),
    waiters: createWaiters(reading.db, dialect, { onSignal }),
    queues: { last: null, next: null },
    policyInForce: createPolicyInForce(reading.db, policy, {
      read: () => policyInForce(config.dataDir),
      put(next) {
        // Thresholds may be left out of the next policy.
        delete policy.thresholds
        Object.assign(policy, next)
        Object.assign(facts, factsOfPolicy(next))
        writer.setFacts({ ...facts })
        platform.documents.forget()
      },
      tell: done => tellPolicy(platform, done),
    }),
    lists: createLists({ db: reading.db, now }),
    shadow: createShadow({
      ...{ db: reading.db, log, policy, onHeads: beside.follow },
      modelOf(under, learned) {
        const heads = learned === 'same' ? latest : async () => learned
        return decidingModel(config.moderation, createEmbeddedModel(under, beside.judged, heads), {
          ...asking,
          policy: under,
        })
      },
    }),
    places: placeLookup(reading.db),
    payments: await paymentsOf(config.payments),
    underWay: createUnderWay(),
    tellOutage: createOutageLog(log, now),
    ...{ testWorlds: null, testClock: null },
  }
  const worlds = createTestWorlds(platform, embedded)
  platform.testWorlds = worlds
  return {
    platform,
    writer,
    ready: loadPlaces(platform),
    async close() {
      await worlds.close()
      await reader.close()
      await writer.close()
      await reading.close()
      mailer.close()
      await tracing.close()
      platform.model.close?.()
      platform.shadow.candidate()?.model.close?.()
      platform.teacher?.close()
    },
  }
}

/** The traces of a process; nothing of them is loaded where no collector is configured. */
async function tracingOf({ tracing }: Config) {
  if (tracing === null) return createTracing(null)
  const { openTracer } = await import('./integrations/tracing/open-telemetry.ts')
  return createTracing(openTracer({ ...tracing, version, node: randomUUID() }))
}

async function bringUpToDate(url: string, dialect: Dialect, log: Log): Promise<void> {
  const { connection, applied } = await openMigrated(url, dialect)
  await connection.close()
  if (applied.length > 0) log.info({ applied }, 'the database was brought up to date')
}

/** Throws `ConfigError` when the database is in another currency. */
async function refuseOtherCurrency({ databaseUrl, money }: Config, dialect: Dialect, now: number): Promise<void> {
  const writing = dialect.open(databaseUrl, 'write')
  const asked = { self: null, since: now - limits.nodeLeaseMs }
  try {
    const kept = await writing.db.transaction().execute(db => currencyOf(db, money.currency, asked))
    if (kept !== money.currency) throw otherCurrency(money.currency, kept)
  } finally {
    await writing.close()
  }
}

const otherCurrency = (got: string, kept: string) =>
  new ConfigError(
    `CURRENCY: got ${JSON.stringify(got)}; the money of this database is in ${kept}, and a platform keeps its currency`,
  )

function factsOf(config: Config, policy: Policy): PlatformFacts {
  const priced = createPricedSites(config.prices)
  const leastAt = (at: number) => Math.min(...config.sites.map(({ id }) => priced(id, at).price.perItemMicros))
  return {
    sites: config.sites.map(({ id, baseUrl }) => ({
      id,
      baseUrl,
      siblings: config.sites.flatMap(site => (site.id === id ? [] : { id: site.id, baseUrl: site.baseUrl })),
      operator: config.operator,
    })),
    catalogues: loadCatalogues(config.contentDir),
    ...factsOfPolicy(policy),
    leastPriceMicros: leastAt(0),
    leastPriceSteps: config.prices.steps.map(({ from }) => ({ from, micros: leastAt(from) })),
    keyPrefix: keyPrefixes.live,
    announced: targetsOf(config.announcements),
    paymentProvider: config.payments.provider,
    invoicing: config.invoicing,
    topUps: config.prices.topUps,
    money: config.money,
    face: faceInUse(),
    samples: { every: config.reviewSample, reviewers: config.reviewers.map(({ email }) => email) },
  }
}

const factsOfPolicy = ({ version, categories }: Policy): Pick<PlatformFacts, 'policyVersion' | 'severities'> => ({
  policyVersion: version,
  severities: Object.fromEntries(categories.map(({ id, severity }) => [id, severity])),
})

function endProcess(error: Error, log: Log): void {
  log.error({ err: error }, 'the writer of the database failed; the process ends')
  process.exitCode = 1
  setImmediate(() => process.exit(1))
}

/** The configured model. */
function decidingModel(settings: Config['moderation'], embedded: ModerationModel, asking: Asking): ModerationModel {
  if (settings === 'embedded') return embedded
  return createLanguageModel({ ...settings, ...asking, second: settings.second ? embedded : null })
}

function teacherOf(settings: Config['moderation'], asking: Asking): Teacher | null {
  return settings === 'embedded' ? null : createTeacher({ ...settings, ...asking })
}

type Asking = Pick<LanguageModelOptions, 'policy' | 'now' | 'nonce' | 'timeoutMs' | 'onCall'>

/** The deciding model, its stand-in, and the request that starts its server. */
function modelsOf(
  { moderationFallback, moderationStartUrl: startUrl, moderationStartKey }: Config,
  embedded: ModerationModel,
  model: ModerationModel,
): Pick<Platform, 'model' | 'standIn' | 'startModel'> {
  return {
    model,
    standIn: moderationFallback === 'embedded' ? embedded : null,
    startModel: model !== embedded && startUrl ? createModelStart(startUrl, moderationStartKey) : null,
  }
}

/** The parts of the platform that depend on the configuration alone. */
function configuredParts(config: Config, secret: Buffer, now: () => number, { webhookNetwork }: Overrides) {
  const { webhookTargets: targets, previousSecretKey } = config
  const siteAt = createPricedSites(config.prices)
  return {
    site: (id: SiteId) => siteAt(id, now()),
    siteAt,
    operator: config.operator,
    formerHosts: config.formerHosts,
    texts: loadTexts(config),
    reviewers: config.reviewers,
    trust: config.trust,
    announcer: createAnnouncer(config.announcements),
    hub: config.announcements.hub,
    links: createLinks(secret, previousSecretKey),
    logSealing: createSealing('decision-log', secret, previousSecretKey),
    auditMail: config.auditMail,
    oauthKeys: createOAuthKeys(secret),
    webhooks: {
      targets,
      client: createWebhookClient(targets, webhookNetwork ?? realNetwork(targets)),
      secrets: createWebhookSecrets(secret, previousSecretKey),
      now,
    },
  }
}

/** Loads the places and the learned weights of the model. */
function loadPlaces(platform: Platform): Promise<void> {
  const ready = platform.act('loadPlacesIntoStore', {}).then(async ({ loaded }) => {
    if (loaded > 0) platform.log.info({ loaded }, 'places were loaded into the database')
    await platform.model.follow?.()
    await platform.lists.follow()
    await platform.policyInForce.follow()
    await platform.shadow.follow()
  })
  // A failure reaches those who await `ready`; until then it must not count as an unhandled rejection.
  ready.catch(() => {})
  return ready
}

/** Builds the service: the platform, its routes and its workers. Nothing runs until `start`. */
export async function buildApp(config: Config, secret: Buffer, log: Log, overrides: Overrides = {}): Promise<App> {
  const open = await openPlatform(config, secret, log, overrides)
  const { platform } = open
  await warnOfSettings(config, platform)
  const rateLimit = await rateLimitOf(config, platform)
  const http = createServer({
    platform,
    rateLimit,
    trustProxy: config.trustProxy,
    sendNotFoundPage: (request, reply) => sendNothingPage(platform, request, reply),
  })
  const { pending: pendingWrites, delay: writerDelay } = open.writer
  mountHealth(http, platform, {
    pendingWrites,
    rateLimit,
    warnings: startWarnings(config, platform.now(), platform.texts.own),
  })
  mountMetrics(http, platform, {
    ...{
      token: config.metricsToken,
      role: config.role,
      dataDir: config.dataDir,
      rateLimit,
      pendingWrites,
      writerDelay,
    },
    databaseFile: fileOf(config.databaseUrl),
  })
  if (config.role !== 'worker') await mountService(http, platform, config)
  await http.ready()
  let loops: Loop[] = []
  const node = randomUUID()
  const backups = config.backups && config.role !== 'api' ? await backupsOf(config, config.backups, platform) : null
  let starting: Promise<{ address: string }> | undefined
  const start = async () => {
    await open.ready
    await enterNode(platform, node)
    loops = [
      startLoop(platform, () => renewNode(platform, node), { name: 'node', everyMs: limits.nodeBeatMs }),
      startLoop(platform, () => listsWorker.runOnce(platform), { name: 'lists', everyMs: limits.listsFollowedMs }),
    ]
    if (config.role !== 'api') loops.push(...startWorkers(platform))
    if (backups) loops.push(startLoop(platform, backups.runOnce, { name: 'backup', everyMs: limits.backupLookMs }))
    return { address: await http.listen({ host: config.host, port: config.port }) }
  }
  return {
    ...open,
    http,
    start() {
      starting = start()
      return starting
    },
    async close() {
      // Close only after the start has ended: a half-started app cannot be stopped.
      await starting?.catch(() => {})
      // Servers that do not answer must not delay the end: mail stays in the outbox, texts in the queue.
      const givingUp = [
        setTimeout(() => platform.mailer.close(), mailGraceMs),
        setTimeout(() => platform.model.close?.(), modelGraceMs),
      ]
      // A request that waits would delay the end.
      await Promise.all([platform.waiters.close(), platform.testWorlds?.letGo()])
      await http.close()
      await backups?.close()
      await Promise.all(loops.map(loop => loop.stop()))
      if (loops.length > 0) await listsWorker.tell(platform).catch(() => {})
      // An unreachable database must not delay the end: the lease of this process expires by itself.
      if (loops.length > 0) await platform.act('leaveNode', { id: node }).catch(() => {})
      for (const timer of givingUp) clearTimeout(timer)
      rateLimit?.close()
      await open.close()
    },
  }
}

/** The worker of scheduled backups. Throws ConfigError for a recipient that age does not know. */
async function backupsOf({ databaseUrl, dataDir }: Config, settings: BackupSettings, platform: Platform) {
  const { isRecipient } = await import('./integrations/backups/sealed.ts')
  const odd = settings.recipients.find(recipient => !isRecipient(recipient))
  if (odd !== undefined) throw new ConfigError(`BACKUP_RECIPIENT: got "${odd}"; its check digits are wrong`)
  const { createBackupWorker } = await import('./workers/backup.ts')
  return createBackupWorker(platform, { settings, databaseUrl, dataDir })
}

/** Logs settings that are dangerous. */
async function warnOfSettings(config: Config, platform: Platform): Promise<void> {
  const { db, payments, log, now, texts } = platform
  const { webhookTargets } = config
  warnOfUnread(platform)
  for (const { code, says, fix } of startWarnings(config, now(), texts.own)) log.warn({ code }, `${says}; ${fix}`)
  for (const { says, fix } of await unservedSites(platform)) log.warn({ code: 'unserved-site' }, `${says}; ${fix}`)
  if (webhookTargets === 'any')
    log.warn({ WEBHOOK_TARGETS: 'any' }, 'webhooks may call any address, private ones too: for development only')
  const elsewhere = await paidElsewhere(db, payments.name)
  if (elsewhere > 0)
    log.warn(
      { PAYMENTS: payments.name, payments: elsewhere },
      'balances hold what was paid to another provider: money of the sandbox never moved',
    )
}

/** Mounts every route of callers, readers, owners and reviewers. */
async function mountService(http: FastifyInstance, platform: Platform, config: Config): Promise<void> {
  mountRest(http, platform)
  mountMcp(http, platform)
  registerOAuth(http, platform)
  registerLists(http, platform)
  registerNear(http, platform)
  registerSaved(http, platform)
  registerLog(http, platform)
  registerPages(http, platform)
  registerTestPages(http, platform)
  registerEmbeds(http, platform)
  registerSearch(http, platform)
  registerFeeds(http, platform)
  registerSearchFeeds(http, platform)
  registerRecords(http, platform)
  registerIndexNowKey(http, platform, config.announcements)
  registerDevelopers(http, platform)
  registerGuide(http, platform)
  registerGuidePages(http, platform)
  registerOpenApi(http, platform)
  await http.register(async manage => {
    await manage.register(cookie)
    mountManagement(manage, platform)
  })
  await http.register(async forms => {
    await forms.register(formbody, { bodyLimit: limits.bodyBytes })
    registerReports(forms, platform)
    registerAnswers(forms, platform)
    registerPlaceChoice(forms, platform)
  })
  await http.register(async owner => {
    await owner.register(cookie)
    await owner.register(formbody, { bodyLimit: limits.formBytes })
    registerOwner(owner, platform)
  })
  await http.register(async review => {
    await review.register(cookie)
    await review.register(formbody, { bodyLimit: limits.bodyBytes })
    registerReview(review, platform)
  })
  mountPaymentEvents(http, platform)
}

/** Loads the SDK of Stripe only if it is configured. */
async function paymentsOf(settings: Config['payments']): Promise<Payments> {
  if (settings.provider === 'sandbox') return createSandboxPayments()
  const { createStripePayments } = await import('./integrations/payments/stripe.ts')
  return createStripePayments(settings)
}

async function rateLimitOf({ platformRps: rate, platformBurst: burst, redisUrl: url }: Config, { now, log }: Platform) {
  if (rate === 0) return null
  if (!url) return processRateLimit({ rate, burst, now })
  const { sharedRateLimit } = await import('./integrations/rate-limit/shared-rate-limit.ts')
  return sharedRateLimit({ rate, burst, now, url, log })
}

/** Seeds of 24 random bytes, cut from blocks: a system call for each seed would cost more than many an action. */
function seeds(): () => string {
  const size = 24
  let block = Buffer.alloc(0)
  return () => {
    if (block.length < size) block = randomBytes(size * 256)
    const seed = block.toString('hex', 0, size)
    block = block.subarray(size)
    return seed
  }
}

/** Registers this process on the database. Throws ConfigError while another process runs with other sites. */
async function enterNode(platform: Platform, id: string): Promise<void> {
  const others = await platform.act('enterNode', { id })
  if (others === null) {
    const { currency } = platform.facts.money
    const kept = await platform.act('keepCurrency', { id })
    if (kept === currency) return
    await platform.act('leaveNode', { id })
    throw otherCurrency(currency, kept)
  }
  throw new ConfigError(
    `SITES: another process that runs on this database has ${JSON.stringify(others)}, and this one has ${JSON.stringify(sitesText(platform.facts))}; give every process the same, or stop the others first (a killed process counts for ${limits.nodeLeaseMs / 1000} seconds)`,
  )
}

async function renewNode(platform: Platform, id: string): Promise<number> {
  const others = await platform.act('enterNode', { id })
  // This process was paused for longer than its lease, and another process has started meanwhile.
  if (others !== null) platform.log.error({ others }, 'another process on this database has other SITES')
  return 0
}

function startWorkers(platform: Platform): Loop[] {
  const on = (signal: Signal) => (wake: () => void) => platform.onSignal(signal, wake)
  const beat = async () => {
    await modelLife.beat(platform)
    return 0
  }
  const moderation = { name: 'moderation', everyMs: 1_000, wakeOn: on('queue') }
  return [
    startLoop(platform, beat, { name: 'heartbeat', everyMs: beatEveryMs }),
    // One batch is judged while another is written.
    ...Array.from({ length: 2 }, () => startLoop(platform, () => moderationWorker.runOnce(platform), moderation)),
    startLoop(platform, () => shadowWorker.runOnce(platform), { name: 'shadow', everyMs: 1_000 }),
    startLoop(platform, () => mailWorker.runOnce(platform), { name: 'mail', everyMs: 2_000, wakeOn: on('mail') }),
    startLoop(platform, () => paymentsWorker.runOnce(platform), {
      ...{ name: 'payments', everyMs: 2_000, wakeOn: on('payments') },
    }),
    startLoop(platform, () => announcementWorker.runOnce(platform), {
      name: 'announcements',
      everyMs: announceEveryMs,
    }),
    startLoop(platform, () => standingWorker.runOnce(platform), {
      ...{ name: 'standing', everyMs: 2_000, wakeOn: on('searches') },
    }),
    startLoop(platform, () => decisionLogWorker.runOnce(platform), { name: 'decision-log', everyMs: 1_000 }),
    startLoop(platform, () => reviewWorker.runOnce(platform), { name: 'review', everyMs: 1_000 }),
    startLoop(platform, () => sweepWorker.runOnce(platform), { name: 'sweep', everyMs: sweepEveryMs }),
    startWebhooks(platform, on('webhooks')),
  ]
}

/** The loop of the webhook sender: it wakes when a delivery is queued and when an attempt ends. */
function startWebhooks(platform: Platform, onQueued: (wake: () => void) => () => void): Loop {
  const sender = createWebhookSender(platform)
  const wakeOn = (wake: () => void) => {
    const stop = [onQueued(wake), sender.onRoom(wake)]
    return () => {
      for (const each of stop) each()
    }
  }
  const loop = startLoop(platform, () => sender.fill(), { name: 'webhooks', everyMs: 1_000, wakeOn })
  return {
    async stop() {
      await loop.stop()
      await sender.close()
    },
  }
}
