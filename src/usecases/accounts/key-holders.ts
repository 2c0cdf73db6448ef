// Looks up the holder of an API key or of an access token, and caches it for a second: most requests come with a key that has just been looked up.
import { limits } from '../../contract/limits.ts'
import { isOAuthToken, sha256 } from '../../domain/ids.ts'
import { tokenHolder } from '../../store/accounts/connections.ts'
import { type KeyHolder, keyHolder } from '../../store/accounts/keys.ts'
import type { Db } from '../../store/database/schema.ts'
import type { Signals } from '../signals.ts'

/** How long another process may still accept a key that was revoked here. */
const rememberedMs = 1_000

export type KeyHolders = {
  /** The holder of a key that was found within the last second, unless a key was revoked since. */
  remembered(key: string): KeyHolder | undefined
  /** The holder of a key or an access token; undefined when it is unknown, revoked or expired. */
  find(key: string): Promise<KeyHolder | undefined>
}

/**
 * The key holders of a process. Calls `noteUse` for a key whose use was not noted lately. The cache is emptied at once when this
 * process revokes a key, and within a second when another process does.
 */
export function createKeyHolders(
  db: Db,
  { now, onSignal, noteUse }: Signals & { noteUse(keyId: string): Promise<void> },
): KeyHolders {
  let known = new Map<string, KeyHolder>()
  let since = now()
  const forget = () => {
    known = new Map()
    since = now()
  }
  onSignal('keys', forget)
  return {
    remembered(key) {
      const age = now() - since
      if (age < 0 || age >= rememberedMs) forget()
      return known.get(key)
    },
    async find(key) {
      // A key that is revoked during the query goes into the old map, which nobody reads any more.
      const asked = known
      const found = await (isOAuthToken(key, 'access') ? tokenHolder : keyHolder)(db, sha256(key))
      if (!found || (found.validUntil !== null && found.validUntil <= now())) return undefined
      const { lastUsedAt, validUntil: _, ...holder } = found
      asked.set(key, holder)
      // The request does not wait for the note. If it cannot be written, a later request writes it.
      if (now() - (lastUsedAt ?? 0) >= limits.keyUseNotedMs) noteUse(holder.keyId).catch(() => {})
      return holder
    },
  }
}
