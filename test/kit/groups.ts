// The groups in which test files share a process: loading the product takes longer than most files take for their tests.
import { statSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** `files`: absolute paths. */
export type Group = { name: string; files: string[] }

const tests = fileURLToPath(new URL('..', import.meta.url))

/** Folders that are too large for one process: each folder in them has its own. */
const large = ['contract', 'http']

/** Folders whose tests start processes take longer than the length of their files says. */
const slow: Record<string, number> = { e2e: 20, cli: 5 }

/** One group for each folder, in the order of their estimated time: none that takes long is left over at the end. */
export function groupsOf(files: readonly string[]): Group[] {
  if (files.length === 0) throw new Error('no test file')
  const groups = new Map<string, string[]>()
  for (const file of files.map(file => resolve(file)).sort()) {
    const folders = relative(tests, dirname(file)).split(sep)
    const name = folders.slice(0, large.includes(folders[0]!) ? 2 : 1).join('-') || 'test'
    groups.set(name, [...(groups.get(name) ?? []), file])
  }
  const timeOf = ({ name, files }: Group) =>
    files.reduce((sum, file) => sum + statSync(file).size, 0) * (slow[name] ?? 1)
  return [...groups].map(([name, files]) => ({ name, files })).sort((one, other) => timeOf(other) - timeOf(one))
}

/**
 * The module of a group. Its process fails when it ends before all tests of its files have ended, whatever ended it, when no test ran,
 * and when something of a failed test keeps it busy.
 */
export function textOfGroup(files: readonly string[]): string {
  const first = fileURLToPath(new URL('queries/record.ts', import.meta.url))
  const imports = [first, ...files].map(file => `import ${JSON.stringify(pathToFileURL(file).href)}`)
  // The runner calls `after` too when a process is idle for a moment between two tests, so the watch looks at the tests themselves.
  return `import { after, afterEach, beforeEach } from 'node:test'
let tests = 0
let running = 0
let last = performance.now()
let ended = false
beforeEach(() => {
  tests++
  running++
})
afterEach(() => {
  running--
  last = performance.now()
})
const watch = () =>
  AbortSignal.timeout(60_000).addEventListener('abort', () => {
    if (running > 0 || performance.now() - last < 60_000) return watch()
    console.error('the process went on for a minute after its tests')
    process.exit(1)
  })
after(() => {
  ended = true
  watch()
})
process.on('exit', () => {
  if (ended && tests > 0) return
  console.error(ended ? 'no test ran' : 'the process ended before its tests')
  process.exitCode = 1
})
${imports.join('\n')}
`
}
