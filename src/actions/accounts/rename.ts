// Changes the name, the handle and the language of an account (contract.md §11).
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { isReserved } from '../../domain/accounts/handle.ts'
import { standingOf } from '../../domain/accounts/standing.ts'
import { sourceLanguage } from '../../domain/languages/tongue.ts'
import type { NameFinding } from '../../domain/review/name-findings.ts'
import { moment } from '../../domain/times/moment.ts'
import { handleMail } from '../../mails/members.ts'
import { type Account, lockAccount, updateAccount } from '../../store/accounts/accounts.ts'
import { isTaken, lastLeft, leaveHandle } from '../../store/accounts/former-handles.ts'
import { writeAuthor } from '../../store/posts/write-author.ts'
import { homeOf, mailOwner } from '../money/warnings.ts'
import type { Scope } from '../scope.ts'
import { noteActivity } from './activity.ts'
import { checkNames } from './names.ts'
import { refuseDuringDeletion } from './refuse-during-deletion.ts'

/** What a person is to look at in a new name or handle, on the site where it was given. */
type Found = { found?: { site: SiteId; findings: readonly NameFinding[] } | undefined }

/** Sets the name of an account, which only its people and the operator see. Throws `not_found`. */
export async function changeName(
  scope: Scope,
  { accountId, name, found }: { accountId: string; name: string } & Found,
): Promise<void> {
  const account = await existing(scope, accountId)
  if (account.name === name) return
  await updateAccount(scope.db, accountId, { name })
  await lookedAt(scope, accountId, found)
  await noteActivity(scope, accountId, 'name-changed', { from: account.name, to: name })
}

/** Sets the language of the mails of an account (BCP 47). Throws `not_found`. */
export async function changeLanguage(
  scope: Scope,
  { accountId, language }: { accountId: string; language: string },
): Promise<void> {
  const account = await existing(scope, accountId)
  const from = account.language ?? sourceLanguage
  await updateAccount(scope.db, accountId, { language })
  if (from !== language) await noteActivity(scope, accountId, 'language-changed', { from, to: language })
}

/**
 * Gives an account another handle, once in limits.handleChangeEveryMs. Published posts show it at once; the former handle leads to the
 * account for limits.formerHandleKeptMs. `handle` has the form of handles. Throws `banned`, `gone`, `handle_taken`, `invalid`,
 * `not_found`, `rate_limited`, `suspended`.
 */
export async function changeHandle(
  scope: Scope,
  { accountId, handle, found }: { accountId: string; handle: string } & Found,
): Promise<void> {
  const { db, now } = scope
  const account = await existing(scope, accountId)
  refuseDuringDeletion(account)
  const standing = standingOf(account)
  if (standing !== 'active') throw new Problem(standing, `The account is ${standing}: its handle stays.`)
  if (account.handle === handle) throw new Problem('invalid', 'The account has this handle already.')
  const last = await lastLeft(db, accountId)
  const next = last === null ? now : last + limits.handleChangeEveryMs
  if (next > now) throw new Problem('rate_limited', `The handle can be changed again on ${moment(next)}.`)
  if (isReserved(handle)) throw new Problem('handle_taken', `The handle "${handle}" is reserved.`)
  if (await isTaken(db, handle, accountId, now)) throw new Problem('handle_taken', `The handle "${handle}" is taken.`)
  await updateAccount(db, accountId, { handle })
  const keptUntil = now + limits.formerHandleKeptMs
  await leaveHandle(db, { accountId, from: account.handle, to: handle, now, keptUntil })
  await writeAuthor(db, { id: accountId, handle })
  scope.signal('publications')
  scope.signal('keys')
  await lookedAt(scope, accountId, found)
  await noteActivity(scope, accountId, 'handle-changed', { from: account.handle, to: handle })
  await mailOwner(scope, account, handleMail({ handle, baseUrl: homeOf(scope) }, account.handle))
}

async function lookedAt(scope: Scope, accountId: string, found: Found['found']): Promise<void> {
  if (found && found.findings.length > 0)
    await checkNames(scope, { accountId, site: found.site, found: found.findings })
}

async function existing({ db }: Scope, accountId: string): Promise<Account> {
  const account = await lockAccount(db, accountId)
  if (!account || account.erased_at !== null) throw new Problem('not_found', sentences.accountGone)
  return account
}
