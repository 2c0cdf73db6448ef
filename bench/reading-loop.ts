// Reads texts with the fixed rules of one checkout, again and again: the CPU for one text.
// Run by the bench with a file of {folder, texts, seconds}; writes {rulesMicros, wholeMicros}.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

type Text = { site: string; title: string; body: string; topics: string[]; urls: string[]; country: string }
// Modules of any version of the tree, so their types are unknown.
type Reader = (text: Text) => unknown
type Functions = Record<string, (...args: unknown[]) => unknown>

const { folder, texts, seconds } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
  folder: string
  texts: Text[]
  seconds: number
}
const warmUpSeconds = 1

/** The first of these modules that the checkout has, or null. */
async function moduleAt(...paths: string[]): Promise<Functions | null> {
  for (const path of paths) {
    try {
      return (await import(pathToFileURL(join(folder, 'src', path)).href)) as Functions
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    }
  }
  return null
}

async function readers(): Promise<{ rules: Reader | null; whole: Reader }> {
  const rules = (await moduleAt('moderation/prefilter/prefilter.ts', 'domain/prefilter/prefilter.ts'))?.prefilter
  const reading = await moduleAt('moderation/reading.ts')
  return { rules: rules ?? null, whole: reading?.readText ?? (await readInParts(rules)) }
}

/** The result of `readText`, for a checkout that has it as separate functions. */
async function readInParts(rules: Reader | undefined): Promise<Reader> {
  const [risks, fingerprint, copies, sites] = await Promise.all([
    moduleAt('domain/prefilter/risk-flags.ts'),
    moduleAt('domain/prefilter/fingerprint.ts'),
    moduleAt('domain/near-copies.ts'),
    moduleAt('contract/sites.ts'),
  ])
  if (!rules || !risks || !fingerprint || !copies || !sites)
    throw new Error(`${folder}: has neither readText nor its parts`)
  return text => {
    const { id, timed } = sites.siteRow!(text.site) as { id: string; timed: boolean }
    const normal = fingerprint.duplicateText!(text)
    const keys = copies.copyKeys!(id, normal, copies.shinglesOf!(normal), timed)
    return [rules(text), risks.riskFlags!(text), risks.holdsLink!(text), normal, keys]
  }
}

/** Microseconds of CPU for one text. */
function cost(read: Reader, forSeconds: number): number {
  const end = performance.now() + forSeconds * 1_000
  const before = process.cpuUsage()
  let count = 0
  while (performance.now() < end) {
    for (const text of texts) read(text)
    count += texts.length
  }
  const used = process.cpuUsage(before)
  return (used.user + used.system) / count
}

const { rules, whole } = await readers()
const measure = (read: Reader) => {
  cost(read, warmUpSeconds)
  return cost(read, seconds)
}
process.stdout.write(
  JSON.stringify({ rulesMicros: rules === null ? null : measure(rules), wholeMicros: measure(whole) }),
)
