// The currency of the platform (CURRENCY): written on every page, mail, document and file, remembered by the database (contract.md §5).
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { readConfig } from '../../../src/config.ts'
import { coded, exactly, plainAmount, rounded, spelled, useMoney, usualMoney } from '../../../src/contract/currency.ts'
import { minorUnitOf } from '../../../src/contract/minor-units.ts'
import { taxInside } from '../../../src/domain/money/tax.ts'
import { microsIn, signed } from '../../../src/http/private/money.ts'
import { bodyFor, mailsTo, onEveryDatabase, onPresentation, startApp, type TestApp } from '../../harness.ts'
import { sessionIn } from '../../http/owner/owner-site.ts'

const euros = { CURRENCY: 'EUR', SITES: 'stories=http://stories.test' }
const inCurrency = (currency: string, places: number) => useMoney({ currency, places, topUps: usualMoney.topUps })
/** What no page of a platform in another currency says. */
const dollars = /\$\d|(?<![\w/])USD(?!\w)|dollar/i

describe('amounts', () => {
  after(() => useMoney(usualMoney))

  test('are written exactly in currencies with two, no and three decimals', () => {
    inCurrency('USD', 2)
    assert.deepEqual(
      [
        coded(1_000),
        coded(1_000_000),
        spelled(1_000_001),
        rounded(1_234_509_999),
        exactly(9_998_500),
        plainAmount(250_000),
      ],
      ['0.0010 USD', '1.00 USD', '$1.000001', '$1,234.50', '$9.9985', '0.25'],
    )
    assert.deepEqual([signed(-1_000_000), signed(10_000_000, 'always'), exactly(10_000)], ['−$1.00', '+$10.00', null])
    assert.equal(rounded(9_007_199_254_740_991), '$9,007,199,254.74')
    inCurrency('JPY', 0)
    assert.deepEqual(
      [coded(100_000_000), coded(500_000), rounded(1_999_999), exactly(1_500_000), plainAmount(5_000_000)],
      ['100 JPY', '0.5000 JPY', '¥1', '¥1.5', '5'],
    )
    inCurrency('KWD', 3)
    assert.deepEqual(
      [coded(1_000_000), coded(1_500), spelled(1_000), plainAmount(1_000)],
      ['1.000 KWD', '0.0015 KWD', 'KWD 0.001', '0.001'],
    )
  })

  test('are read with the sign of the currency or without', () => {
    inCurrency('EUR', 2)
    for (const typed of ['5,50', '5.50', '€5.50', '€ 5.50', 'EUR 5.50']) assert.equal(microsIn(typed), 5_500_000, typed)
    for (const typed of ['$5', '1,000', '', '-1', '¥5']) assert.equal(microsIn(typed), null, typed)
  })

  test('tax is in whole smallest units of the currency', () => {
    inCurrency('JPY', 0)
    assert.equal(taxInside(1_000_000_000, 10_000), 91_000_000)
    inCurrency('USD', 2)
    assert.equal(taxInside(10_000_000, 19_000), 1_600_000)
  })

  test('are counted for Stripe in its units, and charged in the steps that it takes', () => {
    const units = (code: string) => Object.values(minorUnitOf(code))
    assert.deepEqual(['usd', 'JPY', 'KWD', 'ISK', 'UGX', 'MGA'].map(units), [
      [10_000, 10_000],
      [1_000_000, 1_000_000],
      [1_000, 10_000],
      [10_000, 1_000_000],
      [10_000, 1_000_000],
      [1_000_000, 1_000_000],
    ])
  })

  test('a currency that does not exist, and amounts that it cannot charge, stop the start', () => {
    const refused = (env: Record<string, string>, why: RegExp) => assert.throws(() => readConfig(env), why)
    for (const CURRENCY of ['EURO', 'eur', 'ZZZ', '€']) refused({ CURRENCY }, /^ConfigError: CURRENCY: got /)
    refused(
      { CURRENCY: 'JPY', TOPUP_MIN: '5500000' },
      /TOPUP_MIN: got "5500000" \(charges in JPY are in steps of 1000000 micros\)/,
    )
    refused({ CURRENCY: 'KWD', TOPUPS: '10000000,20005000' }, /TOPUPS: .*charges in KWD are in steps of 10000 micros/)
    for (const TOPUPS of ['20000000,10000000', '10000000,10000000', '0', '1,2,3,4,5,6,7', '400000', 'ten'])
      refused({ TOPUPS }, /TOPUPS: got/)
    const yen = readConfig({ CURRENCY: 'JPY', TOPUPS: '1000000000,5000000000' })
    assert.deepEqual(yen.money, { currency: 'JPY', places: 0, topUps: [1_000_000_000, 5_000_000_000] })
    assert.deepEqual(yen.prices.topUps, { least: 1_000_000_000, most: 5_000_000_000 })
  })
})

onEveryDatabase('the currency of a database', ({ fresh }) => {
  after(() => useMoney(usualMoney))

  test('can be chosen until money has moved, and another one stops the start with a line', async () => {
    const url = await fresh()
    const first = await startApp(url)
    await first.close()
    const second = await startApp(url, { env: { CURRENCY: 'EUR' } })
    await second.account({ balance: 5_000_000 })
    await second.close()
    await assert.rejects(startApp(url), /^ConfigError: CURRENCY: got "USD"; the money of this database is in EUR/)
    const again = await startApp(url, { env: { CURRENCY: 'EUR' } })
    await again.close()
  })

  test('of two processes that start at once with two currencies on an empty database, one is refused', async () => {
    const url = await fresh()
    const first = await startApp(url, { env: { CURRENCY: 'EUR' } })
    const second = await startApp(url)
    const enter = async ({ platform }: TestApp, id: string) => {
      assert.equal(await platform.act('enterNode', { id }), null)
      return platform.act('keepCurrency', { id })
    }
    assert.equal(await enter(first, 'first'), 'EUR')
    assert.equal(await enter(second, 'second'), 'EUR', 'it asked for USD, and is refused')
    await assert.rejects(startApp(url), /the money of this database is in EUR/, 'while the first one runs')
    await Promise.all([first.close(), second.close()])
  })

  test('a database with money from before currencies could be chosen is in USD', async () => {
    const url = await fresh()
    const old = await startApp(url)
    await old.account({ balance: 5_000_000 })
    await old.close()
    const writing = old.platform.dialect.open(url, 'write')
    await writing.db.deleteFrom('meta').where('name', '=', 'currency').execute()
    await writing.close()
    await assert.rejects(startApp(url, { env: { CURRENCY: 'EUR' } }), /the money of this database is in USD/)
  })
})

onPresentation('a platform in euros', ({ fresh }) => {
  let app: TestApp | undefined
  after(async () => {
    await app?.close()
    useMoney(usualMoney)
  })

  test('no page, document, mail, tool or file of it names dollars', async () => {
    app = await startApp(await fresh(), { env: euros })
    const host = 'stories.test'
    const owner = await app.account({ balance: 0 })
    const refused = await app.call('POST', '/v1/posts', { host, key: owner.key, body: bodyFor.stories() })
    assert.match(refused.json.message_for_owner, /top up €10\.00/)
    assert.match(refused.text, /0\.25 EUR/)
    assert.equal((await app.call('GET', '/v1/pricing', { host })).json.currency, 'eur')
    assert.equal((await app.call('GET', '/plans.json', { host })).json.currency, 'EUR')
    await app.platform.act('creditAccount', {
      handle: owner.handle,
      amountMicros: 25_000_000,
      actor: 'test',
      reason: 'test',
    })
    await app.platform.act('setLowBalance', { accountId: owner.accountId, thresholdMicros: 24_900_000 })
    await app.call('POST', '/v1/posts', { host, key: owner.key, body: bodyFor.stories() })
    const paths = [
      '/pricing/',
      '/developers/',
      '/developers/reference/',
      '/terms/',
      '/llms.txt',
      '/openapi.yml',
      '/limits/',
    ]
    // What a classified asks for is in a currency of its own.
    for (const path of [...paths, '/rate-limits.json', '/problems.json', '/vocabulary.yml', '/skills/']) {
      // A site whose posts have no prices of their own.
      const { status, text: whole }: { status: number; text: string } = await app.call('GET', path, {
        host: 'stories.test',
      })
      const text = whole.replaceAll(/12\.5 USD is twelve dollars fifty|such as USD|currency: USD/g, '')
      const found = dollars.exec(text)
      if (status === 200) assert.equal(found && text.slice(found.index - 60, found.index + 60), null, path)
    }
    const session = await sessionIn(app, owner, 'email')
    for (const path of ['', '/settings', '/keys', '/posts', '/ledger', '/payments']) {
      const { html, status } = await session.get(`/account${path}`)
      assert.equal(status, 200)
      assert.doesNotMatch(html, dollars, path)
    }
    assert.match((await session.get('/account')).html, /€24\.75/)
    const csv = (await session.get('/account/spending.csv')).html
    assert.match(csv, /amount_eur/)
    assert.doesNotMatch(csv, /usd/)
    const mails = await mailsTo(app, owner)
    assert.ok(mails.some(({ body }) => /24\.75 EUR left/.test(body)))
    for (const { body, subject } of mails) assert.doesNotMatch(`${subject} ${body}`, dollars)
    const listed = await app.call('POST', '/mcp', {
      ...{ host: 'stories.test', body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} } },
      headers: { accept: 'application/json, text/event-stream' },
    })
    assert.match(listed.text, /0\.25 EUR/)
    assert.doesNotMatch(listed.text, dollars)
  })
})
