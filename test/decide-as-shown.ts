// Decides an item of the queue as somebody does who has just opened it.
import assert from 'node:assert/strict'
import type { Platform } from '../src/usecases/platform.ts'
import { decideItem, type ItemDecision } from '../src/usecases/review/decide-item.ts'
import { itemContext } from '../src/usecases/review/item-context.ts'
import type { Item } from '../src/usecases/review/queue.ts'

/** The decision, which is kept for some seconds. Throws what `decideItem` throws. */
export async function decideAsShown(platform: Platform, of: Item & { reviewer: string; decision: ItemDecision }) {
  const { text } = await itemContext(platform, of, of.reviewer)
  const kept = await decideItem(platform, { ...of, seen: text.id })
  assert.ok(kept !== 'changed')
  return kept
}
