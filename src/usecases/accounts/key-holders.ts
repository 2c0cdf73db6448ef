// Who holds an API key, remembered for a second: most requests come with a key that has just been looked up.
import type { Kysely } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { sha256 } from '../../domain/ids.ts'
import type { Database } from '../../store/database/schema.ts'
import { type KeyHolder, keyHolder } from '../../store/money/keys.ts'
import type { Signals } from '../signals.ts'

/** The longest that another process may go on taking a key that was revoked here. */
const rememberedMs = 1_000

export type KeyHolders = {
  /** The holder of a key that was found within the last second, unless a key was revoked since. */
  remembered(key: string): KeyHolder | undefined
  /** The holder of a key; undefined when it is unknown or revoked. */
  find(key: string): Promise<KeyHolder | undefined>
}

/** `noteUse` is called when it was not noted lately that a key is in use. Forgets everything at once when a key is revoked by this process, and within a second when another process does it. */
export function createKeyHolders(
  db: Kysely<Database>,
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
      // What is read before a key is revoked goes into a map that nobody asks any more.
      const asked = known
      const found = await keyHolder(db, sha256(key))
      if (!found) return undefined
      const { lastUsedAt, ...holder } = found
      asked.set(key, holder)
      // Nobody waits for it, and nothing hangs on it: where it cannot be written now it is with a later request.
      if (now() - (lastUsedAt ?? 0) >= limits.keyUseNotedMs) noteUse(holder.keyId).catch(() => {})
      return holder
    },
  }
}
