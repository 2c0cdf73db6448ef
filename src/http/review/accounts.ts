// The decisions of a lead about an account: suspend, unsuspend, credit. Like decisions on texts, each can be undone for some
// seconds.
import { currencyCode } from '../../contract/currency.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { type AccountDecision, decideAccount, sayable } from '../../usecases/review/decide-item.ts'
import { field } from '../private/forms.ts'
import { microsIn } from '../private/money.ts'
import { leadTo } from './notices.ts'
import type { ReviewRoute, ReviewVisit } from './route.ts'

const form = (action: AccountDecision['action']): ReviewRoute => ({
  method: 'POST',
  path: `/review/accounts/${action}`,
  role: 'lead',
  async run(visit) {
    const {
      platform,
      session: { reviewer },
      request,
      reply,
    } = visit
    const decision = decisionOf(visit, action)
    await decideAccount(platform, { handle: field(request, 'handle'), reviewer: reviewer.email, decision })
    return leadTo(reply, backTo(visit))
  },
})

export const accountRoutes: readonly ReviewRoute[] = [form('suspend'), form('unsuspend'), form('credit')]

function decisionOf({ request }: ReviewVisit, action: AccountDecision['action']): AccountDecision {
  const reason = sayable(field(request, 'reason'))
  if (action !== 'credit') return { action, reason }
  const amountMicros = microsIn(field(request, 'amount'))
  if (!amountMicros)
    throw new Problem('invalid', `Give an amount in ${currencyCode()}, such as 2.50. Nothing was credited.`)
  return { action, amountMicros, reason }
}

/** The item or the page of the account from which the form was sent, or the queue if the form names none. */
function backTo({ request }: ReviewVisit): string {
  const item = field(request, 'item')
  return /^\/review\/(items\/[a-z]{1,20}|accounts)\/\w{1,60}(\?[\w=&%.+*-]{0,2000})?$/.test(item) ? item : '/review'
}
