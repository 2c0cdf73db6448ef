// Requests generated from the OpenAPI document alone, valid and nearly valid: none fails, every answer is as documented, and the
// books stay in order.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { type OperationRow, operations } from '../../../src/contract/operations.ts'
import type { SiteContext } from '../../../src/contract/sites/site-context.ts'
import type { SiteId } from '../../../src/contract/sites/site-ids.ts'
import { audit } from '../../../src/store/audit/audit.ts'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import { allSites, hostOf, onPresentation, startApp, type TestApp } from '../../harness.ts'
import { ownerToken } from '../../kit/key-controls.ts'
import { sizeOf } from '../../kit/long.ts'
import { type DocumentCheck, documentCheck } from '../../kit/openapi-check.ts'
import { counted } from '../../kit/report.ts'
import { fitting, hostileTexts, type Mutation, mutated, mutations } from '../../kit/schema-arbitrary.ts'

type Json = Record<string, any>

const seed = 20_261_121
const count = sizeOf({ small: 500, full: 2_000 })
const moderateEvery = 100
/** At most this many further rounds of requests for the operations that have not succeeded yet. */
const rounds = 8
const countOfRound = 200
const makers = new Set(['contactSeller', 'listRelayMessages', 'createPost', 'appealPost', 'revokeKey'])
const hourEvery = 40

const strangers = ['nobody', 'poor', 'unverified', 'bad', 'garbage'] as const
const callers = ['rich', 'rich', 'rich', 'rich', 'rich', 'rich', 'rich', 'rich', 'other', ...strangers] as const
type Caller = (typeof callers)[number]

type Param = { name: string; schema: Json; value: string; known: boolean; pick: number }

/** A request before the ids that are known at run time are filled in. */
type Plan = {
  site: SiteContext
  operationId: string
  method: string
  path: string
  caller: Caller
  params: Param[]
  query: [string, string][]
  headers: Record<string, string>
  body: { text: string; type: string } | null
  /** Which of the known ids replaces that of the example in the body. */
  pick: number
}

const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '').trim()
const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Makes the texts that distinguish posts and accounts unique. The rest of an example stays unchanged. */
function fresh({ properties = {} }: Json, example: Json, word: string): Json {
  const made = (name: string, value: unknown) => {
    const { type, format, pattern, maxLength = 0 } = properties[name] ?? {}
    if (typeof value !== 'string' || type !== 'string') return value
    if (format === 'email') return `${word}@example.org`
    const joint = URL.canParse(value) ? '/' : ' '
    return !format && !pattern && maxLength >= 100 ? `${value}${joint}${word}` : value
  }
  return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, made(name, value)]))
}

/**
 * How often an operation is chosen, by its effect on the caller: a larger effect has more to break. Operations that reach outside
 * the service need ids from several earlier answers.
 */
const weights: Record<string, number> = { read: 1, write: 2, irreversible: 1, financial: 6, connected: 5 }

function weightOf({ 'action-class': action, consequence }: Json): number {
  return weights[action === 'connected' ? action : consequence] ?? 1
}

function plansOf(site: Plan['site'], { document, resolved }: DocumentCheck) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      operationId: (operation as Json).operationId as string,
      weight: weightOf((operation as Json)['x-agentic-access']),
      arbitrary: planOf(site, method.toUpperCase(), path, operation, resolved),
    })),
  )
}

type Kind = 'example' | 'fitting' | 'mutated' | 'random'
const kinds = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Kind>('example') },
  { weight: 2, arbitrary: fc.constant<Kind>('fitting') },
  { weight: 2, arbitrary: fc.constant<Kind>('mutated') },
  { weight: 1, arbitrary: fc.constant<Kind>('random') },
)

/** Null nine times in ten. */
function seldom<T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: values })
}

function planOf(site: Plan['site'], method: string, path: string, operation: Json, resolved: (value: Json) => Json) {
  const parameters = ((operation.parameters ?? []) as Json[]).map(resolved)
  const inPlace = (place: string) => parameters.filter(each => each.in === place)
  const optional = (place: string, odd: fc.Arbitrary<string>) =>
    fc.record<Record<string, string>>(
      Object.fromEntries(
        inPlace(place).map(({ name, schema, example }) => [
          name,
          fc.oneof(
            { weight: 4, arbitrary: fitting(schema, resolved).map(text) },
            {
              weight: 2,
              arbitrary: example === undefined ? fitting(schema, resolved).map(text) : fc.constant(text(example)),
            },
            { weight: 1, arbitrary: odd },
          ),
        ]),
      ),
      {
        requiredKeys: inPlace(place)
          .filter(each => each.required)
          .map(each => each.name),
      },
    )
  return fc
    .record({
      caller: fc.constantFrom(...callers),
      params: fc.tuple<Param[]>(
        ...inPlace('path').map(({ name, schema }) =>
          fc.record({
            name: fc.constant<string>(name),
            schema: fc.constant<Json>(schema),
            value: fc.oneof(fitting(schema, resolved).map(text), hostileTexts()),
            known: fc.integer({ min: 1, max: 10 }).map(n => n > 1),
            pick: fc.nat(),
          }),
        ),
      ),
      query: optional('query', hostileTexts()),
      // Most requests have no filter or one, so that there is something to find.
      most: fc.constantFrom(0, 0, 1, 20),
      unknown: seldom(fc.tuple(fc.string({ minLength: 1, maxLength: 12 }), hostileTexts())),
      headers: optional('header', fc.string({ maxLength: 140 })),
      plain: fc.integer({ min: 1, max: 3 }).map(n => n > 1),
      body: bodies(operation, method, resolved),
      pick: fc.nat(),
    })
    .map(({ caller, params, query, most, unknown, headers, plain, body, pick }): Plan => {
      const sent = Object.entries(query).slice(0, most)
      return {
        site,
        operationId: operation.operationId,
        method,
        path,
        caller,
        params,
        query: unknown ? [...sent, unknown] : sent,
        headers: plain
          ? {}
          : Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, printable(value)])),
        body,
        pick,
      }
    })
}

function bodies(operation: Json, method: string, resolved: (value: Json) => Json): fc.Arbitrary<Plan['body']> {
  const odd = fc
    .tuple(
      fc.oneof(
        fc.json(),
        fc.string({ maxLength: 40 }),
        fc.constantFrom('{"a":', '[]', 'null', '', `"${'x'.repeat(70_000)}"`),
      ),
      fc.constantFrom('application/json', 'application/json', 'text/plain', 'application/problem+json'),
    )
    .map(([text, type]) => ({ text, type }))
  const media = operation.requestBody?.content['application/json']
  if (!media) return method === 'GET' ? fc.constant(null) : seldom(odd)
  const schema = resolved(media.schema)
  const examples = Object.values((media.examples ?? {}) as Json).map(each => resolved(each).value)
  const word = fc.integer({ min: 1, max: 1e9 }).map(n => `n${n.toString(36)}`)
  const example = fc
    .tuple(fc.constantFrom(...examples), word, fc.boolean(), fc.subarray(Object.keys(schema.properties ?? {})))
    .map(([value, mark, whole, drop]) => {
      const made = fresh(schema, value, mark)
      const required = new Set(schema.required ?? [])
      return whole
        ? made
        : Object.fromEntries(Object.entries(made).filter(([name]) => required.has(name) || !drop.includes(name)))
    })
  const fits = fitting(schema, resolved)
  const json = (value: unknown) => ({ text: JSON.stringify(value) ?? '', type: 'application/json' })
  return kinds.chain(kind => {
    if (kind === 'random') return odd
    if (kind === 'fitting') return fits.map(json)
    if (kind === 'example') return example.map(json)
    return fc.tuple(example, mutations).map(([value, mutation]: [unknown, Mutation]) => json(mutated(value, mutation)))
  })
}

type Sight = { site: SiteId; maker: Caller | null }

/** Remembers the ids in answers, so that later requests name existing objects too. */
function rememberIds(hidden: ReadonlySet<string>) {
  const known = new Map<string, Sight>()
  return {
    /** Remembers the ids in an answer. A new id in the answer to a write belongs to the caller. */
    read(text: string, site: SiteId, maker: Caller | null) {
      for (const [id] of text.matchAll(/\b[a-z]+_[0-9A-Za-z]{16,40}\b/g))
        if (!known.has(id) && !hidden.has(id)) known.set(id, { site, maker })
    },
    /** An id that fits the pattern: mostly a recent one of the caller on this site, if there is any. */
    pick(pattern: string | undefined, { site, caller }: Plan, pick: number): string | undefined {
      const fits = [...known].filter(([id]) => new RegExp(pattern ?? '').test(id))
      const own = fits.filter(([, sight]) => sight.site === site.id && sight.maker === caller)
      const from = (own.length > 0 && pick % 8 > 0 ? own : fits).slice(-6)
      return from[pick % Math.max(1, from.length)]?.[0]
    },
  }
}

/** Replaces the ids of an example by existing ids. */
function withKnownIds(body: string, pick: (prefix: string) => string | undefined): string {
  return body.replace(/\b([a-z]+)_[0-9A-Za-z]{16,40}\b/g, (id, prefix: string) => pick(prefix) ?? id)
}

type Known = { key: string; accountId?: string; testKey?: string; handle?: string }

async function callersOf(app: TestApp): Promise<Record<Caller, Known | undefined>> {
  const rich = await app.account({ balance: 1_000_000_000_000 })
  const other = await app.account({ balance: 1_000_000_000_000 })
  const poor = await app.account({ balance: 0 })
  const unverified = await app.account({ verified: false })
  const [bad, garbage] = [{ key: `ak_${'a'.repeat(38)}` }, { key: '\u00e9 x' }]
  const tester = { name: 'Ada', email: 'ada@example.org', handle: undefined }
  const testKey = (await app.platform.testWorlds!.signUp(tester)).apiKey
  return { nobody: undefined, rich: { ...rich, testKey }, other, poor, unverified, bad, garbage }
}

/** The credentials of a caller: the API key, or, for the owner's operations, the token of a session from the inbox. */
async function credentials(
  app: TestApp,
  operationId: string,
  caller: Known | undefined,
): Promise<Record<string, string>> {
  if (!caller) return {}
  const { key, accountId, testKey } = caller
  if (testKey && operationId.endsWith('TestClock')) return { authorization: `Bearer ${testKey}` }
  const isOwners = (operations as Record<string, OperationRow>)[operationId]?.auth === 'owner'
  if (!isOwners || !accountId) return { authorization: `Bearer ${key}` }
  const { links, now } = app.platform
  // An account without a verified address has an account link alone, and no session from the inbox.
  const agent = links.sign({ account: accountId, grade: 'agent' }, now())
  return { 'x-account-link': await ownerToken(app, { accountId }).catch(() => agent) }
}

/**
 * Decides everything that waits. The posts in review resemble each other, so a person publishes every other one and rejects the
 * rest: the rejected ones can be appealed.
 */
async function decideAll(app: TestApp): Promise<void> {
  await app.moderate()
  const { db } = app.platform
  const waiting = await db.selectFrom('revisions').select('id').where('status', '=', 'review').orderBy('seq').execute()
  for (const [i, { id: revisionId }] of waiting.entries()) {
    const by = { revisionId, actor: 'reviewer', reason: 'looked at' }
    await decideText(
      app.platform,
      i % 2 === 1 ? { ...by, action: 'reject', category: 'vague', penalized: false } : { ...by, action: 'publish' },
    )
  }
}

/** Seeds of ids and keys, the same in each run. */
function countedSeeds(): () => string {
  let n = 0
  return () => createHash('sha256').update(`${seed} ${n++}`).digest('hex').slice(0, 48)
}

/** The answers of the other database to the same requests. */
let before: Map<string, Map<number, number>> | undefined

onPresentation('requests generated from the OpenAPI document', ({ kind, fresh: freshDatabase }) => {
  test(`generated requests (${count}) get only documented answers and no 5xx, make every operation succeed, leave the audit without breaches, and get the same answers from both databases`, async () => {
    const app = await startApp(await freshDatabase(), { env: { SITES: allSites }, overrides: { seed: countedSeeds() } })
    const checks = app.platform.facts.sites.map(site => [site, documentCheck(site)] as const)
    const plans = checks.flatMap(([site, check]) => plansOf(site, check))
    const planned = (numRuns: number, of = plans, round = 0) =>
      fc.sample(fc.oneof(...of), { seed: seed + round, numRuns }).entries()
    const callersKnown = await callersOf(app)
    // The keys that send all requests are hidden: a request that revoked one would end the run.
    const keys = await app.platform.db.selectFrom('api_keys').select('id').execute()
    const ids = rememberIds(new Set(keys.map(({ id }) => id)))
    const seen = new Map<string, Map<number, number>>()
    // The end of a key can be taken back for some minutes: the key that ended last is the one to name.
    let ended: string | undefined
    const send = async (requests: Iterable<[number, Plan]>) => {
      for (const [n, plan] of requests) {
        const { site, operationId, method, caller, headers, body } = plan
        const path = plan.params.reduce((at, { name, schema, value, known, pick }) => {
          const last = operationId === 'restoreKey' ? ended : undefined
          const found = () => (name === 'handle' ? callersKnown.rich?.handle : ids.pick(schema.pattern, plan, pick))
          const id = (known && (last ?? found())) || value || 'x'
          return at.replace(`{${name}}`, encodeURIComponent(id.toWellFormed()).replaceAll('.', '%2E'))
        }, plan.path)
        const query = new URLSearchParams(plan.query).toString()
        const answer = await app.call(method, query ? `${path}?${query}` : path, {
          host: hostOf(site.id),
          headers: {
            ...headers,
            ...(await credentials(app, operationId, callersKnown[caller])),
            ...(body && { 'content-type': body.type }),
          },
          ...(body && { body: withKnownIds(body.text, prefix => ids.pick(`^${prefix}_`, plan, plan.pick)) }),
        })
        assert.ok(
          answer.status < 500,
          `${operationId} as ${caller}: ${answer.status} ${answer.text}\n${JSON.stringify(plan)}`,
        )
        // A refusal repeats ids that name nothing.
        if (answer.status < 400) ids.read(answer.text, site.id, method === 'GET' ? null : caller)
        if (operationId === 'revokeKey' && answer.status === 200) ended = answer.json.key_id
        const statuses = seen.get(operationId) ?? new Map<number, number>()
        seen.set(operationId, statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1))
        if (n % moderateEvery === 0) await decideAll(app)
        if (n % hourEvery === 0) app.clock.advance(3_600_000)
      }
    }
    const succeeds = (statuses: Map<number, number> | undefined) =>
      [...(statuses ?? new Map<number, number>()).keys()].some(status => status < 300)
    try {
      await send(planned(count))
      for (let round = 0; round < rounds; round++) {
        // Beside the operations that failed so far, those that make the posts and appeals that they may need.
        const wanted = plans.filter(({ operationId }) => makers.has(operationId) || !succeeds(seen.get(operationId)))
        if (wanted.every(({ operationId }) => makers.has(operationId))) break
        await send(planned(countOfRound, wanted, round))
      }
      await app.moderate()
      await app.sendMail()
      report(kind, seen)
      for (const statuses of seen.values())
        for (const times of statuses.values()) counted(`generated requests on ${kind}`, times)
      const never = [...seen].filter(([, statuses]) => !succeeds(statuses))
      assert.deepEqual(never, [], 'operations that never succeeded')
      assert.deepEqual(new Set(seen.keys()), new Set(checks.flatMap(([, { document }]) => operationIds(document))))
      before ??= seen
      assert.deepEqual(seen, before)
      const { breaches } = await audit(app.platform.db, app.platform.dialect, app.clock.now())
      // The test sends no webhooks: deliveries to the endpoints of the examples stay due for ever.
      assert.deepEqual(
        breaches.filter(({ rule }) => rule !== 'delivery-is-made'),
        [],
      )
    } finally {
      await app.close()
    }
  })
})

function operationIds({ paths }: DocumentCheck['document']): string[] {
  return Object.values(paths).flatMap(item => Object.values(item).map(({ operationId }) => String(operationId)))
}

/** Prints the number of answers by operation and status, to show that the requests reached successes. */
function report(kind: string, seen: Map<string, Map<number, number>>): void {
  const lines = [...seen].sort().map(([id, statuses]) => {
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
    return `  ${id.padEnd(24)} ${counts.join('  ')}`
  })
  console.log([`answers on ${kind} by operation and status`, ...lines].join('\n'))
}
