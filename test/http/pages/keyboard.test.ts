// Keyboards reach the first post of a home page soon: the skip link leads past header and choices.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteIds } from '../../../src/contract/sites/site-ids.ts'
import { hostOf } from '../../harness.ts'
import { noBrowser, startBrowser } from '../../kit/browser.ts'
import { presentPublishingSites } from './published.ts'

const onFirst = "document.activeElement.closest('.cards > li')?.previousElementSibling === null"

presentPublishingSites('a keyboard', app => {
  test('reaches the first post of a home page with Tab, Enter and Tab', { skip: noBrowser }, async () => {
    const browser = await startBrowser(app())
    try {
      for (const site of siteIds) {
        for (const topics of [['music'], ['art']]) await app().publish(site, { topics })
        for (const width of [360, 1280]) {
          const told = `${site}, ${width} pixels`
          const context = await browser.newContext({
            viewport: { width, height: 800 },
            locale: 'en',
            timezoneId: 'UTC',
          })
          const page = await context.newPage()
          const home = `http://${hostOf(site)}/`
          await page.goto(home)
          assert.ok((await page.locator('.choices a').count()) > 0, told)
          for (const key of ['Tab', 'Enter', 'Tab']) await page.keyboard.press(key)
          assert.equal(await page.evaluate(onFirst), true, told)
          await context.close()
        }
      }
    } finally {
      await browser.close()
    }
  })
})
