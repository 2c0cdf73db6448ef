// Compares the text that a person saw with the current text, so that no decision is made on a text that the person did not see.
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import { isEdit, type RevisionRow } from '../../store/posts/revisions.ts'

/** The id of the text that a person judges: an edit itself; for a post, the text that its readers see or saw last. */
export function judgedText(
  { shown_revision }: Pick<PostRow, 'shown_revision'>,
  revision: Pick<RevisionRow, 'id' | 'post_id'>,
): string {
  return isEdit(revision) ? revision.id : shown_revision
}

/** Throws `not_in_review` if the current text is not the one that the person saw. `seen`: undefined if the person named none. */
export function refuseUnseen(text: string, seen: string | undefined): void {
  if (seen !== undefined && seen !== text) throw new Problem('not_in_review', sentences.textChanged)
}
