// One example of each problem, as this site would write it.

import { prices } from '../../contract/prices.ts'
import type { ProblemExtras } from '../../contract/problems/problem.ts'
import { type ProblemCode, problemRow } from '../../contract/problems/problems.ts'
import { sentences } from '../../contract/sentences.ts'
import type { PricedSite } from '../../contract/sites/priced-site.ts'
import type { Json } from './components.ts'

type Example = { detail: string } & Omit<ProblemExtras, 'headers' | 'account_url' | 'for_human'>

/** The details of example problems; a code without a detail of its own shows its meaning. */
const detailsOn = ({ price }: PricedSite): Partial<Record<ProblemCode, Example>> => ({
  invalid: {
    detail: '/colour: is no field here; did you mean "color"?',
    errors: ['/colour: is no field here; did you mean "color"?'],
  },
  invalid_json: { detail: 'The body has to be one JSON object.' },
  unauthorized: { detail: 'This operation needs an API key.' },
  duplicate: {
    detail: 'A queued or published post has the same text: p_4Kd9sTqLm2XvRb7WcY1Z.',
    refusal: {
      category: 'duplicate',
      reason: 'A queued or published post has the same text: p_4Kd9sTqLm2XvRb7WcY1Z.',
      rule: 'PF-DUPLICATE',
    },
  },
  low_quality: {
    detail: 'The text is a placeholder.',
    refusal: { category: 'placeholder', reason: 'The text is a placeholder.', rule: 'PF-LOWQ-PLACEHOLDER' },
  },
  'contact-details': {
    detail: 'The text carries an e-mail address.',
    refusal: { category: 'contact-details', reason: 'The text carries an e-mail address.', rule: 'PF-CONTACT-EMAIL' },
  },
  insufficient_balance: { detail: `The price is ${prices.searchMicros} micros and the balance is 0 micros.` },
  needs_card: {
    detail: `The price is ${price.perItemMicros} micros and the balance is 0 micros. No card is on file.`,
  },
  internal: { detail: sentences.internal },
})

/** An Example Object: what the code means, what to do, and the problem itself. */
export function problemExample(code: ProblemCode, site: PricedSite, baseUrl: string): Json {
  const { title, status, meaning, fix, forOwner } = problemRow(code)
  const { detail, ...extras } = detailsOn(site)[code] ?? { detail: meaning }
  const owner = forOwner ? { account_url: `${baseUrl}/account?t=Yv3kQ2x8`, for_human: true } : {}
  const { errors, refusal } = extras
  const refused = refusal && { rule: refusal.rule, charged: 0 }
  const value = {
    type: `${baseUrl}/problems/#${code}`,
    title,
    status,
    detail,
    code,
    request_id: 'req_9Zt5GxKqW3mVb7RcLd2N',
    ...extras,
    ...refused,
    ...owner,
    error: { code, message: detail, ...(errors && { errors }), ...refused, ...owner },
  }
  return { summary: title, description: `${meaning} ${fix}`, value }
}
