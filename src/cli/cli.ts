// The command line of the operator, and of agents (contract.md §2): JSON on standard output, errors on one line, exit status 0 or 1.
import { Command, CommanderError } from 'commander'
import { ConfigError } from '../contract/config-error.ts'
import { Problem } from '../contract/problems/problem.ts'
import { version } from '../contract/version.ts'
import { addAccountCommands } from './account-commands.ts'
import { addContentCommands } from './content-commands.ts'
import { addDoctorCommands } from './doctor-commands.ts'
import { addEvaluateCommand } from './evaluate-command.ts'
import type { CliHost } from './host.ts'
import { addLearningCommands } from './learning-commands.ts'
import { addListenCommand } from './listen-command.ts'
import { addListsCommands } from './lists-commands.ts'
import { addMailCommands } from './mail-commands.ts'
import { addMaintenanceCommands } from './maintenance-commands.ts'
import { addMcpRegistryCommand } from './mcp-registry-command.ts'
import { addModerateCommand } from './moderate-command.ts'
import { addOpenApiCommand } from './openapi-command.ts'
import { addPayoutCommands } from './payout-commands.ts'
import { addPostCommand } from './post-command.ts'
import { addReviewCommands } from './review-commands.ts'
import { addTestPackCommand } from './test-pack-command.ts'
import { addTopCommand } from './top/top-command.ts'

export type { CliHost } from './host.ts'

type AddCommand = (cli: Command, host: CliHost) => void

/**
 * Runs the command in `argv` (without node and script), one of this folder or of `more`. Resolves with the exit status: 0, or 1 after
 * any error.
 */
export async function runCli(argv: string[], host: CliHost, more: readonly AddCommand[] = []): Promise<number> {
  try {
    await program(host, more).parseAsync(argv, { from: 'user' })
    return 0
  } catch (thrown) {
    // Commander has already written its message, or the help text.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 1
    host.err(errorLine(thrown))
    return 1
  }
}

function program(host: CliHost, more: readonly AddCommand[]): Command {
  const cli = new Command('handbill')
    .description('Runs and looks after a Handbill platform. Configuration comes from environment variables.')
    // The process takes this option out before a command runs: the configuration is read first.
    .option('--no-env-file', 'do not read the file .env of the working folder')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: text => host.out(text.trimEnd()),
      writeErr: text => host.err(text.trimEnd()),
    })
    .configureHelp({ showGlobalOptions: false })
  addMaintenanceCommands(cli, host)
  addDoctorCommands(cli, host)
  addContentCommands(cli, host)
  addTopCommand(cli, host)
  addAccountCommands(cli, host)
  addPayoutCommands(cli, host)
  addMailCommands(cli, host)
  addReviewCommands(cli, host)
  addModerateCommand(cli, host)
  addEvaluateCommand(cli, host)
  addLearningCommands(cli, host)
  addListsCommands(cli, host)
  addOpenApiCommand(cli, host)
  addMcpRegistryCommand(cli, host)
  addTestPackCommand(cli, host)
  addPostCommand(cli, host)
  addListenCommand(cli, host)
  for (const add of more) add(cli, host)
  return cli
}

/** `code: detail` on one line. */
function errorLine(thrown: unknown): string {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const inner = error instanceof AggregateError ? (error.errors[0] as Error | undefined) : undefined
  const detail = error.message || inner?.message || error.name
  const lines = `${codeOf(error)}: ${detail}`.split('\n').map(line => line.trim())
  return lines.filter(line => line !== '').join(' ')
}

function codeOf(error: Error): string {
  if (error instanceof Problem) return error.code
  if (error instanceof ConfigError) return 'configuration'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : 'internal'
}
