// The pages of the people of an account in a real browser: two people at once, narrow and wide.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TestApp, withPresentation } from '../../harness.ts'
import { assertAccessible, complaintsOf, noBrowser as skip, startBrowser } from '../../kit/browser.ts'
import { openedSession } from '../../kit/key-controls.ts'
import { linkIn } from './member-links.ts'
import { base } from './owner-site.ts'

withPresentation('the people of an account in a browser', app => {
  test('an owner invites a person who joins, chooses the account, and is removed while its page is open', {
    skip,
    timeout: 300_000,
  }, async t => {
    const [owner, guest] = [await app().account(), await app().account()]
    const browser = await startBrowser(app())
    t.after(() => browser.close())
    const pageOf = async (account: Parameters<typeof openedSession>[1]) => {
      const context = await browser.newContext()
      const { value } = await openedSession(app(), account)
      await context.addCookies([{ name: 'handbill-account', value, url: base }])
      const page = await context.newPage()
      return { page, complaints: complaintsOf(page, base) }
    }
    const [one, two] = [await pageOf(owner), await pageOf(guest)]
    const emailOf = async ({ platform }: TestApp, { accountId }: typeof owner) =>
      platform.db.selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirstOrThrow()
    const { email } = await emailOf(app(), guest)

    await one.page.goto(`${base}/account/members`)
    await one.page.getByLabel('E-mail address').fill(email)
    await one.page.getByRole('button', { name: 'Mail an invitation' }).click()
    await one.page.getByText('The invitation is on its way.').waitFor()
    const invitation = await linkIn(app(), email, 'invitation')
    await two.page.goto(`${base}/account/invitation?t=${invitation}`)
    await assertAccessible(two.page, 'invitation')
    await two.page.getByRole('button').first().click()
    await two.page.goto(`${base}/account/choose`)
    await assertAccessible(two.page, 'choose')
    await two.page.getByRole('button', { name: `Open @${owner.handle}` }).click()
    await two.page.getByText(`You are signed in as @${owner.handle}`).waitFor()

    for (const name of ['members', 'activity', 'profile']) {
      await one.page.goto(`${base}/account/${name}`)
      await assertAccessible(one.page, name)
    }
    await one.page.goto(`${base}/account/members`)
    await one.page.getByRole('button', { name: 'Remove' }).click()
    await one.page.getByText('The person was removed').waitFor()
    const answer = await two.page.goto(`${base}/account/ledger`)
    assert.equal(answer?.status(), 410)
    await one.page.goto(`${base}/account/activity`)
    await one.page.getByText(`invited ${email} as bookkeeper`).waitFor()
    assert.deepEqual(one.complaints, [])
  })
})
