// Accounts and keys: sign-up, reading the account, and what an agent may change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { isApiKey, sha256 } from '../../../src/domain/ids.ts'
import { accountById, setAddress, updateAccount } from '../../../src/store/accounts/accounts.ts'
import { eventBody, mailsTo, withApp } from '../../harness.ts'

const signUp = (change: { handle?: string; name?: string; email?: string } = {}) => ({
  name: 'Ada Lovelace',
  email: `ada.${Math.random().toString(36).slice(2)}@example.org`,
  accept_terms: true,
  ...change,
})

withApp('accounts', app => {
  test('sign-up returns a key, a handle and a link for the owner; only the hash of the key is stored', async () => {
    const { status, json } = await app().call('POST', '/v1/accounts', { body: signUp() })
    assert.equal(status, 201)
    assert.match(json.account_id, /^acct_[0-9A-Za-z]{20}$/)
    assert.ok(isApiKey(json.api_key))
    assert.equal(json.status, 'needs_card')
    assert.match(json.handle, /^[a-z0-9_]{3,24}$/)
    assert.match(json.account_url, /^http:\/\/events\.test\/account\?t=/)
    const keys = await app()
      .platform.db.selectFrom('api_keys')
      .selectAll()
      .where('account_id', '=', json.account_id)
      .execute()
    assert.deepEqual(
      keys.map(key => key.hash),
      [sha256(json.api_key)],
    )
    assert.ok(!JSON.stringify(keys).includes(json.api_key))
  })

  test('sign-up accepts an address that nobody has verified; a verified address is taken in any letter case; a handle belongs to one account', async () => {
    const first = signUp({ handle: 'ada_first' })
    const made = await app().call('POST', '/v1/accounts', { body: first })
    assert.equal(made.status, 201)
    const body = signUp({ email: first.email.toUpperCase() })
    assert.equal((await app().call('POST', '/v1/accounts', { body })).status, 201)
    await app().platform.act('verifyEmail', { accountId: made.json.account_id, email: first.email })
    const again = await app().call('POST', '/v1/accounts', { body: signUp({ email: first.email.toUpperCase() }) })
    assert.deepEqual([again.status, again.json.code], [409, 'email_taken'])
    const handle = await app().call('POST', '/v1/accounts', { body: signUp({ handle: 'ada_first' }) })
    assert.deepEqual([handle.status, handle.json.code], [409, 'handle_taken'])
  })

  test('the first account to verify an address gets it, also among many at once; the other accounts lose the address and say so', async () => {
    const body = signUp()
    const together = await Promise.all(Array.from({ length: 8 }, () => app().platform.act('createAccount', body)))
    const answers = await Promise.all(
      together.map(({ accountId }) => app().platform.act('verifyEmail', { accountId, email: body.email })),
    )
    assert.equal(answers.filter(Boolean).length, 1)
    for (const [i, { apiKey: key, handle }] of together.entries()) {
      const { json } = await app().call('GET', '/v1/account', { key })
      assert.equal(json.email_verified, answers[i])
      if (answers[i]) continue
      const refused = await app().call('POST', '/v1/posts', { key, body: eventBody() })
      assert.deepEqual([refused.status, refused.json.code, refused.json.for_human], [402, 'verify_email', true])
      assert.match(refused.json.detail, /Another account has verified the e-mail address, so this account has none/)
      await assert.rejects(
        app().platform.act('verifyEmailByOperator', { handle, actor: 'test', reason: 'test' }),
        /has no address/,
      )
    }
  })

  test('an account that is made with an address just as another account verifies it cannot verify the address, and loses it', async () => {
    const body = signUp()
    const [first, late] = [
      await app().platform.act('createAccount', body),
      await app().platform.act('createAccount', signUp()),
    ]
    await app().platform.act('verifyEmail', { accountId: first.accountId, email: body.email })
    const writing = app().platform.dialect.open(app().databaseUrl, 'write')
    await setAddress(writing.db, late.accountId, body.email)
    await writing.close()
    const operation = { handle: late.handle, actor: 'test', reason: 'test' }
    await assert.rejects(app().platform.act('verifyEmailByOperator', operation), { code: 'email_taken' })
    assert.equal(
      await app().platform.act('verifyEmail', { accountId: late.accountId, email: body.email.toUpperCase() }),
      false,
    )
    assert.equal(await app().platform.act('verifyEmail', { accountId: late.accountId, email: body.email }), false)
    assert.equal((await accountById(app().platform.db, late.accountId))?.email, '')
    assert.equal((await app().call('GET', '/v1/account', { key: first.apiKey })).json.email_verified, true)
  })

  test('a reserved handle is refused in every request, and never derived from a name', async () => {
    for (const handle of ['admin', 'support', 'deleted', 'handbill']) {
      const { status, json } = await app().call('POST', '/v1/accounts', { body: signUp({ handle }) })
      assert.deepEqual([status, json.code, json.detail], [409, 'handle_taken', `The handle "${handle}" is reserved.`])
    }
    const { json } = await app().call('POST', '/v1/accounts', { body: signUp({ name: 'Admin' }) })
    assert.match(json.handle, /^agent_[0-9a-z]{8}$/)
  })

  test('people with the same name who sign up at once get different handles', async () => {
    const name = 'Grace Hopper'
    const together = await Promise.all(
      Array.from({ length: 20 }, () => app().platform.act('createAccount', { name, email: signUp().email })),
    )
    assert.equal(new Set(together.map(({ handle }) => handle)).size, 20)
  })

  test('sign-up names every missing or wrong member', async () => {
    const { status, json } = await app().call('POST', '/v1/accounts', {
      body: { email: 'nobody', accept_terms: false, handle: 'Ada!', nmae: 'x' },
    })
    assert.equal(status, 400)
    for (const pointer of ['/name', '/email', '/accept_terms', '/handle', '/nmae'])
      assert.ok(
        json.errors.some((error: string) => error.startsWith(`${pointer}:`)),
        `${pointer} in ${json.errors}`,
      )
    assert.ok(json.errors.some((error: string) => error.startsWith('/nmae:') && error.includes('"name"')))
  })

  test('accounts GET /v1/account has exactly the members of the contract, with balance, strikes, card, auto-recharge and the limits of the key', async () => {
    const { key, accountId, handle } = await app().account({ balance: 7_000_000 })
    const { status, json } = await app().call('GET', '/v1/account', { key })
    assert.equal(status, 200)
    const { account_url, key: bounds, ...rest } = json
    assert.match(account_url, /account\?t=/)
    assert.match(bounds.key_id, /^key_[0-9A-Za-z]{20}$/)
    assert.deepEqual(rest, {
      account_id: accountId,
      handle,
      status: 'active',
      ready_to_post: true,
      balance: 7_000_000,
      strikes: 0,
      card_on_file: true,
      email_verified: true,
      auto_recharge: {
        enabled: false,
        threshold: 2_000_000,
        amount: 10_000_000,
        per_day: 2,
        per_month: 10,
        paused: false,
      },
    })
  })

  test('a key can turn auto-recharge off; only the owner can turn it on or delete the account', async () => {
    const { key } = await app().account()
    const off = await app().call('PATCH', '/v1/account', { key, body: { auto_recharge: { enabled: false } } })
    assert.deepEqual([off.status, off.json.auto_recharge.enabled], [200, false])
    const on = await app().call('PATCH', '/v1/account', { key, body: { auto_recharge: { enabled: true } } })
    assert.deepEqual([on.status, on.json.code, on.json.for_human], [403, 'human_required', true])
    assert.match(on.json.account_url, /account\?t=/)
    const gone = await app().call('DELETE', '/v1/account', { key })
    assert.deepEqual([gone.status, gone.json.for_human], [202, true])
    assert.equal((await app().call('GET', '/v1/account', { key })).status, 200)
  })

  test('a key that turns auto-recharge off again and again sends the owner one mail', async () => {
    const owner = await app().account()
    const writing = app().platform.dialect.open(app().databaseUrl, 'write')
    await updateAccount(writing.db, owner.accountId, { auto_recharge_enabled: 1 })
    await writing.close()
    for (const _ of [1, 2, 3])
      await app().call('PATCH', '/v1/account', { key: owner.key, body: { auto_recharge: { enabled: false } } })
    const told = (await mailsTo(app(), owner)).filter(({ subject }) => /auto-recharge/i.test(subject))
    assert.equal(told.length, 1)
  })

  test('a bad key gets 401 on every route, even where no key is needed, with the reason', async () => {
    const wrong = `ak_${'a'.repeat(38)}`
    for (const [method, path] of [
      ['GET', '/v1/posts'],
      ['GET', '/v1/status'],
      ['POST', '/v1/accounts'],
      ['GET', '/v1/account'],
    ] as const) {
      const { status, json } = await app().call(method, path, { key: wrong })
      assert.deepEqual([status, json.code], [401, 'unauthorized'], path)
    }
    const basic = await app().call('GET', '/v1/posts', { headers: { authorization: 'Basic abc' } })
    assert.match(basic.json.detail, /Bearer/)
  })

  test('after 50 sign-up attempts from one IP address in a day, refused ones included, sign-up answers 429, so that nobody can list the registered addresses', async () => {
    const attempts: (() => Record<string, unknown>)[] = [
      () => signUp(),
      () => signUp({ handle: 'taken_by_somebody' }),
      () => signUp({ email: 'taken.by.somebody@example.org' }),
      () => signUp({ handle: 'admin' }),
    ]
    const someone = { name: 'Somebody', email: 'taken.by.somebody@example.org', handle: 'taken_by_somebody' }
    const { accountId } = await app().platform.act('createAccount', someone)
    await app().platform.act('verifyEmail', { accountId, email: null })
    const { db } = app().platform
    const sofar =
      (await db.selectFrom('counters').selectAll().where('scope', '=', 'signup-ip').execute())[0]?.value ?? 0
    const codes: string[] = []
    for (let i = 0; i < limits.signupsPerIpPerDay - sofar; i++) {
      const { status, json } = await app().call('POST', '/v1/accounts', { body: attempts[i % attempts.length]!() })
      codes.push(String(json.code ?? status))
    }
    assert.deepEqual(new Set(codes), new Set(['201', 'handle_taken', 'email_taken']))
    for (const body of attempts) {
      const limited = await app().call('POST', '/v1/accounts', { body: body() })
      assert.deepEqual([limited.status, limited.json.code], [429, 'rate_limited'])
    }
    app().clock.advance(86_400_000)
    assert.equal((await app().call('POST', '/v1/accounts', { body: signUp() })).status, 201)
  })
})
