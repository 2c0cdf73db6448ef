// A text that has been validated and read, of a new post or of an edit.
import type { Submission } from '../../actions/posts/submission.ts'

/** What preparing finds out about a text. */
export type Prepared = Pick<
  Submission,
  'edits' | 'atOnce' | 'fields' | 'facts' | 'price' | 'abusePenalty' | 'fingerprint' | 'refusal'
>
