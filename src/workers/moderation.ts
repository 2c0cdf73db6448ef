// The moderation worker: claims queued posts, asks the model outside any transaction, records the decision.

import { moderationWorker } from '../actions/moderation-state.ts'
import type { Platform } from '../actions/platform.ts'
import { limits } from '../contract/limits.ts'
import { siteRow } from '../contract/sites.ts'
import { type PostFacts, type PostFields, postText } from '../domain/post.ts'
import { decide } from '../domain/verdict.ts'
import type { PostRow } from '../store/posts.ts'

const batchSize = 32
/** The first waits after the model failed; the last one repeats. */
const backoffMs = [1_000, 5_000, 30_000, 120_000]

/** Decides the posts that are due, at most one batch. How many were claimed. */
export async function runOnce(platform: Platform): Promise<number> {
  const { token, posts } = await platform.act('takeQueued', { limit: batchSize })
  await Promise.all(posts.map(post => decideOne(platform, post, token)))
  return posts.length
}

/** Says that the worker is alive and what the model does; every 10 s is enough. */
export async function beat(platform: Platform): Promise<void> {
  await platform.act('heartbeatOf', { name: moderationWorker, state: await platform.model.state() })
}

async function decideOne(platform: Platform, post: PostRow, token: string): Promise<void> {
  const site = siteRow(post.site)
  const facts = JSON.parse(post.facts) as PostFacts
  const text = postText(site, JSON.parse(post.fields) as PostFields)
  let answer: unknown
  try {
    answer = await platform.model.decide(text, facts.flags)
  } catch (error) {
    platform.log.warn({ err: error, post_id: post.id, attempt: post.attempts }, 'the moderation model failed')
    if (post.attempts >= limits.moderationAttempts)
      await record(platform, post, token, { to: 'review', refused: null, verdict: { why: 'the model failed' } })
    else {
      const wait = backoffMs[Math.min(post.attempts, backoffMs.length) - 1] ?? 1_000
      await platform.act('postponePost', { postId: post.id, token, dueAt: platform.now() + wait })
    }
    return
  }
  const { to, penalized, verdict, why } = decide(answer, post.site, platform.policy)
  const refused =
    to === 'rejected' && verdict?.category ? { category: verdict.category, reason: verdict.reason, penalized } : null
  await record(platform, post, token, { to, refused, verdict: { ...verdict, why, model: platform.model.name } })
}

type Outcome = {
  to: 'published' | 'review' | 'rejected'
  refused: { category: string; reason: string; penalized: boolean } | null
  verdict: object
}

async function record(platform: Platform, post: PostRow, token: string, outcome: Outcome): Promise<void> {
  const recorded = await platform.act('decidePost', { postId: post.id, token, ...outcome })
  const fields = { post_id: post.id, site: post.site, to: outcome.to, category: outcome.refused?.category }
  platform.log.info(fields, recorded ? 'a post was decided' : 'a decision came too late and was dropped')
}
