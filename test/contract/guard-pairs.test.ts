// Every pair of guards of a submitted text: a request that both refuse is answered by the one that comes first in the list.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GuardCode, submissionGuards } from '../../src/contract/guards.ts'
import { problems } from '../../src/contract/problems.ts'
import { storeAnswer } from '../../src/store/posts/idempotency.ts'
import { createUnderWay, underWayName } from '../../src/usecases/posts/under-way.ts'
import { classifiedBody, hostOf, type TestAccount, type TestApp, withSites } from '../harness.ts'
import { shutOut } from '../standing.ts'

type Request = {
  account: TestAccount
  body: Record<string, unknown>
  /** The post that is edited; a new post without. */
  postId: string | null
}

/** Makes a request one that a guard refuses. `of` an account: what it is made with. */
type Fault = {
  account?: { balance?: number; verified?: boolean; card?: boolean }
  edits?: true
  apply?(app: TestApp, request: Request): Promise<void>
}

const site = 'classifieds'
const host = hostOf(site)
const idempotencyKey = 'guard-pair'

const keyIdOf = async ({ platform }: TestApp, { accountId }: TestAccount) => {
  const of = platform.db.selectFrom('api_keys').select('id').where('account_id', '=', accountId)
  return (await of.executeTakeFirstOrThrow()).id
}

async function write(app: TestApp, work: (db: TestApp['platform']['db']) => Promise<unknown>): Promise<void> {
  const connection = app.platform.dialect.open(app.databaseUrl, 'write')
  await work(connection.db).finally(() => connection.close())
}

const standing =
  (status: 'banned' | 'suspended'): NonNullable<Fault['apply']> =>
  (app, { account }) =>
    shutOut(app, account, status)

const faults: Record<GuardCode, Fault> = {
  idempotency_in_progress: {
    async apply(app, { account }) {
      const idempotency = { key: idempotencyKey, bodyHash: '' }
      const name = underWayName({ keyId: await keyIdOf(app, account), site, idempotency })!
      app.platform.underWay.ends.set(name, new Promise(() => {}))
      app.platform.underWay.limitMs = 0
    },
  },
  idempotency_key_reused: {
    async apply(app, { account }) {
      const now = app.clock.now()
      const scope = { keyId: await keyIdOf(app, account), site, idempotencyKey } as const
      const answer = { status: 202, headers: {}, body: '{}', bodyHash: 'of another body', now, since: 0 }
      await write(app, db => storeAnswer(db, scope, answer))
    },
  },
  not_found: {
    edits: true,
    async apply(_, request) {
      request.postId = 'p_00000000000000000000'
    },
  },
  gone: {
    edits: true,
    async apply(app, { account, postId }) {
      await app.call('DELETE', `/v1/posts/${postId}`, { host, key: account.key })
    },
  },
  not_editable: {
    edits: true,
    async apply(app, { account, postId }) {
      const edit = { host, key: account.key, body: { title: 'An oak desk that waits for another title' } }
      assert.equal((await app.call('PATCH', `/v1/posts/${postId}`, edit)).status, 202)
    },
  },
  banned: { apply: standing('banned') },
  suspended: { apply: standing('suspended') },
  verify_email: {
    apply: (app, { account }) =>
      write(app, db =>
        db.updateTable('accounts').set({ email_verified: 0 }).where('id', '=', account.accountId).execute(),
      ),
  },
  price_too_high: {},
  low_quality: {
    async apply(_, { body }) {
      body.body = 'test test test'
      body.title = 'test'
    },
  },
  'contact-details': {
    async apply(_, { body }) {
      body.body = `${body.body} Call +49 30 901820 in the evening.`
    },
  },
  duplicate: {
    async apply(app, { body }) {
      const other = await app.account()
      assert.equal((await app.call('POST', '/v1/posts', { host, key: other.key, body })).status, 202)
    },
  },
  needs_card: { apply: (app, { account }) => empty(app, account, 0) },
  insufficient_balance: { apply: (app, { account }) => empty(app, account, 1) },
}

async function empty(app: TestApp, { handle, key, accountId }: TestAccount, card: 0 | 1): Promise<void> {
  const { json } = await app.call('GET', '/v1/account', { host, key })
  const by = { handle, actor: 'test', reason: 'test' }
  if (json.balance > 0) await app.platform.act('creditAccount', { ...by, amountMicros: 0 - json.balance })
  await write(app, db => db.updateTable('accounts').set({ card_on_file: card }).where('id', '=', accountId).execute())
}

/** Two guards that no one request meets: a standing, a state of the post or of the card, and a text that can be live. */
const apart = [
  ['banned', 'suspended'],
  ['not_found', 'gone', 'not_editable'],
  ['needs_card', 'insufficient_balance'],
  ['low_quality', 'contact-details', 'duplicate'],
]

const met = submissionGuards.filter(({ kind }) => kind !== 'price').map(({ code }) => code)
const pairs = met.flatMap((first, i) =>
  met
    .slice(i + 1)
    .filter(second => !apart.some(group => group.includes(first) && group.includes(second)))
    .map(second => [first, second] as const),
)

withSites('a request that two guards refuse', app => {
  const refused = async (codes: readonly GuardCode[]) => {
    const account = await app().account()
    const request: Request = { account, body: classifiedBody(), postId: null }
    if (codes.some(code => faults[code].edits)) {
      const posted = await app().call('POST', '/v1/posts', { host, key: account.key, body: classifiedBody() })
      await app().moderate()
      request.postId = posted.json.id
    }
    // What changes the text or the post comes before what shuts the account out, whichever guard is first.
    const order: GuardCode[] = [...codes].sort((a, b) => met.indexOf(b) - met.indexOf(a))
    const late = ['needs_card', 'insufficient_balance', 'verify_email', 'suspended', 'banned']
    for (const code of [...order.filter(one => !late.includes(one)), ...order.filter(one => late.includes(one))])
      await faults[code].apply?.(app(), request)
    const { body, postId } = request
    const headers = { 'idempotency-key': idempotencyKey }
    const path = postId === null ? '/v1/posts' : `/v1/posts/${postId}`
    const answer = await app().call(postId === null ? 'POST' : 'PATCH', path, { host, key: account.key, body, headers })
    app().platform.underWay = createUnderWay()
    return [answer.status, answer.json.code]
  }

  for (const [first, second] of pairs)
    test(`is answered with ${first} before ${second}`, async () => {
      assert.deepEqual(await refused([first, second]), [problems[first].status, first])
    })

  for (const code of met)
    test(`is answered with ${code} when that is all`, async () => {
      assert.deepEqual(await refused([code]), [problems[code].status, code])
    })
})
