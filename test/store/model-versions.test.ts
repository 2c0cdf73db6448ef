// Learnt versions of the model: which version is active, how to roll back, and how many are kept.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../src/contract/limits.ts'
import { activeVersion, modelVersions } from '../../src/store/learning/model-versions.ts'
import { onEveryDatabase, startApp, type TestApp } from '../harness.ts'

const [old, now] = [
  { base: 'old', baseName: 'embedded of old' },
  { base: 'now', baseName: 'embedded' },
]

onEveryDatabase('versions of the model', ({ fresh }) => {
  const withOne = (name: string, check: (app: TestApp) => Promise<void>) =>
    test(name, async t => {
      const app = await startApp(await fresh())
      t.after(() => app.close())
      await check(app)
    })
  const add = async ({ platform }: TestApp, base = now) =>
    (
      await platform.act('addModelVersion', {
        ...base,
        heads: '{}',
        report: {},
        worse: [],
        activate: true,
        actor: 'operator',
      })
    ).version
  const back = async ({ platform }: TestApp, to: number | null = null) =>
    (await platform.act('rollBackModel', { ...now, to, actor: 'operator' })).version

  withOne(
    'can be rolled back to the previously active version, skipping versions of another packaged model',
    async app => {
      await assert.rejects(back(app), /No learned version is active/)
      const [first, other, second, third] = [await add(app), await add(app, old), await add(app), await add(app)]
      assert.deepEqual([await back(app), await back(app), await back(app)], [second, first, 0])
      assert.deepEqual([await back(app, third), await back(app)], [third, second])
      await assert.rejects(
        back(app, other),
        /Version 2 was learned for embedded of old; the packaged model is embedded\. Learn again/,
      )
      await assert.rejects(back(app, 99), /There is no version 99/)
      assert.equal(await activeVersion(app.platform.db), second)
      const log = await app.platform.db.selectFrom('decision_log').selectAll().orderBy('seq').execute()
      const [last] = log.slice(-1)
      assert.deepEqual(
        [last!.actor, last!.action, last!.subject, JSON.parse(last!.detail)],
        ['operator', 'rollback', 'embedded learned 3', { before: 4, after: 3 }],
      )
    },
  )

  withOne(
    'are limited in number, the oldest deleted first; the last rollback then leads to the packaged model',
    async app => {
      for (let i = 0; i < limits.modelVersionsKept + 2; i++) await add(app)
      const kept = (await modelVersions(app.platform.db)).map(({ seq }) => seq)
      assert.deepEqual([kept.length, kept[0], kept.at(-1)], [limits.modelVersionsKept, 3, limits.modelVersionsKept + 2])
      await assert.rejects(back(app, 2), /There is no version 2/)
      assert.equal(await back(app, 3), 3)
      assert.equal(await back(app), 0)
    },
  )
})
