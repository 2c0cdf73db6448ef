// Compares the fast reading of a text, and the fast answer of the model, with those of the plain rules.
import { isDeepStrictEqual } from 'node:util'
import type { PostText } from '../../../src/domain/post-text.ts'
import { loadPolicy } from '../../../src/moderation/policy-file.ts'
import { readText } from '../../../src/moderation/reading.ts'
import { answer, weigh } from '../../../src/moderation/rules-model.ts'
import { answerPlainly } from './answer-plainly.ts'
import { readPlainly } from './read-plainly.ts'

const policy = loadPolicy()

/** What differs, member by member; empty where both are equal. */
export function differences(post: PostText): { member: string; plain: unknown; fast: unknown }[] {
  const plain = readPlainly(post)
  const fast = readText(post)
  const found = Object.keys({ ...plain, ...fast })
    .map(member => ({ member, plain: plain[member as keyof typeof plain], fast: fast[member as keyof typeof fast] }))
    .filter(({ plain, fast }) => !isDeepStrictEqual(plain, fast))
  if (plain.refusal) return found
  const answers = {
    plain: answerPlainly(post, plain.flags, policy),
    fast: answer(weigh(post), post, plain.flags, policy),
  }
  return isDeepStrictEqual(answers.plain, answers.fast) ? found : [...found, { member: 'answer', ...answers }]
}
