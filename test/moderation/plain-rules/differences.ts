// Compares the fast reading of a text with that of the plain rules.
import { isDeepStrictEqual } from 'node:util'
import type { PostText } from '../../../src/domain/posts/post-text.ts'
import { readText } from '../../../src/moderation/reading.ts'
import { readPlainly } from './read-plainly.ts'

type Read = ReturnType<typeof readText>

/** The members that differ; empty when both readings are equal. */
export function differences(post: PostText): { member: string; plain: unknown; fast: unknown }[] {
  const plain = readPlainly(post)
  const fast = withoutParts(readText(post))
  return (Object.keys({ ...plain, ...fast }) as (keyof typeof plain)[])
    .map(member => ({ member, plain: plain[member], fast: fast[member] }))
    .filter(({ plain, fast }) => !isDeepStrictEqual(plain, fast))
}

/** The plain rules say which rule refuses a text; only the fast reading adds the parts for which it does. */
function withoutParts({ refusal, ...read }: Read): Read {
  const reason = refusal?.reason.replace(/ It (also holds|holds .*: write what is meant there\.$).*/s, '')
  return { ...read, refusal: refusal && { ...refusal, reason: reason ?? '' } }
}
