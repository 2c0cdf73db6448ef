// The command that measures moderation on labelled posts: figures, outcomes, calibration, the worst mistakes.
import { type FileHandle, open } from 'node:fs/promises'
import type { Command } from 'commander'
import { Problem } from '../contract/problems/problem.ts'
import { fineLabel } from '../domain/review/policy-category.ts'
import { type EvaluatedPost, evaluationOf } from '../moderation/evaluation.ts'
import { wholeText } from '../moderation/prefilter/fold.ts'
import type { Platform } from '../usecases/platform.ts'
import { calibrationPlot } from './calibration-plot.ts'
import { CommandFailed } from './command-failed.ts'
import { evaluationTable } from './evaluation-table.ts'
import { type CliHost, withPlatform } from './host.ts'
import { jsonLine } from './json-line.ts'
import { type Judged, judgedLines } from './judged-lines.ts'
import { type LabelledLine, labelledIn } from './labelled-line.ts'

const mostMistakes = 1_000
/** The most unjudged lines that are listed; all are counted. */
const listedFaults = 100
/** The length to which the text of a mistake is cut, in characters. */
const shownText = 200

type Options = { worst: string; svg?: string; table: boolean }

export function addEvaluateCommand(cli: Command, host: CliHost): void {
  cli
    .command('evaluate')
    .description('Judge labelled posts as the service would, and print how good the decisions are.')
    .argument('<file>', 'JSON lines, one post each; - for standard input')
    .option('--worst <n>', 'how many mistakes to list, the most confident first', '10')
    .option('--svg <file>', 'write a calibration plot')
    .option('--table', 'write tables to standard error as well', false)
    .addHelpText(
      'after',
      `
A line is the body of a post with its site, its label as \`category\` (a category of the policy, "${fineLabel}" or null) and optionally \`id\` and
\`lang\`. Rows of models/moderation/data are accepted unchanged. Nothing is stored or charged. Prints one JSON line. A figure with too few
posts behind it is null, with the reason in \`too_few\`. A line that cannot be judged is left out and listed in \`faults\`, and the exit
status is 1.`,
    )
    .action((file: string, options: Options) => evaluate(host, file, options))
}

async function evaluate(host: CliHost, path: string, { worst, svg, table }: Options): Promise<void> {
  const listed = readCount(worst)
  const input = path === '-' ? null : await openFile('FILE', path, 'r')
  // Open the file for writing before the long judging, so that a fault shows at once.
  const drawing = svg === undefined ? null : await openFile('--svg', svg, 'w')
  try {
    await withPlatform(
      host,
      async platform => {
        const stream = input ? input.createReadStream({ autoClose: false }) : host.stdin
        const { posts, faults } = await judgedPosts(platform, stream)
        if (posts.length + faults.length === 0) throw new Problem('invalid', `FILE: ${path} holds no post`)
        const evaluation = evaluationOf(posts, platform.policy, listed)
        const { name: model } = platform.model
        const { version: policy } = platform.policy
        host.out(
          jsonLine({ model, policy, ...evaluation, faulty: faults.length, faults: faults.slice(0, listedFaults) }),
        )
        if (table) for (const line of evaluationTable(evaluation)) host.err(line)
        await drawing?.writeFile(calibrationPlot(evaluation.calibration, model))
        if (faults.length > 0)
          throw new CommandFailed(
            'invalid',
            `${faults.length} ${faults.length === 1 ? 'line was' : 'lines were'} not judged; ${faults[0]!.error}`,
          )
      },
      { missing: 'scratch' },
    )
  } finally {
    await drawing?.close()
    await input?.close()
  }
}

async function judgedPosts(platform: Platform, input: AsyncIterable<string | Buffer>) {
  const posts: EvaluatedPost[] = []
  const faults: { line: number; error: string }[] = []
  const read = (fields: Record<string, unknown>) => labelledIn(fields, platform.policy)
  for await (const answer of judgedLines(platform, input, read))
    if ('error' in answer) faults.push({ line: answer.number, error: answer.error })
    else posts.push(evaluated(answer))
  return { posts, faults }
}

function evaluated({ number, row, by, moderated }: Judged<LabelledLine>): EvaluatedPost {
  const { id, post, truth, lang } = row
  const text = [...wholeText(post)].slice(0, shownText).join('')
  return { line: number, id, site: post.site, lang, truth, ...moderated, by, text }
}

async function openFile(name: string, path: string, flags: 'r' | 'w'): Promise<FileHandle> {
  try {
    const handle = await open(path, flags)
    if ((await handle.stat()).isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' })
    return handle
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Problem('invalid', `${name}: ${path} cannot be ${flags === 'r' ? 'read' : 'written'} (${code})`)
  }
}

function readCount(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= mostMistakes) return Number(text)
  throw new Problem('invalid', `--worst: got "${text}"; it takes a whole number up to ${mostMistakes}`)
}
