// Whether an account can post: sign-up, account and dry run say the same, by the guards of a real post, with a sentence for the owner.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventBody, withApp } from '../../harness.ts'
import { setKeyLimits } from '../../kit/key-controls.ts'
import { banOrSuspend } from '../../kit/standing.ts'
import { topUp } from '../../kit/top-up.ts'

const withoutLink = ({ blocking, ready_to_post: ready }: any) => {
  if (!blocking) return { ready }
  const { account_url: url, message_for_owner: message, ...same } = blocking
  assert.ok(!url || message.endsWith(`: ${url}`), 'the sentence ends with the link')
  return { ready, ...same, message: message?.replace(url, 'URL') ?? same.message }
}

withApp('an account that is not ready to post', app => {
  /** What the account and a dry run of its key say, which has to be the same. */
  const told = async (key: string) => {
    const account = (await app().call('GET', '/v1/account', { key })).json
    const tried = (await app().call('POST', '/v1/posts?dry_run=true', { key, body: eventBody() })).json
    assert.deepEqual(withoutLink(account), withoutLink(tried))
    return account
  }

  test('sign-up, account and dry run say what blocks the next post, step by step, until the post is taken', async () => {
    const owner = { name: 'Ada', email: 'ready@example.org', accept_terms: true }
    const made = (await app().call('POST', '/v1/accounts', { body: owner })).json
    const { api_key: key, account_id: accountId } = made
    const asks = 'Handbill needs you to verify your e-mail address and top up $10.00 before your agent can post: URL'
    assert.deepEqual(withoutLink(made), { ready: false, code: 'verify_email', for_human: true, message: asks })
    assert.deepEqual(withoutLink(await told(key)), withoutLink(made))
    assert.equal((await app().call('POST', '/v1/posts', { key, body: eventBody() })).json.code, made.blocking.code)

    await app().platform.act('verifyEmail', { accountId, email: owner.email })
    const unpaid = await told(key)
    assert.deepEqual([unpaid.status, unpaid.blocking.code], ['active', 'needs_card'])
    assert.match(unpaid.blocking.message_for_owner, /^Handbill needs you to add a card or top up \$10\.00 before/)
    assert.equal((await app().call('POST', '/v1/posts', { key, body: eventBody() })).json.code, 'needs_card')

    await topUp(app().platform, { accountId })
    assert.deepEqual(withoutLink(await told(key)), { ready: true })
    assert.equal((await app().call('POST', '/v1/posts', { key, body: eventBody() })).status, 202)
  })

  test('the limits of the key and the standing of the account block too, those that only the operator can lift without a link', async () => {
    const account = await app().account()
    await setKeyLimits(app(), account, { post_limit: 170_000 })
    const { blocking } = await told(account.key)
    assert.deepEqual([blocking.code, blocking.for_human], ['budget_exhausted', true])
    assert.match(blocking.message, /at most 0\.17 USD on one post or edit, and this costs 1\.00 USD/)
    assert.match(blocking.message_for_owner, /^Handbill needs you to raise the \$0\.17 .* costs \$1\.00: http/)
    await banOrSuspend(app(), account, 'suspended')
    const { for_human, code, account_url } = (await told(account.key)).blocking
    assert.deepEqual([code, for_human, account_url], ['suspended', undefined, undefined])
  })
})
