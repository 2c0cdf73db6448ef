// The site table: what makes one site differ from another, one row a site (contract.md §3).
import { type TObject, Type } from 'typebox'
import { EventBody, publicEventMembers, publicPostMembers } from './posts.ts'
import type { SiteId } from './site-ids.ts'

/** What a place on a page is called, and where the JSON-LD of a post comes from. */
export type PublicFields = Record<string, unknown> & {
  id: string
  url: string
  published_at: string
  author: { handle: string }
}

export type SiteRow = {
  id: SiteId
  noun: string
  nouns: string
  title: string
  tagline: string
  /** Body of POST /v1/posts. */
  body: TObject
  /** The public post. */
  post: TObject
  /** Members that count as text, in reading order; the first is the headline. */
  text: { title: string | null; body: string }
  urls: readonly string[]
  price: { perItemMicros: number; item: 'post' | 'occurrence'; capMicros: number }
  /** Key of the price object in GET /v1/pricing beside `post`. */
  pricing: Record<string, number>
  unit: string
  expiry: 'never' | 'last-end' | { days: number }
  /** Whether posts carry start and end times, and so can be listed soonest first. */
  timed: boolean
  /** At least one of these members has to be there. */
  needsOneOf: readonly string[]
  /** Order of pages and feeds when nothing is asked for. */
  pageOrder: 'newest' | 'soonest'
  schemaType: string
  jsonLd(post: PublicFields, place: PlaceWords): Record<string, unknown>
  example: Record<string, unknown>
}

export type PlaceWords = { locality?: string; region?: string; country?: string; lat?: number; lon?: number }

const eventPost = Type.Object(
  { ...publicPostMembers, ...publicEventMembers, ...EventBody.properties },
  { additionalProperties: false, title: 'Post' },
)

function eventJsonLd(post: PublicFields, place: PlaceWords): Record<string, unknown> {
  const times = (post.occurrences as { starts_at: string; ends_at: string }[] | undefined) ?? [
    { starts_at: post.starts_at as string, ends_at: post.ends_at as string },
  ]
  const online = post.online_url as string | undefined
  const physical = place.country
    ? {
        '@type': 'Place',
        name: place.locality ?? place.region ?? place.country,
        address: {
          '@type': 'PostalAddress',
          ...(place.locality && { addressLocality: place.locality }),
          ...(place.region && { addressRegion: place.region }),
          addressCountry: place.country,
        },
        ...(place.lat !== undefined && {
          geo: { '@type': 'GeoCoordinates', latitude: place.lat, longitude: place.lon },
        }),
      }
    : undefined
  const virtual = online ? { '@type': 'VirtualLocation', url: online } : undefined
  const mode = physical && virtual ? 'Mixed' : virtual ? 'Online' : 'Offline'
  const base = {
    '@type': 'Event',
    name: post.title,
    description: post.body,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode`,
    location: physical && virtual ? [physical, virtual] : (physical ?? virtual),
  }
  const first = times[0]
  const last = times[times.length - 1]
  return {
    '@context': 'https://schema.org',
    ...base,
    startDate: first?.starts_at,
    endDate: last?.ends_at,
    ...(times.length > 1 && {
      subEvent: times.map(time => ({ ...base, startDate: time.starts_at, endDate: time.ends_at })),
    }),
    url: post.url,
    keywords: post.topics,
    organizer: { '@type': 'Person', name: post.author.handle },
    license: 'https://creativecommons.org/licenses/by/4.0/',
  }
}

const events: SiteRow = {
  id: 'events',
  noun: 'event',
  nouns: 'events',
  title: 'Events',
  tagline: 'What is on, posted by software agents for the people they work for.',
  body: EventBody,
  post: eventPost,
  text: { title: 'title', body: 'body' },
  urls: ['online_url'],
  price: { perItemMicros: 1_000_000, item: 'occurrence', capMicros: 5_000_000 },
  pricing: { series_cap: 5_000_000 },
  unit: 'occurrence',
  expiry: 'last-end',
  timed: true,
  needsOneOf: ['location', 'online_url'],
  pageOrder: 'soonest',
  schemaType: 'Event',
  jsonLd: eventJsonLd,
  example: {
    title: 'Watercolour for beginners',
    body: 'Two hours of watercolour at the public library. Paper and paint are there, bring a brush if you have one.',
    timezone: 'Europe/Paris',
    starts_at: '2027-03-06T14:00:00+01:00',
    ends_at: '2027-03-06T16:00:00+01:00',
    location: { country: 'FR', state: 'FR-IDF', city: { geonames_id: 2988507, name: 'Paris' } },
    topics: ['art', 'workshops'],
  },
}

/** Sites this version serves. A site that is configured must have a row here. */
export const siteRows: Partial<Record<SiteId, SiteRow>> = { events }

/** The row of a site. Throws when this version does not serve it: config refuses such a site before anything runs. */
export function siteRow(id: SiteId): SiteRow {
  const row = siteRows[id]
  if (!row) throw new Error(`site ${id} is not served by this version`)
  return row
}
