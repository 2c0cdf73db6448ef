// Adds entries to the lists of the platform, removes them, and passes them on as feeds.
import type { CheckedEntry } from '../../actions/review/list-entries.ts'
import { limits } from '../../contract/limits.ts'
import { type EntryAction, type EntryKind, entryActions, entryKinds } from '../../contract/moderation/list-entries.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { dayMs } from '../../contract/spans.ts'
import { isObject } from '../../domain/is-object.ts'
import { categoryOf } from '../../domain/review/policy-category.ts'
import { normalValue, takes } from '../../moderation/listed/normal-values.ts'
import { type ListEntry, listEntries } from '../../store/review/list-entries.ts'
import type { Platform } from '../platform.ts'
import { sayable } from './decide-item.ts'

/** An entry as a person, a file or a command gives it. `days`: how long it counts; left out for always. */
export type GivenEntry = {
  kind: string
  value: string
  action?: string | undefined
  category?: string | null | undefined
  note?: string | undefined
  shadow?: boolean | undefined
  days?: number | undefined
}

const oneOf = <T extends string>(what: string, all: readonly T[], given: string): T => {
  const found = all.find(each => each === given)
  if (found) return found
  throw new Problem('invalid', `${what}: got ${JSON.stringify(given)}; it takes ${all.join(', ')}`)
}

/** Checks an entry. `advice`: another platform gives it, so it only flags. Throws `invalid`. */
export function checkedEntry(platform: Platform, given: GivenEntry, advice = false): CheckedEntry {
  const kind: EntryKind = oneOf('kind', entryKinds, given.kind)
  const action: EntryAction = advice ? 'flag' : oneOf('action', entryActions, given.action ?? 'flag')
  const value = normalValue(kind, given.value)
  if (value === null)
    throw new Problem('invalid', `value: got ${JSON.stringify(given.value)}; a ${kind} takes ${takes[kind]}`)
  const category = given.category || null
  if (category !== null && !categoryOf(platform.policy, category) && !advice)
    throw new Problem('invalid', `category: the policy has no category ${JSON.stringify(category)}`)
  if (category === null && action === 'refuse')
    throw new Problem('invalid', 'category: an entry that refuses takes a category of the policy')
  const note = sayable(given.note ?? '').trim()
  if ([...note].length > limits.listNote)
    throw new Problem('invalid', `note: it takes at most ${limits.listNote} characters`)
  const { days } = given
  if (days !== undefined && !(Number.isSafeInteger(days) && days >= 1 && days <= mostDays))
    throw new Problem('invalid', `days: got ${days}; it takes a whole number from 1 to ${mostDays}`)
  const expiresAt = days === undefined ? null : platform.now() + days * dayMs
  const known = category !== null && categoryOf(platform.policy, category) ? category : null
  return { kind, value, action, category: known, note, shadow: given.shadow === true, advice, expiresAt }
}

const mostDays = 3_650

const atOnce = 200

/** Adds entries, in force in this process at once and in others within seconds. Returns their numbers, null for those on a list. */
export async function addEntries(
  platform: Platform,
  { entries, actor }: { entries: readonly CheckedEntry[]; actor: string },
): Promise<(number | null)[]> {
  const added: (number | null)[] = []
  // A large feed must not hold the writer for long.
  for (let from = 0; from < entries.length; from += atOnce)
    added.push(...(await platform.act('addListEntries', { entries: entries.slice(from, from + atOnce), actor })))
  await platform.lists.follow()
  return added
}

/** Removes an entry. Throws `not_found`. */
export async function removeEntry(
  platform: Platform,
  removed: { seq: number; actor: string; reason: string },
): Promise<void> {
  await platform.act('removeListEntry', removed)
  await platform.lists.follow()
}

/** Lets an entry that was tried out take effect. Throws `not_found`. */
export async function enforceEntry(platform: Platform, entry: { seq: number; actor: string }): Promise<void> {
  await platform.act('enforceListEntry', entry)
  await platform.lists.follow()
}

/** The entries, the newest first, at most `limit`. Throws `invalid` for an unknown kind. */
export async function entriesOf(
  { db }: Platform,
  { kind, words, limit = limits.listEntries }: { kind?: string | undefined; words?: string; limit?: number },
): Promise<ListEntry[]> {
  const known = kind === undefined ? undefined : oneOf('kind', entryKinds, kind)
  return listEntries(db, { kind: known, limit, ...(words !== undefined && { words }) })
}

const feedFormat = 'handbill-lists-1'

type FeedEntry = Pick<ListEntry, 'kind' | 'value' | 'action' | 'category' | 'note'>

/** The entries in force that are the platform's own, for other platforms. Phone numbers may be those of persons. */
export async function feedOf(
  { db, now }: Platform,
  { phones }: { phones: boolean },
): Promise<{ format: string; entries: FeedEntry[] }> {
  const rows = await listEntries(db, { limit: limits.listEntries })
  const entries = rows
    .filter(({ kind, shadow, advice, expires_at: ends }) => {
      if (shadow === 1 || advice === 1 || (ends !== null && ends <= now())) return false
      return phones || kind !== 'phone'
    })
    .map(({ kind, value, action, category, note }) => ({ kind, value, action, category, note }))
  return { format: feedFormat, entries }
}

/** The entries of a feed, unchecked. Throws `invalid` for another document. */
export function readFeed(text: string): GivenEntry[] {
  const refuse = (why: string) => new Problem('invalid', `The feed ${why}.`)
  let feed: unknown
  try {
    feed = JSON.parse(text)
  } catch {
    throw refuse('is no JSON document')
  }
  const { format, entries } = isObject(feed) ? feed : {}
  if (format !== feedFormat || !Array.isArray(entries)) throw refuse(`has another format than ${feedFormat}`)
  if (entries.length > limits.listEntries) throw refuse(`has more than ${limits.listEntries} entries`)
  return entries.map((entry, i) => {
    const said = isObject(entry) ? entry : {}
    const of = (name: string) => (typeof said[name] === 'string' ? said[name] : undefined)
    const [kind, value] = [of('kind'), of('value')]
    if (kind === undefined || value === undefined) throw refuse(`has no kind or value in entry ${i + 1}`)
    return { kind, value, action: of('action'), category: of('category'), note: of('note') }
  })
}
