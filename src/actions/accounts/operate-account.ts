// What the operator does to an account: credit it, verify its address, suspend and unsuspend it.
import { Problem } from '../../contract/problem.ts'
import { standingOf } from '../../domain/standing.ts'
import { type Account, accountByHandle, claimAddress, setSuspension } from '../../store/money/accounts.ts'
import { move } from '../../store/money/ledger.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import type { Scope } from '../scope.ts'
import { emailTaken } from './create-account.ts'

type Operation = { handle: string; actor: string; reason: string }

/** Adds a platform_credit row (micros). Throws `not_found`, `invalid`. */
export async function creditAccount(scope: Scope, input: Operation & { amountMicros: number }) {
  const account = await existing(scope, input.handle)
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
  await log(scope, 'credit', account, input, { amount: input.amountMicros, balance })
  return { account_id: account.id, balance }
}

/** Marks the e-mail address as verified. Throws `not_found`, `invalid` without an address, `email_taken`. */
export async function verifyEmailByOperator(scope: Scope, input: Operation) {
  const account = await existing(scope, input.handle)
  if (account.email === '')
    throw new Problem('invalid', 'The account has no address: another account has verified the one that it had.')
  if (!(await claimAddress(scope.db, account.id, account.email))) throw emailTaken()
  await log(scope, 'verify-email', account, input)
  return { account_id: account.id, email_verified: true }
}

/**
 * Suspends or unsuspends; a banned account stays banned either way, and where nothing but a ban is there to be lifted it is
 * `invalid`. The standing after it. Throws `not_found`.
 */
export async function setSuspended(scope: Scope, input: Operation & { suspended: boolean }) {
  const account = await existing(scope, input.handle)
  const changed = await setSuspension(scope.db, account.id, input.suspended ? scope.now : null)
  const after = await existing(scope, input.handle)
  if (!changed && !input.suspended && after.banned_at !== null)
    throw new Problem('invalid', 'The account is banned; a ban is not lifted by unsuspending.')
  await log(scope, input.suspended ? 'suspend' : 'unsuspend', account, input)
  return { account_id: account.id, status: standingOf(after) }
}

async function existing(scope: Scope, handle: string): Promise<Account> {
  const account = await accountByHandle(scope.db, handle)
  if (!account) throw new Problem('not_found', `There is no account with the handle "${handle}".`)
  return account
}

function log(scope: Scope, action: string, account: Account, { actor, reason }: Operation, detail: object = {}) {
  return logDecision(scope.db, { actor, action, subject: account.id, reason, detail, now: scope.now })
}
