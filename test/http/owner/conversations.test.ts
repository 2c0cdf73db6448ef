// The conversations of a seller on the account page: read, answered, blocked and reported, up to the decision of a reviewer.
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { headingOf, textOf } from '../../../demo/demo-browser.ts'
import { limits } from '../../../src/contract/limits.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import { bodyFor, mailsTo, type TestAccount, withPresentation } from '../../harness.ts'
import { ann, reviewers, reviewing } from '../review/review-site.ts'
import { sessionIn } from './owner-site.ts'

const question = 'Is the desk still there?\n\nI could fetch it on <b>Saturday</b> morning.'
const reply = 'Yes, it is still there. Saturday at ten would suit me.'
const threat = 'I know where you live. I will kill you, and I will come to your house to hurt your family.'
const path = '/account/conversations'

withPresentation(
  'the conversations of an account',
  app => {
    beforeEach(() => app().clock.advance(86_400_000))

    const advertise = async (by?: TestAccount) => {
      const seller = by ?? (await app().account())
      const body = bodyFor.classifieds()
      const { json } = await app().call('POST', '/v1/posts', { key: seller.key, body })
      await app().moderate()
      return { id: json.id as string, seller, title: String(body.title) }
    }
    const write = async (post_id: string, buyer: TestAccount, message = question) => {
      app().clock.advance(1_000)
      const body = { post_id, message, reply_email: 'buyer@example.com' }
      assert.equal((await app().call('POST', '/v1/relay', { key: buyer.key, body })).status, 200)
    }
    const messagesOf = async ({ accountId }: TestAccount) =>
      app()
        .platform.db.selectFrom('relay_messages')
        .selectAll()
        .where('author_id', '=', accountId)
        .orderBy('seq')
        .execute()
    const buyersMails = () =>
      app().platform.db.selectFrom('mail').selectAll().where('recipient', '=', 'buyer@example.com').execute()

    test('a seller finds who wrote what about which post, new first, without an address, from the post and from the mail', async () => {
      const { id, seller, title } = await advertise()
      const other = await advertise(seller)
      const buyer = await app().account()
      await write(id, buyer)
      await write(id, buyer, 'Could you say whether it fits into a small car?')
      await write(other.id, buyer, 'Would Sunday suit you for the second desk?')
      const session = await sessionIn(app(), seller, 'email')
      const { html } = await session.get(path)
      assert.match(
        textOf(html),
        new RegExp(`1 new message Not answered From @${buyer.handle}, .*Would Sunday suit you`),
      )
      assert.match(textOf(html), /2 new messages Not answered .*, 2 messages Could you say whether/)
      assert.ok(textOf(html).indexOf('Would Sunday suit') < textOf(html).indexOf('Could you say'))
      assert.doesNotMatch(html, /buyer@example\.com/)
      const about = await session.get(`${path}?post=${id}`)
      assert.doesNotMatch(textOf(about.html), /Would Sunday suit/)
      for (const page of ['/account/posts', `/account/posts/${id}`])
        assert.match((await session.get(page)).html, new RegExp(`href="${path}\\?post=${id}"`))
      const mails = (await mailsTo(app(), seller)).filter(({ subject }) => /A reader answers/.test(subject))
      const [first, second] = await messagesOf(seller)
      assert.ok(mails[0]?.body.includes(`${path}/${first!.id}`), 'the mail leads to the conversation')
      const page = await session.get(`${path}/${first!.id}`)
      assert.equal(headingOf(page.html), title)
      assert.match(
        textOf(page.html),
        /Is the desk still there\? I could fetch it on <b>Saturday<\/b> morning\..*fits into a small car/,
      )
      assert.doesNotMatch(page.html, /buyer@example\.com|<b>/)
      assert.match(textOf(page.html), new RegExp(`with ${seller.email} to reply to: they learn that address now`))
      const after = textOf((await session.get(path)).html)
      assert.doesNotMatch(after, /2 new messages/)
      assert.match(after, /1 new message /)
      assert.equal((await session.get(`${path}/${second!.id}`)).status, 200, 'any message of it opens it')
    })

    test('an answer is mailed once, then both addresses are known; a held one waits for a person, a short one is kept in the form', async () => {
      const { id, seller } = await advertise()
      const buyer = await app().account()
      await write(id, buyer)
      await write(id, buyer, 'And could you hold it until then?')
      const [first, second] = await messagesOf(seller)
      const session = await sessionIn(app(), seller, 'email')
      const before = (await buyersMails()).length
      const short = await session.post(`${path}/${second!.id}/answer`, { message: 'Yes <ok>' })
      assert.deepEqual([short.status, /Yes &lt;ok&gt;<\/textarea>/.test(short.html)], [400, true])
      assert.match(textOf(short.html), /The answer was not sent\. Write 10 to 2,000 characters/)
      const sent = await session.post(`${path}/${second!.id}/answer`, { message: reply })
      assert.equal(sent.location, `${path}/${second!.id}`)
      const mail = (await buyersMails()).slice(before)
      assert.deepEqual(
        mail.map(({ reply_to }) => reply_to),
        [seller.email],
      )
      const page = textOf((await session.get(`${path}/${second!.id}`)).html)
      assert.match(page, /Their address: buyer@example\.com \..*You answered .*Saturday at ten would suit me/)
      await session.post(`${path}/${second!.id}/answer`, { message: reply })
      const again = await session.post(`${path}/${second!.id}/answer`, { message: 'No, I have changed my mind.' })
      assert.match(textOf(again.html), /The message has an answer already/)
      assert.equal((await buyersMails()).length, before + 1)
      const held = await session.post(`${path}/${first!.id}/answer`, { message: threat })
      assert.equal(held.status, 303)
      assert.equal((await buyersMails()).length, before + 1)
      assert.match(textOf((await session.get(path)).html), /Your answer waits for a person/)
      const log = textOf((await session.get('/account/activity')).html)
      assert.match(log, new RegExp(`answered the message ${first!.id}`))
    })

    test('a sender is blocked and reported from the page, a reviewer keeps it out of the relay, and the seller ends the block', async () => {
      const { id, seller } = await advertise()
      const buyer = await app().account()
      await write(id, buyer)
      const [message] = await messagesOf(seller)
      const session = await sessionIn(app(), seller, 'email')
      assert.equal((await session.post(`${path}/${message!.id}/block`)).status, 303)
      const body = { post_id: id, message: question, reply_email: 'buyer@example.com' }
      const call = () => app().call('POST', '/v1/relay', { key: buyer.key, body })
      assert.equal((await call()).status, 410)
      assert.match(textOf((await session.get(`${path}/${message!.id}`)).html), /You block this sender/)
      const list = await session.get(path)
      assert.match(textOf(list.html), new RegExp(`Senders that you block @${buyer.handle}`))
      assert.equal((await session.post(`${path}/unblock`, { sender: buyer.accountId })).location, path)
      assert.equal((await call()).status, 200)

      const long = await session.post(`${path}/${message!.id}/report`, { note: 'x'.repeat(501) })
      assert.equal(long.status, 400)
      await session.post(`${path}/${message!.id}/report`, { note: 'It asks for <i>codes</i>.' })
      assert.match(textOf((await session.get(`${path}/${message!.id}`)).html), /You have reported this message/)
      const anns = await reviewing(app(), ann)
      const { id: item } = await app()
        .platform.db.selectFrom('held_messages')
        .select('id')
        .where('reported', '=', message!.id)
        .executeTakeFirstOrThrow()
      const page = await anns.get(`/review/items/message/${item}`)
      assert.match(textOf(page.html), /The reported message From @.* by mail already\. This copy is deleted/)
      assert.match(textOf(page.html), /What its recipient says It asks for <i>codes<\/i>\./)
      assert.doesNotMatch(page.html, /value="deliver"|buyer@example\.com/)
      assert.equal((await anns.post(`/review/items/message/${item}`, { action: 'deliver', reason: '' })).status, 400)
      const decided = { action: 'pause-sender', category: 'scam', reason: '' }
      assert.equal((await anns.post(`/review/items/message/${item}`, decided)).status, 303)
      app().clock.advance(limits.reviewUndoMs)
      while ((await reviewWorker.runOnce(app().platform)) > 0);
      assert.equal((await call()).status, 429)
      const history = textOf((await anns.get(`/review/accounts/${buyer.handle}`)).html)
      assert.match(history, /Message to an author pause sender scam/)
      assert.match(
        textOf((await anns.get(`/review/items/message/${item}`)).html),
        /The message was found to break the policy by ann/,
      )
    })

    test('nobody reads, answers, blocks or reports a message of another account, and a bookkeeper none at all', async () => {
      const { id, seller } = await advertise()
      const buyer = await app().account()
      await write(id, buyer)
      const [message] = await messagesOf(seller)
      for (const stranger of [buyer, await app().account()]) {
        const session = await sessionIn(app(), stranger, 'email')
        assert.equal((await session.get(`${path}/${message!.id}`)).status, 404)
        assert.doesNotMatch(textOf((await session.get(`${path}?post=${id}`)).html), /desk/)
        for (const what of ['answer', 'block', 'report'])
          assert.equal((await session.post(`${path}/${message!.id}/${what}`, { message: reply })).status, 404)
        await session.post(`${path}/unblock`, { sender: buyer.accountId })
      }
      const [unchanged] = await messagesOf(seller)
      assert.deepEqual(unchanged, message)
      const agents = await sessionIn(app(), seller, 'agent')
      assert.equal((await agents.get(path)).status, 403)
    })

    test('a list of conversations goes on to older ones, and counts neither twice', async () => {
      const { id, seller } = await advertise()
      for (let n = 0; n < 25; n++)
        await app().platform.act('sendReaderMessage', {
          ...{ site: 'classifieds', postId: id, message: `Question ${n}.`, replyEmail: 'x@example.com' },
          ...{ reader: `reader${n}`, ip: `203.0.113.${n}`, judgement: { to: 'pass' }, refuseToken: '' },
          language: null,
        })
      const session = await sessionIn(app(), seller, 'email')
      const first = await session.get(path)
      const older = /href="([^"]+)" rel="next"/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
      const second = await session.get(older)
      const questions = [first, second].flatMap(({ html }) => textOf(html).match(/Question \d+/g) ?? [])
      assert.deepEqual(
        questions,
        Array.from({ length: 25 }, (_, n) => `Question ${24 - n}`),
      )
      assert.match(textOf(first.html), /From a reader without an account/)
      assert.doesNotMatch(first.html, /x@example\.com/)
    })
  },
  { SITES: 'classifieds=http://classifieds.test', ...reviewers },
)
