// The public form of the log of decisions: enough to recompute its chain, and nothing that could tell who decided.
import { invalid, Problem } from '../../contract/problems/problem.ts'
import { digestOf, type LogRow, publishingEntry, sealedAfter } from '../../store/posts/decision-log.ts'
import type { Platform } from '../platform.ts'
import { logHeadView } from './transparency.ts'

/** Entries of one page of the log. */
const entriesPerPage = 500

/**
 * An entry as everybody sees it: its place in the chain, and its hash. `seq` and `digest` of a decision of a model or a rule on a
 * post; those of other entries are missing, because a digest of few possible contents tells its content to who tries them all.
 */
export type PublicEntry = { entry: number; hash: string; seq?: number; digest?: string }

/** The page of the log after an entry; `before` is the hash of that entry, empty at the beginning. */
export async function logPage(platform: Platform, after: number) {
  if (!Number.isSafeInteger(after) || after < 0) throw invalid(['/after: takes the number of an entry, or 0'])
  const { db } = platform
  const [end, rows] = [await logHeadView(platform), await sealedAfter(db, Math.max(after - 1, 0), entriesPerPage + 1)]
  const first = after === 0 ? '' : rows[0]?.position === after ? rows[0].hash : null
  if (first === null) throw new Problem('not_found', `The log has no entry ${after}.`)
  const entries = rows.filter(({ position }) => position! > after).slice(0, entriesPerPage)
  return { after, before: first ?? '', entries: entries.map(publicEntry), end }
}

/** The digest is made anew of what the entry says now, so that an entry that was changed does not fit its hash. */
function publicEntry(row: LogRow): PublicEntry {
  const { position, hash, seq, decider, post_id: postId } = row
  const place = { entry: position!, hash: hash! }
  const isOpen = (decider === 'model' || decider === 'rule') && postId !== null
  return isOpen ? { ...place, seq, digest: digestOf(row) } : place
}

/** Who published the text that a post shows: the kind of decider, when (epoch ms), and the entry of the log once it is sealed. */
export type Checked = { decider: LogRow['decider']; at: number; entry: number | null }

/** Null for a post whose publication has no entry. */
export async function checkedOf({ db }: Platform, postId: string): Promise<Checked | null> {
  const found = await publishingEntry(db, postId)
  return found ? { decider: found.decider, at: found.created_at, entry: found.position } : null
}

export type LogEntryView = PublicEntry & { before: string }

/** One entry with the hash of the entry before it. Throws `not_found` for a number that no sealed entry has. */
export async function logEntry({ db }: Platform, entry: number): Promise<LogEntryView> {
  const rows = Number.isSafeInteger(entry) && entry > 0 ? await sealedAfter(db, Math.max(entry - 2, 0), 2) : []
  const row = rows.find(({ position }) => position === entry)
  if (!row) throw new Problem('not_found', 'The log has no such entry.')
  const before = rows.find(({ position }) => position === entry - 1)?.hash ?? ''
  return { ...publicEntry(row), before }
}
