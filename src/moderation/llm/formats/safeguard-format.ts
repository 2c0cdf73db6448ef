// gpt-oss-safeguard: classifies by a policy in its system message and answers in the form of its guide.
// No schema is sent, since the policy states the form and constrained output breaks the channels of harmony on some servers.
import { categoryOf } from '../../../domain/review/policy-category.ts'
import type { Verdict } from '../../model.ts'
import { policyPrompt } from '../policy-prompt.ts'
import { postJson } from '../post-data.ts'
import { UnusableAnswer } from '../unusable-answer.ts'
import { flatJson, knownCategory } from './flat-json.ts'
import type { Format } from './format.ts'

/** The values of its words for confidence: high is enough to reject, medium to publish, low for neither. */
const confidences: Readonly<Record<string, number>> = { high: 0.9, medium: 0.7, low: 0.4 }

const outcomes = { reject: 'reject', reject_low_quality: 'reject', review: 'review' } as const

const output = `Return exactly one JSON object and nothing else:
{"policy_version": "<the version in the first line of this policy>", "violation": <0 or 1>, "policy_category": <the id of a category, or null>, "confidence": "<high, medium or low>", "rationale": "<one or two sentences in English to the author, at most 500 characters, which quote the part that led there>", "nonce": "<the nonce at the end of the user message>"}
1 = the text violates this policy: policy_category is the id of the category. 0 = it does not: policy_category is null.`

export const safeguardFormat: Format = {
  request: ({ policy, post, flags, nonce }) => ({
    messages: [
      { role: 'system', content: `${policyPrompt(policy, post.site, output)}\n\nReasoning: low` },
      { role: 'user', content: postJson(post, flags, nonce) },
    ],
    reasoning_effort: 'low',
  }),
  read(text, question) {
    const names = ['violation', 'policy_category', 'confidence', 'rationale']
    const { violation, policy_category, confidence: word, rationale } = flatJson(text, names, question)
    const category = knownCategory(policy_category, question)
    const confidence = typeof word === 'string' && Object.hasOwn(confidences, word) ? confidences[word]! : null
    if (confidence === null) throw new UnusableAnswer('its confidence is neither high, medium nor low')
    if (violation === 0 && category === null)
      return { outcome: 'publish', category, confidence, reason: rationale } as Verdict
    const row = violation === 1 && category !== null ? categoryOf(question.policy, category) : undefined
    if (!row) throw new UnusableAnswer('its category contradicts whether it sees a violation')
    return { outcome: outcomes[row.action], category, confidence, reason: rationale } as Verdict
  },
}
