// Our own schema, for any model that follows instructions. The server is asked to enforce it, and it is checked here too.

import type { Verdict } from '../../model.ts'
import { categoriesOf, policyPrompt } from '../policy-prompt.ts'
import { postJson } from '../post-data.ts'
import { flatJson, knownCategory } from './flat-json.ts'
import type { Format, Question } from './format.ts'

const outcomes = ['publish', 'review', 'reject'] as const

const output = `Answer with one JSON object and nothing else, with exactly these members:
- policy_version: the version in the first line of this policy
- reason: one or two sentences in English to the author, at most 500 characters, which quote the part that led there
- category: the id of a category, or null when none applies
- outcome: "publish" when nothing speaks against it (category null), "reject" when it certainly falls under a category that says reject, else "review"
- confidence: a number from 0 to 1
- nonce: the nonce at the end of the user message`

export const verdictFormat: Format = {
  request(question) {
    const { policy, post, flags, nonce } = question
    return {
      messages: [
        { role: 'system', content: policyPrompt(policy, post.site, output) },
        { role: 'user', content: postJson(post, flags, nonce) },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'verdict', strict: true, schema: schemaOf(question) },
      },
    }
  },
  read(text, question) {
    const { reason, category, outcome, confidence } = flatJson(
      text,
      ['reason', 'category', 'outcome', 'confidence'],
      question,
    )
    return { outcome, category: knownCategory(category, question), confidence, reason } as Verdict
  },
}

/** In the schema the nonce is any string: a fixed value would be filled in by the server, which proves nothing. */
function schemaOf({ policy, post }: Question): object {
  const properties = {
    policy_version: { type: 'string' },
    reason: { type: 'string' },
    category: {
      anyOf: [{ type: 'string', enum: categoriesOf(policy, post.site).map(({ id }) => id) }, { type: 'null' }],
    },
    outcome: { type: 'string', enum: outcomes },
    confidence: { type: 'number' },
    nonce: { type: 'string' },
  }
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
