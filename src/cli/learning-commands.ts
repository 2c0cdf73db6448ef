// Commands that let the embedded model learn from decisions of people, and that try a policy on those decisions.
import { createReadStream } from 'node:fs'
import type { Command } from 'commander'
import { limits } from '../contract/limits.ts'
import type { Policy } from '../contract/moderation/policy.ts'
import { Problem } from '../contract/problems/problem.ts'
import { fineLabel } from '../domain/review/policy-category.ts'
import { differencesOf, loadOwnPolicy, loadPolicy } from '../moderation/policy-file.ts'
import { judgeExamples } from '../usecases/learning/judge-examples.ts'
import { learnFromDecisions } from '../usecases/learning/learn.ts'
import type { GivenLabel } from '../usecases/learning/read-posts.ts'
import { replayPolicy } from '../usecases/learning/replay.ts'
import { listVersions, rollBack } from '../usecases/learning/versions.ts'
import type { Platform } from '../usecases/platform.ts'
import { CommandFailed } from './command-failed.ts'
import { actorOf, type CliHost, withPlatform } from './host.ts'
import { jsonLine } from './json-line.ts'
import { BadLine, maxLineLength, objectIn } from './judged-lines.ts'
import { labelledIn } from './labelled-line.ts'
import { linesOf } from './lines.ts'
import { readVersion } from './read-version.ts'
import { addShadowCommands } from './shadow-commands.ts'
import { addTeachCommand } from './teach-command.ts'

const worseOption = ['--worse <points>', 'percentage points by which a figure may get worse', '0.5'] as const

export function addLearningCommands(cli: Command, host: CliHost): void {
  const moderation = cli
    .command('moderation')
    .description('Let the embedded model learn from decisions of people, and return to an earlier version.')
  addLearn(moderation, host)
  addTeachCommand(moderation, host)
  addVersions(moderation, host)
  const policy = cli.command('policy').description('Check and try a policy.')
  addCheck(policy, host)
  addReplay(policy, host)
  addReload(policy, host)
  addShadowCommands(policy, host)
}

function addLearn(moderation: Command, host: CliHost): void {
  moderation
    .command('learn')
    .description('Learn a version from the decisions of people, and activate it unless a figure gets worse.')
    .option(...worseOption)
    .option('--force', 'activate the version even if a figure gets worse; the log says so', false)
    .option('--labels <file>', 'learn from labelled texts too, such as "moderation teach" writes')
    .option('--shadow', 'keep the version, whatever its figures, and let it judge beside the active one', false)
    .addHelpText(
      'after',
      '\nPrints the figures before and after, and those that get worse; exit status 1 when nothing was activated.',
    )
    .action(
      async ({ worse, labels: file, ...how }: { worse: string; force: boolean; labels?: string; shadow: boolean }) => {
        const points = readPoints(worse)
        const learnt = await withPlatform(host, async platform => {
          const labels = file === undefined ? [] : await readLabels(platform, file)
          return learnFromDecisions(platform, { ...how, points, labels, actor: actorOf() })
        })
        host.out(jsonLine(learnt))
        if (!learnt.activated && !learnt.shadow) throw new CommandFailed('worse', learnt.worse.join('; '))
      },
    )
}

function addVersions(moderation: Command, host: CliHost): void {
  moderation
    .command('versions')
    .description('Print the packaged model and the learned versions as JSON lines, oldest first.')
    .action(() =>
      withPlatform(host, async platform => {
        for (const version of await listVersions(platform)) host.out(jsonLine(version))
      }),
    )
  moderation
    .command('rollback')
    .description('Let an earlier version decide again, in every process.')
    .argument(
      '[version]',
      'number of the version, 0 for the packaged model; the previously active version when left out',
    )
    .action((version: string | undefined) => {
      const to = version === undefined ? null : readVersion('VERSION', version)
      return withPlatform(host, async platform =>
        host.out(jsonLine(await rollBack(platform, { to, actor: actorOf() }))),
      )
    })
}

function addCheck(policy: Command, host: CliHost): void {
  policy
    .command('check')
    .description('Check a policy for DATA_DIR, and print its version and the categories that it adds and changes.')
    .argument('<file>', 'the policy, as YAML')
    .option('--examples', 'let the deciding model judge the examples, and print those on which it disagrees', false)
    .addHelpText(
      'after',
      '\nNothing is stored, and no database is needed. Exit status 1 when the start would refuse the file.',
    )
    .action(async (file: string, { examples }: { examples: boolean }) => {
      const policy = readPolicy(file, loadOwnPolicy)
      const { version, thresholds } = policy
      const checked = { policy: version, ...differencesOf(policy), ...(thresholds && { thresholds }) }
      if (!examples) return host.out(jsonLine(checked))
      const { judged, unread, differing } = await withPlatform(host, platform => judgeExamples(platform, policy), {
        missing: 'scratch',
      })
      for (const each of differing) host.out(jsonLine(each))
      host.out(jsonLine({ ...checked, unread, examples: judged, differing: differing.length }))
    })
}

function addReplay(policy: Command, host: CliHost): void {
  policy
    .command('replay')
    .description('Decide again, under another policy, the posts that people have decided, and print the changes.')
    .argument('<file>', 'the policy, as YAML')
    .option(
      '--model <version>',
      'number of the version of the embedded model, 0 for the packaged model; the active version when left out',
    )
    .option('--last <number>', 'only the latest decisions', String(limits.decisionsLearned))
    .option(...worseOption)
    .addHelpText('after', '\nNothing is stored. Exit status 1 when a figure gets worse by more than --worse.')
    .action(async (file: string, { model, last, worse: points }: { model?: string; last: string; worse: string }) => {
      const options = {
        version: model === undefined ? null : readVersion('--model', model),
        points: readPoints(points),
        last: readLast(last),
      }
      const policy = readPolicy(file)
      const { changed, counts, past, worse } = await withPlatform(host, platform =>
        replayPolicy(platform, policy, options),
      )
      for (const each of changed) host.out(jsonLine(each))
      host.out(jsonLine({ policy: policy.version, changed: changed.length, counts, past, worse }))
      if (worse.length > 0) throw new CommandFailed('worse', worse.join('; '))
    })
}

function addReload(policy: Command, host: CliHost): void {
  policy
    .command('reload')
    .description('Let every process read policy.yaml in its DATA_DIR again, within seconds and without a restart.')
    .addHelpText(
      'after',
      '\nThe file here is checked first: with a fault nothing is asked, and the exit status is 1. A process whose own file is faulty keeps its policy and logs the fault.',
    )
    .action(() =>
      withPlatform(host, async platform => {
        const { version, fault } = platform.policyInForce.load()
        if (fault !== null) throw new Problem('invalid', fault)
        await platform.act('askPolicyLoad', { version, actor: actorOf() })
        host.out(jsonLine({ policy: version, ...differencesOf(platform.policy) }))
      }),
    )
}

/** The labelled texts in a file. Throws `invalid` for a line that has none. */
async function readLabels({ policy }: Platform, file: string): Promise<GivenLabel[]> {
  const labels: GivenLabel[] = []
  try {
    for await (const line of linesOf(createReadStream(file), maxLineLength)) {
      if (line.text?.trim() === '') continue
      const { post, truth } = labelledIn(objectIn(line), policy)
      labels.push({ text: post, label: truth ?? fineLabel })
      if (labels.length > limits.decisionsLearned)
        throw new BadLine(`it has more than ${limits.decisionsLearned} lines`)
    }
  } catch (error) {
    throw new Problem('invalid', `--labels: ${file}, after line ${labels.length}: ${(error as Error).message}`)
  }
  return labels
}

function readPolicy(file: string, load: (file: string) => Policy = loadPolicy): Policy {
  try {
    return load(file)
  } catch (error) {
    throw new Problem('invalid', (error as Error).message)
  }
}

function readPoints(text: string): number {
  const points = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && points <= 100) return points
  throw new Problem('invalid', `--worse: got "${text}"; it takes percentage points from 0 to 100`)
}

function readLast(text: string): number {
  const last = Number(text)
  if (/^\d+$/.test(text) && last >= 1 && last <= limits.decisionsLearned) return last
  throw new Problem('invalid', `--last: got "${text}"; it takes a number from 1 to ${limits.decisionsLearned}`)
}
