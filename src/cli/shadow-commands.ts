// Commands that let a policy or a version of the model judge beside the service, show where it differs, and put it in force.
import type { Command } from 'commander'
import { limits } from '../contract/limits.ts'
import { Problem } from '../contract/problems/problem.ts'
import { ownPolicyFrom, readPolicyFile } from '../moderation/policy-file.ts'
import { promoteShadow } from '../usecases/learning/promote-shadow.ts'
import { shadowReport } from '../usecases/learning/shadow-report.ts'
import { learnedOf } from '../usecases/learning/versions.ts'
import type { Platform } from '../usecases/platform.ts'
import { actorOf, type CliHost, withPlatform } from './host.ts'
import { jsonLine } from './json-line.ts'
import { readVersion } from './read-version.ts'

type Asked = { learned?: string; oneIn: string; report: boolean; off: boolean }

export function addShadowCommands(policy: Command, host: CliHost): void {
  policy
    .command('shadow')
    .description('Let a policy or a version of the model judge every decided text too, without deciding anything.')
    .argument('[file]', 'the policy, as YAML; the one in force when left out')
    .option(
      '--learned <version>',
      'a version of the embedded model, 0 for the packaged one; the active one when left out',
    )
    .option('--one-in <number>', 'judge one text in so many', '1')
    .option('--report', 'print where the candidate differs, the newest first, and how often it agrees', false)
    .option('--off', 'end it, and forget what it has shown', false)
    .addHelpText(
      'after',
      `
There is one candidate; another one takes its place. Every process takes it within seconds. With a language model each judged text is one
more call. "policy promote" puts the candidate in force.`,
    )
    .action((file: string | undefined, asked: Asked) => {
      const { learned, off, report } = asked
      const ways = [file !== undefined || learned !== undefined, off, report].filter(Boolean)
      if (ways.length !== 1)
        throw new Problem('invalid', 'policy shadow: it takes a file or --learned, or --report alone, or --off alone')
      return withPlatform(host, async platform => {
        if (report) return printReport(platform, host)
        if (off) {
          const ended = await platform.act('endShadow', { promoted: false, actor: actorOf() })
          return host.out(jsonLine({ ended }))
        }
        return start(platform, host, file, asked)
      })
    })
  policy
    .command('promote')
    .description(
      'Put the candidate in force: its policy becomes policy.yaml in DATA_DIR, its version of the model the active one.',
    )
    .addHelpText(
      'after',
      `
Every process reads its own DATA_DIR again, as after "policy reload": where processes have folders of their own, put the file there first.
The former file stays as policy.yaml.former.`,
    )
    .action(() =>
      withPlatform(host, async platform =>
        host.out(jsonLine(await promoteShadow(platform, { dataDir: host.dataDir, actor: actorOf() }))),
      ),
    )
}

async function start(platform: Platform, { out }: CliHost, file: string | undefined, { learned, oneIn }: Asked) {
  const policy = file === undefined ? null : readCandidate(file)
  const version = learned === undefined ? null : readVersion('--learned', learned)
  if (version !== null) await learnedOf(platform, version)
  const share = readShare(oneIn)
  await platform.act('startShadow', { policy, learned: version, oneIn: share, actor: actorOf() })
  const calls = platform.teacher === null ? 0 : 1
  out(jsonLine({ policy: policy?.version ?? null, learned: version, one_in: share, calls_a_text: calls }))
}

async function printReport(platform: Platform, { out }: CliHost): Promise<void> {
  const report = await shadowReport(platform)
  if (!report) throw new Problem('not_found', 'There is no candidate: start one with "handbill policy shadow FILE".')
  const { differences, ...rest } = report
  for (const each of differences) out(jsonLine(each))
  out(jsonLine(rest))
}

function readCandidate(file: string): { text: string; version: string } {
  try {
    const text = readPolicyFile(file)
    return { text, version: ownPolicyFrom(text, file).version }
  } catch (error) {
    throw new Problem('invalid', (error as Error).message)
  }
}

function readShare(text: string): number {
  const share = Number(text)
  if (/^\d+$/.test(text) && share >= 1 && share <= limits.shadowOneIn) return share
  throw new Problem('invalid', `--one-in: got "${text}"; it takes a number from 1 to ${limits.shadowOneIn}`)
}
