// Reads the JSON object of a final text, which has to have exactly the requested members.
import { categoryOf } from '../../../domain/review/policy-category.ts'
import { isJson } from '../final-text.ts'
import { UnusableAnswer } from '../unusable-answer.ts'
import type { Question } from './format.ts'

/** Every string of a JSON text, with the colon after it where it is the name of a member. */
const strings = /"(?:[^"\\]|\\.)*"(\s*:)?/gs
const fence = /^```(?:json)?\n(.*)\n```$/s

/**
 * The members of a final text that is one flat JSON object with exactly these names and the echoes `policy_version` and `nonce`.
 * It may be in a Markdown fence. Throws UnusableAnswer for anything else.
 */
export function flatJson(text: string, names: readonly string[], { policy, nonce }: Question): Record<string, unknown> {
  const json = fence.exec(text)?.[1] ?? text
  const value = parsed(json)
  const expected = ['policy_version', ...names, 'nonce']
  const named = [...json.matchAll(strings)].filter(([, colon]) => colon).length
  // A repeated member is counted twice in `named`.
  if (named !== expected.length || !expected.every(name => Object.hasOwn(value, name)))
    throw new UnusableAnswer('it has other members than were asked for')
  if (value.nonce !== nonce) throw new UnusableAnswer('it has the wrong nonce')
  if (value.policy_version !== policy.version) throw new UnusableAnswer('it was made from another policy')
  return value
}

/** The category that an answer names: null, or one that applies to the site. Throws UnusableAnswer. */
export function knownCategory(category: unknown, { policy, post }: Question): string | null {
  if (category === null) return null
  const row = typeof category === 'string' ? categoryOf(policy, category) : undefined
  if (!row?.sites.includes(post.site))
    throw new UnusableAnswer('it names a category that the policy does not have here')
  return row.id
}

function parsed(json: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new UnusableAnswer('the final text is no JSON')
  }
  if (!isJson(value)) throw new UnusableAnswer('the final text is no object')
  return value
}
