// A real browser for tests: starts Chromium, and reports what axe-core, the console and the network find wrong with a page.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { isLong } from './long.ts'
import { missing } from './report.ts'

const executablePath = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  ...(process.env.PATH ?? '').split(delimiter).map(folder => join(folder, 'chromium')),
].find(path => path !== undefined && existsSync(path))

/** The `skip` of a test that needs a browser: why there is no browser, or false where there is one. */
export const noBrowser = executablePath
  ? false
  : missing('pages in a browser, because there is no Chromium (CHROMIUM_PATH names one)')

const flags =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

/** Starts Chromium and maps every host below `.test` to the app. `more`: further flags. */
export function startBrowser(app?: { origin: string }, more: string[] = []): Promise<Browser> {
  const toApp = app ? [`--host-resolver-rules=MAP *.test 127.0.0.1:${new URL(app.origin).port}`] : []
  return chromium.launch({ executablePath: executablePath!, args: [...flags.split(' '), ...toApp, ...more] })
}

/**
 * Collects what goes wrong on a page from this call on: console output, errors, dialogs, and requests to another origin than
 * `origin`. A failed response with one of `statuses` is expected and not collected.
 */
export function complaintsOf(page: Page, origin: string, statuses: readonly number[] = []): string[] {
  const complaints: string[] = []
  page.on('console', message => {
    const status = /^Failed to load resource: the server responded with a status of (\d+)/.exec(message.text())?.[1]
    if (!statuses.includes(Number(status))) complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('dialog', dialog => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', request => {
    if (new URL(request.url()).origin !== origin) complaints.push(`asked for ${request.url()}`)
  })
  return complaints
}

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** The folder that keeps pictures; undefined where none are wanted. */
export const pictures = process.env.HANDBILL_SCREENSHOTS
const height = 800

type Look = { width: number; colorScheme: 'light' | 'dark' }
/** The widths and colour schemes in which every page is checked, and those that `npm run test:long` adds. */
const looks: readonly Look[] = [
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
]
const furtherLooks: readonly Look[] = [
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
]
const rulesOfColour = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * Fails with the violations that axe-core finds on a page, and where the page scrolls sideways: narrow and light, wide and dark; in
 * the long run and for screenshots also narrow and dark, wide and light. In the dark only the rules about colours run. Leaves the
 * page wide and light. Writes screenshots into the folder that `HANDBILL_SCREENSHOTS` names.
 */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  // Evaluated through the protocol: the content security policy of the page blocks injected scripts.
  await page.evaluate(axe)
  for (const { width, colorScheme } of isLong || pictures ? [...looks, ...furtherLooks] : looks) {
    const told = `${name}, ${colorScheme}, ${width} pixels`
    // Reduced motion: axe-core must not measure a colour in the middle of a transition.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height })
    assert.ok((await widthOf(page)) <= width, `the page scrolls sideways: ${told}`)
    assert.deepEqual(await violationsOn(page, colorScheme === 'dark'), [], told)
    if (pictures)
      await page.screenshot({
        path: join(pictures, `${name.replaceAll('/', '-')}-${colorScheme}-${width}.png`),
        fullPage: true,
      })
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/** The width of the content of a page in pixels. */
export async function widthOf(page: Page): Promise<number> {
  return (await page.evaluate('document.documentElement.scrollWidth')) as number
}

async function violationsOn(page: Page, coloursAlone: boolean): Promise<string[]> {
  const options = {
    resultTypes: ['violations'],
    // The rule about the size of targets is in WCAG 2.2 AA; axe-core runs it only when asked to.
    rules: coloursAlone ? undefined : { 'target-size': { enabled: true } },
    runOnly: coloursAlone ? rulesOfColour : undefined,
  }
  const found = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as { id: string; nodes: { html: string; failureSummary: string }[] }[]
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(node => `${node.html} ${node.failureSummary}`).join('; ')}`)
}
