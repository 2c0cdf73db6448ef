// Checks a body against the schema and the rules of a site, without moderation.
import type { FlagName } from '../../contract/moderation/flags.ts'
import { sentences } from '../../contract/sentences.ts'
import { perSite, type SiteRow, type TimeMembers } from '../../contract/sites.ts'
import { isObject } from '../is-object.ts'
import { askingPriceErrors } from '../money/asking-price.ts'
import {
  type CheckedLocation,
  candidatesShown,
  checkLocation,
  type GivenLocation,
  type Location,
  type PlaceLookup,
} from '../places/location.ts'
import { bodyShape, show } from '../shape.ts'
import { languageTag } from '../text/language-tag.ts'
import { storableText } from '../text/text.ts'
import { wordCountErrors } from '../text/word-count.ts'
import { checkEventTimes } from '../times/event-times.ts'
import { withoutNulls } from '../without-nulls.ts'
import type { PostFacts, PostFields } from './post.ts'
import { unknownMemberWords } from './proposals/member-names.ts'
import { readingsOf } from './proposals/place-readings.ts'

/** A checked body: its members as they are stored, its times, its place, and the flags of its times. */
export type CheckedPost = {
  fields: PostFields
  times: PostFacts['times']
  place: PostFacts['place']
  flags: FlagName[]
}

const shapeOf = perSite(site => bodyShape(site.body, unknownMemberWords(site)))

/**
 * Checks a body for a site at `now`, epoch milliseconds (contract.md §3). `errors` has every error, JSON pointer first, and
 * `candidates` the locations that a wrong one may mean; `post` is valid when there are no errors. A rule between members is
 * checked only where the members fit their schema, so that no fault is reported twice. null for an optional member is absence.
 */
export async function checkPost(
  site: SiteRow,
  body: unknown,
  { now, places }: { now: number; places: PlaceLookup },
): Promise<{ errors: string[]; candidates: Location[]; post: CheckedPost }> {
  const text = storableText(body)
  const value = withoutNulls(text.value, site.body)
  const found = [...text.errors, ...shapeOf(site.id)(value)]
  const fields = (isObject(value) ? value : {}) as PostFields
  const faulty = new Set(found.map(error => error.split(/[:/]/, 2)[1]))
  const sound = (...names: string[]) => isObject(value) && !names.some(name => faulty.has(name))
  const given = (...names: string[]) => names.filter(name => sound(name) && fields[name] !== undefined)

  const { errors, place, candidates } = await withLocation(site, fields, found, places)
  const { timed } = site
  const times =
    timed && sound(timed.start, timed.end, timed.series)
      ? checkTimes(site, timed, fields, sound(timed.zone), now)
      : null
  if (times) errors.push(...times.errors)
  if (site.venue && given(site.venue).length > 0 && fields.location === undefined && sound('location'))
    errors.push(`/${site.venue}: needs a location; give the country, state or city it lies in as /location`)
  for (const name of given(...site.urls)) errors.push(...urlErrors(`/${name}`, fields[name] as string))
  if (site.words && sound(site.text.body))
    errors.push(...wordCountErrors(fields[site.text.body] as string, site.words, `/${site.text.body}`))
  for (const name of given('language')) fields[name] = languageTag(String(fields[name]))
  for (const name of site.money) if (isObject(fields[name])) errors.push(...askingPriceErrors(fields[name], `/${name}`))
  if (sound() && site.needsOneOf.length > 0 && site.needsOneOf.every(name => !(name in fields)))
    errors.push(`/${site.needsOneOf[0]}: is missing; it takes ${site.needsOneOf.join(', ')} or both`)
  return {
    errors,
    candidates,
    post: {
      fields,
      times: times?.times?.occurrences ?? [],
      place: place ? { lat: place.lat, lon: place.lon, state: place.state } : null,
      flags: times?.times?.flags ?? [],
    },
  }
}

/** Adds the errors of a location. Where the schema and the places both find fault with a member, the places replace the schema. */
async function withLocation(
  site: SiteRow,
  fields: PostFields,
  errors: string[],
  places: PlaceLookup,
): Promise<CheckedLocation> {
  const { location } = fields as { location?: unknown }
  if (!('location' in site.body.properties) || location === undefined)
    return { errors, candidates: [], place: undefined }
  const { errors: inText, candidates: meant } =
    typeof location === 'string' ? await placesInText(location, places) : nothing
  if (inText.length > 0)
    return {
      errors: [...errors.filter(error => !error.startsWith('/location')), ...inText],
      candidates: meant,
      place: undefined,
    }
  const given = typeof location === 'string' ? inWords(location) : isObject(location) ? location : {}
  const checked = await checkLocation(given, { at: '/location', lookup: places })
  const better = new Set(checked.errors.map(memberOf))
  const kept = errors.filter(error => !better.has(memberOf(error)) || error.includes(': is no field here'))
  return { ...checked, errors: [...kept, ...checked.errors] }
}

const nothing = { errors: [], candidates: [] }

/** The error of a location in words, with the places that it can mean; none where it means no known place. */
async function placesInText(
  text: string,
  places: PlaceLookup,
): Promise<Pick<CheckedLocation, 'errors' | 'candidates'>> {
  const readings = (await readingsOf(text, places)).slice(0, candidatesShown)
  if (readings.length === 0) return nothing
  const meant = readings.map(({ location, label }) => `${JSON.stringify(location)} (${label})`)
  const error = `/location: got ${show(text)}, a place in words; did you mean ${meant.join(' or ')}?; ${sentences.findPlaces}`
  return { errors: [error], candidates: readings.map(({ location }) => location) }
}

/** "Berlin, Germany" as a location. */
function inWords(text: string): GivenLocation {
  const parts = text.split(',').map(part => part.trim())
  const country = parts.length > 1 ? parts.at(-1) : undefined
  return { city: parts[0], ...(country && { country }) }
}

/** "/location/city" of "/location/city/name: …" */
const memberOf = (error: string) => /^\/location\/\w+/.exec(error)?.[0]

/** Checks the times. A zone that does not fit its schema has its error already, and no time is judged by it. */
function checkTimes({ noun }: SiteRow, names: TimeMembers, fields: PostFields, zoneFits: boolean, now: number) {
  return checkEventTimes(names, zoneFits ? fields : { ...fields, [names.zone]: undefined }, now, noun)
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
