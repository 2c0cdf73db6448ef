// The moderation worker: claims queued revisions, asks the model outside any transaction, records the verdicts.
import type { Recorded, WorkerDecision } from '../actions/posts/decide.ts'
import { changesPostAlone } from '../actions/rules/changes-post-alone.ts'
import { retryWaitsMs } from '../contract/retries.ts'
import { waitAfter } from '../domain/retry.ts'
import type { ModerationModel } from '../moderation/model.ts'
import { StoreUnavailable } from '../store/database/unavailable.ts'
import { type PostRow, postsById } from '../store/posts/posts.ts'
import { type RevisionRow, waitsSince } from '../store/posts/revisions.ts'
import { isQueued } from '../store/posts/waiting-revisions.ts'
import { decidingModel } from '../usecases/learning/deciding-model.ts'
import { moderationWorker } from '../usecases/learning/moderation-state.ts'
import type { Platform } from '../usecases/platform.ts'
import { judge } from '../usecases/posts/judge.ts'
import { wake } from './model-life.ts'

const batchSize = 128
/** The most attempts to prepare a verdict while its post keeps changing. */
const attempts = 5

/** A decision with the account of its text, and the span of its submission. */
type Judged = WorkerDecision & { accountId: string; trace: string | null }

/** Decides due revisions, at most one batch, and wakes a sleeping model while texts wait. Resolves with the number claimed. */
export async function runOnce(platform: Platform): Promise<number> {
  // An empty queue must not wake a sleeping model.
  if (!(await isQueued(platform.db))) return 0
  const model = await decidingModel(platform)
  // The stand-in decides while the server is called.
  const [claimed] = await Promise.all([
    model ? decideBatch(platform, model) : 0,
    model === platform.model ? null : wake(platform),
  ])
  return claimed
}

async function decideBatch(platform: Platform, model: ModerationModel): Promise<number> {
  const { token, revisions } = await platform.act('takeQueued', { limit: model.atOnce ?? batchSize })
  let waiting = revisions
  const decided = new Set<string>()
  for (let attempt = 1; waiting.length > 0; attempt++) {
    const ids = [...new Set(waiting.map(revision => revision.post_id))]
    const posts = await postsById(platform.db, ids)
    const judged = await Promise.all(
      waiting.map(revision => judgeOrPostpone(platform, model, { revision, post: posts.get(revision.post_id) }, token)),
    )
    const decisions = judged.filter(decision => decision !== null)
    const begun = platform.tracing.now()
    const recorded = await record(platform, token, decisions)
    report(platform, decisions, { recorded, begun })
    const those = (what: Recorded) => decisions.filter((_, i) => recorded[i] === what).map(each => each.revisionId)
    for (const id of those('decided')) decided.add(id)
    const stale = new Set(those('stale'))
    waiting = attempt < attempts ? waiting.filter(({ id }) => stale.has(id)) : []
  }
  const submittedAt = revisions.filter(({ id }) => decided.has(id)).map(waitsSince)
  if (submittedAt.length > 0) await platform.act('noteDecisions', { worker: moderationWorker, submittedAt })
  return revisions.length
}

/** The decision on a revision; null when the model failed and the revision waits for another attempt. */
async function judgeOrPostpone(
  platform: Platform,
  model: ModerationModel,
  { revision, post }: { revision: RevisionRow; post: PostRow | undefined },
  token: string,
): Promise<Judged | null> {
  const { id: revisionId, post_id: postId, account_id: accountId, attempts: made, trace } = revision
  try {
    const attributes = { 'handbill.revision_id': revisionId, 'handbill.model': model.name }
    return await platform.tracing.span('judge', { parent: trace, attributes }, async span => {
      const judged = await judge(platform, model, revision, post)
      span?.set({ 'handbill.outcome': judged.to, 'handbill.category': judged.refused?.category })
      return { ...judged, accountId, trace }
    })
  } catch (error) {
    // An outage is no failure of the text, which is claimed again after the lease.
    if (error instanceof StoreUnavailable) throw error
    platform.log.warn({ err: error, revision_id: revisionId, attempt: made }, 'the moderation model failed')
  }
  // A server that went away is no failure of the text either.
  if ((await model.state({ fresh: true })) !== 'running') {
    await platform.act('postponeRevision', { revisionId, token, dueAt: platform.now(), counted: false })
    return null
  }
  const wait = waitAfter(made, retryWaitsMs.moderation)
  if (wait === null)
    return {
      revisionId,
      postId,
      accountId,
      trace,
      to: 'review',
      refused: null,
      verdict: { why: 'the model failed' },
      publication: null,
    }
  await platform.act('postponeRevision', { revisionId, token, dueAt: platform.now() + wait, counted: true })
  return null
}

/**
 * Records a batch: in one transaction what can share one, and every other verdict in a transaction of its own. So is each verdict of a
 * transaction that fails, since one faulty verdict must not stop the rest.
 */
async function record(platform: Platform, token: string, decisions: readonly Judged[]): Promise<Recorded[]> {
  const shared = platform.dialect.singleWriter ? decisions : shareable(decisions)
  const recorded = await recordTogether(platform, token, shared)
  const heldUp = new Set<string>()
  for (const decision of decisions)
    if ((recorded.get(decision) ?? 'busy') === 'busy')
      recorded.set(decision, await recordUnlessHeldUp(platform, token, decision, heldUp))
  return decisions.map(decision => recorded.get(decision) ?? 'late')
}

/**
 * The decisions that wait for no other transaction, up to the first of their account that may: the outcomes of an account keep the
 * order of its texts.
 */
function shareable(decisions: readonly Judged[]): Judged[] {
  const apart = new Set<string>()
  return decisions.filter(decision => {
    if (!changesPostAlone(decision)) apart.add(decision.accountId)
    return !apart.has(decision.accountId)
  })
}

/** The results of decisions that share a transaction; none if there is nothing to share, or the transaction failed. */
async function recordTogether(
  platform: Platform,
  token: string,
  decisions: readonly Judged[],
): Promise<Map<Judged, Recorded>> {
  if (decisions.length < 2) return new Map()
  try {
    const recorded = await platform.act('recordVerdicts', { token, decisions })
    return new Map(decisions.map((decision, i) => [decision, recorded[i] ?? 'late']))
  } catch (error) {
    const locked = error instanceof StoreUnavailable && error.hindrance === 'locked' && !platform.dialect.singleWriter
    if (error instanceof StoreUnavailable && !locked) throw error
    return new Map()
  }
}

/**
 * Records a verdict by itself, unless another transaction holds a row of its account: then all texts of that account wait for their
 * next claim.
 */
async function recordUnlessHeldUp(
  platform: Platform,
  token: string,
  decision: Judged,
  heldUp: Set<string>,
): Promise<Recorded> {
  if (heldUp.has(decision.accountId)) return 'late'
  try {
    const [recorded = 'late'] = await platform.act('recordVerdicts', { token, decisions: [decision] })
    return recorded
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) {
      platform.log.error({ err: error, revision_id: decision.revisionId }, 'a decision could not be recorded')
      return 'late'
    }
    if (error.hindrance !== 'locked' || platform.dialect.singleWriter) throw error
    platform.tellOutage(error)
    heldUp.add(decision.accountId)
    return 'late'
  }
}

/** `begun`: when they were recorded, epoch milliseconds. */
function report(
  platform: Platform,
  decisions: readonly Judged[],
  { recorded, begun }: { recorded: readonly Recorded[]; begun: number },
): void {
  const until = platform.tracing.now()
  for (const [i, { revisionId, to, refused, trace }] of decisions.entries()) {
    platform.tracing.past('record verdict', {
      ...{ parent: trace, at: begun, until },
      attributes: { 'handbill.revision_id': revisionId, 'handbill.recorded': recorded[i] },
    })
    platform.shadow.settle(revisionId, recorded[i] === 'decided')
    const fields = { revision_id: revisionId, to, category: refused?.category }
    if (recorded[i] === 'decided') platform.log.info(fields, 'a text was decided')
    else platform.log.info(fields, 'a decision came too late and was dropped')
  }
}
