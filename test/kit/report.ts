// What a run of the tests says at its end: how much it counted, and what it could not test on this machine.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOfRun } from '../databases.ts'

type Line = { count: string; n: number } | { missing: string }

const fileOf = (folder: string) => join(folder, 'report')
const write = (line: Line) => appendFileSync(fileOf(folderOfRun()), `${JSON.stringify(line)}\n`)

/**
 * The reason to skip a test of `what` on a machine that lacks something for it. The run prints it at its end.
 * @throws with `HANDBILL_TEST_ALL`, which `.ci/run` sets: no skip hides a failure there.
 */
export function missing(what: string): string {
  const reason = `NOT TESTED: ${what}`
  if (process.env.HANDBILL_TEST_ALL) throw new Error(`${reason}. HANDBILL_TEST_ALL asks for every test.`)
  write({ missing: reason })
  return reason
}

/** Adds `n` to a count of this run, such as that of `generated requests`. The run prints it at its end. */
export function counted(count: string, n = 1): void {
  write({ count, n })
}

/** The lines of the report of a run: its counts, then what it did not test. `folder`: the folder of the run. */
export function reportOf(folder: string): string[] {
  const file = fileOf(folder)
  if (!existsSync(file)) return []
  const counts = new Map<string, number>()
  const reasons = new Set<string>()
  for (const text of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const line: Line = JSON.parse(text)
    if ('missing' in line) reasons.add(line.missing)
    else counts.set(line.count, (counts.get(line.count) ?? 0) + line.n)
  }
  return [...[...counts].sort().map(([count, n]) => `${count}: ${n}`), ...reasons]
}
