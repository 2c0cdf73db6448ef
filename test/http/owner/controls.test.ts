// The owner's pages about keys, approvals and warnings: only somebody who reads the owner's mail decides there.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { textOf } from '../../../demo/demo-browser.ts'
import { Problem } from '../../../src/contract/problems/problem.ts'
import { eventBody, type TestAccount, type TestApp, withPresentation } from '../../harness.ts'
import { keyIdOf, ownerToken, setKeyLimits } from '../../kit/key-controls.ts'

type Page = { status: number; html: string; text: string; location: string | null }

/** A browser with the account page open, in a session of this grade. */
async function browserOf(app: TestApp, account: TestAccount, grade: 'agent' | 'email' = 'email') {
  const { links, now } = app.platform
  const agent = links.sign({ account: account.accountId, grade: 'agent' }, now())
  const session = grade === 'email' ? await ownerToken(app, account) : agent
  const ask = async (method: string, path: string, form?: URLSearchParams, headers = {}): Promise<Page> => {
    const cookie = `handbill-account=${session}`
    const answer = await fetch(app.origin + path, {
      method,
      redirect: 'manual',
      headers: { cookie, ...headers },
      ...(form && { body: form }),
    })
    const html = await answer.text()
    return { status: answer.status, html, text: textOf(html), location: answer.headers.get('location') }
  }
  return {
    open: (path: string) => ask('GET', path),
    send: (path: string, fields: [string, string][], headers = {}) =>
      ask('POST', path, new URLSearchParams([['csrf', links.csrf(session)], ...fields]), headers),
    /** Sends a form without the CSRF token of our pages. */
    forge: (path: string, fields: [string, string][]) => ask('POST', path, new URLSearchParams(fields)),
  }
}

const keyRow = (app: TestApp, id: string) =>
  app.platform.db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const hiddenIn = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? ''

const plainKey: [string, string][] = [
  ['name', 'news agent'],
  ['daily_budget', '5'],
  ['post_limit', '$1.50'],
  ['sites', 'events'],
  ['ask_first', 'yes'],
]

withPresentation('keys on the account page', app => {
  it('the account page shows keys with last use and spending, and changes them', async () => {
    const owner = await app().account()
    const id = await keyIdOf(app(), owner)
    const browser = await browserOf(app(), owner)
    const before = await browser.open('/account/keys')
    assert.equal(before.status, 200)
    assert.match(before.text, /first key Created .* Last used never Spent today \$0\.00 This month \$0\.00/)
    const saved = await browser.send('/account/keys/change', [['key', id], ...plainKey])
    assert.deepEqual([saved.status, saved.location], [303, '/account/keys'])
    const { name, daily_budget, post_limit, sites, ask_first } = await keyRow(app(), id)
    assert.deepEqual([name, daily_budget, post_limit, sites, ask_first], ['news agent', 5_000_000, 1_500_000, null, 1])
    const { html, text } = await browser.open('/account/keys')
    assert.match(text, /news agent Created .* \$0\.00 of \$5\.00, \$5\.00 left/)
    assert.match(html, /name="daily_budget"[^>]* value="5\.00"/)
    await browser.send('/account/keys/change', [
      ['key', id],
      ['name', 'free again'],
      ['sites', 'events'],
    ])
    assert.deepEqual(await keyRow(app(), id).then(row => [row.daily_budget, row.post_limit, row.ask_first]), [
      null,
      null,
      0,
    ])
  })

  it('the owner makes a key, which is shown once, and revokes it on the account page', async () => {
    const owner = await app().account()
    const browser = await browserOf(app(), owner)
    const made = await browser.send('/account/keys', plainKey)
    const key = /ak_[0-9A-Za-z]{38}/.exec(made.html)?.[0] ?? ''
    assert.deepEqual(
      [made.status, (await app().call('GET', '/v1/account', { key })).json.key.name],
      [201, 'news agent'],
    )
    const { html } = await browser.open('/account/keys')
    assert.ok(!html.includes(key))
    const { key_id } = (await app().call('GET', '/v1/account', { key })).json.key
    assert.equal((await browser.send('/account/keys/revoke', [['key', key_id]])).status, 303)
    assert.equal((await app().call('GET', '/v1/account', { key })).status, 401)
    assert.equal((await browser.send('/account/keys/revoke', [['key', key_id]])).status, 404)
  })

  it('a key keeps its settings when its form is wrong, and the page names the fault', async () => {
    const owner = await app().account()
    const id = await keyIdOf(app(), owner)
    const browser = await browserOf(app(), owner)
    const wrong: [string, string, RegExp][] = [
      ['name', '', /needs a name/],
      ['name', 'x'.repeat(101), /needs a name/],
      ['daily_budget', 'five', /amount is in USD/],
      ['daily_budget', '-1', /amount is in USD/],
      ['post_limit', '1.0000001', /amount is in USD/],
      ['sites', 'nowhere', /Choose at least one site/],
    ]
    for (const [field, value, said] of wrong) {
      const fields = plainKey.map(([name, was]): [string, string] => [name, name === field ? value : was])
      const { status, text, html } = await browser.send('/account/keys/change', [['key', id], ...fields])
      assert.equal(status, 400, field)
      assert.match(text, said)
      const form = html.slice(html.indexOf(`id="${id}"`), html.indexOf('id="new-key"'))
      assert.match(form, /<details open>/, 'the form is open')
      assert.match(
        form,
        new RegExp(`aria-invalid="true" aria-describedby="${id}-${field}-fault"`),
        'the field is marked',
      )
      assert.equal((form.match(/aria-invalid/g) ?? []).length, 1, 'no other field is marked')
      assert.match(form, new RegExp(`id="${id}-${field}-fault"`))
      for (const [name, typed] of fields.filter(([name]) => /budget|limit|name/.test(name)))
        assert.ok(form.includes(`name="${name}"`) && form.includes(`value="${typed}"`), `${name} is as it was typed`)
      assert.match(form, /name="ask_first" value="yes" checked/)
    }
    assert.equal((await keyRow(app(), id)).name, 'first key')
  })

  it('the keys of the account need a session from the inbox: an account link shows no key and changes none', async () => {
    const owner = await app().account()
    const id = await setKeyLimits(app(), owner, { name: 'a name of its own', ask_first: true })
    const { json } = await app().call('POST', '/v1/posts', { key: owner.key, body: eventBody() })
    const browser = await browserOf(app(), owner, 'agent')
    const page = await browser.open('/account')
    assert.match(page.text, /1 text waits for your approval.*signed in by mail/)
    assert.doesNotMatch(
      page.html,
      new RegExp(`a name of its own|${id}|${json.id}|action="/account/(keys|approvals|warning)`),
    )
    const forms: [string, [string, string][]][] = [
      ['/account/keys', plainKey],
      ['/account/keys/change', [['key', id], ...plainKey]],
      ['/account/keys/revoke', [['key', id]]],
      ['/account/warning', [['threshold', '0']]],
      [
        '/account/approvals',
        [
          ['text', json.id],
          ['seen', ''],
          ['answer', 'approve'],
        ],
      ],
      [
        '/account/approvals',
        [
          ['text', json.id],
          ['answer', 'refuse'],
        ],
      ],
    ]
    for (const [path, fields] of forms) {
      const { status, text } = await browser.send(path, fields)
      assert.equal(status, 403, path)
      assert.match(text, /A link from the inbox is needed/)
      const foreign = await (await browserOf(app(), owner)).forge(path, fields)
      assert.equal(foreign.status, 403, path)
      const crossSite = await (await browserOf(app(), owner)).send(path, fields, { 'sec-fetch-site': 'cross-site' })
      assert.equal(crossSite.status, 403, path)
    }
    assert.equal((await keyRow(app(), id)).name, 'a name of its own')
    assert.equal((await app().call('GET', `/v1/posts/${json.id}`, { key: owner.key })).json.status, 'awaiting_owner')
  })

  it('the keys of another account are not shown', async () => {
    const [owner, stranger] = [await app().account(), await app().account()]
    const id = await keyIdOf(app(), owner)
    const browser = await browserOf(app(), stranger)
    for (const path of ['change', 'revoke', 'pause', 'replace'].map(form => `/account/keys/${form}`))
      assert.equal((await browser.send(path, [['key', id], ['paused', 'yes'], ...plainKey])).status, 404, path)
    assert.equal((await browser.open(`/account/keys/${id}/end`)).status, 404)
    const { name, paused_at, revoked_at } = await keyRow(app(), id)
    assert.deepEqual([name, paused_at, revoked_at], ['first key', null, null])
  })

  it('the owner pauses a key, all keys at once, and takes that back for those that were paused together', async () => {
    const owner = await app().account()
    const first = await keyIdOf(app(), owner)
    const browser = await browserOf(app(), owner)
    await browser.send('/account/keys', plainKey)
    await browser.send('/account/keys', plainKey)
    const paused = async () => {
      const rows = await app().platform.db.selectFrom('api_keys').select(['id', 'paused_at']).execute()
      const ids = await app()
        .platform.db.selectFrom('api_keys')
        .select('id')
        .where('account_id', '=', owner.accountId)
        .execute()
      return rows.filter(({ id }) => ids.some(each => each.id === id)).map(({ paused_at }) => paused_at !== null)
    }
    assert.equal(
      (
        await browser.send('/account/keys/pause', [
          ['key', first],
          ['paused', 'yes'],
        ])
      ).status,
      303,
    )
    assert.match((await browser.open('/account/keys')).text, /first key paused/)
    app().clock.advance(1_000)
    assert.equal((await browser.send('/account/keys/pause-all', [])).status, 303)
    assert.deepEqual(await paused(), [true, true, true])
    const page = await browser.open('/account/keys')
    assert.doesNotMatch(page.text, /Pause all agents/)
    assert.match(page.text, /Resume the 2 keys that were paused/)
    const at = hiddenIn(page.html.slice(page.html.indexOf('resume-all')), 'paused_at')
    assert.equal((await browser.send('/account/keys/resume-all', [['paused_at', at]])).status, 303)
    assert.equal((await keyRow(app(), first)).paused_at !== null, true, 'a key that was paused alone stays paused')
    assert.deepEqual((await paused()).filter(Boolean).length, 1)
    assert.equal(
      (
        await browser.send('/account/keys/pause', [
          ['key', first],
          ['paused', 'no'],
        ])
      ).status,
      303,
    )
    assert.deepEqual(await paused(), [false, false, false])
  })

  it('before a key ends the page says what it holds; the end can be taken back for 10 minutes', async () => {
    const owner = await app().account()
    const id = await keyIdOf(app(), owner)
    const browser = await browserOf(app(), owner)
    assert.match((await browser.open(`/account/keys/${id}/end`)).text, /It has no posts/)
    await app().call('POST', '/v1/posts', { key: owner.key, body: eventBody() })
    await app().moderate()
    await app().call('POST', '/v1/posts', { key: owner.key, body: eventBody() })
    const asks = await browser.open(`/account/keys/${id}/end`)
    assert.match(asks.text, /It has 1 published post and 1 post that waits\. They stay as they are\./)
    assert.match(asks.text, /Pause it instead.*Replace it instead.*End this key/)
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).status, 200, 'nothing has ended yet')
    await browser.send('/account/keys/revoke', [['key', id]])
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).status, 401)
    assert.match((await browser.open('/account/keys')).text, /first key ?, ended .* Take the end back/)
    app().clock.advance(10 * 60_000 - 1)
    assert.equal((await browser.send('/account/keys/restore', [['key', id]])).status, 303)
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).status, 200)
    await browser.send('/account/keys/revoke', [['key', id]])
    app().clock.advance(10 * 60_000)
    assert.doesNotMatch((await browser.open('/account/keys')).text, /Take the end back/)
    assert.equal((await browser.send('/account/keys/restore', [['key', id]])).status, 404)
    assert.equal((await app().call('GET', '/v1/account', { key: owner.key })).status, 401)
  })

  it('an amount is read as it is written in many countries, and a thousand is never taken for one', async () => {
    const owner = await app().account()
    const id = await keyIdOf(app(), owner)
    const browser = await browserOf(app(), owner)
    const set = (amount: string) =>
      browser.send('/account/keys/change', [
        ['key', id],
        ...plainKey.filter(([name]) => name !== 'daily_budget'),
        ['daily_budget', amount],
      ])
    for (const [typed, micros] of [
      ['5,50', 5_500_000],
      ['$1,000.50', 1_000_500_000],
      ['0,5', 500_000],
      [' 7 ', 7_000_000],
    ] as const) {
      assert.equal((await set(typed)).status, 303, typed)
      assert.equal((await keyRow(app(), id)).daily_budget, micros, typed)
    }
    for (const typed of ['1,000', '1.000,50', '5,', ',5', '1,00,000'])
      assert.equal((await set(typed)).status, 400, typed)
  })
})

withPresentation('a text that waits for the owner on the account page', app => {
  const asking = async () => {
    const owner = await app().account()
    await setKeyLimits(app(), owner, { ask_first: true })
    return { owner, browser: await browserOf(app(), owner) }
  }
  const post = async (owner: TestAccount, body: object) =>
    (await app().call('POST', '/v1/posts', { key: owner.key, body })).json.id as string
  const statusOf = async (owner: TestAccount, id: string) =>
    (await app().call('GET', `/v1/posts/${id}`, { key: owner.key })).json

  it('a text that waits for the owner is shown as plain text, whatever it contains, and approved exactly as shown', async () => {
    const { owner, browser } = await asking()
    const title = 'An evening of <b>bold</b> paint & "paper"'
    const id = await post(owner, eventBody({ title }))
    const { html, text } = await browser.open('/account/approvals')
    assert.match(html, /An evening of &lt;b&gt;bold&lt;\/b&gt; paint &amp; &quot;paper&quot;/)
    assert.match(text, /1 text waits for your approval.*An evening of .*A new event, \$1\.00\. ?From the key first key/)
    assert.match(
      text,
      /Sat 6 March 2027, 14:00–16:00 \(Europe\/Paris\).*Every field as it is stored/,
      'the times in words',
    )
    assert.match(text, /country: FR/)
    assert.equal(/<a [^>]*>/.test(html.slice(html.indexOf('class="as-read"'), html.indexOf('name="seen"'))), false)
    const answer = await browser.send('/account/approvals', [
      ['text', id],
      ['seen', hiddenIn(html, 'seen')],
      ['answer', 'approve'],
    ])
    assert.deepEqual([answer.status, answer.location], [303, '/account/approvals'])
    assert.equal((await statusOf(owner, id)).status, 'queued')
    assert.match((await browser.open('/account/approvals')).text, /Nothing waits for your approval/)
  })

  it('the owner refuses a waiting text with a reason that the agent gets', async () => {
    const { owner, browser } = await asking()
    const id = await post(owner, eventBody())
    const fields: [string, string][] = [
      ['text', id],
      ['answer', 'refuse'],
    ]
    const long = await browser.send('/account/approvals', [...fields, ['reason', 'x'.repeat(501)]])
    assert.equal(long.status, 400)
    const answer = await browser.send('/account/approvals', [...fields, ['reason', 'Not in my name.']])
    assert.equal(answer.status, 303)
    const { status, approval } = await statusOf(owner, id)
    assert.deepEqual([status, approval.state, approval.reason], ['cancelled', 'refused', 'Not in my name.'])
  })

  it('an approved text continues to wait when the balance is too low, and the owner learns how much is missing', async () => {
    const { owner, browser } = await asking()
    const by = { handle: owner.handle, actor: 'test', reason: 'test' }
    await app().platform.act('creditAccount', { ...by, amountMicros: -9_500_000 })
    const id = await post(owner, eventBody())
    const { html } = await browser.open('/account/approvals')
    const fields: [string, string][] = [
      ['text', id],
      ['seen', hiddenIn(html, 'seen')],
      ['answer', 'approve'],
    ]
    const poor = await browser.send('/account/approvals', fields)
    assert.equal(poor.status, 402)
    assert.match(
      poor.text,
      /Not approved, and nothing was charged\. The price is \$1\.00 and the balance is \$0\.50\. It goes on waiting\. Top up/,
    )
    assert.equal((await statusOf(owner, id)).status, 'awaiting_owner')
    await app().platform.act('creditAccount', { ...by, amountMicros: 1_000_000 })
    assert.equal((await browser.send('/account/approvals', fields)).status, 303)
    assert.equal((await statusOf(owner, id)).status, 'queued')
  })

  it('the owner learns that the service is busy, not that the text was refused, when an approval cannot be recorded in time', async t => {
    const { owner, browser } = await asking()
    const id = await post(owner, eventBody())
    const { html } = await browser.open('/account/approvals')
    const act = t.mock.method(app().platform, 'act', () =>
      Promise.reject(new Problem('overloaded', 'The queue is full.')),
    )
    const busy = await browser.send('/account/approvals', [
      ['text', id],
      ['seen', hiddenIn(html, 'seen')],
      ['answer', 'approve'],
    ])
    act.mock.restore()
    assert.equal(busy.status, 503)
    assert.match(busy.text, /Not right now.*It takes effect once/)
    assert.doesNotMatch(busy.text, /Not approved/)
    assert.equal((await statusOf(owner, id)).status, 'awaiting_owner')
  })

  it('a waiting edit shows the owner only its changes', async () => {
    const { owner, browser } = await asking()
    await setKeyLimits(app(), owner, { ask_first: false })
    const id = await post(owner, eventBody({ title: 'An evening as it was' }))
    await app().moderate()
    await setKeyLimits(app(), owner, { ask_first: true })
    await app().call('PATCH', `/v1/posts/${id}`, { key: owner.key, body: { title: 'An evening as it will be' } })
    const { text, html } = await browser.open('/account/approvals')
    assert.match(text, /A change of a published event, \$0\.50.*title An evening as it was An evening as it will be/)
    assert.match(html, /<del>.*An evening as it was.*<\/del>.*<ins>.*An evening as it will be.*<\/ins>/s)
    assert.doesNotMatch(html, /Two hours of watercolour/)
    const stale = await browser.send('/account/approvals', [
      ['text', hiddenIn(html, 'text')],
      ['seen', 'x'],
      ['answer', 'approve'],
    ])
    assert.equal(stale.status, 409)
    assert.match(stale.text, /Look at it once more/)
  })

  it('a waiting text cannot be decided by another owner', async () => {
    const { owner } = await asking()
    const id = await post(owner, eventBody())
    const stranger = await browserOf(app(), await app().account())
    const answer = await stranger.send('/account/approvals', [
      ['text', id],
      ['answer', 'refuse'],
    ])
    assert.deepEqual([answer.status, (await statusOf(owner, id)).status], [303, 'awaiting_owner'])
  })
})

withPresentation('the warning on the account page', app => {
  it('the warning of a low balance is set in the currency, and 0 turns it off', async () => {
    const owner = await app().account()
    const browser = await browserOf(app(), owner)
    const row = () =>
      app().platform.db.selectFrom('accounts').selectAll().where('id', '=', owner.accountId).executeTakeFirstOrThrow()
    assert.match((await browser.open('/account/settings')).html, /name="threshold"[^>]* value="2\.00"/)
    for (const [typed, micros] of [
      ['7.25', 7_250_000],
      ['0', 0],
    ] as const) {
      assert.equal((await browser.send('/account/warning', [['threshold', typed]])).status, 303)
      assert.equal((await row()).low_balance_threshold, micros)
    }
    assert.equal((await browser.send('/account/warning', [['threshold', 'much']])).status, 400)
  })
})
