// Records the provider's answer about a payment: books it, tries again, or bans for a banned card. A repeated answer changes
// nothing.
import { limits } from '../../contract/limits.ts'
import { sha256 } from '../../domain/ids.ts'
import type { Decline } from '../../domain/money/decline.ts'
import type { FoundPayment, SavedCard } from '../../integrations/payments/payments.ts'
import { declines } from '../../integrations/payments/payments.ts'
import { cardBanMail } from '../../mails/accounts.ts'
import { receiptMail, rechargeFailedMail } from '../../mails/money.ts'
import {
  type Account,
  accountById,
  ban,
  banForCard,
  isBanned,
  lockAccount,
  updateAccount,
} from '../../store/accounts/accounts.ts'
import { banPerson } from '../../store/accounts/erased-hashes.ts'
import type { PaymentState } from '../../store/database/schema.ts'
import { saveCard } from '../../store/money/cards.ts'
import { move } from '../../store/money/ledger.ts'
import { lockPayment, type PaymentRow, paymentById, setDue, updatePayment } from '../../store/money/payments.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import { tellReady } from '../accounts/ready.ts'
import { baseUrlOf, type Scope } from '../scope.ts'
import { invoicePayment } from './issue-invoices.ts'
import { beginRecharge, isWanted, savedCard } from './recharge.ts'
import { coverDebts, reverse } from './reverse-payment.ts'
import { emitOfAccount, mailOwner } from './warnings.ts'

export type Settlement = {
  id: string
  found: FoundPayment
  /** `news` of the row when the provider was asked. If more has come in since, the provider is asked again. */
  news: number
  /** The token of the worker that holds the row. */
  token?: string
}

/** The state of a payment. `booked` is true for the one settlement that put it on the balance. Amount in micros. */
export type Settled = { state: PaymentState; booked: boolean; amount: number; why: string | null }

/**
 * Records the provider's answer about a payment. Account, amount and currency are those of the row. A paid payment is booked
 * exactly once, in whatever state the row was.
 */
export async function settlePayment(scope: Scope, { id, found, news, token }: Settlement): Promise<Settled> {
  const { db, now } = scope
  const known = await paymentById(db, id)
  const account = known && (await lockAccount(db, known.account_id))
  const payment = account && (await lockPayment(db, id))
  if (!payment) throw new Error(`there is no payment ${id}`)
  const { state, booked = false, why = payment.why, dueAt = null } = await record(scope, { account, payment }, found)
  await setDue(db, id, { news, dueAt, now, token })
  return { state, booked, amount: payment.amount, why }
}

type Held = { account: Account; payment: PaymentRow }
type Recorded = { state: PaymentState; booked?: boolean; why?: string | null; dueAt?: number | null }

async function record(scope: Scope, held: Held, found: FoundPayment): Promise<Recorded> {
  const { db, now } = scope
  const { id, kind, state } = held.payment
  if (found.state === 'paid') return recordPaid(scope, held, found)
  if (found.state === 'returned') {
    if (state === 'returning') await updatePayment(db, id, { state: 'returned' })
    return { state: state === 'returning' ? 'returned' : state }
  }
  // Only money changes a settled payment, except a declined top-up, which may be declined again with another card.
  const open = ['started', 'open', 'authenticate'].includes(state) || (kind === 'topup' && state === 'declined')
  if (!open) return { state }
  switch (found.state) {
    case 'open':
      return { state, dueAt: now + limits.paymentUnheardMs }
    case 'authenticate':
      if (kind === 'recharge') return recordDeclined(scope, held, declines.authentication)
      await updatePayment(db, id, { state: 'authenticate' })
      return { state: 'authenticate', dueAt: now + limits.paymentPageMs }
    case 'declined':
      return recordDeclined(scope, held, found)
    case 'expired':
      await updatePayment(db, id, { state: 'expired', settled_at: now })
      return { state: 'expired' }
  }
}

async function recordPaid(scope: Scope, held: Held, found: FoundPayment & { state: 'paid' }): Promise<Recorded> {
  const { account, payment } = held
  if (payment.state === 'returning') return { state: payment.state, dueAt: scope.now }
  if (payment.state === 'returned') return { state: payment.state }
  if (payment.state === 'paid') {
    await reverse(scope, held, found)
    return { state: 'paid' }
  }
  if (account.banned_at !== null || (await isBanned(scope.db, 'card', sha256(found.card.fingerprint))))
    return sendBack(scope, held, found)
  await book(scope, held, found)
  await reverse(scope, held, found)
  return { state: 'paid', booked: true, why: null }
}

async function book(
  scope: Scope,
  { account, payment }: Held,
  { reference, card }: { reference: string; card: SavedCard },
): Promise<void> {
  const { db, now, ids } = scope
  const ledgerId = ids.id('ledger')
  await move(db, {
    id: ledgerId,
    accountId: account.id,
    type: 'topup',
    amount: payment.amount,
    site: null,
    postId: null,
    reference,
    now,
  })
  const invoice = await invoicePayment(scope, { account, payment, ledgerId })
  if (account.erased_at === null)
    await saveCard(db, { ...card, account_id: account.id, provider: payment.provider, saved_at: now })
  await updatePayment(db, payment.id, { state: 'paid', reference, why: null, settled_at: now })
  await coverDebts(scope, account.id)
  const { kind, amount, site, provider } = payment
  const balance = (await accountById(db, account.id))?.balance ?? 0
  if (account.erased_at === null) {
    const told = { account_id: account.id, amount: payment.amount, balance, kind: payment.kind }
    await emitOfAccount(scope, 'account.topped_up', { accountId: account.id, keyId: null, data: told })
    await tellReady(scope, account)
  }
  const about = { handle: account.handle, kind, amount, balance, card: card.label, reference, at: now }
  const papers = { id: payment.id, invoice: invoice && { id: invoice.id, number: invoice.number } }
  const baseUrl = baseUrlOf(scope.facts, site)
  const mail = receiptMail({ ...about, ...papers, pretended: provider === 'sandbox', baseUrl })
  await mailOwner(scope, account, mail, { about: 'money' })
}

/**
 * Marks a payment for return by the worker: it is of a banned account, or with the card of one, which bans the payer (contract.md
 * §4).
 */
async function sendBack(
  scope: Scope,
  { account, payment }: Held,
  found: FoundPayment & { state: 'paid' },
): Promise<Recorded> {
  const { db, now } = scope
  const why = 'The account or the card is banned: the money goes back to the card.'
  await updatePayment(db, payment.id, { state: 'returning', reference: found.reference, why, settled_at: now })
  if (await banForCard(db, account.id, now)) {
    const hash = sha256(found.card.fingerprint)
    await banPerson(db, account, now)
    await ban(db, account.id, { kind: 'card', hash, now })
    const reason = 'paid with the card of a banned account'
    const detail = { payment: payment.id }
    const by = { decider: 'rule', actor: payment.provider, reason, detail } as const
    await logDecision(db, { ...by, action: 'ban', subject: account.id, now })
    await mailOwner(scope, account, cardBanMail(account.handle, baseUrlOf(scope.facts, payment.site)))
  }
  scope.signal('payments')
  return { state: 'returning', why, dueAt: now }
}

/**
 * Records a decline. A recharge is tried again later, and the last decline turns auto-recharge off. Mails the owner of the first
 * and the last.
 */
async function recordDeclined(
  scope: Scope,
  { account, payment }: Held,
  { because, why, final }: Decline,
): Promise<Recorded> {
  const { db, now } = scope
  const { id, kind, site, tries } = payment
  await updatePayment(db, id, { state: 'declined', why, settled_at: now })
  if (kind === 'topup' || !account.auto_recharge_enabled) return { state: 'declined', why }
  const last = final || tries >= limits.rechargeTries
  const card = await savedCard(scope, account.id)
  if (last) await updateAccount(db, account.id, { auto_recharge_enabled: 0 })
  else if (card && (await isWanted(scope, payment, account)))
    await beginRecharge(scope, { account, card, site, tries: tries + 1, dueAt: now + limits.rechargeRetryMs })
  else return { state: 'declined', why }
  if (tries === 1 || last) {
    const about = { ...payment, handle: account.handle, because, baseUrl: baseUrlOf(scope.facts, site) }
    await mailOwner(scope, account, rechargeFailedMail(about, last ? 'off' : 'again'), { about: 'money' })
  }
  return { state: 'declined', why }
}
