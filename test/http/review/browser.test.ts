// The console in a real browser: a reviewer clears a queue by keyboard alone, from the mailed link to a reporter's mail, on both
// databases.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import PostalMime from 'postal-mime'
import { limits } from '../../../src/contract/limits.ts'
import { sentences } from '../../../src/contract/sentences.ts'
import { siteRow } from '../../../src/contract/sites.ts'
import { dayMs } from '../../../src/contract/spans.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import {
  allSites,
  eventBody,
  onPresentation,
  startApp,
  type TestAccount,
  type TestApp,
  testClock,
} from '../../harness.ts'
import { assertAccessible, complaintsOf, noBrowser as skip, startBrowser, widthOf } from '../../kit/browser.ts'
import { smtpServer } from '../../kit/smtp-server.ts'
import { byTitle } from '../../kit/title-model.ts'
import { ann, bob, reviewers } from './review-site.ts'

const base = 'http://events.test'
const host = 'events.test'

onPresentation('the console in a browser', ({ kind, fresh }) => {
  let app: TestApp
  let smtp: Awaited<ReturnType<typeof smtpServer>>
  let browser: Browser
  let author: TestAccount

  before(async () => {
    if (skip) return
    smtp = await smtpServer()
    const env = { ...reviewers, SITES: allSites, MAIL_URL: smtp.url, MAIL_FROM: 'Events <no-reply@events.test>' }
    app = await startApp(await fresh(), { env, overrides: { model: byTitle }, clock: testClock(Date.now()) })
    browser = await startBrowser(app)
  })
  beforeEach(async () => {
    if (!skip) author = await app.account({ balance: 900_000_000 })
  })
  after(async () => {
    await browser?.close()
    await app?.close()
    await smtp?.close()
  })

  /** The newest mail to somebody with this subject, as the SMTP server received it. */
  const mail = async (to: string, subject: RegExp) => {
    await app.sendMail()
    const mails = await Promise.all(
      smtp.received.filter(each => each.to.includes(to)).map(({ raw }) => PostalMime.parse(raw)),
    )
    const found = mails.findLast(each => subject.test(each.subject ?? ''))
    assert.ok(found, `a mail to ${to} about ${subject} among: ${mails.map(each => each.subject).join('; ')}`)
    return found
  }
  const call = (method: string, path: string, body?: object, key?: string) =>
    app.call(method, path, { host, ...(body && { body }), ...(key && { key }) })
  const submit = async (word: string, change: object = {}) => {
    app.clock.advance(1_000)
    const body = eventBody()
    const sent = { ...body, title: `${word} ${body.title}`, ...change }
    const answer = await call('POST', '/v1/posts', sent, author.key)
    assert.ok([202, 422].includes(answer.status), answer.text)
    await app.moderate()
    return answer.json.id as string
  }
  const own = async (id: string) => (await call('GET', `/v1/posts/${id}`, undefined, author.key)).json
  const due = async () => {
    app.clock.advance(limits.reviewUndoMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
  }
  // A page looks the same on both databases.
  const looked = new Set<string>()
  const look = async (page: Page, name: string) => {
    if (kind === 'SQLite' && !looked.has(name)) await assertAccessible(page, `review-${name}`)
    looked.add(name)
  }
  const pending = async () => (await app.platform.db.selectFrom('pending_decisions').selectAll().execute()).length

  /** A reviewer who has signed in by mail, in a separate browser. */
  const signedIn = async (email: string, seen: (page: Page, name: string) => Promise<void> = async () => {}) => {
    const page = await (await browser.newContext()).newPage()
    const complaints = complaintsOf(page, base, [400, 409])
    await page.goto(`${base}/review`)
    assert.equal(page.url(), `${base}/review/sign-in`)
    await seen(page, 'sign-in')
    await page.getByLabel('Your e-mail address').fill(email)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Look into your mail' }).waitFor()
    const link = /http:\/\/\S+t=\S+/.exec((await mail(email, /Your link to the review console/)).text ?? '')?.[0] ?? ''
    await page.goto(link)
    await seen(page, 'open-link')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Review queue' }).waitFor()
    return { page, complaints }
  }
  /** Presses keys, and waits for the page that the last key opens. */
  const leads = async (page: Page, ...keys: string[]) => {
    for (const key of keys.slice(0, -1)) await page.keyboard.press(key)
    await Promise.all([page.waitForEvent('load'), page.keyboard.press(keys.at(-1) ?? '')])
  }
  const itemOf = (page: Page) => /\/review\/items\/(\w+)\/(\w+)$/.exec(page.url())?.slice(1) ?? []

  test('a reviewer clears twenty mixed items by keyboard alone', {
    skip,
    timeout: 300_000,
  }, async () => {
    // The items: texts, edits, reported posts (one reported by the form), appeals.
    const fine = []
    for (let i = 0; i < 8; i++) fine.push(await submit('Fine'))
    const page = await (await browser.newContext()).newPage()
    const reported = fine.slice(0, 5)
    await page.goto(`${base}/p/${reported[0]}/report`)
    await page.getByLabel('What is wrong with it?').selectOption('scam')
    await page.getByLabel('Your e-mail address').fill('reader@example.org')
    await page.getByLabel('I believe in good faith').check()
    await page.getByRole('button', { name: 'Send the report' }).click()
    await page.waitForURL(/\/reports\/rep_/)
    for (const post_id of reported.slice(1))
      await call('POST', '/v1/reports', { post_id, reason: 'spam', details: 'Look at it' })
    const edits = []
    for (const id of fine.slice(5)) {
      const { json } = await call('PATCH', `/v1/posts/${id}`, { title: `REVIEW edit of ${id}` }, author.key)
      await app.moderate()
      edits.push(json.edit.id as string)
    }
    const struck = []
    for (const word of ['LOWQ', 'ABUSE', 'LOWQ', 'LOWQ']) {
      const id = await submit(word)
      const { status } = await call('POST', `/v1/posts/${id}/appeal`, { message: 'Please look again.' }, author.key)
      assert.equal(status, 202)
      struck.push(id)
    }
    const texts = []
    for (let i = 0; i < 8; i++) texts.push(await submit('REVIEW'))
    const before = (await call('GET', '/v1/account', undefined, author.key)).json
    assert.equal(before.strikes, 1)

    const { page: desk, complaints } = await signedIn(ann, look)
    const { keyboard } = desk
    await look(desk, 'queue')
    await keyboard.press('?')
    await desk.getByRole('dialog', { name: 'Keys' }).waitFor()
    await look(desk, 'keys')
    await keyboard.press('Escape')

    type Act = 'publish' | 'reject' | 'dismiss' | 'remove' | 'grant' | 'give back' | 'refuse' | 'skip' | 'pass on'
    const plan = new Map<string, Act>()
    const planned = (acts: readonly Act[], ids: readonly string[]) => {
      for (const [i, id] of ids.entries()) plan.set(id, acts[i]!)
    }
    planned(['remove', 'dismiss', 'dismiss', 'remove', 'dismiss'], reported)
    planned(['publish', 'reject', 'publish'], edits)
    planned(['refuse', 'grant', 'give back', 'refuse'], struck)
    planned(['publish', 'reject', 'publish', 'skip', 'publish', 'reject', 'pass on', 'publish'], texts)
    assert.equal(plan.size, 20)
    const appeals = await app.platform.db.selectFrom('appeals').select(['id', 'post_id']).execute()
    const subjectOf = (id: string) => appeals.find(each => each.id === id)?.post_id ?? id

    const keys: Record<Act, () => Promise<void>> = {
      publish: () => leads(desk, 'p', 'Enter'),
      dismiss: () => leads(desk, 'd', 'Enter'),
      reject: () => chooses('Sca'),
      remove: () => chooses('Phi'),
      grant: () => says('g', 'You are right.'),
      'give back': () => says('b', 'The fee comes back.'),
      refuse: () => says('f', 'It stays as it is.'),
      skip: () => says('s', 'Not my language.'),
      'pass on': () => says('o', 'Is it satire?'),
    }
    const chooses = async (title: string) => {
      await keyboard.press('r')
      await keyboard.type(title)
      await look(desk, 'reason')
      await leads(desk, 'Tab', 'Tab', 'Control+Enter')
    }
    const says = async (key: string, words: string) => {
      await keyboard.press(key)
      await keyboard.type(words)
      await leads(desk, 'Control+Enter')
    }

    await leads(desk, 'j')
    const seen = new Set<string>()
    for (let cleared = 0; cleared < 20; cleared++) {
      app.clock.advance(1_000)
      const [of = '', id = ''] = itemOf(desk)
      const act = plan.get(subjectOf(id))
      assert.ok(act && !seen.has(id), `${desk.url()} is in the plan, and comes once`)
      seen.add(id)
      if (cleared === 0) {
        // No outward action is preselected, and no key works while a modifier is held.
        await keyboard.press('Enter')
        for (const key of ['Alt+p', 'Control+p']) await keyboard.press(key)
        assert.deepEqual([itemOf(desk)[1], await pending()], [id, 0])
        assert.equal(await desk.evaluate(`document.querySelector('[name=action]:checked').value`), 'skip')
        await keyboard.press('n')
        await keyboard.type('please read p, r and j')
        await leads(desk, 'Tab', 'Enter')
        await desk.getByText('please read p, r and j').waitFor()
        assert.equal(itemOf(desk)[1], id, 'a note leaves the item open')
      }
      await look(desk, id.startsWith('edit_') ? 'edit' : of)
      await keys[act]()
      if (cleared !== 1) continue
      // After an undo the item is open again, and is decided again.
      await desk.getByRole('status').filter({ hasText: 'Nothing has gone out yet' }).waitFor()
      await look(desk, 'undo')
      await leads(desk, 'u')
      await desk.getByRole('status').filter({ hasText: 'The decision was undone' }).waitFor()
      assert.equal(itemOf(desk)[1], id)
      await keys[act]()
    }
    assert.equal(desk.url(), `${base}/review`)
    await desk.getByText('There is no item that you can take.').waitFor()
    await look(desk, 'nothing-left')
    await due()

    const became = async (ids: readonly string[]) => Promise.all(ids.map(async id => (await own(id)).status))
    assert.deepEqual(await became(reported), ['removed', 'published', 'published', 'removed', 'published'])
    const edited = await Promise.all(fine.slice(5).map(async id => (await own(id)).edit.status))
    assert.deepEqual(edited, ['applied', 'rejected', 'applied'])
    assert.deepEqual(await became(struck), ['rejected', 'published', 'rejected', 'rejected'])
    assert.deepEqual(await became(texts), [
      'published',
      'rejected',
      'published',
      'review',
      'published',
      'rejected',
      'review',
      'published',
    ])
    const { rejection } = await own(texts[1]!)
    const scam = app.platform.policy.categories.find(each => each.id === 'scam')!
    assert.equal(rejection.reason, `${scam.title}: ${scam.definition}`, 'the prefilled reason is that of the policy')
    // The receipt was the mail of the day.
    app.clock.advance(dayMs)
    await app.platform.act('sweep', { limit: 100 })
    const upheld = await mail('reader@example.org', /What came of your report/)
    assert.match(upheld.text ?? '', /was removed under\s+Phishing/)
    assert.deepEqual(complaints, [])
  })

  test('Enter and Ctrl Enter send alike after P, D and R, and letters choose where many texts are decided', {
    skip,
    timeout: 300_000,
  }, async () => {
    const texts = [await submit('REVIEW'), await submit('REVIEW'), await submit('REVIEW'), await submit('REVIEW')]
    const { page, complaints } = await signedIn(ann)
    const { keyboard } = page
    const open = (id: string | undefined) => page.goto(`${base}/review/items/text/${id}`)
    await open(texts[0])
    await leads(page, 'p', 'Control+Enter')
    await open(texts[1])
    await keyboard.press('r')
    await keyboard.type('Sca')
    await leads(page, 'Enter')
    const decided = await app.platform.db.selectFrom('pending_decisions').select('decision').execute()
    assert.deepEqual(decided.map(({ decision }) => JSON.parse(decision).action).sort(), ['publish', 'reject'])
    await due()
    await page.goto(`${base}/review/items/text/${texts[2]}/bulk/author`)
    await keyboard.press('a')
    assert.equal(await page.getByRole('checkbox', { checked: true }).count(), 2)
    await look(page, 'bulk-keys')
    await leads(page, 'p', 'Enter')
    await page.getByRole('heading', { name: '2 decided' }).waitFor()
    await due()
    assert.deepEqual(await Promise.all(texts.map(async id => (await own(id)).status)), [
      'published',
      'rejected',
      'published',
      'published',
    ])
    assert.deepEqual(complaints, [])
  })

  test('an item and its decision belong to one of two reviewers, and the item is free when the lease expires', {
    skip,
    timeout: 300_000,
  }, async () => {
    const id = await submit('REVIEW')
    const [anns, bobs] = [await signedIn(ann), await signedIn(bob)]
    const address = `${base}/review/items/text/${id}`
    await anns.page.goto(address)
    assert.equal((await bobs.page.goto(address))?.status(), 409)
    await bobs.page.getByText(/ann@example.org holds it until/).waitFor()
    await look(bobs.page, 'held')
    assert.equal(await bobs.page.getByRole('radio').count(), 0)
    app.clock.advance(limits.reviewLeaseMs)
    assert.equal((await bobs.page.goto(address))?.status(), 200, 'the lease has expired')
    await leads(bobs.page, 'p', 'Enter')
    await leads(anns.page, 'p', 'Enter')
    await anns.page.getByRole('heading', { name: 'Somebody was quicker' }).waitFor()
    await anns.page
      .getByText(/bob@example.org has decided it a moment ago: publish, at 20|bob@example.org holds it until/)
      .waitFor()
    await look(anns.page, 'conflict')
    await due()
    await anns.page.goto(address)
    await anns.page.getByText(/It is published: person-publish by bob@example.org at 20/).waitFor()
    await look(anns.page, 'decided')
    assert.equal((await own(id)).status, 'published')
    assert.deepEqual([...anns.complaints, ...bobs.complaints], [])
  })

  test('the console shows the new text after a change, and takes the same keys for it', {
    skip,
    timeout: 300_000,
  }, async () => {
    const id = await submit('Fine')
    await call('POST', '/v1/reports', { post_id: id, reason: 'scam' })
    const edit = async (title: string) => {
      await call('PATCH', `/v1/posts/${id}`, { title }, author.key)
      await app.moderate()
    }
    const { page, complaints } = await signedIn(ann)
    const address = `${base}/review/items/report/${id}`
    await page.goto(address)
    await edit('Fine, under another title')
    await page.keyboard.press('r')
    await page.keyboard.type('Sca')
    await leads(page, 'Tab', 'Tab', 'Control+Enter')
    await page.getByRole('alert').filter({ hasText: sentences.textChanged }).waitFor()
    await page.locator('#post').getByText('Fine, under another title').waitFor()
    assert.deepEqual([page.url(), await pending()], [address, 0])
    assert.equal(await page.evaluate(`document.querySelector('[name=action]:checked').value`), 'skip')
    await look(page, 'changed')
    await leads(page, 'd', 'Enter')
    assert.equal(await pending(), 1)

    await edit('Fine, under a third title')
    await due()
    await page.goto(`${base}/review`)
    await page
      .getByRole('status')
      .filter({ hasText: `Not applied: Dismissed. ${sentences.textChanged}` })
      .waitFor()
    await look(page, 'not-applied')
    await leads(page, 'j')
    assert.equal(page.url(), address, 'it waits again')
    await page.locator('#post').getByText('Fine, under a third title').waitFor()
    await leads(page, 'd', 'Enter')
    assert.equal(await page.getByText('Not applied').count(), 0)
    await due()
    const { state } = await app.platform.db
      .selectFrom('reports')
      .select('state')
      .where('post_id', '=', id)
      .executeTakeFirstOrThrow()
    assert.deepEqual([state, (await own(id)).status], ['dismissed', 'published'])
    assert.deepEqual(complaints, [])
  })

  test('an appeal over the API that is granted in the console restores post, money and strike', {
    skip,
    timeout: 300_000,
  }, async () => {
    const account = async () => (await call('GET', '/v1/account', undefined, author.key)).json
    const was = await account()
    const id = await submit('ABUSE')
    const struck = await account()
    assert.equal(struck.strikes, was.strikes + 1)
    const sent = await call('POST', `/v1/posts/${id}/appeal`, { message: 'It is a fair.' }, author.key)
    assert.equal(sent.status, 202)
    const { page } = await signedIn(bob)
    const { id: appeal } = await app.platform.db
      .selectFrom('appeals')
      .select('id')
      .where('post_id', '=', id)
      .executeTakeFirstOrThrow()
    await page.goto(`${base}/review/items/appeal/${appeal}`)
    await page.getByText('It is a fair.').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.type('So it is.')
    await leads(page, 'Control+Enter')
    await due()
    const [restored, { strikes, balance }] = [await own(id), await account()]
    assert.deepEqual([restored.status, restored.appeal.answer, strikes], ['published', 'So it is.', was.strikes])
    assert.equal(balance, was.balance - restored.price, 'only the fee is kept')
    assert.match((await mail(author.email, /appeal/i)).text ?? '', /So it is\./)
  })

  test('the console runs nothing that a text, a report or a note contains', {
    skip,
    timeout: 300_000,
  }, async () => {
    const form = `</textarea></section></main><form method="post" action="/review/undo"><button data-key="p">Publish</button></form><dialog open>`
    const script = `"><script>alert(1)</script><img src=x onerror=alert(2)><meta http-equiv="refresh" content="0;url=//evil.test"><style>*{display:none}</style>`
    const hidden = `before\u2067 inside\u2069 after\u200f\u200b \u202bembedded\u202c `
    const stacked = `Za${'\u0301'.repeat(500)}lgo `
    const { example, text } = siteRow('stories')
    const words = 'Kleinverlagsmesse Papiergeschichten Buchbinderwerkstatt Lesezimmer '
    const body = `${form} ${script} ${hidden}${stacked}${words.repeat(400)}`.slice(0, 24_900)
    const story = { ...example, [text.title as string]: `REVIEW ${script}`.slice(0, 140), [text.body]: body }
    const sent = await app.call('POST', '/v1/posts', { host: 'stories.test', key: author.key, body: story })
    assert.equal(sent.status, 202, sent.text)
    await app.moderate()
    const { page, complaints } = await signedIn(bob)
    for (const note of [form + script, hidden])
      await app.platform.act('noteOnPost', { postId: sent.json.id, reviewer: ann, note })
    await page.goto(`${base}/review/items/text/${sent.json.id}`)
    await page.getByRole('heading', { name: 'Text in review' }).waitFor()
    for (const open of [false, true]) {
      if (open) await page.locator('#post summary').last().click()
      const inside = `document.querySelectorAll('#post :is(form, script, a, img, button, style, meta, dialog, textarea), #context :is(form, script, img, button, style)').length`
      assert.equal(await page.evaluate(inside), 0)
      const shown = (await page.locator('#post').textContent()) ?? ''
      assert.ok(!/[\u202a-\u202e\u2066-\u2069\u200b\u200f]/.test(shown), 'no sign that reorders or hides text')
      assert.match(shown, /U\+2067.*U\+202B/s)
      assert.match(shown, /\+493 marks/)
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        assert.ok((await widthOf(page)) <= width)
        const send = page.getByRole('button', { name: 'Decide' })
        await send.scrollIntoViewIfNeeded()
        const covered = await send.evaluate((button: any) => {
          const { left, top, width: w, height: h } = button.getBoundingClientRect()
          return button.ownerDocument.elementFromPoint(left + w / 2, top + h / 2) !== button
        })
        assert.equal(covered, false, 'the text covers no action')
      }
    }
    await look(page, 'hostile')
    await page.locator('#post').focus()
    await leads(page, 'p', 'Enter')
    assert.equal(await pending(), 1, 'the key submits the form of the console, not one in the text')
    await due()
    assert.deepEqual(complaints, [])
  })
})
