// The command that runs posts through moderation without storing them: JSON lines in, JSON lines out, in order.
import type { Command } from 'commander'
import type { Platform } from '../usecases/platform.ts'
import { CommandFailed } from './command-failed.ts'
import { type CliHost, withPlatform } from './host.ts'
import { jsonLine } from './json-line.ts'
import { judgedLines, postIn } from './judged-lines.ts'

export function addModerateCommand(cli: Command, host: CliHost): void {
  cli
    .command('moderate')
    .description(
      'Judge the posts on standard input, one JSON object a line: the body of a post with its site and an id.',
    )
    .addHelpText(
      'after',
      `
Nothing is stored or charged. Prints one JSON line for each post, in the same order: {id, outcome, category, confidence, reason,
scores}. A line that cannot be judged is answered in its place with {id, error}, and the exit status is 1.`,
    )
    .action(() => withPlatform(host, platform => moderate(platform, host), { missing: 'scratch' }))
}

async function moderate(platform: Platform, { stdin, out }: CliHost): Promise<void> {
  let failed = 0
  for await (const answer of judgedLines(platform, stdin, postIn)) {
    if ('error' in answer) {
      failed++
      out(jsonLine({ id: answer.id, error: answer.error }))
    } else out(jsonLine({ id: answer.row.id, ...answer.moderated }))
  }
  if (failed > 0)
    throw new CommandFailed('invalid', `${failed} ${failed === 1 ? 'line was' : 'lines were'} not decided`)
}
