// Commands about the whole platform: serve, migrate, audit, rotate-secret, model-usage.
import type { Command } from 'commander'
import { Problem } from '../contract/problems/problem.ts'
import { type LogEnd, readLogEnd } from '../domain/review/log-key.ts'
import { resealWebhooks } from '../usecases/delivery/reseal-webhooks.ts'
import { modelUsage } from '../usecases/learning/model-usage.ts'
import type { Platform } from '../usecases/platform.ts'
import { auditPlatform } from '../usecases/review/audit.ts'
import { resealLogKey } from '../usecases/review/log-key.ts'
import { addBackupCommands } from './backup-commands.ts'
import { CommandFailed } from './command-failed.ts'
import { type CliHost, withPlatform } from './host.ts'
import { jsonLine } from './json-line.ts'
import { printAudit } from './print-audit.ts'

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
  addBackupCommands(cli, host)
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
