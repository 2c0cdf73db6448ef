// The model learns from decisions of people: fifty decisions change the outcome of similar posts in every process, and a rollback
// undoes that.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { PostText } from '../../src/domain/posts/post-text.ts'
import { createEmbeddedModel, opinionsOn } from '../../src/moderation/embedded/embedded-model.ts'
import { isCertainAbuse } from '../../src/moderation/embedded/learn.ts'
import { packagedModel } from '../../src/moderation/embedded/packaged-model.ts'
import { loadPolicy } from '../../src/moderation/policy-file.ts'
import { readText } from '../../src/moderation/reading.ts'
import { type Decision, decide } from '../../src/moderation/verdict.ts'
import * as listsWorker from '../../src/workers/lists.ts'
import * as shadowWorker from '../../src/workers/shadow.ts'
import { freshFolder } from '../databases.ts'
import { runCommand } from '../e2e/process.ts'
import { eventBody, onOneDatabase, quietLog, startApp, type TestApp } from '../harness.ts'
import { crudeAbuse, type Kind, postsOf, soundingBad, soundingFine } from '../moderation/kinds-of-posts.ts'
import { jsonOf } from './command-on.ts'

const policy = loadPolicy()
const packaged = createEmbeddedModel(policy)

const cli = (app: TestApp, ...argv: string[]) => jsonOf(app, argv)

/** The outcome of a post by the packaged model; null for a post that fixed rules refuse. */
async function packagedOutcome(post: PostText): Promise<Decision['to'] | null> {
  const { refusal, flags } = readText(post)
  return refusal ? null : decide(await packaged.decide(post, flags), post.site, policy).to
}

/** The first posts with this outcome by the packaged model, at most `count`. */
async function ofOutcome(
  posts: readonly PostText[],
  to: Decision['to'],
  count: number,
  also: (post: PostText) => boolean = () => true,
): Promise<PostText[]> {
  const found: PostText[] = []
  for (const post of posts) {
    if (found.length === count) break
    if ((await packagedOutcome(post)) === to && also(post)) found.push(post)
  }
  return found
}

/** Submits posts, lets the worker of `by` decide them, and returns the status of each and the model that decided it. */
async function decided(app: TestApp, key: string, posts: readonly PostText[], by = app) {
  const ids: string[] = []
  for (const { title, body, topics } of posts) {
    const answer = await app.call('POST', '/v1/posts', { key, body: eventBody({ title, body, topics }) })
    assert.equal(answer.status, 202, answer.text)
    ids.push(answer.json.id)
  }
  await by.moderate()
  const rows = await app.platform.db.selectFrom('revisions').selectAll().where('id', 'in', ids).execute()
  return rows.map(({ id, status, verdict }) => ({ id, status, model: JSON.parse(verdict!).model as string }))
}

const wanted = 50
const rich = { balance: 500_000_000 }

/** People publish fifty posts that the packaged model holds. */
async function publishFifty(app: TestApp, key: string, posts: readonly PostText[]): Promise<void> {
  const held = (await decided(app, key, posts)).filter(({ status }) => status === 'review').slice(0, wanted)
  assert.equal(held.length, wanted)
  for (const { id } of held) assert.equal((await cli(app, 'review', 'publish', id)).status, 0)
}

/** A kind of post of which the packaged model holds enough. */
async function heldKind(kinds: readonly Kind[]) {
  for (const kind of kinds) {
    const posts = await ofOutcome(postsOf(kind.decided), 'review', wanted, post => !isCertainAbuse(opinionsOn(post)))
    const unseen = await ofOutcome(postsOf(kind.unseen), 'review', 24)
    if (posts.length === wanted && unseen.length === 24) return { posts, unseen }
  }
  throw new Error('the packaged model holds too few posts of each kind: add another kind')
}

const publishedOf = (rows: readonly { status: string }[]) => rows.filter(({ status }) => status === 'published').length
const modelsOf = (rows: readonly { model: string }[]) => [...new Set(rows.map(({ model }) => model))]

let habit: Awaited<ReturnType<typeof heldKind>>
before(async () => {
  habit = await heldKind(soundingBad)
})

onOneDatabase('SQLite', 'learning from decisions', ({ fresh }) => {
  test('fifty decisions change the outcome of unseen posts of that kind in every process, and a rollback undoes that', async t => {
    const url = await fresh()
    const app = await startApp(url)
    t.after(() => app.close())
    const second = await startApp(url, { clock: app.clock })
    t.after(() => second.close())
    const { key } = await app.account(rich)
    await publishFifty(app, key, habit.posts)
    const [one, two, three] = [habit.unseen.slice(0, 8), habit.unseen.slice(8, 16), habit.unseen.slice(16, 24)]

    const env = { DATABASE_URL: url, DATA_DIR: freshFolder(), SECRET_KEY: Buffer.alloc(32, 7).toString('base64') }
    const { status, stdout, stderr } = await runCommand(env, ['moderation', 'learn', '--worse', '2'])
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
    const learnt = JSON.parse(stdout)
    assert.deepEqual([learnt.version, learnt.activated, learnt.forced, learnt.worse], [1, true, false, []])
    assert.deepEqual(learnt.past.before.fine_held, 1)
    assert.ok(learnt.past.after.fine_held < 0.4, JSON.stringify(learnt.past))
    assert.ok(learnt.unseen.learned > learnt.unseen.packaged + 0.3, JSON.stringify(learnt.unseen))
    assert.match(learnt.model, / learned 1$/)

    const here = await decided(app, key, one)
    const there = await decided(app, key, two, second)
    assert.ok(publishedOf(here) >= 5 && publishedOf(there) >= 5, JSON.stringify([here, there]))
    assert.deepEqual(modelsOf([...here, ...there]), [learnt.model])

    const { out: versions } = await cli(second, 'moderation', 'versions')
    assert.deepEqual(
      versions.map(({ version, active, usable }) => ({ version, active, usable })),
      [
        { version: 0, active: false, usable: true },
        { version: 1, active: true, usable: true },
      ],
    )
    const rolledBack = await cli(second, 'moderation', 'rollback')
    assert.deepEqual(rolledBack.out, [{ version: 0, model: packagedModel().name, before: 1 }])
    const again = await decided(app, key, three)
    assert.deepEqual([publishedOf(again), modelsOf(again)], [0, [packagedModel().name]])
    const nothing = await cli(app, 'moderation', 'rollback')
    assert.deepEqual([nothing.status, nothing.err.length], [1, 1])
    assert.deepEqual((await cli(app, 'moderation', 'rollback', '1')).out[0].version, 1)
  })

  test('after fifty decisions against posts that the model publishes, the model holds unseen posts of that kind', async t => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    const { key } = await app.account(rich)
    const [kind] = soundingFine
    const posts = await ofOutcome(postsOf(kind!.decided), 'published', wanted)
    const unseen = await ofOutcome(postsOf(kind!.unseen), 'published', 12)
    assert.ok(posts.length === wanted && unseen.length >= 8, 'the packaged model publishes posts of this kind')
    for (const { id } of await decided(app, key, posts))
      assert.equal((await cli(app, 'remove', id, 'off-topic', '--reason', 'not here')).status, 0)
    const { status, out, err } = await cli(app, 'moderation', 'learn', '--worse', '3')
    assert.equal(status, 0, err.join())
    assert.deepEqual(out[0].past.before.low_quality_published, 1)
    assert.ok(publishedOf(await decided(app, key, unseen)) <= unseen.length / 4)
  })

  test('a version learnt from decisions that publish crude abuse is refused; --force is logged, it judges beside the active one with --shadow, and a version of another packaged model is not used', async t => {
    const url = await fresh()
    const warned: [object, string][] = []
    const log = { ...quietLog, warn: (fields: object, message: string) => warned.push([fields, message]) }
    const app = await startApp(url, { log })
    t.after(() => app.close())
    const { key } = await app.account(rich)
    const poison = await ofOutcome(postsOf(crudeAbuse), 'review', wanted + 2)
    await publishFifty(app, key, poison.slice(0, wanted))

    const refused = await cli(app, 'moderation', 'learn')
    assert.deepEqual([refused.status, refused.out[0].activated, refused.out[0].version], [1, false, null])
    assert.match(
      refused.err.join(),
      /^worse: .*the packaged model is certain that \d+ of the \d+ posts that people let pass are abuse/,
    )
    assert.equal((await cli(app, 'moderation', 'versions')).out.length, 1)
    const [after] = await decided(app, key, poison.slice(wanted, wanted + 1))
    assert.deepEqual([after!.status, after!.model], ['review', packagedModel().name])
    assert.equal(warned.length, 0)

    const tried = await cli(app, 'moderation', 'learn', '--shadow')
    assert.deepEqual([tried.status, tried.out[0].activated, tried.out[0].version], [0, false, 1], tried.err.join())
    await listsWorker.runOnce(app.platform)
    const [beside] = await decided(app, key, poison.slice(wanted + 1))
    assert.deepEqual([beside!.status, beside!.model], ['review', packagedModel().name], 'the candidate decides nothing')
    while ((await shadowWorker.runOnce(app.platform)) > 0);
    const { out: shown } = await cli(app, 'policy', 'shadow', '--report')
    assert.deepEqual([shown.at(-1).learned, shown.at(-1).texts, shown.at(-1).missed], [1, 1, 0])

    const forced = await cli(app, 'moderation', 'learn', '--force')
    assert.deepEqual([forced.status, forced.out[0].activated, forced.out[0].forced], [0, true, true])
    assert.deepEqual(
      warned.map(([, message]) => message),
      ['a learned version was activated by force, although figures get worse'],
    )
    const { reason, detail } = await app.platform.db
      .selectFrom('decision_log')
      .selectAll()
      .where('action', '=', 'learn')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow()
    assert.match(reason, /^forced, although figures get worse: .*of the 50 posts that people let pass/)
    assert.deepEqual(JSON.parse(detail), { before: 0, after: 2, forced: true })

    const writing = app.platform.dialect.open(url, 'write')
    await writing.db.updateTable('model_versions').set({ base: 'another', base_name: 'embedded of old' }).execute()
    await writing.close()
    const later = await startApp(url, { clock: app.clock, log })
    t.after(() => later.close())
    assert.equal(later.platform.model.name, packagedModel().name)
    assert.match(warned.at(-1)![1], /another packaged model and is not used; run "handbill moderation learn" again/)
    const versions = (await cli(later, 'moderation', 'versions')).out
    assert.deepEqual(
      versions.map(({ active, usable }) => ({ active, usable })),
      [
        { active: true, usable: true },
        { active: false, usable: false },
        { active: false, usable: false },
      ],
    )
    assert.match(
      (await cli(later, 'moderation', 'rollback', '1')).err.join(),
      /^invalid: .*embedded of old.*Learn again/,
    )
  })

  test('the operator tries a policy or a version on past decisions before using it', async t => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    const { key } = await app.account(rich)
    const empty = await cli(app, 'moderation', 'learn')
    assert.match(empty.err.join(), /^invalid: There is no decision of a person/)
    const [post] = await ofOutcome(postsOf(crudeAbuse), 'rejected', 1)
    const [row] = await decided(app, key, [post!])
    assert.equal(row!.status, 'rejected')
    assert.equal((await cli(app, 'review', 'grant', row!.id, '--publish', '--message', 'it is satire')).status, 0)

    const file = join(freshFolder(), 'new.yaml')
    const text = readFileSync(new URL('../../policy/policy.yaml', import.meta.url), 'utf8')
    writeFileSync(file, text)
    const same = await cli(app, 'policy', 'replay', file, '--model', '0')
    assert.deepEqual([same.status, same.out.length, same.out[0].changed], [0, 1, 0])

    writeFileSync(file, text.replaceAll(/^( +action:) reject$/gm, '$1 review'))
    const other = await cli(app, 'policy', 'replay', file)
    assert.deepEqual(other.out[0], {
      id: row!.id,
      site: 'events',
      label: 'fine',
      before: 'rejected',
      after: 'review',
    })
    assert.deepEqual([other.status, other.out[1].changed], [1, 1])
    assert.match(other.err.join(), /^worse: fine held on past decisions: 0.0 % before, 100.0 % after$/)
    assert.equal((await cli(app, 'policy', 'replay', file, '--worse', '100')).status, 0)

    for (const [argv, message] of [
      [['policy', 'replay', join(freshFolder(), 'none.yaml')], /^invalid: Policy .*none.yaml/],
      [['policy', 'replay', file, '--model', '7'], /^not_found: There is no version 7/],
      [['policy', 'replay', file, '--model', 'x'], /^invalid: --model: got "x"/],
      [['moderation', 'learn', '--worse', 'much'], /^invalid: --worse: got "much"/],
      [['moderation', 'rollback', '7'], /^not_found: There is no version 7/],
      [['moderation', 'rollback', '-1'], /^invalid: VERSION: got "-1"/],
    ] as const) {
      const { status, err } = await cli(app, ...argv)
      assert.equal(status, 1)
      assert.match(err.join(), message)
    }
  })
})
