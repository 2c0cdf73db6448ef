// Commands about the whole platform: serve, migrate, audit, backup.
import type { Command } from 'commander'
import { audit } from '../store/audit/audit.ts'
import { backup } from '../store/database/backup.ts'
import { dialectOf } from '../store/database/dialect.ts'
import { CommandFailed } from './command-failed.ts'
import { type CliHost, withPlatform } from './host.ts'
import { jsonLine } from './json-line.ts'

const printedBreaches = 1_000

/** Adds the commands. */
export function addMaintenanceCommands(cli: Command, host: CliHost): void {
  cli
    .command('serve')
    .description('Run the service until it is told to stop.')
    .action(() => host.serve())

  cli
    .command('migrate')
    .description('Bring the database up to date.')
    .action(async () => host.out(jsonLine({ applied: await host.migrate() })))

  cli
    .command('audit')
    .description('Check every invariant of money, lists, queue and outboxes; exit status 1 when one is broken.')
    .action(async () => {
      const { checked, breaches, more } = await withPlatform(host, ({ db, dialect, now }) => audit(db, dialect, now()))
      const printed = breaches.slice(0, printedBreaches)
      const hidden = breaches.length - printed.length + more
      const found = printed.length + hidden
      host.out(jsonLine({ ok: found === 0, checked, breaches: printed, ...(hidden > 0 && { more: hidden }) }))
      if (found > 0)
        throw new CommandFailed('audit_failed', `${found} ${found === 1 ? 'breach' : 'breaches'} of an invariant`)
    })

  cli
    .command('backup')
    .description('Write a consistent copy of the database to a new file, also while the service runs.')
    .argument('<file>', 'file to write; it must not exist')
    .action(async (file: string) => {
      host.out(jsonLine(await backup(host.databaseUrl, dialectOf(host.databaseUrl), file)))
    })
}
