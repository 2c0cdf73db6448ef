// The console in a real browser: covered texts, translations of a language model and practice, by the keyboard and without a script.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { limits } from '../../../src/contract/limits.ts'
import * as reviewWorker from '../../../src/workers/review.ts'
import { eventBody, onPresentation, startApp, type TestAccount, type TestApp, testClock } from '../../harness.ts'
import { assertAccessible, complaintsOf, pictures, noBrowser as skip, startBrowser } from '../../kit/browser.ts'
import {
  type Asked,
  type LanguageModelServer,
  saying,
  startLanguageModel,
  verdictText,
} from '../../kit/language-model-server.ts'
import { ann, bob, reviewers, reviewing } from './review-site.ts'

const base = 'http://events.test'
const polish = {
  title: 'Warsztaty garncarskie dla początkujących',
  body: 'Zapraszamy wszystkich chętnych na wspólne lepienie garnków w świetlicy przy ulicy Długiej, glina czeka.\n\nPrzynieście fartuchy.',
}
const german =
  'Töpferkurs für Anfänger\n\nAlle sind eingeladen, im Gemeinderaum an der Długa-Straße Töpfe zu formen; der Ton wartet.\n\nBringt Schürzen mit.'
const threat = {
  title: 'To the treasurer of the allotment club',
  body: 'Everybody will see on Saturday what happens to those who take our sheds. I will burn yours, and you will be inside it.',
}

/** Translates for a reader, and sends every text to a person: the one with a shed as a threat. */
const model = saying((asked: Asked) => {
  if (!/^# Moderation policy/.test(asked.system)) return german
  const category = asked.user.includes('sheds') ? 'violence-threat' : 'vague'
  return verdictText(asked, { outcome: 'review', category, reason: 'It may break the policy: "I will burn yours".' })
})

onPresentation('covers, translations and practice in a browser', ({ fresh }) => {
  let app: TestApp
  let browser: Browser
  let server: LanguageModelServer
  let author: TestAccount

  before(async () => {
    if (skip) return
    server = await startLanguageModel()
    server.answer = model
    const env = { ...reviewers, MODERATION: server.url, MODERATION_MODEL: 'test-model', SITES: `events=${base}` }
    app = await startApp(await fresh(), { env, clock: testClock(Date.now()) })
    browser = await startBrowser(app)
    author = await app.account({ balance: 500_000_000 })
  })
  after(async () => {
    await browser?.close()
    await app?.close()
    server?.close()
  })

  const submit = async (text: object) => {
    const answer = await app.call('POST', '/v1/posts', {
      host: 'events.test',
      key: author.key,
      body: { ...eventBody(), ...text },
    })
    assert.equal(answer.status, 202, answer.text)
    await app.moderate()
    return answer.json.id as string
  }
  const signedIn = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ locale: 'de-AT', ...options })
    const { value } = await reviewing(app, ann)
    await context.addCookies([{ name: 'handbill-review', value, url: base }])
    const page = await context.newPage()
    return { page, complaints: complaintsOf(page, base, [400]) }
  }
  const leads = async (page: Page, key: string) => {
    await Promise.all([page.waitForEvent('load'), page.keyboard.press(key)])
  }
  const look = async (page: Page, name: string) => {
    await assertAccessible(page, `review-${name}`)
    if (!pictures) return
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width: 768, height: 800 })
      await page.screenshot({ path: `${pictures}/review-${name}-${colorScheme}-768.png`, fullPage: true })
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
  const inWords = (page: Page, words: string) => page.locator('#post').getByText(words)

  test('one key shows a covered text and covers it again, and without a script a click does', {
    skip,
    timeout: 300_000,
  }, async () => {
    const id = await submit(threat)
    const { page, complaints } = await signedIn()
    await page.goto(`${base}/review`)
    await page.getByText('covered, Threats and incitement to violence').waitFor()
    await look(page, 'queue-covered')
    await page.goto(`${base}/review/items/text/${id}`)
    assert.equal(await inWords(page, 'I will burn yours').isVisible(), false)
    await look(page, 'item-covered')
    await page.keyboard.press('x')
    assert.equal(await inWords(page, 'I will burn yours').isVisible(), true)
    await look(page, 'item-uncovered')
    await page.keyboard.press('x')
    assert.equal(await inWords(page, 'I will burn yours').isVisible(), false)
    await page.getByRole('button', { name: 'Show grave texts at once in this browser' }).click()
    await page.getByText('Grave texts are shown at once in this browser.').waitFor()
    assert.equal(await inWords(page, 'I will burn yours').isVisible(), true)
    const many = Array.from(
      { length: limits.graveSeenPerDay },
      (_, i) => ({ kind: 'text', subject: `p_${i}` }) as const,
    )
    await app.platform.act('noteGraveSeen', { reviewer: ann, items: many })
    await page.goto(`${base}/review`)
    await page.getByText('calmer ones first').waitFor()
    await look(page, 'queue-past-bound')

    const plain = await signedIn({ javaScriptEnabled: false })
    await plain.page.goto(`${base}/review/items/text/${id}`)
    await plain.page.locator('#post summary').first().click()
    assert.equal(await inWords(plain.page, 'I will burn yours').isVisible(), true)
    assert.deepEqual([...complaints, ...plain.complaints], [])
  })

  test('one key translates a text beside itself, and the decision goes on from there', {
    skip,
    timeout: 300_000,
  }, async () => {
    const id = await submit(polish)
    const { page, complaints } = await signedIn()
    await page.goto(`${base}/review/items/text/${id}`)
    await leads(page, 't')
    const translation = page.getByRole('region', { name: 'Translation' })
    await translation.getByText('Bringt Schürzen mit.').waitFor()
    assert.equal(await translation.locator('[lang]').getAttribute('lang'), 'de')
    await look(page, 'item-translated')
    await page.keyboard.press('p')
    await leads(page, 'Enter')
    const { decision } = await app.platform.db
      .selectFrom('pending_decisions')
      .select('decision')
      .executeTakeFirstOrThrow()
    assert.equal(JSON.parse(decision).action, 'publish')
    assert.deepEqual(complaints, [])
  })

  test('a round of practice is answered by the keys of the queue', { skip, timeout: 300_000 }, async () => {
    const bobs = await reviewing(app, bob)
    for (const { id } of await app.platform.db
      .selectFrom('revisions')
      .select('id')
      .where('status', '=', 'review')
      .execute())
      await bobs.post(
        `/review/items/text/${id}`,
        { action: 'reject', category: 'violence-threat', reason: 'It announces a fire.' },
        { host: 'events.test' },
      )
    app.clock.advance(limits.reviewLeaseMs)
    while ((await reviewWorker.runOnce(app.platform)) > 0);
    const { page, complaints } = await signedIn()
    await page.goto(`${base}/review/practice`)
    await look(page, 'practice')
    await leads(page, 'j')
    for (let n = 1; n <= limits.practiceRound; n++) {
      await page.getByText(`text ${n} of ${limits.practiceRound}`).waitFor()
      if (n === 1) await look(page, 'practice-text')
      if (n % 2) {
        await page.keyboard.press('p')
        await leads(page, 'Enter')
      } else {
        await page.keyboard.press('r')
        await page.keyboard.type('Thr')
        await leads(page, 'Enter')
      }
      await page.getByRole('status').getByText('Decided').waitFor()
      if (n <= 2) await look(page, `practice-told-${n}`)
      await leads(page, 'j')
    }
    await page.getByRole('heading', { name: 'The round is over' }).waitFor()
    await page.getByText(new RegExp(`Agreed on \\d+ of ${limits.practiceRound}`)).waitFor()
    await look(page, 'practice-over')
    assert.deepEqual(complaints, [])
  })
})
