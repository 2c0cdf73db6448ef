// The ETag of a post as its owning key sees it, and the check of If-Match (RFC 9110 §13.1.1).
import { Problem } from '../../contract/problems/problem.ts'
import { sha256 } from '../../domain/ids.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import type { RevisionRow } from '../../store/posts/revisions.ts'

/** The tag of the state of a post: other with each decision, edit and correction, and the same while a text waits. */
export function postTag(post: PostRow, latest: RevisionRow | undefined): string {
  const { id, status, version, event, latest_revision } = post
  const state = [id, status, version, event, latest_revision, latest?.status ?? status]
  return `"${sha256(JSON.stringify(state)).slice(0, 20)}"`
}

/** Throws `changed` unless one of the tags in an If-Match header is that of the post. Without the header it passes. */
export function refuseChanged(ifMatch: string | undefined, post: PostRow, latest: RevisionRow | undefined): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const tag = postTag(post, latest)
  const named = ifMatch.split(',').map(text => text.trim().replace(/^W\//, ''))
  if (named.includes(tag)) return
  throw new Problem('changed', `The post is not as it was under this tag: its ETag is ${tag} now.`, {
    headers: { etag: tag },
  })
}
