// The members of a text as the fields of a form, made from the shape of its site, and the text that comes back from the form.
import type { SiteRow, TimeMembers } from '../../../contract/sites.ts'
import { capital } from '../../../contract/words.ts'
import { isObject } from '../../../domain/is-object.ts'
import { epochOf } from '../../../domain/times/event-times.ts'
import { formatInZone, instantOf, isTimeZone } from '../../../domain/times/zones.ts'

/** A field. `name`: the names of the members on the way to it, with full stops between. */
export type FormField = {
  name: string
  /** The group of the field, such as one date of a series; empty for a field that stands alone. */
  group: string
  label: string
  hint: string
  kind: 'line' | 'text' | 'time' | 'choice'
  value: string
  maxLength: number | undefined
  choices: readonly string[]
}

type Members = Record<string, unknown>
type Shape = {
  type?: string
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
  enum?: unknown[]
  maxLength?: number
  maxItems?: number
  description?: string
}

/** Empty rows for further dates of a series. */
const blankRows = 1

/** The fields of a text, in the order of the shape. */
export function fieldsOf(site: SiteRow, text: Members): FormField[] {
  return membersShown(site, text).flatMap(([name, shape]) => fieldsAt(site, text, name, shape, text[name]))
}

/** The members that the form has: those of the shape, with the times in the form in which the text has them. */
function membersShown({ body, timed, editMembers }: SiteRow, text: Members): [string, Shape][] {
  const shape = body as Shape
  const hidden = !timed ? [] : timed.series in text ? [timed.start, timed.end] : [timed.series]
  return Object.entries(shape.properties ?? {})
    .filter(([name]) => !(hidden as readonly string[]).includes(name))
    .map(([name, own]) => [
      name,
      timed && name === timed.series ? ((editMembers[name] as Shape).anyOf?.[0] ?? own) : own,
    ])
}

function fieldsAt(site: SiteRow, text: Members, name: string, shape: Shape, value: unknown): FormField[] {
  if (shape.properties) {
    const inner = isObject(value) ? value : {}
    return Object.entries(shape.properties).flatMap(([part, each]) =>
      fieldsAt(site, text, `${name}.${part}`, each, inner[part]),
    )
  }
  if (shape.items?.properties) {
    const rows = Array.isArray(value) ? value : []
    const count = Math.min(rows.length + blankRows, shape.maxItems ?? rows.length)
    return Array.from({ length: count }, (_, i) =>
      fieldsAt(site, text, `${name}.${i}`, shape.items as Shape, rows[i]),
    ).flat()
  }
  return [fieldOf(site, text, name, shape, value)]
}

function fieldOf({ timed }: SiteRow, text: Members, name: string, shape: Shape, value: unknown): FormField {
  const last = name.slice(name.lastIndexOf('.') + 1)
  const { maxLength, description = '' } = shape
  const bare = { name, ...labelsOf(name), hint: description, maxLength, choices: [], value: written(value) }
  if (timed && isTime(timed, last)) {
    const zone = text[timed.zone]
    const hint = 'Local time.'
    return { ...bare, kind: 'time', hint, value: typeof value === 'string' ? wallTime(value, zone) : '' }
  }
  if (timed && last === timed.statusOfOne && name.startsWith(`${timed.series}.`))
    return { ...bare, kind: 'choice', hint: '', choices: statuses, value: written(value) || statuses[0] }
  if (shape.enum) return { ...bare, kind: 'choice', choices: ['', ...shape.enum.map(String)] }
  if (shape.items) return { ...bare, kind: 'line', maxLength: undefined, value: ((value ?? []) as string[]).join(', ') }
  return { ...bare, kind: (maxLength ?? 0) > 300 && !isAddress(shape) ? 'text' : 'line' }
}

const statuses = ['scheduled', 'cancelled'] as const

const isTime = ({ start, end }: TimeMembers, name: string) => name === start || name === end

const isAddress = (shape: Shape) => 'pattern' in shape

const written = (value: unknown) => (value === undefined || value === null ? '' : String(value))

/** `location.city.name` as the group "Location" and the label "City, name"; rows of a series count from 1. */
function labelsOf(name: string): { group: string; label: string } {
  const parts = name.split('.').map(part => part.replaceAll('_', ' '))
  const [first = '', second = ''] = parts
  const isRow = /^\d+$/.test(second)
  const group = isRow ? `${first.replace(/s$/, '')} ${Number(second) + 1}` : first
  const rest = parts.slice(isRow ? 2 : 1)
  return rest.length === 0
    ? { group: '', label: capital(first) }
    : { group: capital(group), label: capital(rest.join(', ')) }
}

/** A stored time as the clock in the zone shows it, in the form of a browser's field; the text itself where the zone is wrong. */
function wallTime(text: string, zone: unknown): string {
  if (typeof zone !== 'string' || !isTimeZone(zone)) return text
  return formatInZone(zone, epochOf(text)).slice(0, 16)
}

/** The text that a form gives. `read` gives the value of a field by its name; `before` is the text that the form showed. */
export function textFrom(site: SiteRow, before: Members, read: (name: string) => string): Members {
  const asked = site.timed ? read(site.timed.zone).trim() : ''
  // A wrong zone is a fault of its own, so the times are read in the zone before.
  const zone = site.timed && !isTimeZone(asked) ? String(before[site.timed.zone]) : asked
  const from = { site, before, read, zone }
  return Object.fromEntries(
    membersShown(site, before).flatMap(([name, shape]) => {
      const value = valueAt(from, name, shape, before[name])
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

type From = { site: SiteRow; before: Members; read: (name: string) => string; zone: string }

/** The value of a member; undefined where all its fields are empty. */
function valueAt(from: From, name: string, shape: Shape, before: unknown): unknown {
  if (shape.properties) {
    const known = isObject(before) ? before : {}
    const parts = Object.entries(shape.properties).flatMap(([part, each]) => {
      const value = valueAt(from, `${name}.${part}`, each, known[part])
      return value === undefined ? [] : [[part, value]]
    })
    return parts.length === 0 ? undefined : Object.fromEntries(parts)
  }
  if (shape.items?.properties) {
    const rows = Array.isArray(before) ? before : []
    const count = shape.maxItems ?? rows.length + blankRows
    const values = Array.from({ length: count }, (_, i) => valueAt(from, `${name}.${i}`, shape.items as Shape, rows[i]))
    return values.filter(value => value !== undefined)
  }
  return leafOf(from, name, shape, before)
}

function leafOf(
  { site: { timed }, before: text, read, zone }: From,
  name: string,
  shape: Shape,
  before: unknown,
): unknown {
  const value = read(name).replaceAll('\r\n', '\n')
  const last = name.slice(name.lastIndexOf('.') + 1)
  if (timed && last === timed.statusOfOne) return value === 'cancelled' ? value : undefined
  if (value.trim() === '') return undefined
  if (timed && isTime(timed, last)) return timeFrom(value.trim(), { zone, before, zoneBefore: text[timed.zone] })
  if (shape.items) return value.split(/[,\s]/).filter(Boolean)
  if (shape.type === 'integer' || shape.type === 'number') return numberFrom(value.trim())
  return value
}

/** A local time with the offset of the zone; the stored time where it is the same. Another text stays, for the check to name. */
function timeFrom(value: string, { zone, before, zoneBefore }: { zone: string; before: unknown; zoneBefore: unknown }) {
  if (typeof before === 'string' && zone === zoneBefore && wallTime(before, zone) === value.slice(0, 16)) return before
  if (value.length > 19 || !isTimeZone(zone)) return value
  const local = Date.parse(`${value}Z`)
  const instant = Number.isNaN(local) ? null : instantOf(zone, local)
  return instant === null ? value : formatInZone(zone, instant)
}

function numberFrom(value: string): number | string {
  const number = value.length > 30 ? Number.NaN : Number(value.replace(',', '.'))
  return Number.isNaN(number) ? value : number
}
