// Adds and removes entries of the lists, and counts what they have found. Both changes are in the log of decisions, without the value.
import { limits } from '../../contract/limits.ts'
import { type EntryAction, type EntryKind, listRule } from '../../contract/moderation/list-entries.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import {
  addHits,
  countEntries,
  deleteEnded,
  deleteEntry,
  entryBySeq,
  entryOf,
  insertEntry,
  noteListChange,
  setEnforced,
} from '../../store/review/list-entries.ts'
import type { Scope } from '../scope.ts'

/** An entry whose members are checked, and whose value is in normal form. */
export type CheckedEntry = {
  kind: EntryKind
  value: string
  action: EntryAction
  category: string | null
  note: string
  shadow: boolean
  advice: boolean
  expiresAt: number | null
}

/**
 * Adds entries; returns their numbers, null for one whose value is on a list. Throws `invalid` past `limits.listEntries`; then none is
 * added.
 */
export async function addListEntries(
  scope: Scope,
  { entries, actor }: { entries: readonly CheckedEntry[]; actor: string },
): Promise<(number | null)[]> {
  const { db } = scope
  const added: (number | null)[] = []
  let room = limits.listEntries - (await countEntries(db))
  for (const entry of entries) {
    const known = await entryOf(db, entry.kind, entry.value)
    if (!known && room-- <= 0)
      throw new Problem('invalid', `The lists take at most ${limits.listEntries} entries: remove some first.`)
    added.push(known ? null : await addEntry(scope, entry, actor))
  }
  if (added.some(seq => seq !== null)) await noteListChange(db)
  return added
}

async function addEntry({ db, now }: Scope, entry: CheckedEntry, actor: string): Promise<number> {
  const { kind, value, action, category, note, shadow, advice, expiresAt } = entry
  const seq = await insertEntry(db, {
    ...{ kind, value, action, category, note, shadow: shadow ? 1 : 0, advice: advice ? 1 : 0 },
    ...{ added_by: actor, created_at: now, expires_at: expiresAt },
  })
  await logDecision(db, {
    ...{ decider: 'person', actor, action: 'list-add', subject: listRule(seq), reason: note, now },
    detail: { kind, does: action, category, shadow, advice },
  })
  return seq
}

/** Removes an entry. Throws `not_found`. */
export async function removeListEntry(
  { db, now }: Scope,
  { seq, actor, reason }: { seq: number; actor: string; reason: string },
): Promise<void> {
  const entry = await entryBySeq(db, seq)
  if (!entry) throw new Problem('not_found', `There is no entry ${listRule(seq)}.`)
  await deleteEntry(db, seq)
  await noteListChange(db)
  const { kind, action, hits } = entry
  await logDecision(db, {
    ...{ decider: 'person', actor, action: 'list-remove', subject: listRule(seq), reason, now },
    detail: { kind, does: action, hits },
  })
}

/** Lets an entry that was tried out take effect. Throws `not_found`. */
export async function enforceListEntry(
  { db, now }: Scope,
  { seq, actor }: { seq: number; actor: string },
): Promise<void> {
  const entry = await entryBySeq(db, seq)
  if (!entry) throw new Problem('not_found', `There is no entry ${listRule(seq)}.`)
  if (entry.shadow === 0) return
  await setEnforced(db, seq)
  await noteListChange(db)
  await logDecision(db, {
    ...{ decider: 'person', actor, action: 'list-enforce', subject: listRule(seq), reason: '', now },
    detail: { kind: entry.kind, does: entry.action, hits: entry.hits },
  })
}

/** What the entries of a process have found since it last told: texts by entry. `at` is epoch ms. */
export type Hits = { seq: number; hits: number; at: number; texts: readonly string[] }

/** Adds the hits that a process has counted, and deletes the entries that have ended. */
export async function countListHits({ db, now }: Scope, { hits }: { hits: readonly Hits[] }): Promise<void> {
  // In one order, so that two processes do not wait for each other.
  for (const each of hits.toSorted((a, b) => a.seq - b.seq)) await addHits(db, each, limits.listedTexts)
  await deleteEnded(db, now)
}
