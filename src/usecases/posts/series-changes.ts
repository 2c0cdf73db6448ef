// Edits single dates of a post: turns them into the whole new series, guards a series that shrinks, and tells what changes.
import { Type } from 'typebox'
import type { Change } from '../../contract/posts.ts'
import { perSite, type SiteRow, siteRow, type TimeMembers } from '../../contract/sites.ts'
import { counted } from '../../contract/words.ts'
import { type EventChange, type PostFacts, type PostFields, stillCancelled } from '../../domain/posts/post.ts'
import { bodyShape } from '../../domain/shape.ts'
import { readDateTime } from '../../domain/times/event-times.ts'
import { timeWords } from '../../domain/times/time-words.ts'
import { formatInZone } from '../../domain/times/zones.ts'

type Members = Record<string, unknown>
type Shown = { fields: PostFields; facts: PostFacts; event: EventChange | null }
type Time = { startsAt: number; endsAt: number; cancelled: boolean }

const shapeOf = perSite(({ timed, editMembers }) =>
  bodyShape(
    Type.Object(
      Object.fromEntries(
        Object.entries(editMembers).filter(([name]) => name === timed?.changes || name === timed?.confirm),
      ),
    ),
  ),
)

/** The dates of a post as they stand. A date of an event that is cancelled as a whole counts as it was before that. */
function timesOf({ facts, event }: Shown): Time[] {
  const off = stillCancelled(event, facts, facts)
  return facts.times.map(time => ({ ...time, cancelled: off.includes(time.startsAt) }))
}

/** A patch with its changes of single dates turned into the whole series, and their faults. */
export function withChanges(names: TimeMembers, site: SiteRow, patch: Members, shown: Shown) {
  const { [names.changes]: changes, [names.confirm]: confirmed, ...rest } = patch
  const asked = {
    ...(changes !== undefined && { [names.changes]: changes }),
    ...(confirmed !== undefined && { [names.confirm]: confirmed }),
  }
  const errors = shapeOf(site.id)(asked)
  const read = { patch: rest, confirmed: confirmed as number | undefined, byDate: changes !== undefined, errors }
  if (changes === undefined || errors.length > 0) return read
  const beside = [names.start, names.end, names.series].find(name => rest[name] !== undefined)
  if (beside) errors.push(`/${names.changes}: comes without ${beside}; send either`)
  const times = changed(names, changes as readonly Members[], timesOf(shown), errors)
  if (errors.length > 0) return read
  if (times.length === 0) {
    errors.push(`/${names.changes}: would leave no date; cancel the ${site.noun} (${names.status}) or delete the post`)
    return read
  }
  return { ...read, patch: { ...rest, ...membersOf(names, times, shown, rest) } }
}

/** The dates after the changes, in their order. */
function changed(names: TimeMembers, changes: readonly Members[], before: readonly Time[], errors: string[]): Time[] {
  let times = [...before]
  for (const [i, change] of changes.entries()) {
    const at = `/${names.changes}/${i}`
    const instant = (text: unknown, pointer: string): number | null => {
      const read = readDateTime(text as string)
      if (typeof read !== 'string') return read.epochMs
      errors.push(`${at}${pointer}: ${read}`)
      return null
    }
    const startsAt = instant(change[names.start], `/${names.start}`)
    if (startsAt === null) continue
    const found = times.find(time => time.startsAt === startsAt)
    const { set, cancel, add, remove } = change as { set?: Members; cancel?: boolean; add?: Members; remove?: true }
    if (add) {
      const endsAt = instant(add[names.end], `/add/${names.end}`)
      if (found) errors.push(`${at}/${names.start}: there is a date that starts then; set changes it`)
      else if (endsAt !== null) times.push({ startsAt, endsAt, cancelled: false })
      continue
    }
    if (!found) {
      const starts = before.slice(0, 5).map(time => new Date(time.startsAt).toISOString().replace('.000', ''))
      const more = before.length > 5 ? ` and ${before.length - 5} more` : ''
      errors.push(`${at}/${names.start}: no date starts then; the dates start at ${starts.join(', ')}${more}`)
    } else if (remove) times = times.filter(time => time !== found)
    else if (cancel !== undefined) times = times.map(time => (time === found ? { ...time, cancelled: cancel } : time))
    else if (set) {
      const start = set[names.start] === undefined ? found.startsAt : instant(set[names.start], `/set/${names.start}`)
      const length = found.endsAt - found.startsAt
      const end = set[names.end] === undefined ? (start ?? 0) + length : instant(set[names.end], `/set/${names.end}`)
      if (start === null || end === null) continue
      times = times.map(time => (time === found ? { ...time, startsAt: start, endsAt: end } : time))
    }
  }
  return times.sort((a, b) => a.startsAt - b.startsAt)
}

/** The members with these dates: one date without a status stays one date. */
function membersOf(names: TimeMembers, times: readonly Time[], { fields }: Shown, patch: Members): Members {
  const zone = (patch[names.zone] ?? fields[names.zone]) as string
  const written = times.map(({ startsAt, endsAt, cancelled }) => ({
    [names.start]: inZone(zone, startsAt),
    [names.end]: inZone(zone, endsAt),
    ...(cancelled && { [names.statusOfOne]: 'cancelled' }),
  }))
  const alone = fields[names.series] === undefined && times.length === 1 && !times[0]?.cancelled
  return alone ? (written[0] as Members) : { [names.series]: written }
}

/** A wrong zone is a fault of its own: the instant then stands for itself. */
function inZone(zone: string, epochMs: number): string {
  try {
    return formatInZone(zone, epochMs)
  } catch {
    return new Date(epochMs).toISOString()
  }
}

/** The fault of a series that has fewer dates than before without saying so; null where it has none. */
export function unconfirmed(
  names: TimeMembers,
  { confirmed, byDate }: { confirmed: number | undefined; byDate: boolean },
  before: PostFacts,
  after: { fields: PostFields; facts: PostFacts },
): string | null {
  const lost = before.times.length - after.facts.times.length
  if (byDate || lost <= 0)
    return confirmed === undefined || byDate ? null : `/${names.confirm}: got ${confirmed}, but no date is left out`
  if (confirmed === lost) return null
  const kept = new Set(after.facts.times.map(time => time.startsAt))
  const gone = before.times.filter(time => !kept.has(time.startsAt))
  const zone = after.fields[names.zone] as string
  const said = gone.slice(0, 5).map(time => wordsOf(zone, time))
  const more = gone.length > 5 ? ` and ${gone.length - 5} more` : ''
  const given = names.series in after.fields ? names.series : names.start
  return `/${given}: leaves out ${counted(lost, 'date')} of ${before.times.length}. These are not in it: ${said.join('; ')}${more}. Send ${names.changes} to change single dates, or ${names.confirm}: ${lost} if they are to go`
}

const wordsOf = (zone: string, { startsAt, endsAt }: Pick<Time, 'startsAt' | 'endsAt'>) =>
  timeWords({ start: formatInZone(zone, startsAt), end: formatInZone(zone, endsAt) })

/** What an edit changes, member by member and date by date. Long texts are cut. */
export function changesBetween(before: Shown, after: Shown & { site: SiteRow['id'] }): Change[] {
  const { timed } = siteRow(after.site)
  const timeMembers: readonly string[] = timed ? [timed.start, timed.end, timed.series] : []
  const names = new Set([...Object.keys(before.fields), ...Object.keys(after.fields)])
  const members = [...names]
    .filter(name => !timeMembers.includes(name))
    .flatMap((name): Change[] => {
      const [from, to] = [told(before.fields[name]), told(after.fields[name])]
      if (from === to) return []
      return [{ at: `/${name}`, from, to, why: from === null ? 'added' : to === null ? 'removed' : 'changed' }]
    })
  return timed ? [...members, ...changesOfTimes(timed, before, after)] : members
}

function told(value: unknown): string | null {
  if (value === undefined) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

function changesOfTimes(names: TimeMembers, before: Shown, after: Shown): Change[] {
  const zone = after.fields[names.zone] as string
  const at = `/${names.series}`
  const whole = ({ event }: Shown) => event?.status === 'cancelled'
  const status: Change[] =
    whole(before) === whole(after)
      ? []
      : [{ at: `/${names.status}`, from: null, to: null, why: whole(after) ? 'cancelled' : 'takes place again' }]
  const [was, is] = [timesOf(before), timesOf(after)]
  const same = (a: Time) => (b: Time) => a.startsAt === b.startsAt
  const gone = was.filter(time => !is.some(same(time)))
  const fresh = is.filter(time => !was.some(same(time)))
  const moved = gone.length === fresh.length
  const kept = was.flatMap((time): Change[] => {
    const now = is.find(same(time))
    if (!now) return []
    const [from, to] = [wordsOf(zone, time), wordsOf(zone, now)]
    if (from !== to) return [{ at, from, to, why: 'changed' }]
    if (time.cancelled === now.cancelled) return []
    return [{ at, from, to, why: now.cancelled ? 'cancelled' : 'takes place again' }]
  })
  return [
    ...status,
    ...kept,
    ...gone.map((time, i): Change => {
      const there = moved ? fresh[i] : undefined
      return {
        at,
        from: wordsOf(zone, time),
        to: there ? wordsOf(zone, there) : null,
        why: there ? 'moved' : 'removed',
      }
    }),
    ...(moved ? [] : fresh.map((time): Change => ({ at, from: null, to: wordsOf(zone, time), why: 'added' }))),
  ]
}
