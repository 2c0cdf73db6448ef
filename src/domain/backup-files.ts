// The names of scheduled backups, and which of them are kept.
import type { BackupSettings } from '../contract/backups.ts'

const dayMs = 24 * 3_600_000
const form = /^handbill-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db\.gz(\.age)?$/

/** The name of a backup that was begun at `at` (epoch ms). */
export function backupName(at: number, encrypted: boolean): string {
  const time = new Date(at).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')
  return `handbill-${time}.db.gz${encrypted ? '.age' : ''}`
}

/** When the backup with this name was begun (epoch ms, whole seconds); null for the name of anything else. */
export function timeOfBackup(name: string): number | null {
  const [, ...parts] = form.exec(name) ?? []
  if (parts.length === 0) return null
  const [year = 0, month = 0, day = 0, hour, minute, second] = parts.slice(0, 6).map(Number)
  const at = Date.UTC(year, month - 1, day, hour, minute, second)
  return backupName(at, name.endsWith('.age')) === name ? at : null
}

/**
 * The names that a rule does not keep. The newest backup is always kept; names of anything else are never among them. Days, weeks
 * and months are those of UTC; one without a backup does not count, so a pause in backups deletes nothing.
 */
export function namesToDrop(names: readonly string[], { days, weeks, months }: BackupSettings['keep']): string[] {
  const backups = names
    .flatMap(name => {
      const at = timeOfBackup(name)
      return at === null ? [] : { name, at }
    })
    .sort((a, b) => b.at - a.at)
  const kept = new Set(backups.slice(0, 1).map(({ name }) => name))
  const spans: readonly [number, (at: number) => string | number][] = [
    [days, at => Math.floor(at / dayMs)],
    // The epoch was a Thursday, and ISO weeks begin on Monday.
    [weeks, at => Math.floor((at / dayMs + 3) / 7)],
    [months, at => new Date(at).toISOString().slice(0, 7)],
  ]
  for (const [most, spanOf] of spans) {
    const seen = new Set<string | number>()
    for (const { name, at } of backups) {
      if (seen.size === most) break
      if (!seen.has(spanOf(at))) kept.add(name)
      seen.add(spanOf(at))
    }
  }
  return backups.filter(({ name }) => !kept.has(name)).map(({ name }) => name)
}
