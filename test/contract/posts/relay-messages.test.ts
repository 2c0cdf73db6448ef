// The messages of readers, for the keys of their authors: read, told as outcomes, and answered (contract.md §6).
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { limits } from '../../../src/contract/limits.ts'
import { decideMessage } from '../../../src/usecases/delivery/relay-message.ts'
import { addEntries, checkedEntry } from '../../../src/usecases/review/list-entries.ts'
import { heldForReview } from '../../../src/usecases/review/waiting.ts'
import { bodyFor, type TestAccount, withSites } from '../../harness.ts'
import { secondKey } from '../../kit/second-key.ts'

const host = 'classifieds.test'
const question = 'Is the bicycle still there? I could come on Saturday.'
const answer = 'Yes, it is still there. Saturday at ten would suit me.'
const threat = 'I know where you live. I will kill you, and I will come to your house to hurt your family.'

withSites('the messages of readers', app => {
  const advertise = async (seller?: TestAccount) => {
    const by = seller ?? (await app().account())
    const body = bodyFor.classifieds()
    const { json } = await app().call('POST', '/v1/posts', { host, key: by.key, body })
    await app().moderate()
    return { id: json.id as string, seller: by }
  }
  const ask = async (post_id: string, buyer: TestAccount, message = question) => {
    const body = { post_id, message, reply_email: 'buyer@example.com' }
    const { status, text } = await app().call('POST', '/v1/relay', { host, key: buyer.key, body })
    assert.equal(status, 200, text)
  }
  const list = async (key: string, query = '') => app().call('GET', `/v1/relay/messages${query}`, { host, key })
  const reply = (key: string, id: string, message = answer) =>
    app().call('POST', `/v1/relay/messages/${id}/reply`, { host, key, body: { message } })
  const mailsTo = async (recipient: string) => {
    await app().sendMail()
    const folder = join(app().folder, 'outbox')
    const files = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
    const mails = await Promise.all(files.map(raw => PostalMime.parse(raw)))
    return mails.filter(mail => mail.to?.[0]?.address === recipient)
  }
  const newDay = () => app().clock.advance(86_400_000)

  test('the key of the seller alone reads a message, without the address; the outcome has neither text nor address', async () => {
    const { id, seller } = await advertise()
    const buyer = await app().account()
    await ask(id, buyer)
    const { json, text } = await list(seller.key)
    const [message] = json.items
    assert.deepEqual(json, {
      items: [
        {
          ...{ id: message.id, post_id: id, message: question, from: buyer.handle },
          received_at: message.received_at,
        },
      ],
    })
    assert.doesNotMatch(text, /buyer@example\.com/)
    const outcomes = await app().call('GET', '/v1/outcomes', { host, key: seller.key })
    const told = outcomes.json.items.filter(({ type }: any) => type === 'relay.message')
    assert.deepEqual(
      told.map(({ data }: any) => data),
      [{ id: message.id, post_id: id, received_at: message.received_at }],
    )
    const second = await secondKey(app(), seller.accountId)
    for (const key of [buyer.key, second]) {
      assert.deepEqual((await list(key)).json.items, [])
      assert.equal((await reply(key, message.id)).status, 404)
      const other = (await app().call('GET', '/v1/outcomes', { host, key })).json.items
      assert.ok(!other.some(({ type }: any) => type === 'relay.message'))
    }
    newDay()
  })

  test('the answer of a key reaches the reader with the address of the owner, once, and shows the address of the reader', async () => {
    const { id, seller } = await advertise()
    const buyer = await app().account()
    await ask(id, buyer)
    const [{ id: messageId }] = (await list(seller.key)).json.items
    const before = (await mailsTo('buyer@example.com')).length
    for (let turn = 0; turn < 2; turn++)
      assert.deepEqual([(await reply(seller.key, messageId)).json, turn], [{ sent: true }, turn])
    const mails = (await mailsTo('buyer@example.com')).slice(before)
    assert.equal(mails.length, 1, 'a repeat mails nothing')
    const [mail] = mails as any[]
    assert.deepEqual(mail.replyTo, [{ address: seller.email, name: '' }])
    assert.match(mail.text, /> Yes, it is still there/)
    const [shown] = (await list(seller.key)).json.items
    assert.deepEqual([shown.reply, shown.reply_email], [answer, 'buyer@example.com'])
    const other = await reply(seller.key, messageId, 'Sorry, it has just been sold to somebody else.')
    assert.deepEqual([other.status, other.json.code], [400, 'invalid'])
    assert.match(other.json.detail, /has an answer already; write to reply_email/)
    newDay()
  })

  test('an answer of which the model is unsure is mailed once a person releases it, and abuse is refused', async () => {
    const { id, seller } = await advertise()
    await ask(id, await app().account())
    const [{ id: messageId }] = (await list(seller.key)).json.items
    const before = (await mailsTo('buyer@example.com')).length
    const held = await reply(seller.key, messageId, threat)
    assert.deepEqual([held.status, held.json.sent], [202, false], held.text)
    assert.equal((await reply(seller.key, messageId, threat)).status, 202, 'a repeat holds nothing twice')
    const waiting = await heldForReview(app().platform)
    assert.equal(waiting.filter((item: any) => JSON.stringify(item).includes(threat)).length, 1)
    const row = await app()
      .platform.db.selectFrom('held_messages')
      .selectAll()
      .where('answers', '=', messageId)
      .executeTakeFirstOrThrow()
    assert.equal((await list(seller.key)).json.items[0].reply_email, undefined)
    const released = { id: row.id, actor: 'r', reason: 'a joke between friends', category: null }
    assert.deepEqual(await decideMessage(app().platform, released), { id: row.id, sent: true })
    assert.equal((await mailsTo('buyer@example.com')).length, before + 1)
    assert.equal((await list(seller.key)).json.items[0].reply, threat)
    newDay()
  })

  test('a message with something from a list is refused free of charge, or waits for a person; a flag alone delivers it', async () => {
    const listed = ['refuse', 'hold', 'flag'] as const
    const entries = listed.map(action =>
      checkedEntry(app().platform, { kind: 'domain', value: `${action}.example`, action, category: 'scam' }),
    )
    await addEntries(app().platform, { entries, actor: 'operator' })
    const { id, seller } = await advertise()
    const buyer = await app().account()
    const balance = async () => (await app().call('GET', '/v1/account', { host, key: buyer.key })).json
    const { balance: before } = await balance()
    const sent = async (domain: string) => {
      const message = `${question} My own bicycle is at https://${domain}/bicycle.`
      const body = { post_id: id, message, reply_email: 'buyer@example.com' }
      const { status, json } = await app().call('POST', '/v1/relay', { host, key: buyer.key, body })
      return [status, json.code ?? json.sent]
    }
    assert.deepEqual(await sent('refuse.example'), [422, 'listed'])
    assert.deepEqual(await sent('hold.example'), [202, false])
    assert.deepEqual(await sent('flag.example'), [200, true])
    const waiting = JSON.stringify(await heldForReview(app().platform))
    assert.deepEqual([waiting.includes('hold.example'), waiting.includes('flag.example')], [true, false])
    const delivered = (await list(seller.key)).json.items.map(
      ({ message }: any) => /https:[^/]*..([a-z]+)/.exec(message)?.[1],
    )
    assert.deepEqual(delivered, ['flag'])
    const after = await balance()
    assert.deepEqual([after.balance, after.strikes], [before, 0])
    newDay()
  })

  test('pages of messages follow each other, of one post or of all, and messages are kept for 90 days', async () => {
    const { id, seller } = await advertise()
    const other = await advertise(seller)
    const buyer = await app().account()
    await ask(id, buyer)
    await ask(other.id, buyer)
    const first = (await list(seller.key, '?limit=1')).json
    assert.equal(first.items[0].post_id, other.id, 'the newest first')
    const second = (await list(seller.key, `?limit=1&cursor=${first.next_cursor}`)).json
    assert.deepEqual([second.items[0].post_id, second.next_cursor], [id, undefined])
    assert.deepEqual(
      (await list(seller.key, `?post_id=${id}`)).json.items.map((item: any) => item.post_id),
      [id],
    )
    assert.equal((await list(seller.key, '?cursor=bad')).status, 400)
    app().clock.advance(limits.relayMessagesKeptMs + 1)
    await app().platform.act('sweep', { limit: 500 })
    const left = await app().platform.db.selectFrom('relay_messages').selectAll().where('post_id', '=', id).execute()
    assert.deepEqual(left, [])
  })

  test('an unverified account cannot answer, and the other sites have no messages', async () => {
    const { key } = await app().account()
    assert.equal((await app().call('GET', '/v1/relay/messages', { host: 'events.test', key })).status, 404)
    assert.equal((await reply(key, 'rm_00000000000000000000')).status, 404)
    const stranger = await app().account({ verified: false })
    assert.equal((await reply(stranger.key, 'rm_00000000000000000000')).json.code, 'verify_email')
    assert.equal((await app().call('GET', '/v1/relay/messages', { host })).status, 401)
  })
})
