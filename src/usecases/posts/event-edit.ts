// Reads the status changes in an edit of an event: cancelled, restored, or single times cancelled.
import { type EventStatus, eventStatuses, statusSpellings } from '../../contract/posts.ts'
import type { TimeMembers } from '../../contract/sites.ts'
import { isObject } from '../../domain/is-object.ts'
import {
  type EventChange,
  eventOf,
  otherStarts,
  type PostFacts,
  type PostFields,
  stillCancelled,
} from '../../domain/posts/post.ts'
import { show } from '../../domain/shape.ts'
import { epochOf } from '../../domain/times/event-times.ts'

type Members = Record<string, unknown>

/** A patch without its statuses, the status of the event, whether each time of a series is cancelled, and the faults. */
export type AskedEdit = { patch: Members; status: EventStatus | undefined; cancelled: boolean[]; errors: string[] }

/** Separates the statuses from a patch. */
export function readStatuses(names: TimeMembers, { [names.status]: written, ...patch }: Members): AskedEdit {
  const status = statusSpellings[written as string] ?? written
  const errors = statusProblems(names.status, status, patch)
  const cancelled: boolean[] = []
  const withoutStatus = (time: unknown, i: number) => {
    const { [names.statusOfOne]: written = 'scheduled', ...bare } = Object(time) as Members
    const ofOne = statusSpellings[written as string] ?? written
    if (ofOne !== 'cancelled' && ofOne !== 'scheduled')
      errors.push(`/${names.series}/${i}/${names.statusOfOne}: got ${show(written)}; it takes cancelled, scheduled`)
    cancelled.push(ofOne === 'cancelled')
    return isObject(time) ? bare : time
  }
  const series = patch[names.series]
  if (Array.isArray(series)) patch[names.series] = series.map(withoutStatus)
  return { patch, status: status as EventStatus | undefined, cancelled, errors }
}

function statusProblems(name: string, status: unknown, patch: object): string[] {
  if (status === undefined) return []
  if (!eventStatuses.includes(status as EventStatus))
    return [`/${name}: got ${show(status)}; it takes ${eventStatuses.join(', ')}`]
  if (status !== 'rescheduled' && Object.keys(patch).length > 0)
    return [`/${name}: got "${status}" beside other members; it comes alone, and is free then`]
  return []
}

/** The change of an event that is cancelled or restored. */
export function eventAsked(event: EventChange | null, asked: 'cancelled' | 'scheduled'): EventChange | null {
  return eventOf({ previousStartsAt: null, ...event, cancelled: asked === 'cancelled' })
}

/**
 * The statuses in an edit with times. A series gives the status of every time, and a time without one takes place. A cancelled
 * event takes place again if the edit gives other starts, or a series with at least one time that is not cancelled.
 */
export function statusesAsked(
  names: TimeMembers,
  { patch, cancelled }: AskedEdit,
  {
    event,
    before,
    after,
  }: { event: EventChange | null; before: PostFacts; after: { fields: PostFields; facts: PostFacts } },
): Pick<PostFacts, 'reopens' | 'statuses'> {
  if (!givesTimes(names, patch)) return {}
  const { facts, fields } = after
  const series = (fields[names.series] ?? []) as Record<string, string>[]
  const off = series.filter((_, i) => cancelled[i]).map(time => epochOf(time[names.start] ?? ''))
  const restored = stillCancelled(event, before, facts).filter(start => !off.includes(start))
  const takesPlace = off.length < facts.times.length && (series.length > 0 || otherStarts(before, facts))
  return {
    ...(event?.status === 'cancelled' && takesPlace && { reopens: true }),
    ...(off.length + restored.length > 0 && { statuses: { cancelled: off, restored } }),
  }
}

const given = (value: unknown) => value !== undefined && value !== null

function givesTimes({ start, end, series }: TimeMembers, patch: Members): boolean {
  return [start, end, series].some(name => given(patch[name]))
}

/** Removes the times in the other of the two forms when a patch gives times in one form. */
export function withoutOldTimes({ start, end, series }: TimeMembers, fields: PostFields, patch: Members): PostFields {
  const old = given(patch[series]) ? [start, end] : given(patch[start]) || given(patch[end]) ? [series] : []
  return without(fields, old)
}

/** The members of a text without some. */
export function without(fields: PostFields, names: readonly string[]): PostFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))) as PostFields
}
