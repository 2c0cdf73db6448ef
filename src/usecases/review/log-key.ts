// Opens the key of the log of decisions, and makes it when the first entry is sealed.
import type { LogKey } from '../../domain/review/log-key.ts'
import { logHead } from '../../store/posts/decision-log.ts'
import { logKeyName, storedLogKey } from '../../store/posts/log-key.ts'
import type { Platform } from '../platform.ts'

/** The key; null while there is none. Throws when neither secret of the platform opens it. */
export async function readLogKey({ db, logSealing }: Platform): Promise<LogKey | null> {
  const sealed = await storedLogKey(db)
  return sealed === undefined ? null : (JSON.parse(logSealing.open(sealed, logKeyName)) as LogKey)
}

/**
 * The key, made if there is none. The log is keyed from the entry after its end; the sealed key has the hash of the chain up to there,
 * so that earlier entries cannot be changed either. Throws like `readLogKey`.
 */
export async function logKey(platform: Platform): Promise<LogKey> {
  const known = await readLogKey(platform)
  if (known) return known
  const head = await logHead(platform.db)
  const [from, hash] = [head?.position ?? 0, head?.hash ?? '']
  const made: LogKey = { key: platform.logSealing.freshKey(), from, hash, since: platform.now() }
  await platform.act('keepLogKey', { sealed: platform.logSealing.seal(JSON.stringify(made), logKeyName) })
  // Another process may have made it first.
  const kept = await readLogKey(platform)
  if (!kept) throw new Error('the key of the log of decisions was not kept')
  if (kept.from > 0) platform.log.warn({ from: kept.from }, 'the log of decisions is keyed from here on')
  return kept
}

/** Seals the key under the current secret of the platform, and returns what became of it. */
export async function resealLogKey({
  db,
  logSealing,
  act,
}: Platform): Promise<'none' | 'current' | 'resealed' | 'unreadable'> {
  const from = await storedLogKey(db)
  if (from === undefined) return 'none'
  let to: string
  try {
    to = logSealing.reseal(from, logKeyName)
  } catch {
    return 'unreadable'
  }
  if (to === from) return 'current'
  await act('resealLogKey', { from, to })
  return 'resealed'
}
