// Publishes a batch of synthetic posts at once, for trying a platform out with many posts on it.
import type { Scope } from './scope.ts'

/** Publishes posts. */
export async function seedPosts(_scope: Scope, _input: { actor: string; reserve: number }): Promise<{ accountId: string }> {
  throw new Error('not there yet')
}
