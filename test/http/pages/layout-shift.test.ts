// Nothing moves on a page once it is drawn, with its fonts and without them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { display, reading } from '../../../src/http/public/kit/faces-of-type.ts'
import { readFont } from '../../../src/http/public/kit/font.ts'
import { openTypeOfWoff } from '../../../src/http/public/kit/woff.ts'
import { noBrowser, startBrowser } from '../../kit/browser.ts'
import { presentPublishingSites } from './published.ts'

/** The sum of the shifts of a page: the share of the screen that moved, times how far. */
const most = 0.02

test('the measures of the faces, by which others stand in for them, are those of their files', () => {
  const letters = 'the quick brown fox jumps over the lazy dog and waits for a train to the harbour'
  for (const { folder, weight, width, ascent, descent } of [display, reading]) {
    const path = `@fontsource/${folder}/files/${folder}-latin-${weight}-normal.woff`
    const file = openTypeOfWoff(readFileSync(new URL(import.meta.resolve(path))))
    const mean = readFont(file).width(letters) / letters.length
    assert.ok(Math.abs(mean / width - 1) < 0.05, `${folder}: ${mean} and ${width}`)
    const directory = Array.from({ length: file.readUInt16BE(4) }, (_, i) => 12 + 16 * i)
    const table = (tag: string) =>
      file.readUInt32BE(directory.find(at => file.toString('latin1', at, at + 4) === tag)! + 8)
    const unit = file.readUInt16BE(table('head') + 18)
    const [up, down] = [4, 6].map(at => file.readInt16BE(table('hhea') + at) / unit)
    assert.deepEqual([up, down], [ascent, -descent], folder)
  }
})

const berlin = { country: 'DE', state: 'DE-BE', city: { geonames_id: 2950159, name: 'Berlin' } }

/** A reader with a time zone, whose pages add up what moves. */
async function observed(browser: Browser, width: number, timezoneId: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, timezoneId })
  await context.addInitScript(
    `self.shifted = 0; new PerformanceObserver(list => { for (const { value } of list.getEntries()) shifted += value }).observe({ type: 'layout-shift', buffered: true })`,
  )
  return context
}

/** The sum of the shifts of a page until `shown`. */
async function shiftOf(context: BrowserContext, path: string, shown?: (page: Page) => Promise<void>): Promise<number> {
  const page = await context.newPage()
  await page.goto(`http://events.test${path}`)
  await shown?.(page)
  await page.evaluate('document.fonts.ready.then(() => {})')
  // Two frames later the shifts of what was drawn are told.
  for (let frame = 0; frame < 2; frame++) await page.evaluate('new Promise(requestAnimationFrame)')
  const sum = (await page.evaluate('shifted')) as number
  await page.close()
  return sum
}

presentPublishingSites('a page that is drawn', app => {
  test('moves nothing, whether its fonts come or not', { skip: noBrowser }, async () => {
    const ids = [await app().publish('events'), await app().publish('events', { topics: ['art'] })]
    for (let i = 0; i < 4; i++) await app().publish('events')
    await app().publish('events', { title: 'The one event near Berlin', location: berlin })
    const browser = await startBrowser(app())
    try {
      for (const width of [360, 1280])
        for (const missing of [false, true]) {
          const context = await observed(browser, width, 'UTC')
          if (missing) await context.route('**/*.woff2', route => route.abort())
          for (const path of ['/', `/p/${ids[0]}`, '/topics/art/', '/in/FR/']) {
            const sum = await shiftOf(context, path)
            assert.ok(sum <= most, `${path}, ${width} pixels, ${missing ? 'without fonts' : 'with fonts'}: ${sum}`)
          }
          await context.close()
        }
      for (const width of [360, 1280]) {
        const context = await observed(browser, width, 'Europe/Berlin')
        const near = 'h1:has-text("Upcoming events near Berlin")'
        const sum = await shiftOf(context, '/', page => page.locator(near).waitFor())
        assert.ok(sum <= most, `a reader in Berlin, ${width} pixels: ${sum}`)
        await context.close()
      }
    } finally {
      await browser.close()
    }
  })
})
