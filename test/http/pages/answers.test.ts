// A reader without an account answers a classified from its page: form, code by mail, message, the seller's answer, refusal.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import PostalMime from 'postal-mime'
import { limits } from '../../../src/contract/limits.ts'
import { onPresentation, type TestAccount } from '../../harness.ts'
import { smtpServer } from '../../kit/smtp-server.ts'
import { type PublishingSites, startPublishingSites } from './published.ts'

const host = 'classifieds.test'
const message = 'Is the desk still there? I could fetch it on Saturday morning.'

onPresentation('a reader answers a classified', ({ fresh }) => {
  let app: PublishingSites
  let smtp: Awaited<ReturnType<typeof smtpServer>>
  let seller: TestAccount
  let id = ''
  before(async () => {
    smtp = await smtpServer()
    const env = { MAIL_URL: smtp.url, MAIL_FROM: 'Classifieds <no-reply@classifieds.test>' }
    app = await startPublishingSites(await fresh(), env)
    seller = app.author
    id = await app.publish('classifieds')
  })
  after(async () => {
    await app?.close()
    await smtp?.close()
  })

  const post = (fields: Record<string, string>, origin = `http://${host}`, path = `/p/${id}/answer`, more = {}) =>
    app.app.http.inject({
      ...{ method: 'POST', url: path, payload: new URLSearchParams(fields).toString() },
      headers: { host, origin, 'content-type': 'application/x-www-form-urlencoded', ...more },
    })
  const mailTo = async (address: string) => {
    await app.sendMail()
    const mails = await Promise.all(
      smtp.received.filter(({ to }) => to.includes(address)).map(({ raw }) => PostalMime.parse(raw)),
    )
    return { last: mails.at(-1), count: mails.length }
  }
  const codeFor = async (email: string, text = message) => {
    assert.equal((await post({ message: text, email })).statusCode, 200)
    return /^([0-9A-Z]{8}) is your code/.exec((await mailTo(email)).last?.subject ?? '')?.[1] ?? ''
  }

  test('the message goes out once the mailed code is typed, and the answer of the seller comes by mail', async () => {
    const { text } = await app.call('GET', `/p/${id}`, { host })
    assert.match(text, new RegExp(`<form class="form" method="post" action="/p/${id}/answer"`))
    const email = `reader.${process.pid}@example.org`
    const code = await codeFor(email)
    assert.equal((await mailTo(seller.email)).count, 0, 'nothing goes out before the code')
    for (const wrong of [
      { message, email, code: '22222222' },
      { message: `${message} Really.`, email, code },
    ]) {
      const answer = await post(wrong)
      assert.equal(answer.statusCode, 400)
      assert.match(answer.body, /This is not the code/)
    }
    const sent = await post({ message, email, code: `${code.slice(0, 4)}-${code.slice(4).toLowerCase()}` })
    assert.deepEqual([sent.statusCode, sent.headers['cache-control']], [200, 'no-store'])
    assert.match(sent.body, /Your message is on its way/)
    const { last } = await mailTo(seller.email)
    assert.equal(last?.replyTo?.[0]?.address, email)
    assert.match(last?.text ?? '', /by a reader without an\s+account/)
    const { json } = await app.call('GET', '/v1/relay/messages', { host, key: seller.key })
    assert.deepEqual([json.items[0].message, json.items[0].from], [message, 'a reader without an account'])
    assert.equal('reply_email' in json.items[0], false)
    const body = { message: 'Yes, it is. Saturday at ten suits me well.' }
    const reply = `/v1/relay/messages/${json.items[0].id}/reply`
    assert.equal((await app.call('POST', reply, { host, key: seller.key, body })).status, 200)
    const answered = (await mailTo(email)).last
    assert.equal(answered?.replyTo?.[0]?.address, seller.email)
    assert.match(answered?.text ?? '', /Saturday at ten/)
  })

  test('each answer is offered in the language of the browser, and nothing is mailed or sent again for it', async () => {
    const email = `german.${process.pid}@example.org`
    const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' }
    const again = (body: string) => {
      const offered = /<form class="offer" method="post" action="([^"]+)">(.*?)<button lang="de"/s.exec(body)
      assert.ok(offered, body.slice(0, 4000))
      const fields = [...offered[2]!.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
        name!,
        value!,
      ])
      assert.equal(offered[1], `/de/p/${id}/answer`)
      return post(Object.fromEntries(fields), undefined, offered[1], german)
    }
    const counts = async () => [(await mailTo(email)).count, (await mailTo(seller.email)).count]
    const [, before] = await counts()
    const faulty = await again((await post({ message: 'Hi', email }, undefined, undefined, german)).body)
    assert.match(faulty.body, /<html lang="de"[\s\S]*aria-invalid="true"/)
    const asked = await post({ message, email }, undefined, undefined, german)
    assert.deepEqual(await counts(), [1, before])
    const code = /^([0-9A-Z]{8}) is your code/.exec((await mailTo(email)).last?.subject ?? '')![1]!
    const askedInGerman = await again(asked.body)
    assert.match(askedInGerman.body, /<html lang="de"[\s\S]*name="code"/)
    assert.doesNotMatch(askedInGerman.body, /class="offer"/)
    assert.deepEqual(await counts(), [1, before])
    const sent = await post({ message, email, code }, undefined, undefined, german)
    assert.deepEqual(await counts(), [1, before! + 1])
    const sentInGerman = await again(sent.body)
    assert.match(sentInGerman.body, /<h1>Die Nachricht ist unterwegs<\/h1>/)
    assert.deepEqual(await counts(), [1, before! + 1])
    const foreign = await post({ message, email }, 'http://evil.test', undefined, german)
    assert.doesNotMatch(foreign.body, /class="offer"/, 'what another site has put into a form')
  })

  test('a seller who refuses a reader gets no more of them, and a reader who refuses a seller no answer', async () => {
    const email = `refused.${process.pid}@example.org`
    await post({ message, email, code: await codeFor(email) })
    const link = /http:\/\/\S+t=\S+/.exec((await mailTo(seller.email)).last?.text ?? '')![0]
    const token = new URL(link).searchParams.get('t')!
    const page = await app.call('GET', `/account/refuse-sender?t=${encodeURIComponent(token)}`, { host })
    assert.match(page.text, /Refuse messages of this sender/)
    assert.equal((await post({ t: token }, undefined, '/account/refuse-sender')).statusCode, 303)
    assert.match(
      (await app.call('GET', `/account/refuse-sender?t=${encodeURIComponent(token)}`, { host })).text,
      /You get no more messages/,
    )
    assert.equal((await post({ message, email })).statusCode, 410)
    const { json } = await app.call('GET', '/v1/relay/messages', { host, key: seller.key })
    const reply = `/v1/relay/messages/${json.items[0].id}/reply`
    const body = { message: 'Please do come, it is here.' }
    assert.equal((await app.call('POST', reply, { host, key: seller.key, body })).status, 410)
  })

  test('a wrong field, another site, a form of others, an old code and a post that is gone send nothing', async () => {
    const email = `wrong.${process.pid}@example.org`
    assert.match((await post({ message: 'Hi', email })).body, /Write a little more/)
    assert.match((await post({ message, email: 'nobody' })).body, /This is not an e-mail address/)
    assert.equal((await post({ message, email }, 'http://evil.test')).statusCode, 403)
    assert.equal((await post({ message, email }, undefined, '/p/p_00000000000000000000/answer')).statusCode, 404)
    const event = await app.publish('events')
    assert.equal((await post({ message, email }, undefined, `/p/${event}/answer`)).statusCode, 404)
    const code = await codeFor(email)
    app.clock.advance(2 * limits.readerCodeMs)
    assert.equal((await post({ message, email, code })).statusCode, 400)
    assert.equal((await mailTo(seller.email)).last?.replyTo?.[0]?.address?.startsWith('wrong'), false)
  })

  test('so many codes a day are mailed to an address, so that nobody is flooded', async () => {
    const email = `many.${process.pid}@example.org`
    for (let i = 0; i < limits.readerCodesPerAddressPerDay; i++)
      assert.equal((await post({ message: `${message} ${i}`, email })).statusCode, 200)
    const refused = await post({ message, email })
    assert.equal(refused.statusCode, 429)
    assert.ok(Number(refused.headers['retry-after']) > 0)
  })
})
