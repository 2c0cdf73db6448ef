// What the author of a post does about senders of messages: blocks them and reports their messages (contract.md §6).
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { pausedUntil } from '../../../src/store/delivery/conversations.ts'
import { readerOf } from '../../../src/usecases/delivery/reader-name.ts'
import { decideMessage } from '../../../src/usecases/delivery/relay-message.ts'
import { bodyFor, type TestAccount, withApp } from '../../harness.ts'
import { secondKey } from '../../kit/second-key.ts'

const question = 'Is the bicycle still there? I could come on Saturday.'
const threat = 'I know where you live. I will kill you, and I will come to your house to hurt your family.'

withApp(
  'the senders of messages',
  app => {
    const advertise = async (seller?: TestAccount) => {
      const by = seller ?? (await app().account())
      const { json } = await app().call('POST', '/v1/posts', { key: by.key, body: bodyFor.classifieds() })
      await app().moderate()
      return { id: json.id as string, seller: by }
    }
    const write = (post_id: string, { key }: { key: string }, reply_email = 'buyer@example.com', message = question) =>
      app().call('POST', '/v1/relay', { key, body: { post_id, message, reply_email } })
    const messagesOf = async ({ key }: TestAccount) =>
      (await app().call('GET', '/v1/relay/messages', { key })).json.items
    const doTo = (what: 'block' | 'report', key: string, id: string, body?: object) =>
      app().call('POST', `/v1/relay/messages/${id}/${what}`, { key, ...(body && { body }) })
    const mailsTo = ({ email }: { email: string }) =>
      app().platform.db.selectFrom('mail').select('id').where('recipient', '=', email).execute()
    const reported = () =>
      app().platform.db.selectFrom('held_messages').selectAll().where('reported', 'is not', null).execute()

    // Messages from an address are limited a day.
    beforeEach(() => app().clock.advance(86_400_000))

    test('a blocked account reaches the author about no post, with any address, and reads what it would read of an unreachable author', async () => {
      const { id, seller } = await advertise()
      const other = await advertise(seller)
      const [buyer, unreachable] = [await app().account(), await advertise()]
      assert.equal((await write(id, buyer)).status, 200)
      const [message] = await messagesOf(seller)
      for (const turn of ['first', 'repeat'])
        assert.deepEqual(
          [turn, (await doTo('block', seller.key, message.id)).json],
          [turn, { id: message.id, blocked: true }],
        )
      const before = (await mailsTo(seller)).length
      const { accountId } = unreachable.seller
      await app().platform.act('refuseSender', { authorId: accountId, senderId: buyer.accountId })
      const gone = await write(unreachable.id, buyer)
      for (const [post, address] of [
        [id, 'buyer@example.com'],
        [other.id, 'another@example.com'],
      ] as const) {
        const answer = await write(post, buyer, address)
        assert.deepEqual([answer.status, answer.json.code], [410, 'gone'])
        const same = (text: string) => text.replaceAll(/(?:p|req)_\w+/g, '')
        assert.equal(same(answer.json.detail), same(gone.json.detail))
      }
      assert.equal((await mailsTo(seller)).length, before)
      assert.equal((await messagesOf(seller)).length, 1)
      assert.equal((await write(other.id, await app().account())).status, 200, 'another buyer is not blocked')
    })

    test('a block holds for the verified address of the account, as a reader and from another account that gives it', async () => {
      const { id, seller } = await advertise()
      const buyer = await app().account()
      await write(id, buyer, buyer.email)
      await doTo('block', seller.key, (await messagesOf(seller))[0].id)
      const accomplice = await app().account()
      assert.equal((await write(id, accomplice, buyer.email.toUpperCase())).status, 410)
      const reader = readerOf(app().platform, buyer.email)
      const rows = await app().platform.db.selectFrom('blocked_addresses').selectAll().execute()
      const [row] = rows.filter(each => each.author_id === seller.accountId)
      assert.deepEqual([row?.reader, row?.sender_id], [reader, buyer.accountId])
      assert.doesNotMatch(JSON.stringify(rows), /@/)
      // An address that nobody has verified is not blocked: it may be a stranger's.
      const { id: again, seller: second } = await advertise()
      await write(again, await app().account(), 'victim@example.com')
      await doTo('block', second.key, (await messagesOf(second))[0].id)
      assert.equal((await write(again, await app().account(), 'victim@example.com')).status, 200)
    })

    test('a message that waits for a person when its sender is blocked reaches nobody once it is released', async () => {
      const { id, seller } = await advertise()
      const buyer = await app().account()
      await write(id, buyer)
      assert.equal((await write(id, buyer, 'buyer@example.com', threat)).status, 202)
      await doTo('block', seller.key, (await messagesOf(seller))[0].id)
      const before = (await mailsTo(seller)).length
      const [held] = await app().platform.db.selectFrom('held_messages').selectAll().where('post_id', '=', id).execute()
      const decision = { id: held!.id, actor: 'test', reason: '', category: null }
      assert.equal((await decideMessage(app().platform, decision)).sent, false)
      assert.equal((await mailsTo(seller)).length, before)
    })

    test('only the key of the post blocks and reports, and only with a message that exists', async () => {
      const { id, seller } = await advertise()
      const buyer = await app().account()
      await write(id, buyer)
      const [message] = await messagesOf(seller)
      const strangers = [buyer.key, (await app().account()).key, await secondKey(app(), seller.accountId)]
      for (const what of ['block', 'report'] as const) {
        const body = what === 'report' ? {} : undefined
        for (const key of strangers) assert.equal((await doTo(what, key, message.id, body)).status, 404)
        assert.equal((await doTo(what, seller.key, 'rm_00000000000000000000', body)).status, 404)
      }
      assert.equal((await write(id, buyer)).status, 200, 'nobody was blocked')
      assert.equal((await reported()).filter(({ post_id }) => post_id === id).length, 0)
    })

    test('a message is reported once, however often and however fast, with no address; a dismissed report changes nothing', async () => {
      const { id, seller } = await advertise()
      const buyer = await app().account()
      await write(id, buyer)
      const [message] = await messagesOf(seller)
      const note = 'It asks for the code that my bank sends me.'
      const both = await Promise.all([1, 2].map(() => doTo('report', seller.key, message.id, { note })))
      assert.deepEqual(
        both.map(({ json }) => json),
        [1, 2].map(() => ({ id: message.id, reported: true })),
      )
      const [row, ...more] = await reported()
      assert.equal(more.length, 0)
      assert.deepEqual([row?.reported, row?.message, row?.note, row?.reply_email], [message.id, question, note, ''])
      const mails = (await mailsTo(seller)).length
      const decision = { id: row!.id, actor: 'test', reason: '', category: null }
      assert.deepEqual(await decideMessage(app().platform, decision), { id: row!.id, sent: false })
      assert.equal((await mailsTo(seller)).length, mails, 'a reported message is not mailed again')
      assert.equal((await doTo('report', seller.key, message.id, {})).status, 200)
      assert.equal((await reported()).length, 0)
      assert.equal((await write(id, buyer)).status, 200)
    })

    test('the sender of a message that breaks the policy writes to no author until the pause ends, neither by key nor as a reader', async () => {
      const { id, seller } = await advertise()
      const other = await advertise()
      const buyer = await app().account()
      await write(id, buyer)
      const [message] = await messagesOf(seller)
      await doTo('report', seller.key, message.id, {})
      const [row] = await reported()
      const decided = { id: row!.id, actor: 'test', reason: '', category: 'scam' }
      await decideMessage(app().platform, decided)
      const refused = await write(other.id, buyer)
      assert.deepEqual([refused.status, refused.json.code], [429, 'rate_limited'], refused.text)
      assert.equal(Number(refused.headers.get('retry-after')), limits.relayPauseMs / 1000)
      const reader = readerOf(app().platform, buyer.email)
      assert.notEqual(await pausedUntil(app().platform.db, [reader], app().clock.now()), null)
      await assert.rejects(
        app().platform.act('sendReaderMessage', {
          ...{
            site: 'classifieds',
            language: null,
            postId: other.id,
            message: question,
            replyEmail: buyer.email,
            reader,
            ip: '203.0.113.9',
          },
          ...{ judgement: { to: 'pass' }, refuseToken: '' },
        }),
        /sends no messages to authors until/,
      )
      app().clock.advance(limits.relayPauseMs)
      assert.equal((await write((await advertise()).id, buyer)).status, 200)
    })
  },
  { SITES: 'classifieds=http://classifieds.test' },
)
