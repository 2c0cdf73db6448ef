// A candidate judges beside the service: it shows where it differs, and changes no outcome, no money, no log and no lesson.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parse, stringify } from 'yaml'
import { limits } from '../../../src/contract/limits.ts'
import { tableNames } from '../../../src/store/database/tables.ts'
import * as listsWorker from '../../../src/workers/lists.ts'
import * as shadowWorker from '../../../src/workers/shadow.ts'
import { commandOn, jsonOf } from '../../cli/command-on.ts'
import { freshFolder } from '../../databases.ts'
import { eventBody, onEveryDatabase, onOneDatabase, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { startLanguageModel, verdict } from '../../kit/language-model-server.ts'
import { rowsOf } from '../../store/every-table.ts'

const packaged = parse(readFileSync(new URL('../../../policy/policy.yaml', import.meta.url), 'utf8'))
type Category = { id: string; action: string; penalized: boolean; disallowed_examples: string[] }
const scam = packaged.categories.find(({ id }: Category) => id === 'scam') as Category

/** A policy under which no machine rejects a scam: a person decides. */
const milder = {
  ...packaged,
  categories: packaged.categories.map((each: Category) => (each.id === 'scam' ? { ...each, action: 'review' } : each)),
}

function fileWith(text: string): string {
  const file = join(freshFolder(), 'candidate.yaml')
  writeFileSync(file, text)
  return file
}

onEveryDatabase('a candidate beside the service', ({ fresh }) => {
  let url: string
  let app: TestApp
  let author: TestAccount
  before(async () => {
    url = await fresh()
    app = await startApp(url)
    author = await app.account({ balance: 500_000_000 })
  })
  after(() => app.close())

  const sent = async (body: string, title = 'Evening at the hall') => {
    const answer = await app.call('POST', '/v1/posts', { key: author.key, body: eventBody({ title, body }) })
    assert.equal(answer.status, 202, answer.text)
    return answer.json.id as string
  }
  const scams = scam.disallowed_examples
  const statusOf = async (id: string) => (await app.call('GET', `/v1/posts/${id}`, { key: author.key })).json.status
  const judgeBeside = async (on = app) => {
    while ((await shadowWorker.runOnce(on.platform)) > 0);
  }
  const report = async () => {
    const { out } = await jsonOf(app, ['policy', 'shadow', '--report'])
    return { differences: out.slice(0, -1), summary: out.at(-1) }
  }
  /** All rows but those of the candidate. */
  const everything = async () => {
    const names = tableNames.filter(name => !name.startsWith('shadow_'))
    return Object.fromEntries(
      await Promise.all(names.map(async name => [name, await rowsOf(app.platform.db, name)] as const)),
    )
  }
  const start = async (...argv: string[]) => {
    const started = await jsonOf(app, ['policy', 'shadow', ...argv])
    assert.equal(started.status, 0, started.err.join())
    await listsWorker.runOnce(app.platform)
  }

  test('it decides nothing: outcome, money, log and lessons are those of the policy in force, and the report has the difference', async () => {
    const [rejected] = [await sent(scams[0]!)]
    await app.moderate()
    assert.equal(await statusOf(rejected!), 'rejected', 'this example is rejected without a candidate')
    await start(fileWith(stringify(milder)))
    const ids = [await sent(scams[1]!), await sent('Bring a chair and a cup. Doors open at seven.')]
    await app.moderate()
    assert.deepEqual([await statusOf(ids[0]!), await statusOf(ids[1]!)], ['rejected', 'published'])
    const before = await everything()
    await judgeBeside()
    assert.deepEqual(await everything(), before)
    const { differences, summary } = await report()
    assert.deepEqual(
      differences.map(({ text, active, candidate }) => ({ text, active, candidate })),
      [
        {
          text: ids[0],
          active: { to: 'rejected', category: 'scam' },
          candidate: { to: 'review', category: 'scam' },
        },
      ],
    )
    assert.deepEqual([summary.texts, summary.differing, summary.missed], [2, 1, 0])
    assert.deepEqual(summary.counts, [
      { category: 'fine', active: 'published', candidate: 'published', texts: 1 },
      { category: 'scam', active: 'rejected', candidate: 'review', texts: 1 },
    ])
    const stored = JSON.stringify(await rowsOf(app.platform.db, 'shadow_differences'))
    assert.ok(!stored.includes(scams[1]!.slice(0, 20)), 'no second copy of the text')
  })

  test('thresholds of a candidate hold what the policy in force publishes, in all texts or in a language', async () => {
    const pairs = [
      ['The choir sings in the garden, tea is free.', 'Der Chor singt im Garten, der Tee ist frei.'],
      ['We mend old bicycles together on the square.', 'Wir reparieren zusammen alte Fahrräder auf dem Platz.'],
      ['A walk along the river with the bird watchers.', 'Eine Wanderung am Fluss mit den Vogelfreunden.'],
    ] as const
    const heldUnder = async ([english, german]: readonly [string, string], thresholds: object) => {
      await start(fileWith(stringify({ ...packaged, thresholds })))
      const ids = [await sent(english), await sent(german, 'Abend im Saal')]
      await app.moderate()
      assert.deepEqual([await statusOf(ids[0]!), await statusOf(ids[1]!)], ['published', 'published'])
      await judgeBeside()
      const held = (await report()).differences.filter(({ candidate }) => candidate.to === 'review')
      return ids.map(id => held.some(({ text }) => text === id))
    }
    assert.deepEqual(await heldUnder(pairs[0], { publish: 1 }), [true, true])
    assert.deepEqual(await heldUnder(pairs[1], { languages: { de: { publish: 1 } } }), [false, true])
    assert.deepEqual(await heldUnder(pairs[2], { publish: 1, languages: { de: { publish: 0.6 } } }), [true, false])
  })

  test('every process takes it, and two that count at once lose nothing', async t => {
    await start(fileWith(stringify(milder)))
    const other = await startApp(url, { clock: app.clock })
    t.after(() => other.close())
    await listsWorker.runOnce(other.platform)
    for (let i = 0; i < 3; i++) {
      await sent(`Bring chair number ${i} and a cup.`)
      await app.moderate()
      await sent(`Bring cup number ${i} and a chair.`)
      await other.moderate()
    }
    await Promise.all([judgeBeside(), judgeBeside(other)])
    const { summary } = await report()
    assert.equal(summary.texts, 6)
    await start('--off')
    await listsWorker.runOnce(other.platform)
    assert.deepEqual([app.platform.shadow.candidate(), other.platform.shadow.candidate()], [null, null])
    assert.equal((await jsonOf(app, ['policy', 'shadow', '--report'])).status, 1)
  })

  test('a candidate that fails delays and fails no decision, and is counted', async () => {
    await start(fileWith(stringify(milder)))
    const candidate = app.platform.shadow.candidate()!
    candidate.model.decide = () => {
      throw new Error('broken')
    }
    const id = await sent('Bring a chair, a cup and a friend.')
    await app.moderate()
    assert.equal(await statusOf(id), 'published')
    await judgeBeside()
    const { summary } = await report()
    assert.deepEqual([summary.texts, summary.missed], [0, 1])
  })

  test('texts that wait for it and differences that are kept are bounded', async () => {
    await start(fileWith(stringify(milder)))
    const { seq } = app.platform.shadow.candidate()!
    const scamTo = (to: 'rejected' | 'review') => ({ to, category: 'scam', penalized: to === 'rejected' })
    const differing = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({
        ...{ revisionId: `r${from + i}`, postId: `r${from + i}`, site: 'events' as const },
        ...{ active: scamTo('rejected'), candidate: scamTo('review') },
      }))
    for (let from = 0; from < limits.shadowDifferences + 200; from += 200)
      await app.platform.act('noteShadow', { candidate: seq, compared: differing(from, 200), missed: 0 })
    const rows = await rowsOf(app.platform.db, 'shadow_differences')
    assert.equal(rows.length, limits.shadowDifferences)
    assert.equal(rows[0]!.revision_id, 'r200')
    app.clock.advance(limits.shadowKeptMs + 86_400_000)
    await app.platform.act('noteShadow', { candidate: seq, compared: [], missed: 0 })
    assert.deepEqual(await rowsOf(app.platform.db, 'shadow_differences'), [])
    await app.platform.act('noteShadow', { candidate: seq + 1, compared: differing(0, 1), missed: 0 })
    assert.deepEqual(await rowsOf(app.platform.db, 'shadow_counts'), [], 'a former candidate counts nothing')
  })

  test('promoted, its policy is the file in DATA_DIR and decides, and the former file is kept', async () => {
    await start(fileWith(stringify(milder)))
    const own = join(app.folder, 'policy.yaml')
    writeFileSync(own, stringify(packaged))
    const { status, out } = await jsonOf(app, ['policy', 'promote'])
    assert.equal(status, 0)
    assert.deepEqual(parse(readFileSync(own, 'utf8')), milder)
    assert.deepEqual(parse(readFileSync(out[0].kept, 'utf8')), packaged)
    await listsWorker.runOnce(app.platform)
    assert.equal(app.platform.shadow.candidate(), null)
    assert.equal((await jsonOf(app, ['policy', 'promote'])).status, 1)
  })

  test('a hostile file is refused before anything is stored, with what is wrong', async () => {
    const refusals: [string, string, RegExp][] = [
      ['a wrong category', stringify({ ...packaged, categories: packaged.categories.slice(1) }), /scam is missing/],
      [
        'a threshold below the usual',
        stringify({ ...packaged, thresholds: { publish: 0.5 } }),
        /\/thresholds\/publish/,
      ],
      ['a huge file', `# ${'x'.repeat(limits.policyBytes)}\n`, /longer than 1000000 bytes/],
      ['an alias of itself', 'a: &a [*a]\nversion: &v {v: *v}\n', /an alias stands inside what it names/],
      [
        'aliases that multiply',
        `${Array.from(
          { length: 9 },
          (_, i) =>
            `a${i}: &a${i} [${Array(9)
              .fill(i === 0 ? 'x' : `*a${i - 1}`)
              .join(', ')}]`,
        ).join('\n')}\n`,
        /alias/i,
      ],
      ['a broken file', '\0{{{', /Policy/],
    ]
    for (const [what, text, says] of refusals) {
      const { status, err } = await commandOn(app, ['policy', 'shadow', fileWith(text)])
      assert.equal(status, 1, what)
      assert.match(err.join(), says, what)
      assert.ok(err.join().length < 5_000, what)
    }
    for (const argv of [[], ['--off', '--report'], ['--learned', '99'], ['--learned', 'x'], ['/nowhere.yaml']])
      assert.equal((await commandOn(app, ['policy', 'shadow', ...argv])).status, 1, argv.join())
    assert.deepEqual(await rowsOf(app.platform.db, 'shadow_candidates'), [])
  })
})

onOneDatabase('SQLite', 'a candidate beside a language model', ({ fresh }) => {
  test('the model is asked once more, under the policy of the candidate, after the decision', async t => {
    const server = await startLanguageModel()
    t.after(() => server.close())
    const env = { MODERATION: server.url, MODERATION_MODEL: 'big', MODERATION_SECOND: 'off' }
    const app = await startApp(await fresh(), { env })
    t.after(() => app.close())
    const file = fileWith(stringify(milder))
    const { out } = await jsonOf(app, ['policy', 'shadow', file])
    const { policy: version, calls_a_text: calls } = out[0]
    assert.equal(calls, 1)
    await listsWorker.runOnce(app.platform)
    server.answer = (asked, reply) =>
      verdict(asked.policyVersion === version ? { outcome: 'review', category: 'scam' } : {})(asked, reply)
    const { key } = await app.account({ balance: 500_000_000 })
    const { id } = (await app.call('POST', '/v1/posts', { key, body: eventBody() })).json
    await app.moderate()
    assert.equal((await app.call('GET', `/v1/posts/${id}`, { key })).json.status, 'published')
    assert.equal(server.asked.length, 1)
    server.listing = 500
    while ((await shadowWorker.runOnce(app.platform)) > 0);
    assert.deepEqual(
      server.asked.map(({ policyVersion }) => policyVersion),
      [packaged.version, version],
    )
    const shown = await jsonOf(app, ['policy', 'shadow', '--report'])
    assert.deepEqual(shown.out[0].candidate, { to: 'review', category: 'scam' })
  })
})
