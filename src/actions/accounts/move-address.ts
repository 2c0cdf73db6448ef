// Moves an account to another e-mail address: both mailboxes confirm, and for a while the old one can take it back (contract.md §11).
import { limits } from '../../contract/limits.ts'
import type { MemberRole } from '../../contract/members.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { sha256 } from '../../domain/ids.ts'
import { utcDay } from '../../domain/times/time.ts'
import type { Letter } from '../../mails/mail.ts'
import { addressTakenBackMail, confirmAddressMail, newAddressMail, oldAddressMail } from '../../mails/members.ts'
import {
  type Account,
  accountById,
  emailKey,
  isBanned,
  lockAccount,
  updateAccount,
  verifiedAccount,
} from '../../store/accounts/accounts.ts'
import { activitySince } from '../../store/accounts/activity.ts'
import {
  type AddressChange,
  changeByToken,
  endAppliedSince,
  endWaiting,
  holdAddress,
  insertChange,
  isHeldByOther,
  moveAddress,
  setChange,
} from '../../store/accounts/address-changes.ts'
import { count } from '../../store/accounts/counters.ts'
import { revokeKeys } from '../../store/accounts/key-life.ts'
import { deleteMembers, endInvitations, memberByAddress, membersOf, setRole } from '../../store/accounts/members.ts'
import { deletePasskeys, deletePasskeysSince } from '../../store/accounts/passkeys.ts'
import { deleteSessions } from '../../store/accounts/sessions.ts'
import { insertMail } from '../../store/delivery/mail.ts'
import { homeOf, mailOwner } from '../money/warnings.ts'
import type { Scope } from '../scope.ts'
import { tongueOf } from '../tongues.ts'
import { noteActivity } from './activity.ts'
import { refuseDuringDeletion } from './refuse-during-deletion.ts'

/**
 * Asks both mailboxes to confirm another address, in place of an earlier question. An unavailable address is a result, not a throw, so
 * that the attempt counts. Throws `gone`, `invalid`, `not_found`, `rate_limited`, `verify_email`.
 */
export async function askNewAddress(
  scope: Scope,
  { accountId, email, baseUrl }: { accountId: string; email: string; baseUrl: string },
): Promise<'asked' | 'banned' | 'email_taken'> {
  const { db, ids, now } = scope
  const account = await existing(scope, accountId)
  refuseDuringDeletion(account)
  if (!account.email_verified)
    throw new Problem('verify_email', 'Verify the present address first. Nothing was changed.')
  const key = emailKey(email)
  if (key === account.email_key)
    throw new Problem('invalid', 'The account has this address already. Nothing was changed.')
  if (await memberByAddress(db, accountId, key))
    throw new Problem(
      'invalid',
      'This address is a member of the account. Remove the member first. Nothing was changed.',
    )
  if ((await count(db, 'address-change', accountId, utcDay(now))) > limits.addressChangesPerAccountPerDay)
    throw new Problem('rate_limited', `Another address was given ${limits.addressChangesPerAccountPerDay} times today.`)
  const refused = await unavailable(scope, account, key)
  if (refused) return refused
  if ((await count(db, 'verification-mail-to', sha256(key), utcDay(now))) > limits.verificationMailsPerAddressPerDay)
    throw new Problem('rate_limited', 'Too many mails were sent to this address today. Nothing was changed.')
  const [oldToken, newToken] = [ids.text(32), ids.text(32)]
  await insertChange(db, {
    ...{ id: ids.id('addressChange'), account_id: accountId, old_email: account.email, new_email: email },
    ...{ old_token: sha256(oldToken), new_token: sha256(newToken), back_token: null },
    ...{ old_confirmed_at: null, new_confirmed_at: null, applied_at: null, over_at: null },
    ...{ created_at: now, expires_at: now + limits.addressConfirmMs },
  })
  const of = { handle: account.handle, baseUrl, from: account.email, to: email }
  const linkOf = (token: string) => ({ link: `${baseUrl}/account/new-address?t=${token}`, now })
  await send(scope, account, account.email, confirmAddressMail(of, 'old', linkOf(oldToken)))
  await send(scope, account, email, confirmAddressMail(of, 'new', linkOf(newToken)))
  await noteActivity(scope, accountId, 'address-asked', { address: email })
  return 'asked'
}

/** Ends the change that waits. Throws `not_found`. */
export async function stopNewAddress(scope: Scope, { accountId }: { accountId: string }): Promise<void> {
  await existing(scope, accountId)
  if ((await endWaiting(scope.db, accountId, scope.now)) === 0)
    throw new Problem('not_found', 'No change of the address waits.')
  await noteActivity(scope, accountId, 'address-stopped')
}

/** What became of a link about an address: `over` when it was used, stopped, replaced by a newer one, or has expired. */
export type AddressOutcome = 'waits' | 'changed' | 'over'

/**
 * Confirms a change by one of its mailboxes, and makes it once both have: sessions and passkeys of the person of the old address end.
 * Throws `banned`, `email_taken` when the address cannot be had any more: then nothing is confirmed.
 */
export async function confirmNewAddress(scope: Scope, { token }: { token: string }): Promise<AddressOutcome> {
  const { db, now } = scope
  const hash = sha256(token)
  const held = await holdChange(scope, hash, ['old_token', 'new_token'])
  if (!held) return 'over'
  const { account, change } = held
  if (change.applied_at !== null) return 'changed'
  if (account.erase_at !== null || account.email !== change.old_email) return 'over'
  const mailbox = change.old_token === hash ? 'old' : 'new'
  const confirmed = {
    old_confirmed_at: mailbox === 'old' ? now : change.old_confirmed_at,
    new_confirmed_at: mailbox === 'new' ? now : change.new_confirmed_at,
  }
  await setChange(db, change.id, confirmed)
  const address = mailbox === 'old' ? change.old_email : change.new_email
  await noteActivity(scope, account.id, 'address-confirmed', { address })
  if (confirmed.old_confirmed_at === null || confirmed.new_confirmed_at === null) return 'waits'
  await apply(scope, account, change)
  return 'changed'
}

async function apply(scope: Scope, account: Account, { id, old_email, new_email }: AddressChange): Promise<void> {
  const { db, ids, now } = scope
  const key = emailKey(new_email)
  const refused = await unavailable(scope, account, key)
  if (refused) throw new Problem(refused, addressRefusals[refused])
  const until = now + limits.addressTakeBackMs
  await holdAddress(db, account, until)
  if (!(await moveAddress(db, account.id, new_email, now)))
    throw new Problem('email_taken', addressRefusals.email_taken)
  const token = ids.text(32)
  await setChange(db, id, { applied_at: now, expires_at: until, back_token: sha256(token) })
  const member = await memberByAddress(db, account.id, key)
  if (member) await deleteMembers(db, account.id, [member.id])
  // A session or a passkey of the old mailbox would pass for the person of the new one, in other accounts of that person too.
  await deleteSessions(db, account.id, { whose: null })
  await deletePasskeys(db, account.id)
  await noteActivity(scope, account.id, 'address-changed', { from: old_email, to: new_email })
  const of = { handle: account.handle, baseUrl: homeOf(scope), from: old_email, to: new_email }
  const back = `${of.baseUrl}/account/old-address?t=${token}`
  await send(scope, account, old_email, oldAddressMail(of, back, until))
  await mailOwner(scope, { ...account, email: new_email }, newAddressMail(of))
}

/**
 * Gives an account its old address back by the link in its mail. Ends all sessions, the keys, passkeys, members and invitations that
 * were added since the change, a deletion that was asked for since, and auto-recharge; members who became owners since get their role
 * before it back. Throws `email_taken`.
 */
export async function takeBackAddress(scope: Scope, { token }: { token: string }): Promise<AddressOutcome> {
  const { db, now } = scope
  const held = await holdChange(scope, sha256(token), ['back_token'])
  if (!held || held.change.applied_at === null) return 'over'
  const { account, change } = held
  const since = change.applied_at as number
  if (!(await moveAddress(db, account.id, change.old_email, now)))
    throw new Problem('email_taken', addressRefusals.email_taken)
  await endWaiting(db, account.id, now)
  await endAppliedSince(db, account.id, since, now)
  await deleteSessions(db, account.id)
  const added = (await membersOf(db, account.id)).filter(({ created_at }) => created_at >= since)
  await deleteMembers(
    db,
    account.id,
    added.map(({ id }) => id),
  )
  await endInvitations(db, account.id, since)
  await putRolesBack(scope, account.id, since)
  await deletePasskeysSince(db, account.id, since)
  await revokeKeys(db, account.id, now, since)
  const deletion = account.erase_at !== null && account.erase_at - limits.deletionMs >= since
  await updateAccount(db, account.id, { auto_recharge_enabled: 0, ...(deletion && { erase_at: null }) })
  scope.signal('keys')
  await noteActivity(scope, account.id, 'address-taken-back', { from: account.email, to: change.old_email })
  const of = { handle: account.handle, baseUrl: homeOf(scope), from: change.old_email, to: account.email }
  await send(scope, account, account.email, addressTakenBackMail(of))
  await mailOwner(scope, { ...account, email: change.old_email }, addressTakenBackMail(of))
  return 'changed'
}

/** Gives members whose role was changed at `since` (epoch ms) or later the role that they had before. */
async function putRolesBack({ db }: Scope, accountId: string, since: number): Promise<void> {
  const members = await membersOf(db, accountId)
  // The newest first, so that the role before the first change stays.
  for (const { detail } of await activitySince(db, accountId, 'member-changed', since)) {
    const { address, from } = JSON.parse(detail) as { address: string; from: MemberRole }
    const member = members.find(({ email }) => email === address)
    if (member) await setRole(db, accountId, member.id, from)
  }
}

const addressRefusals = {
  email_taken: 'An account has verified this address already, or had it lately. Nothing was changed.',
  banned: 'The account is banned, or this address belongs to an account that is. Nothing was changed.',
} as const

async function unavailable(
  { db, now }: Scope,
  account: Account,
  key: string,
): Promise<'banned' | 'email_taken' | null> {
  if (account.banned_at !== null || (await isBanned(db, 'email', sha256(key)))) return 'banned'
  const taken = (await verifiedAccount(db, key)) ?? (await isHeldByOther(db, key, account.id, now))
  return taken ? 'email_taken' : null
}

/** The change of a link with its account, which is locked: of two links at once the second sees what the first did. */
async function holdChange(
  { db, now }: Scope,
  hash: string,
  links: Parameters<typeof changeByToken>[2],
): Promise<{ account: Account; change: AddressChange } | null> {
  const found = await changeByToken(db, hash, links)
  const account = found && (await lockAccount(db, found.account_id))
  const change = account && (await changeByToken(db, hash, links))
  if (!account || account.erased_at !== null || !change || change.over_at !== null || change.expires_at <= now)
    return null
  return { account: (await accountById(db, account.id)) ?? account, change }
}

async function send(
  scope: Scope,
  { id: accountId, language }: Pick<Account, 'id' | 'language'>,
  recipient: string,
  letter: Letter,
): Promise<void> {
  const mail = letter(tongueOf(scope, language))
  await insertMail(scope.db, { id: scope.ids.id('message'), accountId, recipient, ...mail, now: scope.now })
  scope.signal('mail')
}

async function existing({ db }: Scope, accountId: string): Promise<Account> {
  const account = await lockAccount(db, accountId)
  if (!account || account.erased_at !== null) throw new Problem('not_found', sentences.accountGone)
  return account
}
