// Judges past decisions again under another policy or another version of the model, before either is used.
import type { Policy } from '../../contract/moderation/policy.ts'
import { categoryOf, isLowQuality } from '../../domain/review/policy-category.ts'
import type { Learned } from '../../moderation/embedded/learned.ts'
import { figuresOf, worsened } from '../../moderation/outcome-figures.ts'
import type { Decision } from '../../moderation/verdict.ts'
import type { Platform } from '../platform.ts'
import { followLearned } from './follow-learned.ts'
import type { LearnedChange } from './learn.ts'
import { decidedWith, pastDecisions } from './read-posts.ts'
import { learnedOf } from './versions.ts'

/** A post that would be decided otherwise. `label` is the decision of a person. */
export type Changed = { id: string; site: string; label: string; before: Decision['to']; after: Decision['to'] }

/** `counts`: how many posts change from one outcome to another, such as `published to review`. */
export type Replay = { changed: Changed[]; counts: Record<string, number>; past: LearnedChange; worse: string[] }

/**
 * Compares past decisions under another policy and a version (null: the active one) with the present policy and version. `worse`:
 * the figures that get worse by more than `points` percentage points. Throws the problems of `learnedOf`.
 */
export async function replayPolicy(
  platform: Platform,
  policy: Policy,
  { version, points, last }: { version: number | null; points: number; last?: number },
): Promise<Replay> {
  const active = await followLearned(platform)()
  const other = version === null ? active : await learnedOf(platform, version)
  const decisions = await pastDecisions(platform, last)
  const under = (learned: Learned | null, by: Policy) => decisions.map(post => decidedWith(post, learned, by))
  const [old, now] = [under(active, platform.policy), under(other, policy)]
  // A category that the new policy does not have is read from the present policy.
  const figures = (to: readonly Decision['to'][]) =>
    figuresOf(
      decisions.map(({ label }, i) => ({ label, to: to[i]! })),
      label => isLowQuality(categoryOf(policy, label) ? policy : platform.policy, label),
    )
  const past = { before: figures(old), after: figures(now) }
  const changed = decisions.flatMap(({ id, text: { site }, label }, i) =>
    old[i] === now[i] ? [] : [{ id, site, label, before: old[i]!, after: now[i]! }],
  )
  const ways = Object.groupBy(changed, ({ before, after }) => `${before} to ${after}`)
  const counts = Object.fromEntries(Object.entries(ways).map(([way, posts = []]) => [way, posts.length]))
  return { changed, counts, past, worse: worsened('on past decisions', past.before, past.after, points) }
}
