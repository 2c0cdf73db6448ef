// The command that runs posts through moderation without storing them: JSON lines in, JSON lines out, in order.
import type { Command } from 'commander'
import { type SiteId, siteIds } from '../contract/site-ids.ts'
import { type SiteRow, siteRow } from '../contract/sites.ts'
import type { PostText } from '../domain/post-text.ts'
import { postText } from '../domain/post-text.ts'
import { storableText } from '../domain/text.ts'
import { prefilter } from '../moderation/prefilter/prefilter.ts'
import { decide } from '../moderation/verdict.ts'
import type { Platform } from '../usecases/platform.ts'
import { CommandFailed } from './command-failed.ts'
import { type CliHost, withPlatform } from './host.ts'
import { jsonLine } from './json-line.ts'
import { type Line, linesOf } from './lines.ts'

const maxLineLength = 1_000_000
/** Posts under way at once: a model behind a network answers several at a time, a built-in one does not mind. */
const window = 8

type Answer = { id: unknown; error: string } | ({ id: unknown } & Moderated)
type Moderated = {
  outcome: 'publish' | 'review' | 'reject'
  category: string | null
  confidence: number
  reason: string
  scores: Record<string, number>
}

/** A line that holds no post; the message says why. */
class BadLine extends Error {
  override readonly name = 'BadLine'
  readonly id: unknown
  constructor(message: string, id: unknown = null) {
    super(message)
    this.id = id
  }
}

/** Adds the command. */
export function addModerateCommand(cli: Command, host: CliHost): void {
  cli
    .command('moderate')
    .description(
      'Decide the posts on standard input, one JSON object a line: the body of a post with its site and an id.',
    )
    .addHelpText('after', '\nNothing is stored or charged. Prints one JSON line for each post, in the same order.')
    .action(() => withPlatform(host, platform => moderate(platform, host)))
}

async function moderate(platform: Platform, { stdin, out }: CliHost): Promise<void> {
  const underWay: Promise<Answer>[] = []
  let failed = 0
  const print = async () => {
    const answer = await underWay.shift()!
    if ('error' in answer) failed++
    out(jsonLine(answer))
  }
  for await (const line of linesOf(stdin, maxLineLength)) {
    if (line.text?.trim() === '') continue
    underWay.push(answerTo(platform, line))
    if (underWay.length >= window) await print()
  }
  while (underWay.length > 0) await print()
  if (failed > 0)
    throw new CommandFailed('invalid', `${failed} ${failed === 1 ? 'line was' : 'lines were'} not decided`)
}

async function answerTo(platform: Platform, line: Line): Promise<Answer> {
  let id: unknown = null
  try {
    const read = readLine(line)
    id = read.id
    return { id, ...(await moderated(platform, read.post)) }
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    return { id: error instanceof BadLine ? error.id : id, error: `line ${line.number}: ${error.message}` }
  }
}

function readLine({ text }: Line): { id: unknown; post: PostText } {
  if (text === null) throw new BadLine(`is longer than ${maxLineLength} characters`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new BadLine(`is no JSON: ${(error as Error).message}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new BadLine('is no JSON object')
  const { id = null, site: siteId, ...body } = value as Record<string, unknown>
  if (!siteIds.includes(siteId as SiteId))
    throw new BadLine(`/site: got ${JSON.stringify(siteId) ?? 'nothing'}; it takes one of ${siteIds.join(', ')}`, id)
  const site = siteRow(siteId as SiteId)
  const { value: stored, errors } = storableText(body)
  const fields = stored as Record<string, unknown>
  const faults = [...errors, ...missingTexts(site, fields)]
  if (faults.length > 0) throw new BadLine(faults.join('; '), id)
  return { id, post: postText(site, fields) }
}

/** Only what moderation reads is looked at: posts of the past may be judged as well. */
function missingTexts(site: SiteRow, fields: Record<string, unknown>): string[] {
  const { title, body } = site.text
  const texts = [title, body].filter(name => name !== null)
  const { topics } = fields
  const isText = (value: unknown) => typeof value === 'string'
  return [
    ...texts.filter(name => !isText(fields[name]) || fields[name] === '').map(name => `/${name}: takes a text`),
    ...site.urls
      .filter(name => fields[name] !== undefined && !isText(fields[name]))
      .map(name => `/${name}: takes a text`),
    ...(topics === undefined || (Array.isArray(topics) && topics.every(isText))
      ? []
      : ['/topics: takes a list of texts']),
  ]
}

const outcomes = { published: 'publish', review: 'review', rejected: 'reject' } as const

async function moderated({ model, policy }: Platform, post: PostText): Promise<Moderated> {
  const { refusal, flags } = prefilter(post)
  if (refusal) {
    const { category, reason } = refusal
    return { outcome: 'reject', category, confidence: 1, reason, scores: {} }
  }
  const answer = await model.decide(post, flags)
  const { to, verdict, why } = decide(answer, post.site, policy)
  const outcome = outcomes[to]
  if (!verdict) return { outcome, category: null, confidence: 0, reason: why, scores: {} }
  const { category, confidence } = verdict
  const reason = verdict.outcome === outcome ? verdict.reason : `${why} ${verdict.reason}`
  const { scores = {} } = answer as { scores?: Record<string, number> }
  return { outcome, category, confidence, reason, scores }
}
