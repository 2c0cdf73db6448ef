// Checks a body against the shape and the rules of a site: everything about a post that can be known without moderation.
import type { SiteRow, TimeMembers } from '../contract/sites.ts'
import { type AskingPrice, askingPriceErrors } from './asking-price.ts'
import { checkEventTimes } from './event-times.ts'
import { checkLocation, type Place, type PlaceLookup } from './location.ts'
import type { PostFacts, PostFields } from './post.ts'
import { bodyShape, type Shape, show } from './shape.ts'
import { storableText } from './text.ts'
import { wordCountErrors } from './word-count.ts'

/** A body as far as its rules go: its members as they are stored, its times and its place, and what a dry run tells about them. */
export type CheckedPost = {
  fields: PostFields
  times: PostFacts['times']
  place: PostFacts['place']
  flags: string[]
}

const shapes = new WeakMap<SiteRow, Shape>()

function shapeOf(site: SiteRow): Shape {
  const shape = shapes.get(site) ?? bodyShape(site.body)
  shapes.set(site, shape)
  return shape
}

/**
 * Checks a body for a site at `now`, epoch milliseconds (contract.md §3). Answers every error, JSON pointer first, or else the
 * post. A rule between members is asked only where the members fit their schema, so that nothing is said twice.
 */
export async function checkPost(
  site: SiteRow,
  body: unknown,
  { now, places }: { now: number; places: PlaceLookup },
): Promise<{ errors: string[]; post: CheckedPost }> {
  const text = storableText(body)
  const errors = [...text.errors, ...shapeOf(site)(text.value)]
  const fields = (isObject(text.value) ? text.value : {}) as PostFields
  const faulty = new Set(errors.map(error => error.split(/[:/]/, 2)[1]))
  const sound = (...names: string[]) => isObject(text.value) && !names.some(name => faulty.has(name))
  const given = (...names: string[]) => names.filter(name => sound(name) && fields[name] !== undefined)

  const { timed } = site
  const times =
    timed && sound(timed.start, timed.end, timed.series) ? checkTimes(timed, fields, sound(timed.zone), now) : null
  if (times) errors.push(...times.errors)
  let place: Place | undefined
  if (sound('location') && fields.location) {
    const checked = await checkLocation(fields.location, '/location', places)
    errors.push(...checked.errors)
    place = checked.place
  }
  for (const name of given(...site.urls)) errors.push(...urlErrors(`/${name}`, fields[name] as string))
  if (site.words && sound(site.text.body))
    errors.push(...wordCountErrors(fields[site.text.body] as string, site.words, `/${site.text.body}`))
  for (const name of given(...site.money)) errors.push(...askingPriceErrors(fields[name] as AskingPrice, `/${name}`))
  if (sound() && site.needsOneOf.length > 0 && site.needsOneOf.every(name => !(name in fields)))
    errors.push(`/${site.needsOneOf[0]}: is missing; it takes ${site.needsOneOf.join(', ')} or both`)
  return {
    errors,
    post: {
      fields,
      times: times?.times?.occurrences ?? [],
      place: place ? { lat: place.lat, lon: place.lon, state: place.state } : null,
      flags: times?.times?.flags ?? [],
    },
  }
}

/** What is wrong with the zone has been said when it is no text; the times can be read without it. */
function checkTimes(names: TimeMembers, fields: PostFields, zoneIsText: boolean, now: number) {
  return checkEventTimes(names, zoneIsText ? fields : { ...fields, [names.zone]: 'UTC' }, now)
}

function urlErrors(pointer: string, text: string): string[] {
  const right = 'it takes a public https URL such as "https://example.org/meet"'
  if (!URL.canParse(text)) return [`${pointer}: got ${show(text)}, which is no URL; ${right}`]
  const url = new URL(text)
  if (url.username || url.password) return [`${pointer}: got a URL with a user name or password; ${right}`]
  if (!/[a-z]/i.test(url.hostname.split('.').at(-1) ?? '') || !url.hostname.includes('.'))
    return [`${pointer}: got the host ${show(url.hostname)}, which is not public; ${right}`]
  return []
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
