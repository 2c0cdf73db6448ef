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
  type GivenLabel,
  givenLessons,
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
  /** Labels that were given beside the decisions, and agreement with them; left out where there are none. */
  labels?: { fine: number; refused: number; left_out: number; before: number | null; after: number | null }
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
  /** The version judges beside the active one. */
  shadow?: true
} & LearningReport

/** How a version is learned. `labels`: texts with labels, beside the decisions. `shadow`: it judges beside the active version only. */
export type HowToLearn = {
  points: number
  force: boolean
  shadow?: boolean
  labels?: readonly GivenLabel[]
  actor: string
}

/**
 * Learns a version from the decisions of people. Activates it unless a figure gets worse by more than `points` percentage points.
 * `force` activates it anyway, and also learns from decisions that the packaged model is certain are wrong. `shadow` keeps it without
 * activating it, whatever the figures are. Takes seconds, on this thread. Throws `invalid` without a decision or label to learn from.
 */
export async function learnFromDecisions(
  platform: Platform,
  { points, force, shadow = false, labels = [], actor }: HowToLearn,
): Promise<LearningResult> {
  const { policy, log } = platform
  const { base, name: baseName, model } = packagedModel()
  const decisions = (await pastDecisions(platform)).filter(({ label }) => isLearnable(label))
  const given = givenLessons(labels, decisions).filter(({ label }) => isLearnable(label))
  if (decisions.length + given.length === 0)
    throw new Problem('invalid', 'There is no decision of a person to learn from.')
  const contradicts = ({ label, opinions }: PastDecision) => label === fineLabel && isCertainAbuse(opinions)
  const [contradicted, doubtful] = [decisions.filter(contradicts), given.filter(contradicts)]
  const taught = force ? given : given.filter(each => !doubtful.includes(each))
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
  const learned = teach([...lessons, ...taught])
  const change = (posts: readonly ReadPost[]): LearnedChange => ({
    before: figures(posts, () => active),
    after: figures(posts, () => learned),
  })
  const byOthers = Array.from({ length: parts }, (_, part) =>
    teach([...lessons.filter((_, i) => i % parts !== part), ...taught]),
  )
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
    ...poisoned(contradicted, decisions, 'posts that people let pass'),
    ...poisoned(doubtful, given, 'labels that say fine'),
  ]
  const counts = { fine, refused: decisions.length - fine, left_out: decisions.length - lessons.length }
  const report: LearningReport = {
    decisions: counts,
    ...(given.length > 0 && { labels: labelsTold(given, doubtful.length, change(given)) }),
    ...{ dev, past, unseen, worse },
  }
  if (worse.length > 0 && !force && !shadow)
    return { version: null, model: active?.name ?? baseName, activated: false, forced: false, ...report }
  const version = { base, baseName, heads: packed(learned), report, worse, activate: !shadow, actor }
  const added = await platform.act('addModelVersion', version)
  if (shadow) {
    await platform.act('startShadow', { policy: null, learned: added.version, oneIn: 1, actor })
    return { ...added, activated: false, forced: false, shadow, ...report }
  }
  if (worse.length > 0)
    log.warn({ ...added, worse }, 'a learned version was activated by force, although figures get worse')
  return { ...added, activated: true, forced: worse.length > 0, ...report }
}

function labelsTold(given: readonly PastDecision[], doubtful: number, { before, after }: LearnedChange) {
  const fine = given.filter(({ label }) => label === fineLabel).length
  const told = { fine, refused: given.length - fine, left_out: doubtful }
  return { ...told, before: before.agreement, after: after.agreement }
}

/** In words, when so many posts that pass are certain abuse to the packaged model that either they are poisoned or the model is of no use. */
function poisoned(contradicted: readonly PastDecision[], all: readonly PastDecision[], what: string): string[] {
  const fine = all.filter(({ label }) => label === fineLabel).length
  const few = contradicted.length < contradicting.least || contradicted.length <= fine * contradicting.share
  return few ? [] : [`the packaged model is certain that ${contradicted.length} of the ${fine} ${what} are abuse`]
}
