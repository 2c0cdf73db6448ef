// Decides an item of the queue, or an account. A decision is kept for some seconds, in which it can be undone, and then applied.
import { refuseOwnComplaint, refuseOwnDecision } from '../../actions/rules/appeals.ts'
import { limits } from '../../contract/limits.ts'
import {
  type DecisionName,
  type DecisionRow,
  decisionNames,
  decisionRow,
  type ItemKind,
} from '../../contract/moderation/decisions.ts'
import type { PolicyCategory } from '../../contract/moderation/policy.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { deletedHandle } from '../../domain/accounts/handle.ts'
import { countriesIn, type LegalOrder } from '../../domain/review/legal-order.ts'
import { categoryOf, fineLabel } from '../../domain/review/policy-category.ts'
import { suggestion } from '../../domain/shape.ts'
import { storableText } from '../../domain/text/text.ts'
import { instant } from '../../domain/times/time.ts'
import { accountByHandle, accountById } from '../../store/accounts/accounts.ts'
import { appealById } from '../../store/posts/appeals.ts'
import { lastDecision } from '../../store/posts/decision-log.ts'
import { openReportsOf } from '../../store/posts/reports.ts'
import { type RevisionRow, revisionById } from '../../store/posts/revisions.ts'
import { type DecidedOn, type PendingDecision, pendingOf, returnedTo, undoableBy } from '../../store/review/claims.ts'
import type { Item } from '../../store/review/queue.ts'
import { sampleFor } from '../../store/review/samples.ts'
import { decideMessage } from '../delivery/relay-message.ts'
import type { Platform } from '../platform.ts'
import { type AppealAnswer, answerAppeal } from './appeals.ts'
import { decideText, type TextDecision } from './decide-text.ts'
import { waitingMessage } from './message-item.ts'
import { waitingName } from './name-item.ts'
import { siteOf } from './waiting.ts'

/**
 * A decision on an item. `category`: where the row of the decision asks for one. `reports`: the ids of the reports that the person
 * has read, where the decision dismisses reports. `law`: the order of a removal for legal reasons.
 */
export type ItemDecision = {
  action: DecisionName
  reason: string
  category?: string
  reports?: readonly string[]
  law?: LegalOrder
}

/** A decision on an account. `amountMicros` may be negative. */
export type AccountDecision =
  | { action: 'suspend' | 'unsuspend'; reason: string }
  | { action: 'credit'; amountMicros: number; reason: string }

/** Whether a text that its author has withdrawn from review, or any other text, takes a decision. */
export const fitsText = ({ withdrawn }: DecisionRow, isWithdrawn: boolean): boolean =>
  isWithdrawn ? withdrawn !== undefined : withdrawn !== 'only'

/** Whether a message that its recipient has reported, or one that waits to be mailed, takes a decision. */
export const fitsMessage = ({ reported }: DecisionRow, isReported: boolean): boolean =>
  (reported ?? false) === isReported

/** The category of the policy, if it applies to the site. Throws `invalid` with the categories that apply. */
export function applicableCategory({ policy }: Platform, site: SiteId, id: string): PolicyCategory {
  const known = policy.categories.filter(category => category.sites.includes(site)).map(category => category.id)
  const category = categoryOf(policy, id)
  if (category && known.includes(id)) return category
  const nearest = suggestion(id, known)
  const hint = nearest.startsWith('did') ? `${nearest} ` : ''
  const wrong = category ? `does not apply to ${site}` : 'is no category of the policy'
  throw new Problem('invalid', `CATEGORY: "${id}" ${wrong}; ${hint}It takes one of ${known.join(', ')}.`)
}

/**
 * Keeps a decision, which is applied once it can no longer be undone. Returns `changed`, and decides nothing, if the text is not the
 * one that the person saw (`seen`, its id). Throws `not_found`, `invalid` for a decision that the item does not take, and
 * `not_in_review` with the reason if the item does not wait any more, or if another person holds the item or has decided.
 */
export async function decideItem(
  platform: Platform,
  { reviewer, decision, seen, ...item }: Item & { reviewer: string; decision: ItemDecision; seen: string },
): Promise<{ id: string; undo_until: string } | 'changed'> {
  const row = decisionRow(decision.action)
  if (!row.of.includes(item.kind)) {
    const taken = decisionNames.filter(name => decisionRow(name).of.includes(item.kind))
    throw new Problem('invalid', `A ${item.kind} takes ${taken.join(', ')}.`)
  }
  if (sayable(decision.reason) === '' && row.emptyReason !== '')
    throw new Problem('invalid', 'Give a reason: the author of the text reads it.')
  if (item.kind === 'message') {
    const held = await waitingMessage(platform, item.subject)
    if (!fitsMessage(row, held.reported !== null))
      throw new Problem('invalid', 'A reported message was delivered before: dismiss the report, or pause its sender.')
    if (row.next === 'category') applicableCategory(platform, held.site, decision.category ?? '')
    return keep(platform, { ...item, reviewer, decision, seen, again: false })
  }
  if (item.kind === 'name') {
    const { check } = await waitingName(platform, item.subject)
    if (row.next === 'category') applicableCategory(platform, check.site, decision.category ?? '')
    return keep(platform, { ...item, reviewer, decision, seen, again: false })
  }
  if (row.ownForm) return keepLegal(platform, { ...item, reviewer, decision, seen })
  const { text, again } = await waitingText(platform, { ...item, reviewer })
  const category = row.next === 'category' ? applicableCategory(platform, text.site, decision.category ?? '') : null
  if (item.kind === 'text' && !fitsText(row, text.judge_until !== null))
    throw new Problem(
      'invalid',
      'A text that its author has withdrawn is dismissed or rejected; any other text is published or rejected.',
    )
  if (text.judge_until !== null && category && !category.penalized)
    throw new Problem(
      'invalid',
      'In a text that its author has withdrawn only abuse counts: choose a category with a penalty, or dismiss the text.',
    )
  if (row.republishes && !canBePublished(text))
    throw new Problem('invalid', 'The text cannot be published again; grant the appeal without publishing.')
  return keep(platform, { ...item, reviewer, decision, seen, again })
}

/** Keeps a removal for legal reasons, of a public post that need not be reported. */
async function keepLegal(
  platform: Platform,
  { decision, ...by }: Item & { reviewer: string; decision: ItemDecision; seen: string },
): Promise<{ id: string; undo_until: string } | 'changed'> {
  const text = await revisionById(platform.db, by.subject)
  if (!text) throw new Problem('not_found', `There is nothing at ${by.subject}.`)
  if (text.status !== 'published') throw new Problem('not_in_review', await whatHappened(platform, text))
  return keep(platform, { ...by, decision: { ...decision, law: orderIn(decision.law) }, again: false })
}

/** The order of a removal for legal reasons. Throws `invalid` without a reference. */
function orderIn(law: LegalOrder | undefined): LegalOrder {
  const reference = sayable(law?.reference ?? '').trim()
  if (law === undefined || reference === '' || [...reference].length > limits.legalReference)
    throw new Problem('invalid', `Name the order: a reference of 1 to ${limits.legalReference} characters.`)
  return { ...law, reference }
}

/** The countries that a person names. Throws `invalid` for what is no country. */
export function orderCountries(text: string): string[] {
  const found = countriesIn(text)
  if ('countries' in found) return found.countries
  throw new Problem(
    'invalid',
    `Countries: ${found.wrong.join(', ')} is none; it takes codes such as DE, FR, or everywhere.`,
  )
}

async function keep(
  platform: Platform,
  { decision, again, ...by }: Item & { reviewer: string; decision: ItemDecision; seen: string; again: boolean },
): Promise<{ id: string; undo_until: string } | 'changed'> {
  const stored = JSON.stringify({ ...decision, again })
  const kept = await platform.act('keepDecision', { ...by, decision: stored, again })
  if (kept === 'changed') return kept
  return { id: kept.id, undo_until: instant(kept.due_at) }
}

/**
 * Keeps a decision on an account, which is applied once it can no longer be undone. Throws `not_found`, `invalid` without a reason, and
 * `not_in_review` while another decision on the account is kept.
 */
export async function decideAccount(
  platform: Platform,
  { handle, reviewer, decision }: { handle: string; reviewer: string; decision: AccountDecision },
): Promise<void> {
  const account = await accountByHandle(platform.db, handle)
  if (!account || handle === deletedHandle) throw new Problem('not_found', sentences.noHandle(handle))
  if (sayable(decision.reason) === '') throw new Problem('invalid', 'Give a reason.')
  const kept = { kind: 'account', subject: account.id, reviewer, decision: JSON.stringify(decision) } as const
  await platform.act('keepDecision', { ...kept, seen: null, again: false })
}

/** The decisions that a person can still undo, the latest first. */
export async function undoable(
  { db, now }: Platform,
  reviewer: string,
): Promise<{ id: string; decision: ItemDecision | AccountDecision; leftMs: number }[]> {
  const at = now()
  return (await undoableBy(db, reviewer, at)).map(({ id, decision, due_at }) => {
    return { id, decision: JSON.parse(decision), leftMs: due_at - at }
  })
}

/** A decision on an item that could not be applied, with the reason. */
export type Returned = Item & { decision: ItemDecision; why: string }

/** The decisions of a person on items that could not be applied, the latest first, until the person opens the item again. */
export async function returned({ db }: Platform, reviewer: string): Promise<Returned[]> {
  return (await returnedTo(db, reviewer)).map(({ kind, subject, decision, why }) => {
    return { kind, subject, decision: JSON.parse(decision) as ItemDecision, why }
  })
}

/** Forgets the returned decisions of a person on an item, because the person has opened the item again. */
export async function readAgain(platform: Platform, { reviewer, ...item }: Item & { reviewer: string }): Promise<void> {
  const decisions = await returned(platform, reviewer)
  if (decisions.some(({ kind, subject }) => kind === item.kind && subject === item.subject))
    await platform.act('readReturned', { ...item, reviewer })
}

/** Whether a granted appeal can publish the text: a rejected or removed post, not an edit. */
export const canBePublished = ({ id, post_id, status }: Pick<RevisionRow, 'id' | 'post_id' | 'status'>): boolean =>
  id === post_id && (status === 'rejected' || status === 'removed')

/** A reviewer's text in storable form. Throws `invalid` for a text that cannot be stored or is too long. */
export function sayable(text: string): string {
  const { value, errors } = storableText(text)
  const said = value as string
  if (errors.length > 0) throw new Problem('invalid', `The text ${errors[0]?.replace(/^\/: /, '')}.`)
  if ([...said].length > limits.appealCodePoints)
    throw new Problem('invalid', `The text is longer than ${limits.appealCodePoints} characters.`)
  return said
}

/**
 * Why a person cannot decide an item now, for example because another person has; null if it can be decided. Throws `not_found`.
 */
export async function whyNotNow(platform: Platform, item: Item & { reviewer: string }): Promise<string | null> {
  const kept = await pendingOf(platform.db, item)
  if (kept) return `${kept.reviewer} has decided it; the decision takes effect at ${instant(kept.due_at)}.`
  try {
    if (item.kind === 'message') await waitingMessage(platform, item.subject)
    else if (item.kind === 'name') await waitingName(platform, item.subject)
    else await waitingText(platform, item)
    return null
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_in_review') return error.message
    throw error
  }
}

/**
 * The text of a waiting item that this person may decide. `again`: the item was decided before and is a sample. Throws `not_found`,
 * `not_in_review`.
 */
async function waitingText(
  { db, now, reviewers }: Platform,
  { reviewer, ...item }: Item & { reviewer: string },
): Promise<{ text: RevisionRow; again: boolean }> {
  const { kind, subject } = item
  const appeal = kind === 'appeal' ? await appealById(db, subject) : undefined
  const text = await revisionById(db, appeal?.revision_id ?? subject)
  if (!text || (kind === 'appeal' && !appeal)) throw new Problem('not_found', `There is nothing at ${subject}.`)
  const by = appeal?.decided_by ? ` by ${appeal.decided_by} at ${instant(appeal.decided_at ?? 0)}` : ''
  if (appeal && appeal.state !== 'open') throw new Problem('not_in_review', `The appeal was ${appeal.state}${by}.`)
  if (appeal) refuseOwnDecision({ revision: text }, { actor: reviewer, others: reviewers.length > 1 })
  if (kind === 'report')
    refuseOwnComplaint(await openReportsOf(db, subject), { actor: reviewer, others: reviewers.length > 1 })
  const waits = await itemWaits({ db, now }, item, text)
  if (waits || (await sampleFor(db, item, reviewer))) return { text, again: !waits }
  const none = kind === 'report' ? 'The post has no open report. ' : ''
  throw new Problem('not_in_review', none + (await whatHappened({ db }, text)))
}

export async function itemWaits(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  { kind, subject }: Item,
  text: Pick<RevisionRow, 'status' | 'judge_until'>,
): Promise<boolean> {
  if (kind === 'text') return text.status === 'review' || (text.judge_until ?? 0) > now()
  return kind === 'appeal' || (await openReportsOf(db, subject)).length > 0
}

/** The last decision on a text, as a sentence. */
async function whatHappened(
  { db }: Pick<Platform, 'db'>,
  { id, status }: { id: string; status: string },
): Promise<string> {
  const last = await lastDecision(db, id)
  const how = last ? `: ${last.action} by ${last.actor} at ${instant(last.created_at)}` : ''
  return `It is ${status}${how}.`
}

/**
 * Undoes a decision that can still be undone. Returns its subject, which is claimed again if it is an item. Throws
 * `not_in_review`.
 */
export const undo = (platform: Platform, kept: { id: string; reviewer: string }): Promise<DecidedOn> =>
  platform.act('undoDecision', kept)

/** Applies a decision that can no longer be undone. Two concurrent calls apply it once. */
export async function applyDecision(platform: Platform, kept: PendingDecision): Promise<void> {
  const { id: pending, kind, subject, reviewer: actor } = kept
  const decision = JSON.parse(kept.decision) as (ItemDecision | AccountDecision) & { again?: boolean }
  const by = { actor, seen: kept.seen ?? undefined, pending }
  if (kind === 'account') return applyToAccount(platform, subject, decision as AccountDecision, by)
  const made = decision as ItemDecision
  if (!decision.again || kind === 'appeal') await decide(platform, { kind, id: subject, ...made, ...by })
  else {
    const { reason, category: label = fineLabel } = made
    await platform.act('decideSample', { kind, subject, reviewer: actor, label, reason, seen: by.seen, pending })
  }
}

/** Decides at once, without the time to undo. Returns what the decision changed. Throws `not_found`, `not_in_review`, `invalid`. */
export async function decide(
  platform: Platform,
  { kind, action, category: named, reports = [], law, ...by }: ItemDecision & AppealAnswer & { kind: ItemKind },
): Promise<object> {
  const { id, ...of } = by
  if (kind === 'appeal') return answerAppeal(platform, { ...by, decision: action })
  if (kind === 'message') {
    const { actor, reason, pending } = by
    return decideMessage(platform, { id, actor, reason, category: named ?? null, pending })
  }
  if (kind === 'name') {
    const { actor, reason, seen, pending } = by
    const decision = { accountId: id, actor, reason, seen, pending }
    return action === 'reset-name'
      ? platform.act('resetName', { ...decision, category: named ?? '' })
      : platform.act('keepName', decision)
  }
  if (kind === 'report' && action === 'dismiss')
    return platform.act('dismissReports', { ...of, reports, postId: id, others: platform.reviewers.length > 1 })
  if (action === 'remove-legal') return decideText(platform, { ...of, revisionId: id, action, law: orderIn(law) })
  if (named === undefined) return decideText(platform, { ...of, revisionId: id, action } as TextDecision)
  const site = await siteOf(platform, id)
  if (!site) throw new Problem('not_found', `There is no post ${id}.`)
  const { id: category, penalized } = applicableCategory(platform, site, named)
  return decideText(platform, { ...of, revisionId: id, action, category, penalized } as TextDecision)
}

async function applyToAccount(
  platform: Platform,
  accountId: string,
  decision: AccountDecision,
  { actor, pending }: { actor: string; pending: string },
): Promise<void> {
  const { handle = '' } = (await accountById(platform.db, accountId)) ?? {}
  if (handle === deletedHandle) throw new Problem('not_found', 'The account was deleted meanwhile.')
  const by = { handle, actor, reason: decision.reason, pending }
  if (decision.action === 'credit') await platform.act('creditAccount', { ...by, amountMicros: decision.amountMicros })
  else await platform.act('setSuspended', { ...by, suspended: decision.action === 'suspend' })
}
