// Generates believable events for trying a platform with many posts. The same number always gives the same event.
import { penaltyBeyondFee, pricedSite } from '../src/contract/sites/priced-site.ts'
import { siteRow } from '../src/contract/sites.ts'
import { dayMs } from '../src/contract/spans.ts'
import { priceOf } from '../src/domain/money/pricing.ts'
import type { Place } from '../src/domain/places/location.ts'
import { fingerprintOf, type PostFacts, type PostFields } from '../src/domain/posts/post.ts'
import { postText } from '../src/domain/posts/post-text.ts'
import { formatInZone, offsetAt } from '../src/domain/times/zones.ts'
import { foundLanguage } from '../src/moderation/found-language.ts'
import { nearDuplicateKeys } from '../src/moderation/near-duplicates.ts'
import { duplicateText } from '../src/moderation/prefilter/fingerprint.ts'
import { fold } from '../src/moderation/prefilter/fold.ts'
import texts from './synthetic-posts.json' with { type: 'json' }

/** The site that the generator covers. */
export const syntheticSite = 'events'

export type SyntheticPost = {
  fields: PostFields
  facts: PostFacts
  price: number
  abusePenalty: number
  fingerprint: string
}

/**
 * The words of the events by kind: `hours` are the local hours at which one may begin, `quarters` how long it may last in quarters
 * of an hour.
 */
const { kinds, qualities, spots } = texts

// Every body has one sentence of each list. Together they encode the number, so that no two numbers have the same body.
const numbered = texts.sentences

const bodies = numbered.reduce((product, list) => product * list.length, 1)
// Coprime with the number of bodies: steps of this size visit every body once, and neighbours look different.
const stride = 61_803_401
const oneYearDays = 364

/**
 * The synthetic event of a number. Its texts depend only on the number, and its dates lie in the year after `now` (epoch ms). The
 * result equals that of validating such a body. `places` are the places to spread the posts over, the largest first.
 */
export function syntheticPost(number: number, now: number, places: readonly Place[]): SyntheticPost {
  const random = randomOf(number)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const site = pricedSite(siteRow(syntheticSite))
  const kind = pick(kinds)
  const place = places[Math.floor(places.length * random() ** 2)]
  if (!place) throw new RangeError('there are no places to spread posts over')
  const title = `${pick(qualities)} ${pick(kind.nouns)} ${pick(spots)}`
  const body = bodyOf(number, pick(kind.sentences))
  const times = timesOf(now, place.timezone, random, pick(kind.hours), pick(kind.quarters))
  const written = times.map(({ startsAt, endsAt }) => ({
    starts_at: formatInZone(place.timezone, startsAt),
    ends_at: formatInZone(place.timezone, endsAt),
  }))
  const where = random()
  const online = where < 0.1 ? `https://stream.example.org/e/${number.toString(36)}` : undefined
  const onSite = where >= 0.04
  const fields: PostFields = {
    title,
    body,
    timezone: place.timezone,
    ...(written.length > 1 ? { occurrences: written } : written[0]),
    ...(onSite && {
      location: {
        country: place.country,
        ...(place.state !== null && { state: place.state }),
        city: { geonames_id: place.geonamesId, name: place.name },
      },
    }),
    ...(online !== undefined && { online_url: online }),
    topics: topicsOf(kind, random),
  }
  const text = duplicateText(postText(site, fields))
  const price = priceOf(site, times.length, false)
  return {
    fields,
    facts: {
      times,
      place: onSite ? { lat: place.lat, lon: place.lon, state: place.state } : null,
      flags: online === undefined ? [] : ['external_links'],
      language: foundLanguage(`${title}\n${body}`, `${fold(title)}\n${fold(body)}`),
      nearDuplicateKeys: nearDuplicateKeys(site.id, text, site.timed !== null),
      worth: price,
    },
    price,
    abusePenalty: penaltyBeyondFee(site, price),
    fingerprint: fingerprintOf(site, text, { times }),
  }
}

function bodyOf(number: number, sentence: string): string {
  let rest = ((number % bodies) * stride) % bodies
  const [opening, door, audience, bring, host, closing] = numbered.map(list => {
    const chosen = list[rest % list.length]
    rest = Math.floor(rest / list.length)
    return chosen
  })
  return `${opening} ${sentence}\n\n${door} ${audience} ${bring}\n\n${host} ${closing}`
}

/**
 * One event in eight is a weekly series of two to five. Each date has the zone's offset of that day, so local hours stay the
 * same.
 */
function timesOf(now: number, zone: string, random: () => number, hour: number, quarters: number) {
  const day = Math.floor(now / dayMs) + 2 + Math.floor(random() * oneYearDays)
  const minute = random() < 0.5 ? 0 : 30
  const weeks = random() < 0.125 ? 2 + Math.floor(random() * 4) : 1
  return Array.from({ length: weeks }, (_, week) => {
    const local = (day + 7 * week) * dayMs + (hour * 60 + minute) * 60_000
    const startsAt = local - offsetAt(zone, local) * 60_000
    return { startsAt, endsAt: startsAt + quarters * 15 * 60_000 }
  })
}

function topicsOf({ topics }: { topics: readonly string[] }, random: () => number): string[] {
  const [first = '', ...others] = topics
  const more = others.filter(() => random() < 0.4)
  return [first, ...more.slice(0, 3)]
}

/** Mulberry32 over the scrambled number: small, and the same on every machine. */
function randomOf(number: number): () => number {
  let state = Math.imul(number ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
