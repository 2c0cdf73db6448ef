// The text that a decision is about: whoever decides names the one that they saw, and nothing is decided on another.
import { Problem } from '../../contract/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import { isEdit, type RevisionRow } from '../../store/posts/revisions.ts'

/** Names the text that a person judges: an edit itself, and of a post what its readers see, or saw last. */
export function judgedText(
  { shown_revision }: Pick<PostRow, 'shown_revision'>,
  revision: Pick<RevisionRow, 'id' | 'post_id'>,
): string {
  return isEdit(revision) ? revision.id : shown_revision
}

/** Throws `not_in_review` where the text is another than the one that a person saw; undefined where they have not said which. */
export function refuseUnseen(text: string, seen: string | undefined): void {
  if (seen !== undefined && seen !== text) throw new Problem('not_in_review', sentences.textChanged)
}
