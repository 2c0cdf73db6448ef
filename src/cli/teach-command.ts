// The command with which the operator's language model labels texts: it shows the cost first, and goes on where it was stopped.
import { createReadStream } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import { coded } from '../contract/currency.ts'
import { limits } from '../contract/limits.ts'
import { Problem } from '../contract/problems/problem.ts'
import { sha256 } from '../domain/ids.ts'
import type { PostText } from '../domain/posts/post-text.ts'
import type { Teacher } from '../moderation/llm/teacher.ts'
import { rejectConfidence } from '../moderation/verdict.ts'
import { labelBy, readToLabel } from '../usecases/learning/teach.ts'
import type { Platform } from '../usecases/platform.ts'
import { CommandFailed } from './command-failed.ts'
import { type CliHost, withPlatform } from './host.ts'
import { jsonLine } from './json-line.ts'
import { maxLineLength, objectIn, postIn } from './judged-lines.ts'
import { type KeptLines, keptLines } from './kept-lines.ts'
import { withTextField } from './labelled-line.ts'
import { linesOf } from './lines.ts'

type Options = { out: string; least: string; atOnce: string; priceIn?: string; priceOut?: string; yes: boolean }
type Row = {
  key: string
  fields: Record<string, unknown>
  post: PostText
  flags: readonly string[]
  left: string | null
}
type Read = { rows: Row[]; repeated: number; faults: string[] }
/** Micros a token. */
type Price = { prompt: number; answer: number }

export function addTeachCommand(moderation: Command, host: CliHost): void {
  moderation
    .command('teach')
    .description('Let the language model in MODERATION label texts, as lessons for the embedded model.')
    .argument('<file>', 'JSON lines as "moderate" takes them; - for standard input')
    .requiredOption('--out <file>', 'the labels; lines are added, and what has one is not asked again')
    .option('--yes', 'call the model; without it only the cost is shown', false)
    .option('--price-in <amount>', 'money for a million tokens of questions; else MODERATION_PRICE')
    .option('--price-out <amount>', 'money for a million tokens of answers; else MODERATION_PRICE')
    .option('--least <confidence>', 'the confidence below which a text gets no label', String(rejectConfidence))
    .option('--at-once <number>', 'calls at once', String(limits.modelTextsAtOnce))
    .addHelpText(
      'after',
      `
Prints the number of texts, and about how many tokens and how much money they take. Each label is a line of the input with \`category\`, in
the form that "evaluate" and "moderation learn --labels" take. Texts without a label are in OUT.left, with the reason. Two runs at once need two files.`,
    )
    .action((file: string, options: Options) =>
      withPlatform(host, platform => teach(platform, host, file, options), { missing: 'scratch' }),
    )
}

async function teach(platform: Platform, host: CliHost, file: string, options: Options): Promise<void> {
  const { teacher } = platform
  if (!teacher) throw new Problem('invalid', 'moderation teach: MODERATION names no language model')
  const least = readNumber('--least', options.least, 1)
  const atOnce = Math.max(1, Math.floor(readNumber('--at-once', options.atOnce, limits.teachAtOnce)))
  const price = priceOf(teacher, options)
  const { rows, repeated, faults } = await readRows(platform, host, file)
  const [labels, left] = [keptLines(options.out), keptLines(`${options.out}.left`)]
  try {
    refuseOther(labels, teacher.name, platform.policy.version, options.out)
    const known = new Set([...labels.before, ...left.before].map(keyIn))
    const open = rows.filter(({ key }) => !known.has(key))
    const asked = open.filter(row => row.left === null)
    const about = estimated(teacher, asked, price)
    host.out(
      jsonLine({
        ...{
          model: teacher.name,
          policy: platform.policy.version,
          texts: rows.length,
          repeated,
          faulty: faults.length,
        },
        ...{ done: rows.length - open.length, left_by_rules: open.length - asked.length, calls: asked.length, about },
      }),
    )
    for (const fault of faults) host.err(fault)
    if (!options.yes) return host.err('Nothing was sent: repeat the command with --yes.')
    for (const { key, post, left: why } of open)
      if (why !== null) left.add({ site: post.site, left: why, taught: { key } })
    const used = await label(platform, teacher, asked, { labels, left, least, atOnce })
    host.out(jsonLine({ ...used, cost: costOf(used.prompt_tokens, used.answer_tokens, price) }))
    if (faults.length > 0) throw new CommandFailed('invalid', `${faults.length} lines were not read`)
  } finally {
    labels.close()
    left.close()
  }
}

/** Labels texts, several at once. After a failure that stays no text is begun any more, and the failure is thrown. */
async function label(
  { policy }: Platform,
  teacher: Teacher,
  rows: readonly Row[],
  { labels, left, least, atOnce }: { labels: KeptLines; left: KeptLines; least: number; atOnce: number },
) {
  const used = { labelled: 0, left: 0, prompt_tokens: 0, answer_tokens: 0 }
  const waiting = rows[Symbol.iterator]()
  let failed = false
  const work = async () => {
    for (const row of waiting) {
      if (failed) return
      const answer = await labelBy(teacher, row, { least, pause })
      const taught = { key: row.key, by: teacher.name, policy: policy.version }
      if ('left' in answer) left.add({ site: row.post.site, left: answer.left, taught })
      else
        labels.add({ ...row.fields, category: answer.category, taught: { ...taught, confidence: answer.confidence } })
      used['left' in answer ? 'left' : 'labelled']++
      used.prompt_tokens += answer.call.promptTokens
      used.answer_tokens += answer.call.answerTokens
    }
  }
  const worker = () =>
    work().catch(error => {
      failed = true
      throw error
    })
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  const failure = ended.find(each => each.status === 'rejected')
  if (failure)
    throw new CommandFailed(
      'stopped',
      `${(failure.reason as Error).message}; the same command goes on where it stopped`,
    )
  return used
}

/** The texts of the input, each once, read by fixed rules. */
async function readRows(platform: Platform, { stdin }: CliHost, file: string): Promise<Read> {
  const rows = new Map<string, Row>()
  const read: Read = { rows: [], repeated: 0, faults: [] }
  const input = file === '-' ? stdin : createReadStream(file).on('error', () => {})
  try {
    for await (const line of linesOf(input, maxLineLength)) {
      if (line.text?.trim() === '') continue
      try {
        const fields = objectIn(line)
        const { post } = postIn(withTextField(fields))
        const key = keyOf(post)
        if (rows.has(key)) read.repeated++
        else rows.set(key, { key, fields, post, ...(await readToLabel(platform, post)) })
      } catch (error) {
        read.faults.push(`line ${line.number}: ${(error as Error).message}`)
      }
      if (rows.size > limits.teachTexts)
        throw new Problem('invalid', `FILE: it has more than ${limits.teachTexts} texts`)
    }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('invalid', `FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  return { ...read, rows: [...rows.values()] }
}

const keyOf = ({ site, title, body, details, topics, urls }: PostText) =>
  sha256(JSON.stringify([site, title, body, details ?? null, topics, urls])).slice(0, 32)

const taughtIn = ({ taught }: Record<string, unknown>) => (taught ?? {}) as Record<string, unknown>
const keyIn = (line: Record<string, unknown>) => taughtIn(line).key

/** Labels of two models, or under two policies, do not mix. */
function refuseOther({ before }: KeptLines, model: string, policy: string, path: string): void {
  const other = before.map(taughtIn).find(taught => taught.by !== model || taught.policy !== policy)
  if (other)
    throw new Problem(
      'invalid',
      `${path} has labels of ${JSON.stringify(other.by ?? null)} under policy ${JSON.stringify(other.policy ?? null)}; name another file`,
    )
}

function estimated(teacher: Teacher, rows: readonly Row[], price: Price) {
  const all = rows.map(({ post, flags }) => teacher.estimate(post, flags))
  const prompt = all.reduce((sum, each) => sum + each.prompt, 0)
  const answer = all.reduce((sum, each) => sum + each.answer, 0)
  return { prompt_tokens: prompt, answer_tokens: answer, cost: costOf(prompt, answer, price) }
}

/** An amount of money; null where no price is known. */
function costOf(prompt: number, answer: number, price: Price): string | null {
  if (price.prompt === 0 && price.answer === 0) return null
  return coded(Math.ceil(prompt * price.prompt + answer * price.answer))
}

/** Money for a million tokens is micros for one. */
function priceOf({ price }: Teacher, { priceIn, priceOut }: Options): Price {
  const most = 1_000_000
  return {
    prompt: priceIn === undefined ? price.prompt : readNumber('--price-in', priceIn, most),
    answer: priceOut === undefined ? price.answer : readNumber('--price-out', priceOut, most),
  }
}

function readNumber(option: string, text: string, most: number): number {
  const number = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && number <= most) return number
  throw new Problem('invalid', `${option}: got "${text}"; it takes a number from 0 to ${most}`)
}
