// The type of a text that was validated and read, of a new post or an edit.
import type { Submission } from '../../actions/posts/submission.ts'
import type { PostFacts, PostFields } from '../../domain/posts/post.ts'

/** The facts of a prepared text. */
export type Prepared = Pick<
  Submission,
  'edits' | 'atOnce' | 'price' | 'abusePenalty' | 'fingerprint' | 'refusal' | 'changes' | 'made'
> & { fields: PostFields; facts: PostFacts }

/** A prepared text as the action stores it. */
export function asStored({ fields, facts, ...prepared }: Prepared): Omit<Prepared, 'fields' | 'facts'> & {
  fields: string
  facts: string
} {
  return { ...prepared, fields: JSON.stringify(fields), facts: JSON.stringify(facts) }
}
