// What a format of answers is: how a model is asked, and what its answer says.
import type { Policy } from '../../../contract/policy.ts'
import type { PostText } from '../../../domain/post-text.ts'
import type { Verdict } from '../../model.ts'

export type Question = {
  policy: Policy
  post: PostText
  flags: readonly string[]
  /** Made for this question alone; a model that can echo it does. */
  nonce: string
}

export type Format = {
  /** The messages, and whatever else a request has beside the name of the model. */
  request(question: Question): object
  /** The verdict in a final text, which verdict.ts validates. Throws UnusableAnswer. */
  read(text: string, question: Question): Verdict
}
