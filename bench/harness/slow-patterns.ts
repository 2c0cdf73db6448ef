// Runs every pattern that stands in the sources on 64 KB of its own letters, and measures the CPU that it takes.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { patternsIn, unitsOf } from '../../test/tidy-patterns.ts'

const root = join(import.meta.dirname, '..', '..')
const sizes = [1_000, 4_000, 16_000, 64_000]
/** A pattern that takes longer on a shorter text is not run on a longer one. */
const enoughMs = 200

/** The time of each pattern on its slowest text of 64 KB, in ms of CPU; of one that is too slow, on the shorter text with its length. */
export function slowPatterns(only: string): { what: string; ms: number }[] {
  return globSync('src/**/*.ts', { cwd: root }).flatMap(file =>
    patternsIn(readFileSync(join(root, file), 'utf8')).flatMap(pattern => {
      const what = `pattern ${String(pattern).slice(0, 80)} of ${file}`
      if (!what.includes(only)) return []
      const slowest = unitsOf(pattern)
        .map(unit => ({ unit, ...timeOf(pattern, unit) }))
        .reduce((most, each) => (each.ms > most.ms ? each : most), { unit: '', size: 0, ms: 0 })
      return [{ what: `${slowest.size} of ${JSON.stringify(slowest.unit)}: ${what}`, ms: slowest.ms }]
    }),
  )
}

function timeOf(pattern: RegExp, unit: string): { size: number; ms: number } {
  let found = { size: 0, ms: 0 }
  for (const size of sizes) {
    const text = `${unit.repeat(Math.ceil(size / unit.length))}\u0000`
    const before = process.threadCpuUsage()
    // All matches, as replace and matchAll look for them.
    text.replace(new RegExp(pattern.source, [...new Set(`${pattern.flags.replace('y', '')}g`)].join('')), '')
    const { user, system } = process.threadCpuUsage(before)
    found = { size, ms: (user + system) / 1_000 }
    if (found.ms > enoughMs) break
  }
  return found
}
