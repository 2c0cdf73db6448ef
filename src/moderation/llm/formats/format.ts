// The type of a format of answers: it makes the request and reads the answer.
import type { Policy } from '../../../contract/moderation/policy.ts'
import type { PostText } from '../../../domain/posts/post-text.ts'
import type { Verdict } from '../../model.ts'

export type Question = {
  policy: Policy
  post: PostText
  flags: readonly string[]
  /** Made for this question only; models that can do so echo it. */
  nonce: string
}

export type Format = {
  /** The messages and all other members of the request except the name of the model. */
  request(question: Question): object
  /** The verdict in a final text, which verdict.ts validates. Throws UnusableAnswer. */
  read(text: string, question: Question): Verdict
}
