// The lists of the platform in this process: the entries in force, and what they have found.
import type { Hits } from '../../actions/review/list-entries.ts'
import { limits } from '../../contract/limits.ts'
import { entryOfRule, type Listed } from '../../contract/moderation/list-entries.ts'
import type { Entry } from '../../moderation/listed/matcher.ts'
import { type SharedLists, sharedLists } from '../../moderation/listed/shared-lists.ts'
import type { Db } from '../../store/database/schema.ts'
import { type ListEntry, listEntries, listsVersion } from '../../store/review/list-entries.ts'

export type Lists = {
  /** The entries that texts are compared with; null for none. */
  inForce(): SharedLists | null
  /** Loads the entries if they have changed, or if one has ended. A call costs one short query while they are the same. */
  follow(): Promise<void>
  /** Counts what was found in a text. `textId`: null for a text that was refused and has none. */
  note(listed: readonly Pick<Listed, 'rule'>[], textId: string | null): void
  /** Takes what was counted since the last call. */
  takeHits(): Hits[]
}

/** The lists of a database. */
export function createLists({ db, now }: { db: Db; now(): number }): Lists {
  let loaded: { version: number; until: number; shared: SharedLists | null } = {
    version: -1,
    until: Number.POSITIVE_INFINITY,
    shared: null,
  }
  let counted = new Map<number, { hits: number; at: number; texts: string[] }>()
  return {
    inForce: () => loaded.shared,
    async follow() {
      const version = await listsVersion(db)
      if (version === loaded.version && now() < loaded.until) return
      const rows = version === 0 ? [] : await listEntries(db, { limit: limits.listEntries })
      const inForce = rows.filter(({ expires_at: ends }) => ends === null || ends > now())
      const until = Math.min(...inForce.map(({ expires_at: ends }) => ends ?? Number.POSITIVE_INFINITY))
      loaded = { version, until, shared: sharedLists(inForce.map(entryIn)) }
    },
    note(listed, textId) {
      for (const { rule } of listed) {
        const seq = entryOfRule(rule)
        if (seq === null) continue
        const one = counted.get(seq) ?? { hits: 0, at: 0, texts: [] }
        one.hits++
        one.at = now()
        if (textId !== null) one.texts = [textId, ...one.texts].slice(0, limits.listedTexts)
        counted.set(seq, one)
      }
    },
    takeHits() {
      const hits = [...counted].map(([seq, each]) => ({ seq, ...each }))
      counted = new Map()
      return hits
    },
  }
}

function entryIn({ seq, kind, value, action, category, shadow }: ListEntry): Entry {
  return { seq, kind, value, action, category, ...(shadow === 1 && { shadow: true as const }) }
}
