// When the state of a post changed last.
import { postById } from '../../store/posts/posts.ts'
import type { Platform } from '../platform.ts'

/** The time of the last decision on a post, or of its submission (epoch ms); undefined for an unknown post. */
export async function lastChange(platform: Platform, postId: string): Promise<number | undefined> {
  const post = await postById(platform.db, postId)
  return post && Math.max(post.submitted_at, post.decided_at ?? 0, post.published_at ?? 0, post.hidden_at ?? 0)
}
