// Learns a version from the decisions of people, and activates it if no figure gets worse (docs/moderation.md).
import { Problem } from '../../contract/problems/problem.ts'
import { fineLabel, isLowQuality } from '../../domain/review/policy-category.ts'
import { isCertainAbuse, isLearnable, learn } from '../../moderation/embedded/learn.ts'
import { type Learned, packed } from '../../moderation/embedded/learned.ts'
import { lessonWeights } from '../../moderation/embedded/lesson-weights.ts'
import { packagedModel } from '../../moderation/embedded/packaged-model.ts'
import { type Figures, figuresOf, worsened } from '../../moderation/outcome-figures.ts'
import type { Platform } from '../platform.ts'
import { followLearned } from './follow-learned.ts'
import {
  decidedWith,
  devPosts,
  ordinaryVectors,
  type PastDecision,
  pastDecisions,
  type ReadPost,
} from './read-posts.ts'

/**
 * Bounds for posts that people let pass and that the packaged model is certain are abuse: a number, and a share of the passed
 * posts. Above both, either the decisions are poisoned or the model is of no use here, and an operator has to look.
 */
const contradicting = { least: 5, share: 1 / 4 }
/** The decisions are cut into this many parts. Each part is judged by a model that learned from the others. */
const parts = 3

export type LearnedChange = { before: Figures; after: Figures }

/** The decisions behind a version, and the changes of the figures. `before`: with the active version. */
export type LearningReport = {
  decisions: { fine: number; refused: number; left_out: number }
  /** On posts of the project that are never learned from, in languages that the model judges. */
  dev: LearnedChange
  past: LearnedChange
  /** Agreement with unseen decisions: of the packaged model, and of models that learned from the other decisions. */
  unseen: { packaged: number | null; learned: number | null }
  worse: string[]
}

export type LearningResult = {
  version: number | null
  model: string
  activated: boolean
  forced: boolean
} & LearningReport

/**
 * Learns a version from the decisions of people. Activates it unless a figure gets worse by more than `points` percentage points.
 * `force` activates it anyway, and also learns from decisions that the packaged model is certain are wrong. Takes seconds, on
 * this thread. Throws `invalid` without a decision to learn from.
 */
export async function learnFromDecisions(
  platform: Platform,
  { points, force, actor }: { points: number; force: boolean; actor: string },
): Promise<LearningResult> {
  const { policy, log } = platform
  const { base, name: baseName, model } = packagedModel()
  const decisions = (await pastDecisions(platform)).filter(({ label }) => isLearnable(label))
  if (decisions.length === 0) throw new Problem('invalid', 'There is no decision of a person to learn from.')
  const contradicted = decisions.filter(({ label, opinions }) => label === fineLabel && isCertainAbuse(opinions))
  const lessons = force ? decisions : decisions.filter(each => !contradicted.includes(each))
  const teach = (from: readonly PastDecision[]) => {
    const weights = lessonWeights(from)
    const weighed = from.map((lesson, i) => ({ ...lesson, weight: weights[i]! }))
    return learn(baseName, weighed, ordinaryVectors(), model.settings)
  }

  const figures = (posts: readonly ReadPost[], learnedFor: (i: number) => Learned | null) =>
    figuresOf(
      posts.map((post, i) => ({ label: post.label, to: decidedWith(post, learnedFor(i), policy) })),
      label => isLowQuality(policy, label),
    )
  const active = await followLearned(platform)()
  const learned = teach(lessons)
  const change = (posts: readonly ReadPost[]): LearnedChange => ({
    before: figures(posts, () => active),
    after: figures(posts, () => learned),
  })
  const byOthers = Array.from({ length: parts }, (_, part) => teach(lessons.filter((_, i) => i % parts !== part)))
  // Posts that always go to a person would dilute each figure.
  const judged = devPosts().filter(({ flags }) => !flags.includes('unread_language'))
  const [dev, past] = [change(judged), change(decisions)]
  const unseen = {
    packaged: figures(lessons, () => null).agreement,
    learned: figures(lessons, i => byOthers[i % parts]!).agreement,
  }
  const fine = decisions.filter(({ label }) => label === fineLabel).length
  const worse = [
    ...worsened('on posts of the project', dev.before, dev.after, points),
    ...worsened('on past decisions', past.before, past.after, points),
    ...worsened(
      'with decisions that were not learned from',
      { agreement: unseen.packaged },
      { agreement: unseen.learned },
      points,
    ),
    ...(contradicted.length >= contradicting.least && contradicted.length > fine * contradicting.share
      ? [
          `the packaged model is certain that ${contradicted.length} of the ${fine} posts that people let pass are abuse`,
        ]
      : []),
  ]
  const counts = { fine, refused: decisions.length - fine, left_out: decisions.length - lessons.length }
  const report: LearningReport = { decisions: counts, dev, past, unseen, worse }
  if (worse.length > 0 && !force)
    return { version: null, model: active?.name ?? baseName, activated: false, forced: false, ...report }
  const added = await platform.act('addModelVersion', { base, baseName, heads: packed(learned), report, worse, actor })
  if (worse.length > 0)
    log.warn({ ...added, worse }, 'a learned version was activated by force, although figures get worse')
  return { ...added, activated: true, forced: worse.length > 0, ...report }
}
