// Judges posts with one checkout: the rate of `handbill moderate`, the rate of one thread that reads and judges in place, and the
// cost of one post. Run by the bench with a file of {folder, posts, database, seconds}; writes {command: {perSecond, cpuMs},
// inPlace: {perSecond, cpuMs, p95Ms}}, with null for what the checkout lacks.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { meterCpu } from './harness/cpu.ts'

type Post = Record<string, unknown> & { site: string }
// Modules of any version of the tree, so their types are unknown.
type Functions = Record<string, (...args: unknown[]) => unknown>

const { folder, posts, database, seconds } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  folder: string
  posts: Post[]
  database: string
  seconds: number
}
/** Answers that come while code is compiled and the model is loaded. */
const warmUp = 1_000
const repeats = 5

async function moduleAt(path: string): Promise<Functions> {
  return (await import(pathToFileURL(join(folder, 'src', path)).href)) as Functions
}

type Rate = { perSecond: number; cpuMs: number }

/** The number of posts that the command decides in a second, and the CPU of one post. */
async function ofCommand(): Promise<Rate> {
  const env = { ...process.env, DATABASE_URL: database, DATA_DIR: join(database.replace('sqlite:', ''), '..') }
  const child = spawn(process.execPath, [join(folder, 'src', 'main.ts'), 'moderate'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => {})
  let fed = 0
  const feed = () => {
    while (child.stdin.writable && child.stdin.write(`${JSON.stringify(posts[fed++ % posts.length])}\n`));
  }
  child.stdin.on('drain', feed)
  feed()
  let [answered, begun] = [0, 0]
  let usedSince = () => Number.NaN
  for await (const _ of createInterface({ input: child.stdout })) {
    answered++
    const now = performance.now()
    if (answered === warmUp) {
      begun = now
      usedSince = meterCpu(child.pid!)
    }
    if (begun > 0 && now - begun > seconds * 1_000) break
  }
  const decided = answered - warmUp
  const rate = { perSecond: decided / ((performance.now() - begun) / 1_000), cpuMs: usedSince() / decided }
  child.kill()
  return rate
}

/** The same for one thread that reads and judges in place, with the 95th percentile of its judging time in milliseconds. */
async function inPlace(): Promise<(Rate & { p95Ms: number }) | null> {
  const modules = [
    'contract/sites.ts',
    'domain/posts/post-text.ts',
    'moderation/reading.ts',
    'moderation/embedded/embedded-model.ts',
  ]
  const found = await Promise.all(modules.map(moduleAt)).catch(() => null)
  const { siteRow, postText, readText, judgementOn } = Object.assign({}, ...(found ?? [])) as Functions
  if (!siteRow || !postText || !readText || !judgementOn) return null
  const texts = posts.map(post => postText(siteRow(post.site), post))
  for (const text of texts) {
    readText(text)
    judgementOn(text)
  }
  const end = performance.now() + seconds * 1_000
  const begun = performance.now()
  const usage = process.cpuUsage()
  let judged = 0
  for (; performance.now() < end; judged++) {
    const text = texts[judged % texts.length]
    readText(text)
    judgementOn(text)
  }
  const { user, system } = process.cpuUsage(usage)
  const rate = {
    perSecond: judged / ((performance.now() - begun) / 1_000),
    cpuMs: (user + system) / 1_000 / judged,
  }
  // The shortest of several times: other work of the machine only adds to it.
  const costs = texts.map(text =>
    Math.min(
      ...Array.from({ length: repeats }, () => {
        const before = performance.now()
        judgementOn(text)
        return performance.now() - before
      }),
    ),
  )
  return { ...rate, p95Ms: costs.sort((a, b) => a - b)[Math.floor(costs.length * 0.95)]! }
}

process.stdout.write(JSON.stringify({ command: await ofCommand(), inPlace: await inPlace() }))
process.exit(0)
