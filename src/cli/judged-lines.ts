// Judges posts from JSON lines as the service does: several at a time, answered in order. Nothing is stored or charged.
import { type SiteId, siteIds } from '../contract/sites/site-ids.ts'
import { type SiteRow, siteRow } from '../contract/sites.ts'
import { type PostText, postText } from '../domain/posts/post-text.ts'
import { storableText } from '../domain/text/text.ts'
import { ownTurn } from '../moderation/text-reader.ts'
import { decide } from '../moderation/verdict.ts'
import type { Platform } from '../usecases/platform.ts'
import { type Line, linesOf } from './lines.ts'

export const maxLineLength = 1_000_000
/** Posts judged at once: enough for every reading thread, and for a remote model that answers several requests at a time. */
const window = 16

/** The error of a line that holds no valid post. */
export class BadLine extends Error {
  override readonly name = 'BadLine'
  readonly id: Id
  constructor(message: string, id: Id = null) {
    super(message)
    this.id = id
  }
}

export type Moderated = {
  outcome: 'publish' | 'review' | 'reject'
  category: string | null
  confidence: number
  reason: string
  scores: Record<string, number>
}

/** A judged post. `by`: who judged it, the fixed rules or the model; null if the model's answer was malformed. */
export type Judged<Row> = { number: number; row: Row; by: 'rules' | 'model' | null; moderated: Moderated }
/** A line that was not judged. `id` is the id of its post, if readable; `error` names the line. */
export type NotJudged = { number: number; id: Id; error: string }

/** Reads the object of a line. Throws BadLine. */
export type ReadRow<Row> = (fields: Record<string, unknown>) => Row

export type Id = string | number | null
export type WithPost = { id: Id; post: PostText }

/** Judges every line that is not blank, in order. An error while reading or judging a line becomes the answer to that line. */
export async function* judgedLines<Row extends WithPost>(
  platform: Platform,
  input: AsyncIterable<string | Buffer>,
  read: ReadRow<Row>,
): AsyncGenerator<Judged<Row> | NotJudged> {
  const pending: Promise<Judged<Row> | NotJudged>[] = []
  for await (const line of linesOf(input, maxLineLength)) {
    if (line.text?.trim() === '') continue
    pending.push(answerTo(platform, line, read))
    if (pending.length >= window) yield await pending.shift()!
  }
  for (const answer of pending) yield await answer
}

async function answerTo<Row extends WithPost>(
  platform: Platform,
  line: Line,
  read: ReadRow<Row>,
): Promise<Judged<Row> | NotJudged> {
  const { number } = line
  let id: Id = null
  try {
    const row = read(objectIn(line))
    id = row.id
    return { number, row, ...(await moderate(platform, row.post)) }
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    return { number, id: error instanceof BadLine ? error.id : id, error: `line ${number}: ${error.message}` }
  }
}

/** The JSON object of a line. Throws BadLine. */
export function objectIn({ text }: Pick<Line, 'text'>): Record<string, unknown> {
  if (text === null) throw new BadLine(`is longer than ${maxLineLength} characters`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new BadLine(`is no JSON: ${(error as Error).message}`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new BadLine('is no JSON object')
  return value as Record<string, unknown>
}

/** The post in an object: the body of POST /v1/posts with its site and an optional id. Throws BadLine with every fault. */
export function postIn({ id: given, site: siteId, ...body }: Record<string, unknown>): WithPost {
  const id = idIn(given)
  const site = siteIn(siteId, id)
  const { value: stored, errors } = storableText(body)
  const fields = stored as Record<string, unknown>
  const faults = [...errors, ...missingTexts(site, fields)]
  if (faults.length > 0) throw new BadLine(faults.join('; '), id)
  return { id, post: postText(site, fields) }
}

function idIn(id: unknown = null): Id {
  if (id === null || typeof id === 'string' || typeof id === 'number') return id
  throw new BadLine('/id: takes a text or a number')
}

function siteIn(siteId: unknown, id: Id): SiteRow {
  if (siteIds.includes(siteId as SiteId)) return siteRow(siteId as SiteId)
  throw new BadLine(`/site: got ${JSON.stringify(siteId) ?? 'nothing'}; it takes one of ${siteIds.join(', ')}`, id)
}

/** Checks only the fields that moderation reads: posts with past dates may be judged as well. */
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

async function moderate(
  { model, policy, reader, lists }: Platform,
  post: PostText,
): Promise<Pick<Judged<never>, 'by' | 'moderated'>> {
  const { refusal, flags, language } = await reader.read(ownTurn, post, lists.inForce())
  if (refusal) {
    const { category, reason } = refusal
    return { by: 'rules', moderated: { outcome: 'reject', category, confidence: 1, reason, scores: {} } }
  }
  const answer = await model.decide(post, flags)
  const { to, verdict, why } = decide(answer, post.site, policy, { language })
  const outcome = outcomes[to]
  if (!verdict) return { by: null, moderated: { outcome, category: null, confidence: 0, reason: why, scores: {} } }
  const { category, confidence } = verdict
  const reason = verdict.outcome === outcome ? verdict.reason : `${why} ${verdict.reason}`
  const { scores = {} } = answer as { scores?: Record<string, number> }
  return { by: 'model', moderated: { outcome, category, confidence, reason, scores } }
}
