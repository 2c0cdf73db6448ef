// The operator's own policy in DATA_DIR: it is in force from the start on, or the start says what is wrong with it.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse, stringify } from 'yaml'
import type { ModerationModel } from '../../src/moderation/model.ts'
import * as listsWorker from '../../src/workers/lists.ts'
import { freshFolder } from '../databases.ts'
import { eventBody, onPresentation, quietLog, startApp, type TestApp } from '../harness.ts'
import { commandOn, jsonOf } from './command-on.ts'

const packaged = parse(readFileSync(new URL('../../policy/policy.yaml', import.meta.url), 'utf8'))
const gambling = {
  ...{ id: 'gambling', title: 'Gambling', sites: ['events'], definition: 'Invites to play for money.' },
  ...{ action: 'review', penalized: false, severity: 'low', sources: [], added: '2026-11-24' },
  disallowed_examples: ['Poker night with a buy-in of 50.', 'Bets on the horse race, at the bar.'],
  allowed_examples: ['Chess night.', 'A talk about the history of lotteries.'],
}
const own = { ...packaged, categories: [...packaged.categories, gambling] }

/** A data folder with this policy in it. */
function folderWith(policy: object): string {
  const folder = freshFolder()
  writeFileSync(join(folder, 'policy.yaml'), stringify(policy))
  return folder
}

onPresentation('an own policy in DATA_DIR', ({ fresh }) => {
  /** A service with this data folder, and the codes of its warnings. */
  const served = async <T>(DATA_DIR: string, use: (app: TestApp, codes: unknown[]) => Promise<T>): Promise<T> => {
    const codes: unknown[] = []
    const log = { ...quietLog, warn: (said: unknown) => codes.push((said as { code?: string }).code) }
    const app = await startApp(await fresh(), { env: { DATA_DIR }, overrides: { policy: undefined }, log })
    return use(app, codes).finally(() => app.close())
  }
  const versionIn = (folder: string) =>
    served(folder, async app => (await app.call('GET', '/v1/policy')).json.version as string)

  test('an own policy is in force, its version ends with a hash, and the start names the categories that nothing reads', async () => {
    const folder = folderWith(own)
    const first = await served(folder, async (app, codes) => {
      const { json } = await app.call('GET', '/v1/policy')
      assert.ok((json.categories as { id: string }[]).some(({ id }) => id === 'gambling'))
      assert.deepEqual(codes, ['unread-categories'])
      return json.version as string
    })
    assert.match(first, /^2026\.\d\d\.\d\d-\d+\+[0-9a-f]{8}$/)
    writeFileSync(
      join(folder, 'policy.yaml'),
      stringify({ ...own, categories: own.categories.with(-1, { ...gambling, severity: 'high' }) }),
    )
    assert.notEqual(await versionIn(folder), first)
  })

  test('the packaged policy is in force without an own one, and warns of nothing', async () => {
    await served(freshFolder(), async (app, codes) => {
      assert.equal((await app.call('GET', '/v1/policy')).json.version, packaged.version)
      assert.deepEqual(codes, [])
    })
  })

  test('a start is refused under an own policy that drops a category', async () => {
    const folder = folderWith({ ...packaged, categories: packaged.categories.slice(1) })
    await assert.rejects(
      versionIn(folder),
      /policy\.yaml: categories: scam is missing; fixed rules and reports name it/,
    )
  })

  test('`policy check` prints what an own policy adds and changes, and refuses what the start would refuse', async () => {
    await served(freshFolder(), async app => {
      const changed = { ...own, categories: own.categories.with(0, { ...own.categories[0], severity: 'critical' }) }
      const { status, out } = await jsonOf(app, ['policy', 'check', join(folderWith(changed), 'policy.yaml')])
      assert.equal(status, 0)
      const { policy, ...differences } = out[0]
      assert.ok(policy.startsWith(`${packaged.version}+`))
      assert.deepEqual(differences, { added: ['gambling'], changed: ['scam'] })
      const withoutAction = own.categories.map((each: { id: string }) =>
        each.id === 'gambling' ? { ...each, action: 'ban' } : each,
      )
      const text = stringify({ ...own, categories: withoutAction })
      const faulty = join(folderWith({ ...own, categories: withoutAction }), 'policy.yaml')
      const line = 1 + text.split('\n').findIndex(each => each.includes('action: ban'))
      const named = await commandOn(app, ['policy', 'check', faulty])
      assert.equal(named.status, 1)
      assert.match(named.err.join(), new RegExp(`line ${line}: /categories/\\d+/action: got "ban"; it takes one of`))
      const bad = folderWith({ ...own, categories: own.categories.with(0, { ...own.categories[0], penalized: false }) })
      const refused = await commandOn(app, ['policy', 'check', join(bad, 'policy.yaml')])
      assert.equal(refused.status, 1)
      assert.match(refused.err.join(), /scam: action reject contradicts penalized false/)
    })
  })

  test('`policy check --examples` names the examples on which the model disagrees, and categories that nothing reads', async () => {
    await served(freshFolder(), async app => {
      const file = join(folderWith(own), 'policy.yaml')
      const { status, out } = await jsonOf(app, ['policy', 'check', file, '--examples'])
      assert.equal(status, 0)
      const { unread, examples, differing } = out.at(-1)
      assert.deepEqual([unread, differing], [['gambling'], out.length - 1])
      assert.ok(examples > 130 && differing < examples / 5, `${differing} of ${examples}`)
      const unseen = out.filter(({ category }) => category === 'gambling')
      assert.deepEqual(
        unseen.map(({ policy, to }) => [policy, to]),
        [
          ['disallowed', 'published'],
          ['disallowed', 'published'],
        ],
      )
    })
  })

  test('a changed policy is in force everywhere without a restart: pages, decisions and their versions; a faulty one changes nothing', async () => {
    const folder = folderWith(own)
    const said: unknown[][] = []
    const note = (level: string) => (fields: object, message: string) => said.push([level, fields, message])
    const log = { ...quietLog, error: note('error'), warn: note('warn') }
    const url = await fresh()
    const start = () => startApp(url, { env: { DATA_DIR: folder }, overrides: { policy: undefined }, log })
    const [app, other] = [await start(), await start()]
    try {
      const author = await app.account({ balance: 500_000_000 })
      const versionAt = async (on: TestApp, path = '/v1/policy') => (await on.call('GET', path)).json.version as string
      const publishedUnder = async () => {
        const { json } = await app.call('POST', '/v1/posts', { key: author.key, body: eventBody() })
        await app.moderate()
        const rows = app.platform.db.selectFrom('decision_log').select('policy_version').where('subject', '=', json.id)
        const post = (await app.call('GET', `/v1/posts/${json.id}`)).json
        return [post.policy_version, (await rows.executeTakeFirstOrThrow()).policy_version]
      }
      const first = await versionAt(app)
      await versionAt(other, '/policy.json')
      assert.deepEqual(await publishedUnder(), [first, first])
      const put = (policy: object) => writeFileSync(join(folder, 'policy.yaml'), stringify(policy))
      put({ ...own, categories: own.categories.with(-1, { ...gambling, title: 'Games for money' }) })
      assert.equal((await commandOn(app, ['policy', 'reload'])).status, 0)
      const second = await versionAt(app)
      assert.notEqual(second, first)
      assert.equal(await versionAt(other), first)
      await listsWorker.runOnce(other.platform)
      assert.deepEqual([await versionAt(other), await versionAt(other, '/policy.json')], [second, second])
      assert.match((await app.call('GET', '/policy/')).text, /Games for money/)
      assert.deepEqual(await publishedUnder(), [second, second])
      const faulty = { ...own, categories: own.categories.slice(1) }
      put(faulty)
      said.length = 0
      assert.equal((await commandOn(app, ['policy', 'reload'])).status, 1)
      other.platform.policyInForce.load()
      await listsWorker.runOnce(other.platform)
      assert.deepEqual([await versionAt(app), await versionAt(other)], [second, second])
      assert.equal(said.filter(([level]) => level === 'error').length, 2, 'one line for each attempt')
      assert.match(String(said[0]?.[2]), /^the policy stays as it was: .*scam is missing/)
    } finally {
      await app.close()
      await other.close()
    }
  })

  test('a text that is being judged while another policy is loaded keeps the version that it began with', async () => {
    const folder = folderWith(own)
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    const model: ModerationModel = {
      ...{ name: 'slow', state: async () => 'running' as const },
      async decide() {
        asked.resolve()
        await answered.promise
        return { outcome: 'publish', category: null, confidence: 0.9, reason: 'Fine.' }
      },
    }
    const app = await startApp(await fresh(), { env: { DATA_DIR: folder }, overrides: { policy: undefined, model } })
    try {
      const { version } = app.platform.policy
      const author = await app.account({ balance: 500_000_000 })
      const { id } = (await app.call('POST', '/v1/posts', { key: author.key, body: eventBody() })).json
      const judged = app.moderate()
      await asked.promise
      writeFileSync(
        join(folder, 'policy.yaml'),
        stringify({ ...own, categories: own.categories.with(-1, { ...gambling, title: 'Bets' }) }),
      )
      assert.equal(app.platform.policyInForce.load().changed, true)
      answered.resolve()
      await judged
      assert.equal((await app.call('GET', `/v1/posts/${id}`)).json.policy_version, version)
      const entries = await app.platform.db
        .selectFrom('decision_log')
        .select('policy_version')
        .where('subject', '=', id)
        .execute()
      assert.deepEqual(entries, [{ policy_version: version }])
    } finally {
      await app.close()
    }
  })
})
