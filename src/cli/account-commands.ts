// Commands about one account: account show, credit, verify-email, keys, suspend, unsuspend, unban.
import type { Command } from 'commander'
import { Problem } from '../contract/problems/problem.ts'
import { accountRecord, keyRecords } from '../usecases/accounts/account-record.ts'
import { actorOf, type CliHost, requiredText, withPlatform } from './host.ts'
import { jsonLine } from './json-line.ts'

const mostMicros = 1_000_000_000_000_000

export function addAccountCommands(cli: Command, host: CliHost): void {
  addShow(cli, host)
  addCredit(cli, host)
  addVerifyEmail(cli, host)
  addKeys(cli, host)
  addStanding(cli, host)
}

function addShow(cli: Command, host: CliHost): void {
  cli
    .command('account')
    .description('Look at accounts.')
    .command('show')
    .description('Print an account with its keys, ledger and posts, the newest 1,000 of each.')
    .argument('<handle>', 'handle of the account')
    .action((handle: string) =>
      withPlatform(host, async platform => host.out(jsonLine(await accountRecord(platform, handle)))),
    )
}

function addCredit(cli: Command, host: CliHost): void {
  cli
    .command('credit')
    .description('Add a platform credit to the balance of an account, or take from it with a negative amount.')
    .argument('<handle>', 'handle of the account')
    .argument('<micros>', 'whole number of micros: 1000000 is one unit of the currency')
    .requiredOption('--note <text>', 'why; shown in the ledger')
    .action(async (handle: string, micros: string, options: { note: string }) => {
      const amountMicros = readMicros(micros)
      const reason = requiredText('--note', options.note)
      const credited = await withPlatform(host, platform =>
        platform.act('creditAccount', { handle, actor: actorOf(), reason, amountMicros }),
      )
      host.out(jsonLine(credited))
    })
}

function addVerifyEmail(cli: Command, host: CliHost): void {
  cli
    .command('verify-email')
    .description('Mark the e-mail address of an account as verified.')
    .argument('<handle>', 'handle of the account')
    .action(async (handle: string) => {
      const reason = 'verified by the operator'
      const verified = await withPlatform(host, platform =>
        platform.act('verifyEmailByOperator', { handle, actor: actorOf(), reason }),
      )
      host.out(jsonLine(verified))
    })
}

function addKeys(cli: Command, host: CliHost): void {
  const keys = cli.command('keys').description('List, make and end the API keys of an account.')
  keys
    .command('list')
    .description('Print the keys of an account as JSON lines, the newest first.')
    .argument('<handle>', 'handle of the account')
    .action((handle: string) =>
      withPlatform(host, async platform => {
        for (const key of await keyRecords(platform, handle)) host.out(jsonLine(key))
      }),
    )
  keys
    .command('create')
    .description('Make a key for an account; it is printed once.')
    .argument('<handle>', 'handle of the account')
    .option('--name <text>', 'what the key is for', 'made by the operator')
    .action((handle: string, options: { name: string }) => {
      const name = requiredText('--name', options.name)
      const reason = 'made by the operator'
      return withPlatform(host, async platform =>
        host.out(jsonLine(await platform.act('createKeyByOperator', { handle, name, actor: actorOf(), reason }))),
      )
    })
  keys
    .command('revoke')
    .description('Revoke a key. It is refused within a second.')
    .argument('<key_id>', 'id of the key, as list prints it')
    .action((keyId: string) => {
      const reason = 'revoked by the operator'
      return withPlatform(host, async platform =>
        host.out(jsonLine(await platform.act('revokeKeyByOperator', { keyId, actor: actorOf(), reason }))),
      )
    })
}

/** Adds the commands for bans and suspensions. */
function addStanding(cli: Command, host: CliHost): void {
  cli
    .command('unban')
    .description(
      'Lift the ban of an account that paid with the card of a banned one. A ban for strikes ends with an appeal.',
    )
    .argument('<handle>', 'handle of the account')
    .requiredOption('--reason <text>', 'why')
    .action((handle: string, options: { reason: string }) => {
      const reason = requiredText('--reason', options.reason)
      return withPlatform(host, async platform =>
        host.out(jsonLine(await platform.act('liftCardBan', { handle, reason, actor: actorOf() }))),
      )
    })

  for (const suspended of [true, false]) {
    cli
      .command(suspended ? 'suspend' : 'unsuspend')
      .description(
        suspended
          ? 'Keep an account from posting. The owner is mailed the reason.'
          : 'Let a suspended account post again.',
      )
      .argument('<handle>', 'handle of the account')
      .option('--reason <text>', 'why', '')
      .action(async (handle: string, { reason }: { reason: string }) => {
        const changed = await withPlatform(host, platform =>
          platform.act('setSuspended', { handle, suspended, actor: actorOf(), reason: reason.trim() }),
        )
        host.out(jsonLine(changed))
      })
  }
}

function readMicros(text: string): number {
  const micros = Number(text)
  if (/^-?\d+$/.test(text) && Math.abs(micros) <= mostMicros) return micros
  throw new Problem(
    'invalid',
    `MICROS: got "${text}"; it takes a whole number of micros from -${mostMicros} to ${mostMicros}, such as 1000000 for one unit of the currency`,
  )
}
