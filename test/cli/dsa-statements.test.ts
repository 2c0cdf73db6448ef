// `handbill review log --dsa`: the decisions against texts and accounts as the statements of reasons that the EU's database takes.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { parse } from 'yaml'
import { dsaLists } from '../../src/contract/moderation/dsa.ts'
import { dsaFaults } from '../../src/domain/review/dsa-faults.ts'
import { loadDsaCategories } from '../../src/moderation/dsa-categories.ts'
import { loadPolicy } from '../../src/moderation/policy-file.ts'
import { answerAppeal } from '../../src/usecases/review/appeals.ts'
import { decideText } from '../../src/usecases/review/decide-text.ts'
import { allSites, bodyFor, hostOf, onEveryDatabase, startApp, type TestApp } from '../harness.ts'
import { byTitle } from '../kit/title-model.ts'
import { commandOn, jsonOf } from './command-on.ts'

test('every category of the policy has a category of the EU, and a new one of an operator is a violation of the terms', () => {
  const table = parse(readFileSync('policy/dsa-categories.yaml', 'utf8')) as Record<string, string>
  assert.deepEqual(
    Object.keys(table),
    loadPolicy().categories.map(({ id }) => id),
  )
  const of = loadDsaCategories()
  assert.equal(of('scam'), 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD')
  assert.equal(of('child-safety'), 'STATEMENT_CATEGORY_PROTECTION_OF_MINORS')
  for (const id of ['gambling', null, 'constructor']) assert.equal(of(id), 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC')
  assert.equal(new Set(dsaLists.category).size, 16)
})

onEveryDatabase('handbill review log --dsa', ({ fresh }) => {
  let app: TestApp
  let author: Awaited<ReturnType<TestApp['account']>>
  before(async () => {
    app = await startApp(await fresh(), { env: { SITES: allSites }, overrides: { model: byTitle } })
    author = await app.account({ balance: 900_000_000 })
  })
  after(() => app.close())

  const post = async (word: string, site: 'events' | 'classifieds' = 'events') => {
    const body = bodyFor[site]()
    const sent = { ...body, title: `${word} ${body.title} of Jane Private` }
    const { json } = await app.call('POST', '/v1/posts', { host: hostOf(site), key: author.key, body: sent })
    await app.moderate()
    return json.id as string
  }
  const remove = (revisionId: string) =>
    decideText(app.platform, {
      ...{ action: 'remove', revisionId, actor: 'ann', reason: 'Jane Private complained.', category: 'personal-data' },
      penalized: false,
    } as const)
  const report = (post_id: string, more: object, site: 'events' | 'classifieds' = 'events') =>
    app.call('POST', '/v1/reports', { host: hostOf(site), body: { post_id, reason: 'personal-data', ...more } })
  const statements = async (...options: string[]) => {
    const ran = await jsonOf(app, ['review', 'log', '--dsa', ...options])
    assert.deepEqual([ran.status, ran.err], [0, []])
    for (const statement of ran.out) assert.deepEqual(dsaFaults(statement), [])
    assert.equal(new Set(ran.out.map(({ puid }) => puid)).size, ran.out.length)
    return ran.out
  }
  const of = async (subject: string) => (await statements()).filter(({ puid }) => puid.replace(/-\d+$/, '') === subject)

  test('a rejection by a model says so, refers to the policy, and holds no word of the post', async () => {
    const sent = app.clock.now()
    const id = await post('ABUSE')
    const [statement, ...others] = await of(id)
    assert.equal(others.length, 0)
    const day = new Date(sent).toISOString().slice(0, 10)
    const { policy } = app.platform
    const scam = policy.categories.find(category => category.id === 'scam')!
    assert.deepEqual(
      { ...statement, territorial_scope: statement.territorial_scope.length, puid: 0 },
      {
        decision_visibility: ['DECISION_VISIBILITY_OTHER'],
        decision_visibility_other: 'The content was refused before it was published.',
        decision_ground_reference_url: 'http://events.test/policy/#scam',
        incompatible_content_ground: `Policy, version ${policy.version}, category scam`,
        incompatible_content_explanation: `${scam.title}. ${scam.definition}`,
        content_type: ['CONTENT_TYPE_TEXT'],
        content_date: day,
        decision_facts:
          'The moderation model refused an event before it was published: it breaks the category scam of the policy.',
        source_type: 'SOURCE_VOLUNTARY',
        automated_detection: 'Yes',
        decision_ground: 'DECISION_GROUND_INCOMPATIBLE_CONTENT',
        category: 'STATEMENT_CATEGORY_SCAMS_AND_FRAUD',
        territorial_scope: 30,
        application_date: day,
        automated_decision: 'AUTOMATED_DECISION_FULLY',
        puid: 0,
      },
    )
  })

  test('a removal by a person names its source: a notice, another report, or nobody; and no person', async () => {
    const sources: string[] = []
    for (const notice of [{ good_faith: true }, { law: 'GDPR' }, {}, null]) {
      const id = await post('Fine')
      if (notice)
        await report(id, { ...notice, name: 'Jane Private', email: 'jane@private.example', details: 'Jane Private' })
      await remove(id)
      const [statement] = await of(id)
      sources.push(statement.source_type)
      assert.deepEqual(
        [
          statement.decision_visibility,
          statement.automated_detection,
          statement.automated_decision,
          statement.category,
        ],
        [
          ['DECISION_VISIBILITY_CONTENT_REMOVED'],
          'No',
          'AUTOMATED_DECISION_NOT_AUTOMATED',
          'STATEMENT_CATEGORY_DATA_PROTECTION_AND_PRIVACY_VIOLATIONS',
        ],
      )
      assert.doesNotMatch(JSON.stringify(statement), /Jane|private\.example|\bann\b|Watercolour/)
    }
    assert.deepEqual(sources, [
      'SOURCE_ARTICLE_16',
      'SOURCE_ARTICLE_16',
      'SOURCE_TYPE_OTHER_NOTIFICATION',
      'SOURCE_VOLUNTARY',
    ])
  })

  test('an appeal that publishes a post again ends the restriction, and a second removal is a statement of its own', async () => {
    const id = await post('Fine')
    await remove(id)
    app.clock.advance(2 * 86_400_000)
    await answerAppeal(app.platform, { id, actor: 'bob', reason: 'Right.', decision: 'grant-publish' })
    const [first] = await of(id)
    assert.equal(first.end_date_visibility_restriction, new Date(app.clock.now()).toISOString().slice(0, 10))
    await remove(id)
    const both = await of(id)
    assert.deepEqual(
      both.map(({ end_date_visibility_restriction: end }) => end !== undefined),
      [true, false],
    )
  })

  test('an offer is a product, and a suspended account is an account, until the suspension ends', async () => {
    const offer = await post('Fine', 'classifieds')
    await remove(offer)
    assert.deepEqual((await of(offer))[0].content_type, ['CONTENT_TYPE_PRODUCT'])
    const { handle, accountId } = author
    await commandOn(app, ['suspend', handle, '--reason', 'Jane Private said so'])
    const [suspended] = await of(accountId)
    assert.deepEqual(
      [suspended.decision_account, suspended.content_type_other, suspended.end_date_account_restriction],
      ['DECISION_ACCOUNT_SUSPENDED', 'An account', undefined],
    )
    assert.ok(!JSON.stringify(suspended).includes('Jane'))
    await commandOn(app, ['unsuspend', handle])
    assert.ok((await of(accountId))[0].end_date_account_restriction)
  })

  test('a removal by an order of law is about illegal content, with the reference of the order', async () => {
    const id = await post('Fine')
    const ran = await commandOn(app, [
      'remove',
      id,
      '--legal',
      '12 O 34/26',
      '--countries',
      'DE',
      '--reason',
      'Jane Private sued.',
    ])
    assert.equal(ran.status, 0, ran.err.join())
    const [statement] = await of(id)
    assert.deepEqual(
      [statement.decision_ground, statement.illegal_content_legal_ground, statement.category, statement.source_type],
      [
        'DECISION_GROUND_ILLEGAL_CONTENT',
        '12 O 34/26',
        'STATEMENT_CATEGORY_NOT_SPECIFIED_NOTICE',
        'SOURCE_TYPE_OTHER_NOTIFICATION',
      ],
    )
    assert.equal(statement.incompatible_content_ground, undefined)
    assert.match(statement.illegal_content_explanation, /It holds: Germany\./)
    assert.ok(!JSON.stringify(statement).includes('Jane'))
  })

  test('publications, dismissals, appeals and credits are no statements; --since leaves earlier days out', async () => {
    const fine = await post('Fine')
    await commandOn(app, ['credit', author.handle, '1000', '--note', 'x'])
    assert.deepEqual(await of(fine), [])
    app.clock.advance(5 * 86_400_000)
    const today = new Date(app.clock.now()).toISOString().slice(0, 10)
    assert.deepEqual(await statements('--since', today), [])
    const id = await post('LOWQ')
    assert.deepEqual(
      (await statements('--since', today)).map(({ puid }) => puid.replace(/-\d+$/, '')),
      [id],
    )
    for (const options of [
      ['--dsa', '--since', 'today'],
      ['--since', today],
    ]) {
      const ran = await commandOn(app, ['review', 'log', ...options])
      assert.equal(ran.status, 1)
      assert.match(ran.err.join(), /--since: /)
    }
  })

  test('a decision that the database would refuse is named on the error output, and the others are written', async () => {
    const writing = app.platform.dialect.open(app.databaseUrl, 'write')
    const before = (await statements()).length
    const { seq, created_at } = await app.platform.db
      .selectFrom('decision_log')
      .select(['seq', 'created_at'])
      .where('action', '=', 'verdict-reject-abuse')
      .executeTakeFirstOrThrow()
    const madeAt = (at: number) =>
      writing.db.updateTable('decision_log').set({ created_at: at }).where('seq', '=', seq).execute()
    await madeAt(Date.parse('2019-06-01'))
    const ran = await commandOn(app, ['review', 'log', '--dsa'])
    assert.deepEqual([ran.status, ran.out.length], [1, before - 1])
    const [fault] = ran.err.map(line => (line.startsWith('{') ? JSON.parse(line) : null)).filter(Boolean)
    assert.equal(fault.seq, seq)
    assert.match(fault.faults.join(), /application_date is no day from 2020-01-01/)
    await madeAt(created_at)
    await writing.close()
  })
})
