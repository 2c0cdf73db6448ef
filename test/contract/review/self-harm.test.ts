// A decision about suicide or self-harm takes no penalty and no strike, and its statement says who helps where the event is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandOn } from '../../cli/command-on.ts'
import { eventBody, mailsTo, withApp } from '../../harness.ts'

withApp('a decision about self-harm', app => {
  /** The account and the post after a person has removed the post under this category. */
  const removed = async (category: string, change: object = {}) => {
    const author = await app().account({ balance: 1_000_000 })
    const { json } = await app().call('POST', '/v1/posts', { key: author.key, body: eventBody({ ...change }) })
    assert.ok(json.id, JSON.stringify(json))
    await app().moderate()
    const { status, err } = await commandOn(app(), [
      ...['remove', json.id as string, category],
      ...['--reason', 'It announces a suicide.'],
    ])
    assert.equal(status, 0, err.join())
    const { json: account } = await app().call('GET', '/v1/account', { key: author.key })
    const { json: post } = await app().call('GET', `/v1/posts/${json.id}`, { key: author.key })
    return { author, account, rejection: post.rejection as any }
  }

  test('a decision about self-harm takes no penalty and no strike, and names the line of the country in answer and mail', async () => {
    const { author, account, rejection } = await removed('self-harm')
    assert.deepEqual([account.strikes, rejection.penalized, rejection.amount], [0, false, 0])
    assert.match(
      rejection.statement.help,
      /country \(FR\).* is 3114\. Lines of all countries: https:\/\/findahelpline\.com\./,
    )
    const mail = (await mailsTo(app(), author)).find(({ body }) => body.includes('self-harm'))
    const help = rejection.statement.help.replace('(FR)', '(France)')
    assert.ok(mail?.body.replace(/\s+/g, ' ').includes(help), mail?.body)
  })

  test('a decision about self-harm in a country without a known line names the emergency number and the list of lines', async () => {
    const location = { country: 'IT', city: { name: 'Rome', geonames_id: 3169070 } }
    const { rejection } = await removed('self-harm', { location, timezone: 'Europe/Rome' })
    assert.doesNotMatch(rejection.statement.help, /In this country/)
    assert.match(rejection.statement.help, /emergency number\. Lines of all countries/)
  })

  test('a decision under another category names no help', async () => {
    const { account, rejection } = await removed('scam')
    assert.deepEqual([account.strikes, rejection.penalized, 'help' in rejection.statement], [1, true, false])
  })
})
