// Decides an item of the queue on the text that its page shows now.
import assert from 'node:assert/strict'
import type { Platform } from '../../src/usecases/platform.ts'
import { decideItem, type ItemDecision } from '../../src/usecases/review/decide-item.ts'
import { itemContext } from '../../src/usecases/review/item-context.ts'
import type { Item } from '../../src/usecases/review/queue.ts'

/** Keeps a decision and returns it. Throws the problems of `decideItem`. */
export async function decideAsShown(platform: Platform, of: Item & { reviewer: string; decision: ItemDecision }) {
  const { text } = await itemContext(platform, of, of.reviewer)
  const kept = await decideItem(platform, { ...of, seen: text.id })
  assert.ok(kept !== 'changed')
  return kept
}
