// Which decisions of the moderation worker can share a transaction.
import type { PostStatus } from '../../contract/posts.ts'

/** Whether a decision is on a first text and moves no money: then it changes rows of its post alone, and appends others. */
export const changesPostAlone = ({ to, revisionId, postId }: { to: PostStatus; revisionId: string; postId: string }) =>
  to !== 'rejected' && revisionId === postId
