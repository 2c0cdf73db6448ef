// The conversations of a seller in a real browser: read, answered and blocked, narrow and wide, light and dark.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyFor, withPresentation } from '../../harness.ts'
import { assertAccessible, complaintsOf, noBrowser as skip, startBrowser, widthOf } from '../../kit/browser.ts'
import { openedSession } from '../../kit/key-controls.ts'
import { base } from './owner-site.ts'

withPresentation(
  'the conversations of an account in a browser',
  app => {
    test('a seller opens a conversation, answers it and blocks its sender, and every page is accessible', {
      skip,
      timeout: 300_000,
    }, async t => {
      const [seller, buyer] = [await app().account(), await app().account()]
      const { json } = await app().call('POST', '/v1/posts', { key: seller.key, body: bodyFor.classifieds() })
      await app().moderate()
      const question = 'Is the desk still there?\n\nI could fetch it on Saturday morning, and pay in cash.'
      for (const message of [question, 'And could you hold it until then?'])
        await app().call('POST', '/v1/relay', {
          key: buyer.key,
          body: { post_id: json.id, message, reply_email: 'buyer@example.com' },
        })
      const browser = await startBrowser(app())
      t.after(() => browser.close())
      const context = await browser.newContext()
      const { value } = await openedSession(app(), seller)
      await context.addCookies([{ name: 'handbill-account', value, url: base }])
      const page = await context.newPage()
      const complaints = complaintsOf(page, base)
      await page.goto(`${base}/account/conversations`)
      await assertAccessible(page, 'conversations')
      await page.getByRole('link', { name: /desk/i }).click()
      await assertAccessible(page, 'conversation')
      await page.setViewportSize({ width: 768, height: 900 })
      assert.ok((await widthOf(page)) <= 768)
      await page.getByLabel('Your answer').fill('Yes, it is. Saturday at ten would suit me.')
      await page.getByRole('button', { name: 'Send the answer' }).click()
      await page.getByText('The answer is on its way.').waitFor()
      await page.getByRole('button', { name: 'Block this sender' }).click()
      await page.getByText('You block this sender').waitFor()
      await assertAccessible(page, 'blocked')
      await page.goto(`${base}/account/conversations`)
      await assertAccessible(page, 'blocks')
      await page.getByRole('button', { name: 'End the block' }).click()
      await page.getByText('The block has ended.').waitFor()
      assert.deepEqual(complaints, [])
    })
  },
  { SITES: `classifieds=${base}` },
)
