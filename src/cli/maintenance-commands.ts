// Commands about the whole platform: serve, migrate, audit, backup, restore, rotate-secret, model-usage.
import type { Command } from 'commander'
import { Problem } from '../contract/problems/problem.ts'
import { type LogEnd, readLogEnd } from '../domain/review/log-key.ts'
import type { AuditReport } from '../store/audit/audit.ts'
import { backup } from '../store/database/backup.ts'
import { dialectOf } from '../store/database/dialect.ts'
import { noteBackup } from '../store/database/last-backup.ts'
import { restore } from '../store/database/restore.ts'
import { resealWebhooks, unreadableWebhooks } from '../usecases/delivery/reseal-webhooks.ts'
import { modelUsage } from '../usecases/learning/model-usage.ts'
import type { Platform } from '../usecases/platform.ts'
import { auditPlatform } from '../usecases/review/audit.ts'
import { resealLogKey } from '../usecases/review/log-key.ts'
import { CommandFailed } from './command-failed.ts'
import { type CliHost, withPlatform } from './host.ts'
import { jsonLine } from './json-line.ts'

const printedBreaches = 1_000

export function addMaintenanceCommands(cli: Command, host: CliHost): void {
  cli
    .command('serve')
    .description('Run the service until it is told to stop.')
    .addHelpText('after', () => `\nEnvironment variables:\n${host.settings}`)
    .action(() => host.serve())

  cli
    .command('migrate')
    .description('Bring the database up to date.')
    .action(async () => host.out(jsonLine({ applied: await host.migrate() })))

  addAudit(cli, host)
  addBackup(cli, host)
  addRotateSecret(cli, host)
  addModelUsage(cli, host)
}

function addAudit(cli: Command, host: CliHost): void {
  cli
    .command('audit')
    .description('Check every invariant of money, lists, queue and outboxes; exit status 1 when one is broken.')
    .option(
      '--end <position:hash...>',
      'an end of the log of decisions that was kept elsewhere, with which the log is compared',
    )
    .action(async ({ end = [] }: { end?: string[] }) => {
      const ends = end.map(readEnd)
      printAudit(host, await withPlatform(host, platform => auditPlatform(platform, ends)))
    })
}

function readEnd(text: string): LogEnd {
  const end = readLogEnd(text)
  if (end) return end
  throw new Problem(
    'invalid',
    `--end: got "${text}"; it takes POSITION:HASH, as a mail or /transparency/log.json has it`,
  )
}

/** Adds the commands that write a backup and restore it. */
function addBackup(cli: Command, host: CliHost): void {
  cli
    .command('backup')
    .description('Write a consistent copy of the database to a new file, also while the service runs.')
    .argument('<file>', 'file to write; it must not exist')
    .action(async (file: string) => {
      const { databaseUrl: url } = host
      const begunAt = Date.now()
      const written = await backup(url, dialectOf(url), file)
      host.out(jsonLine(written))
      // The backup is whole, even if the database has no room for the note.
      await noteBackup(url, dialectOf(url), begunAt).catch(error =>
        host.err(`The time of the backup could not be noted in the database: ${(error as Error).message}`),
      )
    })

  cli
    .command('restore')
    .description('Load a backup into the database, of either kind, and check every invariant. Stop the service first.')
    .argument('<file>', 'file written by backup')
    .option('--replace', 'delete the present content of the database', false)
    .action(async (file: string, { replace }: { replace: boolean }) => {
      const { databaseUrl: url } = host
      const dialect = dialectOf(url)
      const { rows, migrated } = await restore(url, dialect, file, { replace, now: Date.now() })
      if (migrated.length > 0)
        host.err(`The backup is of an older version; it was brought up to date: ${migrated.join(', ')}.`)
      await withPlatform(host, async platform => {
        const unreadable = await unreadableWebhooks(platform)
        if (unreadable > 0)
          host.err(
            `The secret of the platform does not open the webhook secrets of ${unreadable} ${unreadable === 1 ? 'endpoint' : 'endpoints'}: set the SECRET_KEY of the time of the backup, or put its secret.key into DATA_DIR.`,
          )
        printAudit(host, await auditPlatform(platform), { restored: rows, ...(migrated.length > 0 && { migrated }) })
      })
    })
}

function addRotateSecret(cli: Command, host: CliHost): void {
  cli
    .command('rotate-secret')
    .description(
      'Seal every webhook secret and the key of the log of decisions under a new platform secret. A secret in DATA_DIR is replaced by a generated one.',
    )
    .action(async () => {
      const reseal = async (platform: Platform) => ({
        ...(await resealWebhooks(platform)),
        log_key: await resealLogKey(platform),
      })
      const resealed = await withPlatform(host, reseal, { newSecret: true })
      host.out(jsonLine(resealed))
      if (resealed.log_key === 'unreadable')
        throw new CommandFailed('unreadable', 'neither platform secret opens the key of the log of decisions')
      if (resealed.unreadable > 0)
        throw new CommandFailed(
          'unreadable',
          `neither platform secret opens the webhook secrets of ${resealed.unreadable} endpoints`,
        )
    })
}

function addModelUsage(cli: Command, host: CliHost): void {
  cli
    .command('model-usage')
    .description('Print the calls, tokens and cost of language models: one JSON line for each UTC day and model.')
    .option('--days <n>', 'how many days, today included', '31')
    .action(async ({ days }: { days: string }) => {
      if (!/^[1-9]\d{0,3}$/.test(days))
        throw new Problem('invalid', `--days: got "${days}"; it takes a whole number from 1`)
      for (const line of await withPlatform(host, platform => modelUsage(platform, Number(days))))
        host.out(jsonLine(line))
    })
}

/** Prints the result of an audit, after the members of `before`. Throws CommandFailed if a breach was found. */
function printAudit(host: CliHost, { checked, breaches, more }: AuditReport, before: object = {}): void {
  const printed = breaches.slice(0, printedBreaches)
  const hidden = breaches.length - printed.length + more
  const found = printed.length + hidden
  host.out(jsonLine({ ...before, ok: found === 0, checked, breaches: printed, ...(hidden > 0 && { more: hidden }) }))
  if (found > 0)
    throw new CommandFailed('audit_failed', `${found} ${found === 1 ? 'breach' : 'breaches'} of an invariant`)
}
