// The forms of a top-up and its next steps (contract.md §5, §11).
import { prices } from '../../../contract/prices.ts'
import { existingAccount } from '../../../usecases/accounts/account-view.ts'
import { afterPaying, confirmTopUp, ownPayment, type TopUpStep, topUp } from '../../../usecases/money/top-up.ts'
import { field } from '../../private/forms.ts'
import { messagePage } from '../../private/frame.ts'
import { parameter, send } from '../../private/route.ts'
import { leadTo } from '../notices.ts'
import { backToAccount } from '../pages.ts'
import { confirmPage, payPage } from '../payment-pages.ts'
import type { OwnersRoute, Visit } from '../route.ts'
import { readTopUp } from '../top-up-form.ts'
import { sendOverview } from './overview.ts'

export const topUpRoutes: readonly OwnersRoute[] = [
  {
    method: 'POST',
    path: '/account/top-up',
    grade: 'agent',
    async run(visit) {
      const { platform, session, request } = visit
      const { payments } = platform
      const methodOf = payments.entry === 'form' ? payments.methodOf : null
      const form = readTopUp(request, { methodOf, bounds: platform.facts.topUps })
      if (!('nonce' in form)) return sendOverview(visit, { errors: form, status: 400 })
      const account = await existingAccount(platform, session.accountId)
      return sendStep(visit, await topUp(platform, { ...form, site: request.site, account }))
    },
  },
  {
    method: 'GET',
    path: '/account/confirm',
    grade: 'agent',
    async run({ platform, session, request, reply, csrf }) {
      const payment = await ownPayment(platform, session.accountId, paymentIn(request))
      if (payment.state !== 'authenticate') return reply.redirect('/account', 303)
      const { id: paymentId, amount: amountMicros } = payment
      return send(reply, 200, confirmPage({ site: request.site, amountMicros, csrf, paymentId }))
    },
  },
  {
    method: 'POST',
    path: '/account/confirm',
    grade: 'agent',
    async run(visit) {
      const { platform, session, request } = visit
      const agrees = field(request, 'answer') === 'yes'
      const { accountId } = session
      return sendStep(visit, await confirmTopUp(platform, { accountId, paymentId: field(request, 'payment'), agrees }))
    },
  },
  {
    method: 'GET',
    path: '/account/paid',
    grade: 'agent',
    async run(visit) {
      const { platform, session, request } = visit
      return sendStep(visit, await afterPaying(platform, session.accountId, paymentIn(request)))
    },
  },
]

/** The payment id of an address. Empty, which matches no payment, when it is missing or was sent twice. */
const paymentIn = (request: Visit['request']) => parameter(request, 'payment') ?? ''

/** Answers with the next step of a top-up. */
async function sendStep(visit: Visit, step: TopUpStep) {
  const { reply, request } = visit
  const { site } = request
  switch (step.step) {
    case 'booked':
      return leadTo(
        reply,
        '/account',
        prices.topupsMicros.some(micros => micros === step.amount) ? `topped-up-${step.amount}` : 'topped-up',
      )
    case 'booked-before':
      return leadTo(reply, '/account', 'already-booked')
    case 'declined':
      return sendOverview(visit, {
        errors: { card: `${step.why} Nothing was charged.`, chosenMicros: step.amount },
        status: 402,
      })
    case 'confirm':
      return reply.redirect(`/account/confirm?payment=${step.payment.id}`, 303)
    case 'pay':
      return send(reply, 200, payPage({ site, amountMicros: step.payment.amount, url: step.url }))
    case 'waiting':
      return leadTo(reply, '/account', 'payment-waiting')
    case 'stale':
      return leadTo(reply, '/account', 'payment-stale')
    case 'banned': {
      const page = { title: 'The payment was not taken', text: [step.why], end: backToAccount }
      return send(reply, 403, messagePage(site, page))
    }
  }
}
