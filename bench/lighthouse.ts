// Runs Lighthouse on the home page, a post, a topic and the developers' page as a phone. Prints a table of scores and findings.
// Exit status 1 if a score is below 95 or an audit of agentic browsing fails.
// Usage: npm run bench:lighthouse -- [--posts N] [--runs N]; needs Chromium, and `npm install --no-save lighthouse@13.5.0` before
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../test/databases.ts'
import { runCommand, startService } from '../test/e2e/process.ts'
import { median } from './harness/figures.ts'

/**
 * The part of the Lighthouse API that this file uses. Lighthouse is no dependency: with its own dependencies it is as large
 * as a fifth of all others.
 */
type Audit = { title: string; score: number | null; displayValue?: string }
type Category = { score: number | null; auditRefs: { id: string; weight: number }[] }
type Report = {
  categories: Record<string, Category>
  audits: Record<string, Audit>
  runtimeError?: { message: string }
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>
type Chrome = { port: number; kill(): void }
type Launch = (options: { chromePath?: string; chromeFlags: string[] }) => Promise<Chrome>

const aim = 0.95
const passed = 0.9
const scored = ['performance', 'accessibility', 'best-practices', 'seo']
const agentic = 'agentic-browsing'

const { values } = parseArgs({
  options: { posts: { type: 'string', default: '2000' }, runs: { type: 'string', default: '3' } },
})
const lighthouse = await installed<Lighthouse>('lighthouse', 'default')
const launch = await installed<Launch>('chrome-launcher', 'launch')

const folder = mkdtempSync(join(tmpdir(), 'handbill-lighthouse-'))
const port = await freePort()
const base = `http://localhost:${port}`
const env = { PORT: String(port), DATA_DIR: folder, DATABASE_URL: `sqlite:${join(folder, 'handbill.db')}`, ROLE: 'api' }
const { status, stderr } = await runCommand(env, ['seed', '--posts', values.posts])
if (status !== 0) throw new Error(`handbill seed failed:\n${stderr}`)
const service = await startService(env)
const { CHROMIUM_PATH: chromePath } = process.env
const chrome = await launch({
  ...(chromePath && { chromePath }),
  chromeFlags: ['--headless=new', '--no-sandbox', '--enable-features=WebMCP,DevToolsWebMCPSupport'],
})
let fine = true
try {
  const feed = (await (await fetch(`${service.origin}/index.json`)).json()) as {
    items: { url: string; tags: string[] }[]
  }
  const { url: post, tags } = feed.items[0]!
  const pages = [`${base}/`, post, `${base}/topics/${tags[0]}/`, `${base}/developers/`]
  console.log(`| page | ${[...scored, agentic].join(' | ')} |\n|---|${'---|'.repeat(scored.length + 1)}`)
  const lacking = new Set<string>()
  for (const page of pages) {
    const reports: Report[] = []
    for (let run = 0; run < Number(values.runs); run++) reports.push(await reportOf(page))
    const scores = scored.map(name => median(reports.map(({ categories }) => categories[name]?.score ?? 0)))
    const audits = auditsIn(reports[0]!, agentic)
    const whole = audits.filter(({ score }) => score === null || score >= passed)
    if (scores.some(score => score < aim) || whole.length < audits.length) fine = false
    const cells = [...scores.map(score => Math.round(score * 100)), `${whole.length}/${audits.length}`]
    console.log(`| ${new URL(page).pathname} | ${cells.join(' | ')} |`)
    for (const name of [...scored, agentic])
      for (const { title, score, displayValue = '' } of auditsIn(reports[0]!, name))
        if (score !== null && score < passed) lacking.add(`${new URL(page).pathname} ${name}: ${title} ${displayValue}`)
  }
  for (const line of lacking) console.log(line)
} finally {
  chrome.kill()
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(fine ? 0 : 1)

async function reportOf(page: string): Promise<Report> {
  const result = await lighthouse(page, { port: chrome.port, logLevel: 'error' })
  if (!result || result.lhr.runtimeError)
    throw new Error(`Lighthouse has not read ${page}: ${result?.lhr.runtimeError?.message}`)
  return result.lhr
}

function auditsIn({ categories, audits }: Report, name: string): Audit[] {
  const { auditRefs = [] } = categories[name] ?? {}
  return auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => audits[id]!)
}

async function installed<T>(name: string, member: string): Promise<T> {
  try {
    return (await import(name))[member] as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    process.stderr.write(`${name} is not installed; run: npm install --no-save lighthouse@13.5.0\n`)
    return process.exit(2)
  }
}
