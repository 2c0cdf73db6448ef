// The handle and name of an account that wait for a person: why they cannot be decided now, and all that a reviewer needs.
import { Problem } from '../../contract/problems/problem.ts'
import type { PostFields } from '../../domain/posts/post.ts'
import { findingsIn, nameSeen } from '../../domain/review/name-findings.ts'
import { instant } from '../../domain/times/time.ts'
import { type Account, accountById } from '../../store/accounts/accounts.ts'
import { type NameCheck, nameCheck } from '../../store/accounts/names.ts'
import { latestEntry } from '../../store/posts/decision-log.ts'
import type { Platform } from '../platform.ts'

type WaitingName = { check: NameCheck; account: Account }

/** A handle and name that wait. Throws `not_in_review` with the decision if a person has decided, and `not_found`. */
export async function waitingName({ db }: Pick<Platform, 'db'>, accountId: string): Promise<WaitingName> {
  const check = await nameCheck(db, accountId)
  const account = await accountById(db, accountId)
  if (check?.state === 'open' && account) return { check, account }
  const last = await latestEntry(db, accountId, ['keep-name', 'reset-name'])
  if (!last) throw new Problem('not_found', `There is nothing at ${accountId}.`)
  const what = last.action === 'keep-name' ? 'kept' : 'reset'
  throw new Problem('not_in_review', `The handle was ${what} by ${last.actor} at ${instant(last.created_at)}.`)
}

/** Handle and name as the text of an item. */
export function nameText({ check, account }: WaitingName) {
  const { found, reports } = findingsIn(check.findings)
  const category = found[0]?.category ?? reports[0]?.reason ?? null
  return {
    ...{ id: nameSeen(check, account), post_id: account.id, site: check.site, status: 'review' as const },
    ...{ submitted_at: instant(check.created_at), price: 0, abuse_penalty: 0 },
    fields: { handle: account.handle, name: account.name } as unknown as PostFields,
    ...{ language: null, flags: [], verdict: { category }, decide_until: null },
  }
}

/** What speaks against a handle and a name. */
export function nameAbout({ check, account }: WaitingName) {
  const { found, reports } = findingsIn(check.findings)
  return {
    ...{ handle: account.handle, name: account.name, found },
    reports: reports.map(({ reason, details, at }) => ({ reason, details, at: instant(at) })),
    reported: check.reports,
  }
}
