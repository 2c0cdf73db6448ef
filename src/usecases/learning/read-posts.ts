// Reads decided posts and labelled posts of the project as the deciding model reads them.
import { limits } from '../../contract/limits.ts'
import type { Policy } from '../../contract/moderation/policy.ts'
import { siteRow } from '../../contract/sites.ts'
import type { PostFacts, PostFields } from '../../domain/posts/post.ts'
import { type PostText, postText } from '../../domain/posts/post-text.ts'
import { answerTo, judgementOf, opinionsOn, vectorOn } from '../../moderation/embedded/embedded-model.ts'
import { judgedText, type Opinion } from '../../moderation/embedded/judge.ts'
import { corpusOf, packagedPosts, postTextOf } from '../../moderation/embedded/labelled-posts.ts'
import type { Learned } from '../../moderation/embedded/learned.ts'
import type { Taught } from '../../moderation/embedded/lesson-weights.ts'
import type { SparseVector } from '../../moderation/embedded/text-features.ts'
import { readText } from '../../moderation/reading.ts'
import { type Decision, decide } from '../../moderation/verdict.ts'
import { deciders, type ExampleRow, latestExamples } from '../../store/learning/examples.ts'
import type { Platform } from '../platform.ts'

/** A labelled post with the opinions of the packaged model. */
export type ReadPost = {
  label: string
  text: PostText
  /** That which was found in the text; undefined where it was not looked for. */
  language?: string | undefined
  flags: readonly string[]
  /** Refused by fixed rules, before any model. */
  refused: boolean
  opinions: readonly Opinion[]
}

/** `id` is the id of the text. */
export type PastDecision = ReadPost & Taught & { id: string }

/** The latest decisions, at most `last`, newest first, with one for each text: the last. Erased texts are left out. */
export async function pastDecisions({ db }: Platform, last: number = limits.decisionsLearned): Promise<PastDecision[]> {
  const byText = new Map<string, { row: ExampleRow; text: PostText }>()
  for (const row of await latestExamples(db, last)) {
    const text = postText(siteRow(row.site), JSON.parse(row.fields) as PostFields)
    const key = keyOf(text)
    if (judgedText(text) !== '' && !byText.has(key)) byText.set(key, { row, text })
  }
  const rows = [...byText.values()]
  const by = await deciders(
    db,
    rows.flatMap(({ row }) => [...new Set([row.revision_id, row.post_id])]),
  )
  return rows.map(({ row: { revision_id: id, post_id, account_id: author, label, facts, verdict }, text }) => {
    const { flags, language } = JSON.parse(facts) as PostFacts
    const { flags: resembles = [] } = JSON.parse(verdict ?? '{}') as { flags?: string[] }
    const reviewer = by.get(id) ?? by.get(post_id) ?? null
    const read = { text, language, flags: [...flags, ...resembles], refused: false, opinions: opinionsOn(text) }
    return { id, label, author, reviewer, ...read }
  })
}

/** The label of a text that nobody on the platform has decided: a category of the policy, or `fine`. */
export type GivenLabel = { text: PostText; label: string }

/** All given labels count as of one reviewer, so that they never outweigh what people decide. */
const ofLabels = 'given labels'

/** Given labels as lessons, without the texts that people have decided. */
export function givenLessons(labels: readonly GivenLabel[], decisions: readonly PastDecision[]): PastDecision[] {
  const decided = new Set(decisions.map(({ text }) => keyOf(text)))
  return labels
    .filter(({ text }) => judgedText(text) !== '' && !decided.has(keyOf(text)))
    .map(({ text, label }, i) => {
      const { refusal, flags, language } = readText(text)
      const id = `label ${i + 1}`
      return {
        id,
        label,
        author: id,
        reviewer: ofLabels,
        text,
        language,
        flags,
        refused: refusal !== null,
        opinions: opinionsOn(text),
      }
    })
}

const keyOf = (text: PostText) => `${text.site} ${judgedText(text)}`

let dev: readonly ReadPost[] | undefined

/** The posts of the project that are never learned from. Read once in a process. */
export function devPosts(): readonly ReadPost[] {
  dev ??= corpusOf(packagedPosts(), 'dev').posts.map(post => {
    const text = postTextOf(post)
    const { refusal, flags, language } = readText(text)
    return { label: post.category, text, language, flags, refused: refusal !== null, opinions: opinionsOn(text) }
  })
  return dev
}

/** The number of training posts that keep the judgement of ordinary posts unchanged. */
const ordinary = 1_000
let vectors: readonly SparseVector[] | undefined

/** The vectors of ordinary posts, picked evenly from all training posts. Read once in a process. */
export function ordinaryVectors(): readonly SparseVector[] {
  if (vectors) return vectors
  const { posts } = corpusOf(packagedPosts(), 'train')
  const picked = Array.from({ length: ordinary }, (_, i) => posts[Math.floor((i * posts.length) / ordinary)]!)
  vectors = picked.map(post => vectorOn(postTextOf(post)))
  return vectors
}

/** The outcome of a post under a policy, decided by the packaged model with a learned version. */
export function decidedWith(
  { text, language, flags, refused, opinions }: ReadPost,
  learned: Learned | null,
  policy: Policy,
): Decision['to'] {
  if (refused) return 'rejected'
  return decide(answerTo(judgementOf(opinions, learned), text, flags, policy), text.site, policy, { language }).to
}
