// Everything about a post that can be found out before its transaction: validation, facts, price, fixed rules.
import { invalid } from '../../contract/problem.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import { type SiteRow, siteRow } from '../../contract/sites.ts'
import { type AskingPrice, askingPriceErrors } from '../../domain/asking-price.ts'
import { checkEventTimes, type Occurrence } from '../../domain/event-times.ts'
import { checkLocation, type Place } from '../../domain/location.ts'
import { fingerprintOf, type PostFields } from '../../domain/post.ts'
import { postText } from '../../domain/post-text.ts'
import { priceOf } from '../../domain/pricing.ts'
import { bodyShape, type Shape, show } from '../../domain/shape.ts'
import { storableText } from '../../domain/text.ts'
import { wordCountErrors } from '../../domain/word-count.ts'
import type { Platform } from '../platform.ts'
import type { Prepared } from './submit.ts'

const shapes = new Map<SiteId, Shape>()

function shapeOf(site: SiteRow): Shape {
  let shape = shapes.get(site.id)
  if (!shape) {
    shape = bodyShape(site.body)
    shapes.set(site.id, shape)
  }
  return shape
}

/**
 * Validates a body for a site, of a new post or of one as edited, and finds out what the transaction needs. Throws `invalid`
 * with every error, and `overloaded` when too many texts of the account wait.
 */
export async function preparePost(
  platform: Platform,
  siteId: SiteId,
  body: unknown,
  accountId: string,
): Promise<Prepared> {
  const site = siteRow(siteId)
  const text = storableText(body)
  const errors = [...text.errors, ...shapeOf(site)(text.value)]
  const fields = text.value as PostFields
  const sound = (...names: string[]) =>
    isObject(fields) &&
    !errors.some(error => names.some(name => error.startsWith(`/${name}:`) || error.startsWith(`/${name}/`)))

  const times =
    site.timed && sound('starts_at', 'ends_at', 'occurrences')
      ? checkTimes(fields, sound('timezone'), platform.now())
      : null
  if (times) errors.push(...times.errors)
  let place: Place | undefined
  if (sound('location') && fields.location) {
    const checked = await checkLocation(fields.location, '/location', platform.places)
    errors.push(...checked.errors)
    place = checked.place
  }
  for (const name of site.urls)
    if (sound(name) && fields[name] !== undefined) errors.push(...urlErrors(`/${name}`, fields[name] as string))
  if (site.words && sound(site.text.body))
    errors.push(...wordCountErrors(fields[site.text.body] as string, site.words, `/${site.text.body}`))
  if (sound('price') && fields.price) errors.push(...askingPriceErrors(fields.price as AskingPrice, '/price'))
  if (isObject(fields) && site.needsOneOf.length > 0 && site.needsOneOf.every(name => !(name in fields)))
    errors.push(`/${site.needsOneOf[0]}: is missing; it takes ${site.needsOneOf.join(', ')} or both`)
  if (errors.length > 0) throw invalid(errors)

  const occurrences = times?.times ?? []
  const reading = await platform.reader.read(accountId, postText(site, fields))
  const price = priceOf(site, Math.max(1, occurrences.length), reading.linked)
  return {
    edits: null,
    free: null,
    fields,
    facts: {
      times: occurrences,
      place: place ? { lat: place.lat, lon: place.lon, state: place.state } : null,
      flags: [...(times?.flags ?? []), ...reading.flags],
      riskFlags: reading.riskFlags,
      nearDuplicateKeys: reading.nearDuplicateKeys,
      worth: price,
    },
    price,
    fingerprint: fingerprintOf(site, reading.normalText, { times: occurrences }),
    refusal: reading.refusal,
  }
}

function checkTimes(fields: PostFields, zoneIsText: boolean, now: number) {
  const checked = checkEventTimes(
    {
      // What is wrong with the zone has been said; the times can be read without it.
      timezone: zoneIsText ? (fields.timezone ?? '') : 'UTC',
      ...(fields.starts_at !== undefined && { starts_at: fields.starts_at as string }),
      ...(fields.ends_at !== undefined && { ends_at: fields.ends_at as string }),
      ...(fields.occurrences !== undefined && { occurrences: fields.occurrences as Occurrence[] }),
    },
    now,
  )
  return {
    errors: checked.errors,
    times: checked.times?.occurrences ?? [],
    flags: checked.times?.flags ?? [],
  }
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
