// The type of a text that was validated and read, of a new post or an edit.
import type { Submission } from '../../actions/posts/submission.ts'

/** The facts of a prepared text. */
export type Prepared = Pick<
  Submission,
  'edits' | 'atOnce' | 'fields' | 'facts' | 'price' | 'abusePenalty' | 'fingerprint' | 'refusal' | 'changes' | 'made'
>
