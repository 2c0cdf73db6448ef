// The mail worker: each mail is sent at least once under one Message-ID, and no text of a stranger controls it.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import PostalMime from 'postal-mime'
import { limits } from '../../src/contract/limits.ts'
import { createMailer, type Mailer, type OutgoingMail } from '../../src/integrations/mail/mailer.ts'
import { failedMailRecords } from '../../src/usecases/delivery/failed-mails.ts'
import { runOnce } from '../../src/workers/mail.ts'
import { freshDatabase, freshFolder } from '../databases.ts'
import { onEveryDatabase, quietLog, startApp, type TestApp } from '../harness.ts'
import { smallFileSystem } from '../kit/small-disk.ts'
import { refusal, smtpServer } from '../kit/smtp-server.ts'

const from = 'Handbill <post@handbill.test>'
const minute = 60_000

/** Keeps the mails that it is given, and fails as often as a test says. */
function memoryMailer() {
  const sent: OutgoingMail[] = []
  let failures = 0
  const mailer: Mailer = {
    async send(mail) {
      if (failures-- > 0) throw new Error('connect ECONNREFUSED')
      sent.push(mail)
      return { where: 'memory' }
    },
    async forget() {},
    close() {},
  }
  const failNext = (times: number) => {
    failures = times
  }
  return { mailer, sent, failNext }
}

async function askForMail(app: TestApp, body = 'http://events.test/account/verify?t=secret') {
  const { accountId, email } = await app.account({ balance: 0, verified: false })
  await app.platform.act('requestVerification', { accountId, email, subject: 'Verify', body, html: `<p>${body}</p>` })
  return email
}

function mailRow(app: TestApp, recipient: string) {
  return app.platform.db.selectFrom('mail').selectAll().where('recipient', '=', recipient).executeTakeFirstOrThrow()
}

onEveryDatabase('the mail worker', ({ fresh }) => {
  const memory = memoryMailer()
  let app: TestApp
  before(async () => {
    app = await startApp(await fresh(), { overrides: { mailer: memory.mailer } })
  })
  after(() => app.close())

  it('the mail worker sends a due mail once, and then deletes its text', async () => {
    const recipients = []
    for (let i = 0; i < 20; i++) recipients.push(await askForMail(app))
    const claimed = await Promise.all([
      runOnce(app.platform),
      runOnce(app.platform),
      runOnce(app.platform),
      runOnce(app.platform),
    ])
    assert.equal(
      claimed.reduce((a, b) => a + b),
      20,
    )
    assert.equal(await runOnce(app.platform), 0)
    assert.deepEqual(memory.sent.map(mail => mail.to).sort(), recipients.sort())
    const row = await mailRow(app, recipients[0]!)
    assert.deepEqual([row.sent_at, row.body, row.lease_token], [app.clock.now(), '', null])
  })

  it('a mail is retried after 10 s, 1, 5 and 30 minutes, 2, 6 and 12 hours, and given up after the eighth attempt', async () => {
    const email = await askForMail(app)
    memory.failNext(100)
    const waits = [10_000, minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute, 720 * minute]
    assert.ok(waits.reduce((a, b) => a + b) < limits.verificationLinkMs)
    for (const wait of waits) {
      assert.equal(await runOnce(app.platform), 1)
      app.clock.advance(wait - 1)
      assert.equal(await runOnce(app.platform), 0)
      app.clock.advance(1)
    }
    assert.equal(await runOnce(app.platform), 1)
    app.clock.advance(48 * 60 * minute)
    assert.equal(await runOnce(app.platform), 0)
    const row = await mailRow(app, email)
    assert.deepEqual([row.attempts, row.sent_at, row.failed_at !== null], [8, null, true])
    memory.failNext(0)
  })

  it('a mail is sent again after its lease with the same Message-ID, if the worker was killed before recording the first attempt', async () => {
    const email = await askForMail(app)
    const { token, mails } = await app.platform.act('takeMail', { limit: 8 })
    assert.equal(mails.length, 1)
    assert.equal(await runOnce(app.platform), 0)
    app.clock.advance(limits.mailLeaseMs + 1)
    assert.equal(await runOnce(app.platform), 1)
    const sent = memory.sent.filter(mail => mail.to === email)
    assert.deepEqual(
      sent.map(mail => mail.id),
      [mails[0]!.id],
    )
    assert.equal(await app.platform.act('settleMailResult', { id: mails[0]!.id, token, outcome: { dueAt: 0 } }), false)
    app.clock.advance(limits.mailLeaseMs + 1)
    assert.equal(await runOnce(app.platform), 0)
  })

  it('the mail worker sends the other mails when one fails', async () => {
    memory.failNext(1)
    const emails = [await askForMail(app), await askForMail(app), await askForMail(app)]
    assert.equal(await runOnce(app.platform), 3)
    const settled = await Promise.all(emails.map(email => mailRow(app, email)))
    assert.equal(settled.filter(row => row.sent_at !== null).length, 2)
    app.clock.advance(10_000)
    assert.equal(await runOnce(app.platform), 1)
  })

  it('the mail worker logs one line for each mail, without its text, its link or the words of the server', async () => {
    const lines: { fields: object; message: string }[] = []
    const keep = (fields: object, message: string) => void lines.push({ fields, message })
    const { platform } = app
    const working = platform.mailer
    platform.log = { debug: keep, info: keep, warn: keep, error: keep }
    try {
      await askForMail(app)
      platform.mailer = {
        ...working,
        async send({ to, text }) {
          throw Object.assign(new Error(`454 no: ${to} ${text}`), {
            code: 'EMESSAGE',
            command: 'DATA',
            responseCode: 454,
            response: text,
          })
        },
      }
      await runOnce(platform)
      platform.mailer = working
      app.clock.advance(10_000)
      await runOnce(platform)
    } finally {
      platform.log = quietLog
      platform.mailer = working
    }
    assert.deepEqual(
      lines.map(line => line.message),
      ['a mail could not be sent yet', 'a mail was sent'],
    )
    const text = JSON.stringify(lines)
    assert.doesNotMatch(text, /secret|verify|example\.org/)
    assert.match(text, /"reason":"EMESSAGE DATA","response":454/)
  })
})

onEveryDatabase('an SMTP server that refuses', ({ fresh }) => {
  /** An app whose mail goes to a server with these answers to recipients and to texts. */
  async function withServer(
    t: { after(end: () => Promise<void>): void },
    answers: { recipient?: (address: string) => Error | undefined; text?: Parameters<typeof smtpServer>[0] },
  ) {
    const server = await smtpServer(answers.text, answers.recipient)
    const app = await startApp(await fresh(), { env: { MAIL_URL: server.url, MAIL_FROM: from } })
    t.after(async () => {
      await app.close()
      await server.close()
    })
    return { server, app }
  }

  it('a mail that is refused for good gets no second attempt: the operator sees it with the reason, and none of its text', async t => {
    const { server, app } = await withServer(t, {
      recipient: address => (address.startsWith('gone.') ? refusal(550, '5.1.1 user\tunknown') : undefined),
      text: () => refusal(554),
    })
    const text = await askForMail(app)
    const { accountId } = await app.account({ verified: false })
    const mail = { subject: 'Verify', body: 'secret', html: 'secret' }
    await app.platform.act('changeAddress', { accountId, email: `gone.${process.pid}@example.org` })
    await app.platform.act('requestVerification', { accountId, email: `gone.${process.pid}@example.org`, ...mail })
    assert.equal(await runOnce(app.platform), 2)
    app.clock.advance(48 * 60 * minute)
    assert.equal(await runOnce(app.platform), 0)
    assert.deepEqual(server.received, [])
    const records = (await failedMailRecords(app.platform)) as Record<string, unknown>[]
    assert.deepEqual(
      records.map(({ recipient, failure, attempts }) => ({ recipient, failure, attempts })).sort(byRecipient),
      [
        {
          recipient: `gone.${process.pid}@example.org`,
          failure: '550 5.1.1 user unknown EENVELOPE RCPT TO',
          attempts: 1,
        },
        { recipient: text, failure: '554 no EMESSAGE DATA', attempts: 1 },
      ],
    )
    assert.doesNotMatch(JSON.stringify(records), /secret/)
  })

  it('a mail that is refused for now, as by greylisting, gets another attempt, and arrives once', async t => {
    let refusals = 2
    const { server, app } = await withServer(t, { recipient: () => (refusals-- > 0 ? refusal(450) : undefined) })
    const email = await askForMail(app)
    for (let i = 0; i < 4; i++) {
      await runOnce(app.platform)
      app.clock.advance(10 * minute)
    }
    assert.deepEqual(
      server.received.map(({ to }) => to),
      [[email]],
    )
    assert.equal((await mailRow(app, email)).attempts, 3)
  })

  it('a mail waits until the operator has corrected a password that the SMTP server refuses', async t => {
    const { app } = await withServer(t, { recipient: () => refusal(535) })
    const email = await askForMail(app)
    await runOnce(app.platform)
    const { failed_at, due_at } = await mailRow(app, email)
    assert.deepEqual({ failed_at, due_at }, { failed_at: null, due_at: app.clock.now() + 10_000 })
  })

  it('a mail is sent again if the server closes the connection after the text, and once to a slow server, whatever other workers do', async t => {
    let behave: () => Promise<void> = async () => server.drop()
    const { server, app } = await withServer(t, { text: () => behave().then(() => undefined) })
    const email = await askForMail(app)
    assert.equal(await runOnce(app.platform), 1)
    assert.equal((await mailRow(app, email)).sent_at, null)
    app.clock.advance(minute)
    let answer: () => void = () => {}
    const asked = new Promise<void>(heard => {
      behave = () => {
        heard()
        return new Promise<void>(resolve => {
          answer = resolve
        })
      }
    })
    const slow = runOnce(app.platform)
    await asked
    assert.equal(await runOnce(app.platform), 0)
    answer()
    await slow
    app.clock.advance(limits.mailLeaseMs + 1)
    assert.equal(await runOnce(app.platform), 0)
    const ids = new Set(
      (await Promise.all(server.received.map(({ raw }) => PostalMime.parse(raw)))).map(m => m.messageId),
    )
    assert.equal(ids.size, 1)
    assert.notEqual((await mailRow(app, email)).sent_at, null)
  })
})

const byRecipient = (a: { recipient: unknown }, b: { recipient: unknown }) =>
  String(a.recipient).localeCompare(String(b.recipient))

describe('over SMTP', () => {
  it('a mail that is refused at first arrives later, once, under the Message-ID of its id', async () => {
    const ids: string[] = []
    let refusals = 2
    const server = await smtpServer(() => (refusals-- > 0 ? refusal(451) : undefined))
    const app = await startApp(await freshDatabase('SQLite'), { env: { MAIL_URL: server.url, MAIL_FROM: from } })
    try {
      const email = await askForMail(app, 'Grüße: http://events.test/account/verify?t=abc=def\n')
      for (let i = 0; i < 3; i++) {
        ids.push((await mailRow(app, email)).id)
        await runOnce(app.platform)
        app.clock.advance(minute)
      }
      const [message, ...rest] = server.received
      assert.ok(message)
      assert.deepEqual(rest, [])
      assert.deepEqual([message.from, message.to], ['post@handbill.test', [email]])
      const mail = await PostalMime.parse(message.raw)
      assert.equal(mail.messageId, `<${ids[0]}@handbill.test>`)
      assert.equal(mail.text?.trim(), 'Grüße: http://events.test/account/verify?t=abc=def')
      assert.equal(mail.headers.find(header => header.key === 'auto-submitted')?.value, 'auto-generated')
      assert.equal((await mailRow(app, email)).attempts, 3)
    } finally {
      await app.close()
      await server.close()
    }
  })

  it('an unreachable server is a failure with a retry, and does not end the worker', async () => {
    const server = await smtpServer()
    await server.close()
    const app = await startApp(await freshDatabase('SQLite'), { env: { MAIL_URL: server.url } })
    try {
      const email = await askForMail(app)
      assert.equal(await runOnce(app.platform), 1)
      const row = await mailRow(app, email)
      assert.deepEqual([row.sent_at, row.due_at], [null, app.clock.now() + 10_000])
    } finally {
      await app.close()
    }
  })

  it('the same mail sent twice has one Message-ID', async t => {
    const server = await smtpServer()
    t.after(() => server.close())
    const mailer = createMailer(server.url, from, '')
    t.after(() => mailer.close())
    for (let i = 0; i < 2; i++)
      await mailer.send({ id: 'msg_1', to: 'a@example.org', subject: 'S', text: 'T', html: '<p>T</p>' })
    const mails = await Promise.all(server.received.map(({ raw }) => PostalMime.parse(raw)))
    assert.deepEqual(
      mails.map(mail => mail.messageId),
      ['<msg_1@handbill.test>', '<msg_1@handbill.test>'],
    )
  })
})

describe('a server that never answers', () => {
  it('a server that never answers does not delay the end of the process: the mail fails and is sent again later', async t => {
    const silent = createServer(() => {})
    t.after(() => silent.close())
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const mailer = createMailer(`smtp://127.0.0.1:${port}`, from, '')
    const sending = mailer.send({ id: 'msg_1', to: 'a@example.org', subject: 'S', text: 'T', html: '<p>T</p>' })
    await new Promise(resolve => silent.once('connection', resolve))
    mailer.close()
    await assert.rejects(sending, { name: 'AbortError' })
  })
})

describe('text of a stranger', () => {
  const attacks: Partial<OutgoingMail>[] = [
    { to: 'a@example.org\r\nBcc: victim@example.org' },
    { to: 'a@example.org>\r\nRCPT TO:<victim@example.org' },
    { to: 'a@example.org, victim@example.org' },
    { to: '"x" <victim@example.org>, a@example.org' },
    { subject: 'Hello\r\nBcc: victim@example.org\r\n\r\nbody' },
    { subject: 'Hello\nBcc: victim@example.org' },
    { subject: 'Hello\u2028Bcc: victim@example.org\u0000' },
    { text: '.\r\nMAIL FROM:<x@example.org>\r\nRCPT TO:<victim@example.org>\r\n.\r\n' },
    { replyTo: 'a@example.org\r\nBcc: victim@example.org' },
  ]

  it('the text of a stranger adds no recipient and no header, over SMTP and in the outbox', async t => {
    const server = await smtpServer()
    t.after(() => server.close())
    const smtp = createMailer(server.url, from, '')
    t.after(() => smtp.close())
    const folder = freshFolder()
    const outbox = createMailer('outbox:', from, folder)
    for (const [i, attack] of attacks.entries()) {
      const mail = { id: `msg_${i}`, to: 'a@example.org', subject: 'S', text: 'T', html: '<p>T</p>', ...attack }
      // A refused mail is as good as a harmless one.
      await smtp.send(mail).catch(() => {})
      await outbox.send(mail).catch(() => {})
    }
    for (const { to } of server.received) {
      assert.equal(to.length, 1)
      assert.notEqual(to[0], 'victim@example.org')
    }
    const files = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
    assert.ok(files.length > 4 && server.received.length > 4)
    for (const raw of [...server.received.map(message => message.raw), ...files]) {
      const { headers, to = [], cc, bcc } = await PostalMime.parse(raw)
      assert.deepEqual([cc, bcc], [undefined, undefined])
      assert.ok(to.length <= 1)
      const known = [
        'from',
        'to',
        'reply-to',
        'subject',
        'message-id',
        'date',
        'mime-version',
        'content-type',
        'content-transfer-encoding',
        'auto-submitted',
      ]
      assert.deepEqual(
        headers.map(header => header.key).filter(key => !known.includes(key)),
        [],
      )
    }
  })
})

describe('the outbox folder', () => {
  it('the outbox folder has one file for each mail, which only its owner can read, in a format for mail programs', async () => {
    const folder = join(freshFolder(), 'made', 'on', 'demand')
    const mailer = createMailer('outbox:', from, folder)
    const link = `http://events.test/account/verify?t=${'aB3=_-.'.repeat(60)}`
    const texts = [
      `Short.\n${link}\n`,
      `Ünïcödé, 日本語.\n${link}\nend`,
      `${'日本語のみの本文。'.repeat(40)}\n${link}\n`,
      `a=3D =\nb \n${link}\n`,
    ]
    for (const [i, text] of texts.entries()) {
      const { where } = await mailer.send({
        id: `msg_${i}`,
        to: 'owner@example.org',
        subject: 'Verify',
        text,
        html: '<p>T</p>',
      })
      assert.equal(where, join(folder, `msg_${i}.eml`))
      assert.equal(statSync(where).mode & 0o077, 0)
      const read = await PostalMime.parse(readFileSync(where))
      assert.equal(read.text?.replaceAll('\r\n', '\n').trim(), text.trim())
      assert.deepEqual([read.to?.[0]?.address, read.subject], ['owner@example.org', 'Verify'])
    }
    await mailer.send({ id: 'msg_0', to: 'owner@example.org', subject: 'Again', text: 'T', html: '<p>T</p>' })
    assert.equal(readdirSync(folder).length, texts.length)
  })
})

describe('the outbox on a full disk', () => {
  it('the outbox leaves no partial file on a full disk, and gets the mail once there is room', async t => {
    const disk = smallFileSystem()
    t.diagnostic(disk ? 'on a small file system' : 'mounting is not allowed here: a file is in the place of the folder')
    const folder = disk?.folder ?? freshFolder()
    const outbox = join(folder, 'outbox')
    t.after(() => disk?.remove())
    const app = await startApp(await freshDatabase('SQLite'), {
      overrides: { mailer: createMailer('outbox:', from, outbox) },
    })
    t.after(() => app.close())
    const recipient = await askForMail(app, 'x'.repeat(20_000))
    if (disk) disk.fill(process.pid)
    else writeFileSync(outbox, '')
    assert.equal(await runOnce(app.platform), 1)
    const { lease_token, attempts } = await mailRow(app, recipient)
    assert.deepEqual({ lease_token, attempts }, { lease_token: null, attempts: 1 })
    if (disk) {
      assert.deepEqual(existsSync(outbox) ? readdirSync(outbox) : [], [])
      disk.makeRoom(process.pid)
    } else rmSync(outbox)
    app.clock.advance(minute)
    await app.sendMail()
    assert.equal(readdirSync(outbox).length, 1)
  })
})
