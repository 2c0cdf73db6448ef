// The long tests by name, one after another; each prints what it counts. Exit status 1 when one of them fails.
// Usage: npm run test:long -- [--only NAME] [options of that test]; without --only, those that need nothing but npm
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Every long test, and whether it runs unless named: the others take programs of the system. */
const longTests: Readonly<Record<string, { always: boolean }>> = {
  'red-team': { always: true },
  kills: { always: true },
  walk: { always: false },
  failover: { always: false },
}

const [flag, only, ...rest] = process.argv.slice(2)
const isNamed = flag === '--only'
if (isNamed && !(only && only in longTests))
  throw new Error(`--only: got "${only}"; it takes ${Object.keys(longTests).join(', ')}`)
const names = isNamed ? [only as string] : Object.keys(longTests).filter(name => longTests[name]!.always)
const failed = names.filter(name => {
  // The kills take the options of a run without a name.
  const options = isNamed ? rest : name === 'kills' ? process.argv.slice(2) : []
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...options], {
    stdio: 'inherit',
  })
  return status !== 0
})
process.exit(failed.length === 0 ? 0 : 1)
