// Commands about money owed to owners whose accounts were closed: payouts list, owe, done.
import type { Command } from 'commander'
import { payoutRecords } from '../usecases/money/payout-records.ts'
import { actorOf, type CliHost, requiredText, withPlatform } from './host.ts'
import { jsonLine } from './json-line.ts'

export function addPayoutCommands(cli: Command, host: CliHost): void {
  const payouts = cli.command('payouts').description('Money owed to owners whose accounts were closed.')
  payouts
    .command('list')
    .description(
      'Print the open payouts as JSON lines, the oldest first, each with the payments that it can be refunded to.',
    )
    .option('--all', 'print paid payouts too', false)
    .action(({ all }: { all: boolean }) =>
      withPlatform(host, async platform => {
        for (const payout of await payoutRecords(platform, { open: !all })) host.out(jsonLine(payout))
      }),
    )
  payouts
    .command('owe')
    .description(
      'Take the money that was paid in off an account, such as a banned one, and list it for payout. Credits stay.',
    )
    .argument('<handle>', 'handle of the account')
    .requiredOption('--reason <text>', 'why')
    .action((handle: string, options: { reason: string }) => {
      const reason = requiredText('--reason', options.reason)
      return withPlatform(host, async platform =>
        host.out(jsonLine(await platform.act('owePayoutByOperator', { handle, reason, actor: actorOf() }))),
      )
    })
  payouts
    .command('done')
    .description('Mark a payout as paid.')
    .argument('<payout_id>', 'id of the payout, as list prints it')
    .requiredOption('--note <text>', 'how it was paid')
    .action((id: string, options: { note: string }) => {
      const note = requiredText('--note', options.note)
      return withPlatform(host, async platform =>
        host.out(jsonLine(await platform.act('donePayout', { id, note, actor: actorOf() }))),
      )
    })
}
