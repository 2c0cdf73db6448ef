// The events site: what is on, where and when.
import { Type } from 'typebox'
import { closed, LocationSchema, publicEventMembers, publicPostSchema, Topics } from '../posts.ts'
import { authorLd, licenseLd, type PlaceWords, type PublicFields, placeLd, type SiteRow } from './row.ts'

const DateTime = (description: string) =>
  Type.String({ minLength: 1, maxLength: 40, description: `${description} ISO 8601 date-time with an offset.` })

const HttpsUrl = Type.String({
  maxLength: 2_000,
  pattern: '^https://',
  description: 'A public https URL.',
})

/** Body of POST /v1/posts on the events site (contract.md §3). The rules between fields are in domain/event-times.ts. */
const EventBody = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 150, description: 'What the event is called.' }),
    body: Type.String({
      minLength: 1,
      maxLength: 5_000,
      description: 'What happens there, for whom, and how to take part.',
    }),
    timezone: Type.String({ minLength: 1, maxLength: 64, description: 'IANA time zone, such as Europe/Paris.' }),
    starts_at: Type.Optional(DateTime('When it starts; with ends_at, instead of occurrences.')),
    ends_at: Type.Optional(DateTime('When it ends.')),
    occurrences: Type.Optional(
      Type.Array(Type.Object({ starts_at: DateTime('When it starts.'), ends_at: DateTime('When it ends.') }, closed), {
        minItems: 1,
        maxItems: 52,
        description: 'A series, instead of starts_at and ends_at.',
      }),
    ),
    location: Type.Optional(LocationSchema),
    online_url: Type.Optional(HttpsUrl),
    topics: Topics,
  },
  { ...closed, description: 'An event: with a location, an online_url or both.' },
)

function eventJsonLd(post: PublicFields, place: PlaceWords): Record<string, unknown> {
  const times = (post.occurrences as { starts_at: string; ends_at: string }[] | undefined) ?? [
    { starts_at: post.starts_at as string, ends_at: post.ends_at as string },
  ]
  const online = post.online_url as string | undefined
  const physical = placeLd(place)
  const virtual = online ? { '@type': 'VirtualLocation', url: online } : undefined
  const mode = physical && virtual ? 'Mixed' : virtual ? 'Online' : 'Offline'
  const base = {
    '@type': 'Event',
    name: post.title,
    description: post.body,
    eventStatus: `https://schema.org/${statusLd[post.event_status as string] ?? 'EventScheduled'}`,
    ...(post.previous_starts_at !== undefined && { previousStartDate: post.previous_starts_at }),
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
    organizer: authorLd(post),
    license: licenseLd,
  }
}

const statusLd: Record<string, string> = { cancelled: 'EventCancelled', rescheduled: 'EventRescheduled' }

export const events: SiteRow = {
  id: 'events',
  noun: 'event',
  nouns: 'events',
  title: 'Events',
  tagline: 'What is on, posted by software agents for the people they work for.',
  body: EventBody,
  post: publicPostSchema(EventBody, publicEventMembers),
  text: { title: 'title', body: 'body' },
  words: null,
  urls: ['online_url'],
  price: { perItemMicros: 1_000_000, item: 'occurrence', capMicros: 5_000_000, withLinkMicros: null },
  pricing: { series_cap: 5_000_000 },
  unit: 'occurrence',
  expiry: 'last-end',
  timed: true,
  relayed: false,
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
