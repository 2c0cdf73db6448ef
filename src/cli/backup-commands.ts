// Commands about backups: backup, backup list, backup verify, restore.
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { BackupSettings } from '../contract/backups.ts'
import { Problem } from '../contract/problems/problem.ts'
import { timeOfBackup } from '../domain/backup-files.ts'
import { instant } from '../domain/times/time.ts'
import type { AuditReport } from '../store/audit/audit.ts'
import { backup } from '../store/database/backup.ts'
import { lastSeenTime } from '../store/database/clock.ts'
import { dialectOf, fileDatabaseUrl } from '../store/database/dialect.ts'
import { noteBackup, noteVerified } from '../store/database/last-backup.ts'
import { refuseNoBackup, restore } from '../store/database/restore.ts'
import { bytesOf, keptBackups, makeBackup, type OpenedBackup, openBackup } from '../usecases/backups.ts'
import { unreadableWebhooks } from '../usecases/delivery/reseal-webhooks.ts'
import type { Platform } from '../usecases/platform.ts'
import { auditPlatform } from '../usecases/review/audit.ts'
import { type CliHost, withPlatform } from './host.ts'
import { jsonLine } from './json-line.ts'
import { printAudit } from './print-audit.ts'

const sources = 'a file written by backup, the name of a kept backup, or latest'

/** Adds the commands that make, list and try backups, and the one that restores. */
export function addBackupCommands(cli: Command, host: CliHost): void {
  const group = cli
    .command('backup')
    .description(
      'Write a consistent copy of the database to a new file, or make a backup at BACKUP_TO at once; also while the service runs.',
    )
    .argument('[file]', 'file to write; it must not exist')
    .action(async (file?: string) => {
      const { databaseUrl: url } = host
      const begunAt = Date.now()
      const made =
        file === undefined
          ? await makeBackup({ databaseUrl: url, dataDir: host.dataDir, settings: placeOf(host), at: begunAt })
          : await backup(url, dialectOf(url), file)
      host.out(jsonLine(made))
      // The backup is whole, even if the database has no room for the note.
      await noteBackup(url, dialectOf(url), begunAt).catch(error =>
        host.err(`The time of the backup could not be noted in the database: ${(error as Error).message}`),
      )
    })

  group
    .command('list')
    .description('List the backups that are kept at BACKUP_TO, newest first: one JSON line for each.')
    .action(async () => {
      for (const { name, bytes, at } of await keptBackups(placeOf(host)))
        host.out(jsonLine({ backup: name, made_at: instant(at), bytes }))
    })

  group
    .command('verify')
    .description(
      'Try a backup: restore it to a temporary place, bring it up to date and check every invariant; exit status 1 when one is broken.',
    )
    .argument('[backup]', sources, 'latest')
    .option('--identity <file>', identityMeaning)
    .action((source: string, options: Identity) => verify(host, source, options))

  cli
    .command('restore')
    .description('Load a backup into the database, of either kind, and check every invariant. Stop the service first.')
    .argument('<backup>', sources)
    .option('--replace', 'delete the present content of the database', false)
    .option('--identity <file>', identityMeaning)
    .action((source: string, options: Identity & { replace: boolean }) => restoreFrom(host, source, options))
}

type Identity = { identity?: string }
const identityMeaning = 'a file with the secret key of age, for an encrypted backup'

/** The place for backups. Throws `invalid` without one. */
function placeOf({ backups }: CliHost): BackupSettings {
  if (backups) return backups
  throw new Problem('invalid', 'BACKUP_TO is not set: name a file to write, or set BACKUP_TO to a folder or a bucket.')
}

const opened = (host: CliHost, source: string, { identity }: Identity): Promise<OpenedBackup> =>
  openBackup(source, { settings: host.backups, dataDir: host.dataDir, identities: identitiesIn(identity) })

/** The secret keys in a file of age-keygen. */
function identitiesIn(file: string | undefined): string[] {
  if (file === undefined) return []
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new Problem('invalid', `--identity: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  const keys = text.split('\n').flatMap(line => (line.trim() === '' || line.startsWith('#') ? [] : line.trim()))
  if (keys.length === 0) throw new Problem('invalid', `--identity: ${file} holds no secret key of age.`)
  return keys
}

/** Works on a copy, because opening a platform writes to its database. */
async function verify(host: CliHost, source: string, options: Identity): Promise<void> {
  const begun = performance.now()
  const { name, file, remove } = await opened(host, source, options)
  try {
    const url = fileDatabaseUrl(file)
    await refuseNoBackup(name, file)
    const report = await withPlatform(host, platform => auditAsOf(name, platform), { databaseUrl: url })
    const seconds = Math.round((performance.now() - begun) / 100) / 10
    const found = { backup: name, made_at: madeAt(name), bytes: bytesOf(file), seconds }
    printAudit(host, report, found)
  } finally {
    remove()
  }
  await noteVerified(host.databaseUrl, dialectOf(host.databaseUrl), Date.now()).catch(error =>
    host.err(`The time of the trial could not be noted in the database: ${(error as Error).message}`),
  )
}

/** Audits as of the time of a backup, or else of the last work in it. */
async function auditAsOf(name: string, platform: Platform): Promise<AuditReport> {
  const at = timeOfBackup(name) ?? (await lastSeenTime(platform.db))
  return auditPlatform(platform, [], at ?? platform.now())
}

const madeAt = (name: string) => {
  const at = timeOfBackup(name)
  return at === null ? null : instant(at)
}

async function restoreFrom(host: CliHost, source: string, options: Identity & { replace: boolean }): Promise<void> {
  const { databaseUrl: url } = host
  const { name, file, remove } = await opened(host, source, options)
  const { rows, migrated } = await restore(url, dialectOf(url), file, {
    replace: options.replace,
    now: Date.now(),
  }).finally(remove)
  if (migrated.length > 0)
    host.err(`The backup is of an older version; it was brought up to date: ${migrated.join(', ')}.`)
  await withPlatform(host, async platform => {
    const unreadable = await unreadableWebhooks(platform)
    if (unreadable > 0)
      host.err(
        `The secret of the platform does not open the webhook secrets of ${unreadable} ${unreadable === 1 ? 'endpoint' : 'endpoints'}: set the SECRET_KEY of the time of the backup, or put its secret.key into DATA_DIR.`,
      )
    printAudit(host, await auditAsOf(name, platform), { restored: rows, ...(migrated.length > 0 && { migrated }) })
  })
}
