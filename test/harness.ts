// The test harness: a real app on a real database and a real socket, with a clock that tests move.
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { after, afterEach, before, describe } from 'node:test'
import { type App, buildApp, type Overrides } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { Policy } from '../src/contract/moderation/policy.ts'
import { type SiteId, siteIds } from '../src/contract/sites/site-ids.ts'
import { siteRow } from '../src/contract/sites.ts'
import { addressMarks } from '../src/domain/posts/addresses.ts'
import { loadPolicy } from '../src/moderation/policy-file.ts'
import { timelessRules } from '../src/store/audit/audit.ts'
import type { Connection } from '../src/store/database/capabilities.ts'
import type { Platform } from '../src/usecases/platform.ts'
import * as mailWorker from '../src/workers/mail.ts'
import * as moderationWorker from '../src/workers/moderation.ts'
import * as paymentsWorker from '../src/workers/payments.ts'
import * as webhookWorker from '../src/workers/webhooks.ts'
import {
  type DatabaseKind,
  freshDatabase,
  freshFolder,
  kindsOfPresentation,
  kindsOfRun,
  type Places,
} from './databases.ts'
import { keptReader, startKeptThread } from './kit/kept-threads.ts'
import { assertDocumented } from './kit/openapi-check.ts'
import { breachesIn } from './kit/quick-audit.ts'
import { topUp } from './kit/top-up.ts'

/** The time at which tests begin. */
export const startOfTests = Date.UTC(2026, 10, 21, 12, 0, 0)

export type Clock = { now(): number; advance(ms: number): void }

export type Answer<T = Record<string, unknown>> = { status: number; headers: Headers; text: string; json: T }

export type TestAccount = { key: string; accountId: string; handle: string; email: string }

/** `host` selects the site on a platform with several sites. */
export type CallOptions = { key?: string; body?: unknown; headers?: Record<string, string>; host?: string }

export type TestApp = {
  app: App
  platform: Platform
  clock: Clock
  /** The address of the app: http://127.0.0.1:PORT. */
  origin: string
  /** The folder of the outbox and the SQLite file. */
  folder: string
  databaseUrl: string
  /** Sends a request: `key` as bearer, an object body as JSON. Fails when the answer contradicts the OpenAPI document. */
  call<T = any>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>
  /** A new account with a verified address and this balance (micros). */
  account(options?: { balance?: number; verified?: boolean; card?: boolean }): Promise<TestAccount>
  /** Runs the moderation worker until nothing is due. */
  moderate(): Promise<void>
  /** Runs the mail worker until nothing is due. */
  sendMail(): Promise<void>
  /** Runs the payments worker until nothing is due. */
  settlePayments(): Promise<void>
  /** Runs the webhook worker until nothing is due. */
  sendWebhooks(): Promise<void>
  close(): Promise<void>
}

type Fresh = (places?: Places) => Promise<string>

/** Defines the tests once for each kind of database. `define` gets the kind and a function that makes fresh databases. */
export function onEveryDatabase(
  title: string,
  define: (database: { kind: DatabaseKind; fresh: Fresh }) => void,
  kinds: readonly DatabaseKind[] = kindsOfRun,
): void {
  for (const kind of kinds)
    describe(`${title} (${kind})`, () => define({ kind, fresh: places => freshDatabase(kind, places) }))
}

/**
 * As `onEveryDatabase`, for what is said and shown: pages, documents, tools, refusals. Behind it are queries and movements of money
 * that have tests of their own on every kind of database. `npm test` takes SQLite, `npm run test:long` every kind.
 */
export function onPresentation(title: string, define: Parameters<typeof onEveryDatabase>[1]): void {
  onEveryDatabase(title, define, kindsOfPresentation)
}

/**
 * As `onEveryDatabase`, for what starts processes and whose queries other tests hold on both kinds: `npm test` takes the named kind,
 * `npm run test:long` every kind.
 */
export function onOneDatabase(kind: DatabaseKind, ...[title, define]: Parameters<typeof onPresentation>): void {
  const kinds = kindsOfPresentation.length > 1 ? kindsOfPresentation : kindsOfRun.filter(each => each === kind)
  onEveryDatabase(title, define, kinds)
}

type WithApp = (app: () => TestApp, kind: DatabaseKind) => void

/** As `onEveryDatabase`, with one app that all tests inside share. The audit runs after each of them. */
export function withApp(title: string, define: WithApp, env: Record<string, string> = {}, places?: Places): void {
  onEveryDatabase(title, ({ kind, fresh }) => {
    const shared = sharedApp(fresh, env, places)
    afterEach(() => assertAuditPasses(shared()))
    define(shared, kind)
  })
}

/** As `onPresentation`, with one app that all tests inside share. The audit runs once, when the app closes. */
export function withPresentation(title: string, define: WithApp, env: Record<string, string> = {}): void {
  onPresentation(title, ({ kind, fresh }) => define(sharedApp(fresh, env), kind))
}

function sharedApp(fresh: Fresh, env: Record<string, string>, places?: Places): () => TestApp {
  let shared: TestApp | undefined
  before(async () => {
    shared = await startApp(await fresh(places), { env })
  })
  after(() => shared?.close())
  return () => {
    if (!shared) throw new Error('the app is not started yet')
    return shared
  }
}

/** All four sites on one platform, each at the host of its name, such as `stories.test`. */
export const allSites = siteIds.map(id => `${id}=http://${id}.test`).join(',')

/** The host of a site in `withSites`. */
export const hostOf = (site: SiteId) => `${site}.test`

/** As `withApp`, with all four sites: `host` says which site a call is for. */
export function withSites(title: string, define: WithApp): void {
  withApp(title, define, { SITES: allSites })
}

/** As `withPresentation`, with all four sites. */
export function withPresentedSites(title: string, define: WithApp): void {
  withPresentation(title, define, { SITES: allSites })
}

/** Long time limits, so that no test fails because the machine is busy. A test of a time limit sets its own. */
const patience = { answerMs: 60_000, textReadingMs: 60_000 }

/** As `withApp`, with every place. */
export function withEveryPlace(title: string, define: WithApp): void {
  withApp(title, define, {}, 'every')
}

let policy: Policy | undefined
/** The packaged policy, read once in a process. */
const packagedPolicy = () => (policy ??= loadPolicy())

let accounts = 0

/** Starts an app on a database. Its workers run only when a test runs them. */
export async function startApp(
  databaseUrl: string,
  {
    env = {},
    overrides = {},
    clock = testClock(),
    log = quietLog,
  }: { env?: Record<string, string>; overrides?: Overrides; clock?: Clock; log?: typeof quietLog } = {},
): Promise<TestApp> {
  const folder = freshFolder()
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    SITES: 'events=http://events.test',
    PLATFORM_RPS: '0',
    PORT: '0',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...env,
  })
  const times = { ...patience, ...overrides.times }
  const app = await buildApp(config, config.secretKey!, log, {
    ...{ now: clock.now, startThread: startKeptThread, policy: packagedPolicy() },
    // A test of the time for a text reads with threads of its own.
    ...(overrides.times?.textReadingMs === undefined && { reader: keptReader(times.textReadingMs) }),
    ...overrides,
    times,
  })
  await app.ready
  const origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const { platform } = app
  const call: TestApp['call'] = async (method, path, { key, body, headers = {}, host } = {}) => {
    const sent = {
      method,
      redirect: 'manual',
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    } as const
    const response = host === undefined ? await fetch(origin + path, sent) : await fetchAt(host, origin + path, sent)
    const text = await response.text()
    // Only successful answers of text are checked: a refusal may quote the request, and a font has every byte.
    const isChecked = response.ok && !response.headers.get('content-type')?.startsWith('font/')
    for (const mark of isChecked ? Object.values(addressMarks) : [])
      assert.ok(!text.includes(mark), `the answer has a mark in place of an address: ${text}`)
    const site = config.sites.length === 1 ? config.sites[0] : config.sites.find(site => site.host === host)
    if (site)
      assertDocumented(site, { method, path, body }, { status: response.status, headers: response.headers, text })
    return { status: response.status, headers: response.headers, text, json: parsed(text) }
  }
  let writing: Connection | undefined
  /** Empties the stream of outcomes of a new account, which begins with its money and its readiness. */
  const forgetOutcomes = async (accountId: string) => {
    writing ??= platform.dialect.open(databaseUrl, 'write')
    await writing.db.deleteFrom('events').where('account_id', '=', accountId).execute()
  }
  const repeat = async (runOnce: () => Promise<number>) => {
    while ((await runOnce()) > 0);
  }
  return {
    app,
    platform,
    clock,
    origin,
    folder,
    databaseUrl,
    call,
    async account({ balance = 10_000_000, verified = true, card = true } = {}) {
      const n = accounts++
      const email = `owner${n}.${process.pid}@example.org`
      const { accountId, handle, apiKey } = await platform.act('createAccount', {
        name: `Owner ${n}`,
        email,
      })
      if (verified) await platform.act('verifyEmail', { accountId, email: null })
      if (balance > 0 && card) {
        await topUp(platform, { accountId, amountMicros: balance })
        // The receipt would be among the mails that the test looks at.
        const receipts = platform.db.selectFrom('mail').select('id').where('account_id', '=', accountId)
        await platform.act('forgetMail', { ids: (await receipts.execute()).map(({ id }) => id) })
      } else if (balance > 0)
        await platform.act('creditAccount', { handle, actor: 'test', reason: 'test', amountMicros: balance })
      await forgetOutcomes(accountId)
      return { key: apiKey, accountId, handle, email }
    },
    moderate: () => repeat(() => moderationWorker.runOnce(platform)),
    sendMail: () => repeat(() => mailWorker.runOnce(platform)),
    settlePayments: () => repeat(() => paymentsWorker.runOnce(platform)),
    sendWebhooks: () => repeat(() => webhookWorker.runOnce(platform)),
    async close() {
      await assertAuditPasses({ platform, clock }).finally(() => app.close())
      await writing?.close()
    },
  }
}

/** Fails when the audit finds a breach. */
async function assertAuditPasses({ platform, clock }: Pick<TestApp, 'platform' | 'clock'>): Promise<void> {
  const breaches = await breachesIn(platform, clock.now(), timelessRules)
  assert.deepEqual(breaches, [], 'breaches that the audit finds after the test')
}

/** The stored mails to an owner, in the order in which they were written. */
export function mailsTo({ platform }: Pick<TestApp, 'platform'>, { email }: Pick<TestAccount, 'email'>) {
  const mails = platform.db.selectFrom('mail').selectAll().where('recipient', '=', email)
  return mails.orderBy('created_at').orderBy('id').execute()
}

/** As fetch, with a chosen Host header, which fetch does not allow. */
export function fetchAt(
  host: string,
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: string },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    // Without this header Node sends the body of a DELETE with no length, and no server can read that.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const request = httpRequest(url, { method, headers: { ...headers, ...length, host }, agent: false }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const status = response.statusCode ?? 0
        const pairs = Object.entries(response.headers).flatMap(([name, value]) =>
          [value ?? []].flat().map(one => [name, one] as [string, string]),
        )
        const empty = status === 204 || status === 304
        resolve(new Response(empty ? null : Buffer.concat(chunks), { status, headers: pairs }))
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** A clock that stands still until a test moves it. */
export function testClock(start = startOfTests): Clock {
  let at = start
  return {
    now: () => at,
    advance(ms) {
      at += ms
    },
  }
}

let events = 0

/** A valid body for POST /v1/posts on the events site, unlike any other body. */
export function eventBody(change: Record<string, unknown> = {}): Record<string, unknown> {
  const n = events++
  const body =
    'Two hours of watercolour at the public library for adults. Paper and paint are there; bring a brush if you have one. Free entry, come as you are.'
  return {
    title: `Watercolour for beginners, evening ${n}`,
    body: unlikeOthers(body, n),
    timezone: 'Europe/Paris',
    starts_at: '2027-03-06T14:00:00+01:00',
    ends_at: '2027-03-06T16:00:00+01:00',
    location: { country: 'FR', state: 'FR-IDF', city: { geonames_id: 2988507, name: 'Paris' } },
    topics: ['art', 'workshops'],
    ...change,
  }
}

/** A valid body for a site, unlike any other body: the example of the site's row, numbered. */
function freshBody(id: SiteId, change: Record<string, unknown> = {}): Record<string, unknown> {
  const { example, text } = siteRow(id)
  const n = events++
  return {
    ...example,
    ...(text.title && { [text.title]: `${example[text.title]}, number ${n}` }),
    [text.body]: unlikeOthers(`${example[text.body]}`, n),
    ...change,
  }
}

const syllables = 'Ma Lo Ri Ne Sa To Vi Ka Be Du Fe Go Hi Ju Ly Mo Na Pe Ro Si'.split(' ')

/** The i-th name of the n-th text. */
const nameOf = (n: number, i: number) =>
  [n % 20, Math.floor(n / 20) % 20, i % 20, Math.floor(n / 400) % 20]
    .map((at, place) => (place === 0 ? syllables[at] : syllables[at]?.toLowerCase()))
    .join('')

/** The text with other names among its words so often that two such texts are no near-duplicates. */
function unlikeOthers(text: string, n: number): string {
  let words = 0
  const numbered = text.replace(/\S+/g, word => (++words % 3 === 0 ? `${word} – ${nameOf(n, words / 3)} –` : word))
  return `${numbered}\n\nPage ${n} of the programme ${process.pid}.`
}

/** A function for each site that makes a valid body. */
export const bodyFor = Object.fromEntries(
  siteIds.map(id => [id, (change?: Record<string, unknown>) => freshBody(id, change)]),
) as Record<SiteId, (change?: Record<string, unknown>) => Record<string, unknown>>

export const { messages: messageBody, stories: storyBody, classifieds: classifiedBody } = bodyFor

const quiet = (_fields: object, _message: string) => {}
export const quietLog = { debug: quiet, info: quiet, warn: quiet, error: quiet }

function parsed(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
