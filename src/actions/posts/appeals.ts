// Stores appeals of authors and refuses them, which is an entry of the log alone. decide.ts grants them by a transition.
import { Problem } from '../../contract/problems/problem.ts'
import { stateOf } from '../../contract/sentences.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { appealEnd } from '../../domain/review/statement.ts'
import { instant } from '../../domain/times/time.ts'
import { appealMail } from '../../mails/review.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { type AppealRow, answerAppeal, insertAppeal, latestAppeal, openAppealOf } from '../../store/posts/appeals.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import { lockPost } from '../../store/posts/posts.ts'
import { isEdit, revisionById } from '../../store/posts/revisions.ts'
import { noteActivity } from '../accounts/activity.ts'
import { homeOf, mailOwner } from '../money/warnings.ts'
import { takeKept } from '../review/hold-items.ts'
import { basisOf, refusedOf, refuseOwnDecision } from '../rules/appeals.ts'
import { judgedText, refuseUnseen } from '../rules/seen-text.ts'
import { appealView, viewOf } from '../rules/views.ts'
import { baseUrlOf, type Scope } from '../scope.ts'
import { emit } from './emit.ts'
import { type Held, hold } from './transition.ts'

/** The appellant: the key that created the post, or the owner of its account. */
export type Appellant = { keyId: string; site: SiteId } | { accountId: string }

/**
 * Stores an appeal against the decision on a post, or else on its latest edit (contract.md §4, §6). Throws `not_found`,
 * `not_appealable`.
 */
export async function appealPost(
  scope: Scope,
  { postId, by, message }: { postId: string; by: Appellant; message: string },
) {
  const { db, now, ids } = scope
  const post = await lockPost(db, postId)
  const theirs =
    post && ('keyId' in by ? post.key_id === by.keyId && post.site === by.site : post.account_id === by.accountId)
  if (!post || !theirs) throw new Problem('not_found', `There is no post ${postId} of this key.`)
  const latest = post.latest_revision === post.id ? undefined : await revisionById(db, post.latest_revision)
  const against = refusedOf([await revisionById(db, post.id), latest])
  const basis = against && basisOf(against)
  if (!against || !basis) throw nothingTo(`The post ${stateOf(post.status)}: nothing was decided against it.`)
  if (now >= appealEnd(basis)) throw nothingTo(`The decision could be appealed until ${instant(appealEnd(basis))}.`)
  const row = {
    ...{
      id: ids.id('appeal'),
      post_id: post.id,
      revision_id: against.id,
      site: post.site,
      account_id: post.account_id,
    },
    ...{ decision_at: basis.at, message, state: 'open' as const, answer: null, decided_by: null },
    ...{ created_at: now, decided_at: null },
  }
  if (basis.given_back || !(await insertAppeal(db, row)))
    throw nothingTo('The decision has been appealed before; a decision can be appealed once.')
  if ('accountId' in by) await noteActivity(scope, by.accountId, 'appealed', { postId })
  return appealView(row)
}

const nothingTo = (why: string) => new Problem('not_appealable', why)

/**
 * The person who answers an appeal. `others`: whether another person could. `seen`: the id of the text that the person saw, if the
 * person named it.
 */
export type Answering = { actor: string; message: string; others: boolean; seen?: string | undefined; pending?: string }

/**
 * Refuses the open appeal about a text: the decision stands. Throws `not_found`, and `not_in_review` if no appeal is open, if the
 * person made the decision and another person could answer, or if the text is not the `seen` one.
 */
export async function refuseAppeal(scope: Scope, { revisionId, ...by }: Answering & { revisionId: string }) {
  const held = await hold(scope, revisionId)
  if (!held) throw new Problem('not_found', `There is no post ${revisionId}.`)
  const { post, revision } = held
  const appeal = await openAppealOf(scope.db, revision.id)
  if (!appeal) throw new Problem('not_in_review', `No appeal about ${revision.id} is open; it is ${revision.status}.`)
  refuseOwnDecision(held, by)
  refuseUnseen(judgedText(post, revision), by.seen)
  await takeKept(scope, by.pending)
  const { actor, message } = by
  await logDecision(scope.db, {
    ...{ decider: 'person', actor, action: 'appeal-refused', subject: revision.id, reason: message, now: scope.now },
    ...{ post_id: post.id, site: post.site, category: revision.rejection_category },
    ...{ waited_ms: scope.now - appeal.created_at, policy_version: scope.facts.policyVersion },
  })
  await closeAppeal(scope, appeal, { state: 'refused', ...by })
  await sendAnswer(scope, held, { appeal, state: 'refused', message })
  const own = viewOf(post, revision, baseUrlOf(scope.facts, post.site), await latestAppeal(scope.db, post.id))
  return { ...own, balance: (await accountById(scope.db, post.account_id))?.balance ?? 0, refunded: 0 }
}

/** Stores the answer to an appeal. */
export async function closeAppeal(
  { db, now }: Scope,
  { id }: AppealRow,
  { state, actor, message }: Pick<Answering, 'actor' | 'message'> & { state: 'granted' | 'refused' },
): Promise<void> {
  await answerAppeal(db, id, { state, answer: message, decided_by: actor, decided_at: now })
}

/** Sends the answer to an appeal to the author as an event, and to the owner by mail. */
export async function sendAnswer(
  scope: Scope,
  { post, revision }: Held,
  { appeal, state, message }: { appeal: AppealRow; state: 'granted' | 'refused'; message: string },
): Promise<void> {
  await emit(scope, post, 'appeal.decided', isEdit(revision) ? revision : null)
  const account = await accountById(scope.db, post.account_id)
  const told = { postId: post.id, said: appeal.message, granted: state === 'granted', status: post.status, message }
  if (account)
    await mailOwner(scope, account, appealMail(told, { handle: account.handle, baseUrl: homeOf(scope) }), {
      about: 'posts',
    })
}
