// Begins a top-up: writes its row before the provider is asked, once for each form (contract.md §5).
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { utcDay } from '../../domain/times/time.ts'
import { acceptTerms } from '../../store/accounts/accepted-terms.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { count } from '../../store/accounts/counters.ts'
import {
  insertPayment,
  lockPayment,
  type PaymentRow,
  paymentOfForm,
  updatePayment,
} from '../../store/money/payments.ts'
import { noteActivity } from '../accounts/activity.ts'
import { refuseDuringDeletion } from '../accounts/refuse-during-deletion.ts'
import type { Scope } from '../scope.ts'

export type PaymentStart = {
  accountId: string
  site: SiteId
  amountMicros: number
  /** Identifies the form. A form that is sent again is the same payment. */
  formKey: string
  /** The card, if the owner entered it on our own form. */
  method: string | null
  /** The version of the terms that the owner accepts with the form, and the grade of the session; null where nothing was asked. */
  terms?: { version: string; session: 'agent' | 'email' } | null
}

/**
 * Writes the row of a payment, or finds the row of the same form, and what the owner accepts with it. A declined payment takes another card. Throws `not_found`,
 * `gone`, `banned`, `rate_limited`.
 */
export async function startPayment(scope: Scope, input: PaymentStart): Promise<PaymentRow> {
  const { db, now, ids, facts } = scope
  const account = await accountById(db, input.accountId)
  if (!account) throw new Problem('not_found', sentences.accountGone)
  refuseDuringDeletion(account)
  if (account.banned_at !== null) throw new Problem('banned', 'The account is banned. Nothing was charged.')
  if ((await count(db, 'topup', account.id, utcDay(now))) > limits.topupsPerAccountPerDay)
    throw new Problem('rate_limited', `${limits.topupsPerAccountPerDay} top-ups were made today.`)
  const { site, amountMicros: amount, formKey: form_key, method } = input
  if (input.terms) await acceptTerms(db, { account_id: account.id, ...input.terms, accepted_at: now })
  const id = ids.id('payment')
  await insertPayment(db, {
    ...{ id, account_id: account.id, site, provider: facts.paymentProvider, kind: 'topup', amount },
    ...{ form_key, method, created_at: now, due_at: now + limits.paymentUnheardMs },
  })
  const payment = await paymentOfForm(db, form_key)
  if (!payment) throw new Error('a payment was not stored')
  if (payment.id === id) await noteActivity(scope, account.id, 'top-up-started', { amount })
  if (payment.state !== 'declined' || method === null || method === payment.method) return payment
  await updatePayment(db, payment.id, { method })
  return { ...payment, method }
}

/** Records the provider's page on which the payment is made. False if the payment is already settled. */
export async function recordPage(scope: Scope, { id, page }: { id: string; page: string }): Promise<boolean> {
  const payment = await lockPayment(scope.db, id)
  if (payment?.state !== 'started' && payment?.state !== 'open') return false
  const dueAt = payment.created_at + limits.paymentPageMs + limits.paymentUnheardMs
  await updatePayment(scope.db, id, { state: 'open', page, due_at: dueAt })
  return true
}
