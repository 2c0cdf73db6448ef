// Decides an item of the queue on the text that its page shows now.
import assert from 'node:assert/strict'
import type { Platform } from '../../src/usecases/platform.ts'
import { decideItem, type ItemDecision } from '../../src/usecases/review/decide-item.ts'
import { itemContext } from '../../src/usecases/review/item-context.ts'
import type { Item } from '../../src/usecases/review/queue.ts'

/** Keeps a decision and returns it. Throws the problems of `decideItem`. */
export async function decideAsShown(platform: Platform, of: Item & { reviewer: string; decision: ItemDecision }) {
  const { text, reports } = await itemContext(platform, of, of.reviewer)
  const read = of.kind === 'report' && of.decision.action === 'dismiss' && { reports: reports.map(({ id }) => id) }
  const kept = await decideItem(platform, { ...of, decision: { ...of.decision, ...read }, seen: text.id })
  assert.ok(kept !== 'changed')
  return kept
}
