// Commands about mail: the mails that could not be sent.
import type { Command } from 'commander'
import { failedMailRecords } from '../usecases/delivery/failed-mails.ts'
import { type CliHost, withPlatform } from './host.ts'
import { jsonLine } from './json-line.ts'

export function addMailCommands(cli: Command, host: CliHost): void {
  const mail = cli.command('mail').description('Mail that leaves by MAIL_URL.')
  mail
    .command('failed')
    .description('Print as JSON lines the mails that were refused for good or given up, the latest first.')
    .action(() =>
      withPlatform(host, async platform => {
        for (const failed of await failedMailRecords(platform)) host.out(jsonLine(failed))
      }),
    )
}
