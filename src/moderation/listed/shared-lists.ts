// The lists as bytes that all threads of a process share, so that a job on a text carries them without a copy.
import { type Entry, type Matcher, matcherOf } from './matcher.ts'

/** The entries in force. `key` is another one after each change, in every process. */
export type SharedLists = { readonly key: string; readonly bytes: Uint8Array }

let made = 0

/** Shares entries; null where there are none. */
export function sharedLists(entries: readonly Entry[]): SharedLists | null {
  if (entries.length === 0) return null
  const text = new TextEncoder().encode(JSON.stringify(entries))
  const bytes = new Uint8Array(new SharedArrayBuffer(text.length))
  bytes.set(text)
  return { key: `${process.pid}.${++made}`, bytes }
}

/** Matchers that this thread has made. The tests of one process have several platforms. */
const known = new Map<string, Matcher>()
const mostKnown = 4

/** The matcher of shared entries, made once in a thread. */
export function matcherFor({ key, bytes }: SharedLists): Matcher {
  const before = known.get(key)
  if (before) return before
  // A decoder takes no shared memory.
  const matcher = matcherOf(JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes))) as Entry[])
  known.set(key, matcher)
  for (const old of known.keys()) {
    if (known.size <= mostKnown) break
    known.delete(old)
  }
  return matcher
}
