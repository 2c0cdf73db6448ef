// Compares the fast reading of a text with that of the plain rules.
import { isDeepStrictEqual } from 'node:util'
import type { PostText } from '../../../src/domain/posts/post-text.ts'
import { readText } from '../../../src/moderation/reading.ts'
import { readPlainly } from './read-plainly.ts'

/** The members that differ; empty when both readings are equal. */
export function differences(post: PostText): { member: string; plain: unknown; fast: unknown }[] {
  const plain = readPlainly(post)
  const fast = readText(post)
  return Object.keys({ ...plain, ...fast })
    .map(member => ({ member, plain: plain[member as keyof typeof plain], fast: fast[member as keyof typeof fast] }))
    .filter(({ plain, fast }) => !isDeepStrictEqual(plain, fast))
}
