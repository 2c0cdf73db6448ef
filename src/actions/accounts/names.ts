// Puts handles and names before a person, takes reports of handles, and applies what the person decides.
import { limits } from '../../contract/limits.ts'
import { alwaysRead, categoryOfReason, type ReportReason } from '../../contract/moderation/report-reasons.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { deletedHandle } from '../../domain/accounts/handle.ts'
import { sha256 } from '../../domain/ids.ts'
import {
  findingsIn,
  type HandleReport,
  type NameFinding,
  type NameFindings,
  nameSeen,
  namesNothing,
} from '../../domain/review/name-findings.ts'
import { urgencyOf } from '../../domain/review/urgency.ts'
import { utcDay } from '../../domain/times/time.ts'
import { handleResetMail } from '../../mails/accounts.ts'
import { accountByHandle, lockAccount, updateAccount } from '../../store/accounts/accounts.ts'
import { count } from '../../store/accounts/counters.ts'
import * as store from '../../store/accounts/names.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import { writeAuthor } from '../../store/posts/write-author.ts'
import { homeOf, mailOwner } from '../money/warnings.ts'
import { takeKept } from '../review/hold-items.ts'
import type { Scope } from '../scope.ts'

/** Puts the names of an account before a person, with what the rules and the model found. What readers have reported stays. */
export async function checkNames(
  scope: Scope,
  { accountId, site, found }: { accountId: string; site: SiteId; found: readonly NameFinding[] },
): Promise<void> {
  const { db, now } = scope
  const before = await store.lockNameCheck(db, accountId)
  const { reports } = before ? findingsIn(before.findings) : namesNothing
  const findings = { found: [...found], reports }
  await store.putNameCheck(db, {
    ...{ account_id: accountId, site: before?.site ?? site, state: 'open', findings: JSON.stringify(findings) },
    ...{ reports: before?.reports ?? 0, repeated: 0, urgency: urgencyOfNames(scope, findings) },
    created_at: before?.state === 'open' ? before.created_at : now,
    judged_at: before?.judged_at ?? null,
  })
}

export type ReportOfHandle = {
  handle: string
  site: SiteId
  reason: ReportReason
  details: string | null
  /** A pseudonym of the reporter. */
  reporter: string
  /** The address that the daily limit counts. */
  ip: string
}

/**
 * Puts a handle before a person. A report that repeats one of its reporter is not counted twice. After a person has kept the handle, a
 * report that says nothing new is only counted, until several readers have sent one. Throws `not_found`, and `rate_limited` past the
 * limit of the IP address.
 */
export async function reportHandle(scope: Scope, report: ReportOfHandle): Promise<{ counted: boolean }> {
  const { db, now } = scope
  const { handle, site, reason, details, reporter, ip } = report
  const account = handle === deletedHandle ? undefined : await accountByHandle(db, handle)
  if (!account) throw new Problem('not_found', `There is no account @${handle}.`)
  if ((await count(db, 'report-ip', ip, utcDay(now))) > limits.reportsPerIpPerDay)
    throw new Problem('rate_limited', `${limits.reportsPerIpPerDay} reports came from this IP address today.`)
  await lockAccount(db, account.id)
  const check = await store.lockNameCheck(db, account.id)
  const { found, reports: before } = check ? findingsIn(check.findings) : namesNothing
  const repeats = before.some(each => each.reporter === reporter && each.reason === reason && each.details === details)
  if (repeats && check?.state === 'open') return { counted: false }
  const said: HandleReport = { reporter, reason, details, at: now }
  const findings = { found, reports: [...before, said].slice(-limits.reportsShown) }
  const isNew = alwaysRead.includes(reason) || (details !== null && !before.some(each => each.details === details))
  const repeated = (check?.repeated ?? 0) + 1
  const reopens = check?.state !== 'fine' || isNew || repeated >= limits.reportersToReadAgain
  await store.putNameCheck(db, {
    ...{ account_id: account.id, site: check?.site ?? site, findings: JSON.stringify(findings) },
    ...{ state: reopens ? 'open' : 'fine', reports: (check?.reports ?? 0) + 1, repeated: reopens ? 0 : repeated },
    urgency: urgencyOfNames(scope, findings),
    created_at: reopens && check?.state === 'open' ? check.created_at : now,
    judged_at: check?.judged_at ?? null,
  })
  return { counted: !reopens }
}

/** The most urgent of what was said. Readers see a handle. */
function urgencyOfNames({ facts }: Scope, { found, reports }: NameFindings): number {
  const categories = [
    ...found.map(({ category }) => category),
    ...reports.map(({ reason }) => categoryOfReason(reason)),
  ]
  return Math.min(...[...categories, null].map(category => urgencyOf(facts.severities[category ?? ''], true)))
}

type NameDecision = {
  accountId: string
  actor: string
  reason: string
  /** What the person saw; undefined if the person named nothing. */
  seen?: string | undefined
  pending?: string | undefined
}

/** Leaves handle and name as they are. Throws `not_found`, `not_in_review`. */
export async function keepName(scope: Scope, decision: NameDecision): Promise<{ account_id: string; handle: string }> {
  const { account, check } = await waiting(scope, decision)
  await store.closeNameCheck(scope.db, account.id, scope.now)
  await log(scope, 'keep-name', decision, { waited_ms: scope.now - check.created_at })
  return { account_id: account.id, handle: account.handle }
}

/**
 * Gives an account a neutral handle in place of handle and name, on its public posts too, and mails the owner. Nobody gets the old
 * handle again. No strike and no penalty. Throws `not_found`, `not_in_review`.
 */
export async function resetName(
  scope: Scope,
  { category, ...decision }: NameDecision & { category: string },
): Promise<{ account_id: string; handle: string; was: string }> {
  const { db, now } = scope
  const { account, check } = await waiting(scope, decision)
  const handle = neutralHandle(scope)
  await store.retireHandle(db, sha256(account.handle), now)
  await updateAccount(db, account.id, { handle, name: handle })
  await writeAuthor(db, { id: account.id, handle })
  await store.deleteNameCheck(db, account.id)
  await log(scope, 'reset-name', decision, { waited_ms: now - check.created_at, category })
  await mailOwner(scope, account, handleResetMail(account.handle, handle, decision.reason, homeOf(scope)))
  scope.signal('keys')
  scope.signal('publications')
  return { account_id: account.id, handle, was: account.handle }
}

/** A handle that says nothing, taken with a chance of 1 in 36^8. */
export const neutralHandle = ({ ids }: Scope): string => `agent_${ids.text(8).toLowerCase()}`

async function waiting(scope: Scope, { accountId, seen, pending }: NameDecision) {
  const { db } = scope
  const account = await lockAccount(db, accountId)
  const check = await store.lockNameCheck(db, accountId)
  if (!account || account.erased_at !== null) throw new Problem('not_found', `There is no account ${accountId}.`)
  if (check?.state !== 'open') throw new Problem('not_in_review', 'No person is asked about this handle now.')
  if (seen !== undefined && seen !== nameSeen(check, account))
    throw new Problem(
      'not_in_review',
      'The handle was reported again or changed meanwhile: look at it and at the new reports first.',
    )
  await takeKept(scope, pending)
  return { account, check }
}

const log = (
  scope: Scope,
  action: string,
  { accountId, actor, reason }: NameDecision,
  more: { waited_ms: number; category?: string },
) =>
  logDecision(scope.db, {
    ...{ decider: 'person', actor, action, subject: accountId, reason, now: scope.now, ...more },
    policy_version: scope.facts.policyVersion,
  })
