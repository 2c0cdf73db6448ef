// The operator's actions on an account: credit, verify the address, suspend and unsuspend, unban, create and revoke keys.

import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { standingOf } from '../../domain/accounts/standing.ts'
import { instant, utcDay } from '../../domain/times/time.ts'
import { suspensionMail } from '../../mails/accounts.ts'
import * as accounts from '../../store/accounts/accounts.ts'
import {
  type Account,
  accountByHandle,
  accountById,
  claimAddress,
  setSuspension,
} from '../../store/accounts/accounts.ts'
import { keyById, unbound } from '../../store/accounts/keys.ts'
import { move } from '../../store/money/ledger.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import { homeOf, mailOwner } from '../money/warnings.ts'
import { takeKept } from '../review/hold-items.ts'
import type { Scope } from '../scope.ts'
import { emailTaken } from './create-account.ts'
import { addKey, tellOfKey } from './keys.ts'
import { tellReady } from './ready.ts'
import { revokeKey } from './revoke-key.ts'

/** `pending`: the id of the decision while the reviewer could still undo it. */
type Operation = { handle: string; actor: string; reason: string; pending?: string }

/** Adds a platform_credit row (micros). Throws `not_found`, `invalid`. */
export async function creditAccount(scope: Scope, input: Operation & { amountMicros: number }) {
  const account = await existing(scope, input.handle)
  await takeKept(scope, input.pending)
  const balance = await move(scope.db, {
    id: scope.ids.id('ledger'),
    accountId: account.id,
    type: 'platform_credit',
    amount: input.amountMicros,
    site: null,
    postId: null,
    note: input.reason,
    now: scope.now,
  })
  if (balance === null)
    throw new Problem(
      'invalid',
      `The balance is ${account.balance} micros; taking ${-input.amountMicros} would make it negative.`,
    )
  await tellReady(scope, account)
  await log(scope, 'credit', account, input, { amount: input.amountMicros, balance })
  return { account_id: account.id, balance }
}

/** Marks the e-mail address as verified. Throws `not_found`, `invalid` without an address, `email_taken`. */
export async function verifyEmailByOperator(scope: Scope, input: Operation) {
  const account = await existing(scope, input.handle)
  if (account.email === '')
    throw new Problem('invalid', 'The account has no address: another account has verified its former address.')
  if (!(await claimAddress(scope.db, account.id, account.email, scope.now))) throw emailTaken()
  await tellReady(scope, account)
  await log(scope, 'verify-email', account, input)
  return { account_id: account.id, email_verified: true }
}

/**
 * Suspends or unsuspends an account. Neither changes a ban. Returns the standing afterwards. Throws `not_found`, and `invalid`
 * when unsuspending an account that is banned and not suspended.
 */
export async function setSuspended(scope: Scope, input: Operation & { suspended: boolean }) {
  const account = await existing(scope, input.handle)
  await takeKept(scope, input.pending)
  const changed = await setSuspension(scope.db, account.id, input.suspended ? scope.now : null)
  const after = await existing(scope, input.handle)
  if (!changed && !input.suspended && after.banned_at !== null)
    throw new Problem('invalid', 'The account is banned; unsuspending does not lift a ban.')
  await tellReady(scope, account)
  await log(scope, input.suspended ? 'suspend' : 'unsuspend', account, input)
  if (changed && input.suspended)
    await mailOwner(scope, account, suspensionMail(account.handle, input.reason, homeOf(scope)))
  return { account_id: account.id, status: standingOf(after) }
}

/**
 * Lifts a ban for the card of a banned account. A ban for strikes stays. Returns the standing afterwards. Throws `not_found`,
 * `invalid`.
 */
export async function liftCardBan(scope: Scope, input: Operation) {
  const account = await existing(scope, input.handle)
  if (!(await accounts.liftCardBan(scope.db, account.id)))
    throw new Problem('invalid', 'The account is not banned for a card.')
  const after = await existing(scope, input.handle)
  if (after.banned_at === null) await accounts.unban(scope.db, account.id)
  await tellReady(scope, account)
  await log(scope, 'unban', account, input)
  return { account_id: account.id, status: standingOf(after) }
}

/** Creates an API key. Only this answer holds its text. Throws `not_found`, `too_many_keys`. */
export async function createKeyByOperator(scope: Scope, input: Operation & { name: string }) {
  const account = await existing(scope, input.handle)
  const { id, apiKey } = await addKey(scope, { ...unbound, accountId: account.id, name: input.name })
  await log(scope, 'create-key', account, input, { key: id })
  await tellOfKey(scope, 'created', { id, account_id: account.id, name: input.name })
  return { key_id: id, api_key: apiKey, name: input.name, created_at: instant(scope.now) }
}

/** Revokes an API key of any account. Throws `not_found` for an unknown or revoked key. */
export async function revokeKeyByOperator(scope: Scope, input: Omit<Operation, 'handle'> & { keyId: string }) {
  const { keyId, ...by } = input
  const key = await keyById(scope.db, keyId, utcDay(scope.now))
  const account = key && (await accountById(scope.db, key.account_id))
  if (!account) throw new Problem('not_found', `There is no key ${keyId}.`)
  await revokeKey(scope, { accountId: account.id, keyId })
  await log(scope, 'revoke-key', account, { ...by, handle: account.handle }, { key: keyId })
  await tellOfKey(scope, 'revoked', key)
  return { key_id: keyId, handle: account.handle, revoked_at: instant(scope.now) }
}

async function existing(scope: Scope, handle: string): Promise<Account> {
  const account = await accountByHandle(scope.db, handle)
  if (!account) throw new Problem('not_found', sentences.noHandle(handle))
  return account
}

function log(scope: Scope, action: string, account: Account, { actor, reason }: Operation, detail: object = {}) {
  return logDecision(scope.db, {
    decider: 'person',
    actor,
    action,
    subject: account.id,
    reason,
    detail,
    now: scope.now,
  })
}
