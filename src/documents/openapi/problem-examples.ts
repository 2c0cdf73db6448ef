// One example of each problem, as this site would write it.

import { askOwner } from '../../contract/for-owner.ts'
import { exampleAccountUrl } from '../../contract/operations/examples.ts'
import { prices } from '../../contract/prices.ts'
import type { ProblemExtras } from '../../contract/problems/problem.ts'
import { type ProblemCode, problemRow } from '../../contract/problems/problems.ts'
import { sentences } from '../../contract/sentences.ts'
import type { PricedSite } from '../../contract/sites/priced-site.ts'
import type { Json } from './components.ts'

type Example = { detail: string } & Omit<ProblemExtras, 'headers' | 'retryable' | 'ask'>

/** The details of example problems; a code without a detail of its own shows its meaning. */
const detailsOn = ({ price }: PricedSite): Partial<Record<ProblemCode, Example>> => ({
  invalid: {
    detail: '/colour: is no field here; did you mean "color"?',
    errors: ['/colour: is no field here; did you mean "color"?'],
  },
  invalid_json: { detail: 'The body has to be one JSON object.' },
  unauthorized: { detail: sentences.needsKey },
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
  listed: {
    detail: 'It has words, a link, a number or a text that this platform does not take (LIST-12).',
    refusal: {
      category: 'phishing',
      reason: 'It has words, a link, a number or a text that this platform does not take (LIST-12).',
      rule: 'LIST-12',
    },
  },
  insufficient_balance: { detail: sentences.tooLittle(prices.searchMicros, 0) },
  needs_card: {
    detail: `${sentences.tooLittle(price.perItemMicros, 0)} No card is on file.`,
  },
  internal: { detail: sentences.internal },
})

/** An Example Object: what the code means, what to do, and the problem itself. */
export function problemExample(code: ProblemCode, site: PricedSite, baseUrl: string): Json {
  const { title, status, meaning, fix, forOwner, retryable = false } = problemRow(code)
  const { detail, ...extras } = detailsOn(site)[code] ?? { detail: meaning }
  const url = exampleAccountUrl(baseUrl)
  const owner = forOwner ? { account_url: url, for_human: true } : {}
  const { refusal } = extras
  const refused = refusal && { rule: refusal.rule, charged: 0 }
  const value = {
    type: `${baseUrl}/problems/#${code}`,
    title,
    status,
    detail,
    fix,
    retryable,
    docs: `${baseUrl}/problems/${code}`,
    code,
    request_id: 'req_9Zt5GxKqW3mVb7RcLd2N',
    ...extras,
    ...refused,
    ...owner,
    ...(forOwner && { message_for_owner: askOwner(code, url) }),
    error: { code, message: detail, ...refused, ...owner },
  }
  return { summary: title, description: `${meaning} ${fix}`, value }
}
