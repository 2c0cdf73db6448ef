// The operator's own policy in DATA_DIR: it is in force from the start on, or the start says what is wrong with it.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse, stringify } from 'yaml'
import { freshFolder } from '../databases.ts'
import { onPresentation, quietLog, startApp, type TestApp } from '../harness.ts'
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
      const bad = folderWith({ ...own, categories: own.categories.with(0, { ...own.categories[0], penalized: false }) })
      const refused = await commandOn(app, ['policy', 'check', join(bad, 'policy.yaml')])
      assert.equal(refused.status, 1)
      assert.match(refused.err.join(), /scam: action reject contradicts penalized false/)
    })
  })
})
