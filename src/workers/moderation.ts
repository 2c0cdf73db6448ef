// The moderation worker: claims queued posts, asks the model outside any transaction, records the decision.

import { limits } from '../contract/limits.ts'
import { siteRow } from '../contract/sites.ts'
import type { PostFacts, PostFields } from '../domain/post.ts'
import { postText } from '../domain/post-text.ts'
import { decide } from '../moderation/verdict.ts'
import type { PostRow } from '../store/posts/posts.ts'
import { moderationWorker } from '../usecases/moderation-state.ts'
import type { Platform } from '../usecases/platform.ts'

const batchSize = 32
/** The first waits after the model failed; the last one repeats. */
const backoffMs = [1_000, 5_000, 30_000, 120_000]

/** Decides the posts and the edits that are due, at most one batch of each. How many were claimed. */
export async function runOnce(platform: Platform): Promise<number> {
  const { token, posts } = await platform.act('takeQueued', { limit: batchSize })
  const { token: editToken, edits } = await platform.act('takeQueuedEdits', { limit: batchSize })
  await Promise.all([
    ...posts.map(post =>
      decideOne(platform, post, {
        postpone: dueAt => platform.act('postponePost', { postId: post.id, token, dueAt }),
        record: outcome => platform.act('decidePost', { postId: post.id, token, ...outcome }),
      }),
    ),
    ...edits.map(edit =>
      decideOne(platform, edit, {
        postpone: dueAt => platform.act('postponeEdit', { editId: edit.id, token: editToken, dueAt }),
        record: outcome => platform.act('decideEdit', { editId: edit.id, token: editToken, ...outcome }),
      }),
    ),
  ])
  return posts.length + edits.length
}

/** Says that the worker is alive and what the model does; every 10 s is enough. */
export async function beat(platform: Platform): Promise<void> {
  await platform.act('heartbeatOf', { name: moderationWorker, state: await platform.model.state() })
}

type Waiting = Pick<PostRow, 'id' | 'site' | 'facts' | 'fields' | 'attempts'>
type Answers = { postpone(dueAt: number): Promise<boolean>; record(outcome: Outcome): Promise<boolean> }

async function decideOne(platform: Platform, waiting: Waiting, { postpone, record }: Answers): Promise<void> {
  const site = siteRow(waiting.site)
  const facts = JSON.parse(waiting.facts) as PostFacts
  const text = postText(site, JSON.parse(waiting.fields) as PostFields)
  const settle = async (outcome: Outcome) => {
    const recorded = await record(outcome)
    const fields = { post_id: waiting.id, site: waiting.site, to: outcome.to, category: outcome.refused?.category }
    platform.log.info(fields, recorded ? 'a post was decided' : 'a decision came too late and was dropped')
  }
  let answer: unknown
  try {
    answer = await platform.model.decide(text, facts.flags)
  } catch (error) {
    platform.log.warn({ err: error, post_id: waiting.id, attempt: waiting.attempts }, 'the moderation model failed')
    if (waiting.attempts >= limits.moderationAttempts)
      await settle({ to: 'review', refused: null, verdict: { why: 'the model failed' } })
    else {
      const wait = backoffMs[Math.min(waiting.attempts, backoffMs.length) - 1] ?? 1_000
      await postpone(platform.now() + wait)
    }
    return
  }
  const { to, penalized, verdict, why } = decide(answer, waiting.site, platform.policy)
  const refused =
    to === 'rejected' && verdict?.category ? { category: verdict.category, reason: verdict.reason, penalized } : null
  await settle({ to, refused, verdict: { ...verdict, why, model: platform.model.name } })
}

type Outcome = {
  to: 'published' | 'review' | 'rejected'
  refused: { category: string; reason: string; penalized: boolean } | null
  verdict: object
}
