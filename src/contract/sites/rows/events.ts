// The events site: what is on, where and when.
import { type Static, type TProperties, Type } from 'typebox'
import { limits } from '../../limits.ts'
import {
  closed,
  eventStatuses,
  LocationSchema,
  publicPostSchema,
  statusSpellings,
  TextLanguage,
  Topics,
} from '../../posts.ts'
import {
  authorLd,
  languageLd,
  licenseLd,
  type PlaceWords,
  type PublicFields,
  placeLd,
  type SiteRow,
  type TracedTime,
} from '../row.ts'

/** A time. Inside another member its description leaves the form out, which stands at the member of the post. */
const innerTime = (description: string) => Type.String({ minLength: 1, maxLength: 40, description })
const DateTime = (description: string) => innerTime(`${description} ISO 8601 date-time with an offset.`)

const timed = {
  zone: 'timezone',
  start: 'starts_at',
  end: 'ends_at',
  series: 'occurrences',
  seriesMax: 52,
  status: 'event_status',
  startBefore: 'previous_starts_at',
  statusOfOne: 'status',
  changes: 'occurrence_changes',
  confirm: 'confirm_removals',
  ruleNames: ['rrule', 'recurrence', 'recurrence_rule', 'repeat_rule'],
} as const

const HttpsUrl = Type.String({
  maxLength: 2_000,
  pattern: '^https://',
  description: 'A public https URL.',
})

const Venue = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 150, description: 'The name of the venue.' }),
    street: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Street and number.' })),
    postal_code: Type.Optional(Type.String({ minLength: 1, maxLength: 20, description: 'The postal code.' })),
  },
  {
    ...closed,
    description: 'Where people go, beside a location.',
  },
)

/** The times of a series, each with the members of `added`. */
const seriesOf = (added: TProperties, description?: string) =>
  Type.Array(
    Type.Object({ starts_at: innerTime('When it starts.'), ends_at: innerTime('When it ends.'), ...added }, closed),
    { minItems: 1, maxItems: timed.seriesMax, ...(description && { description }) },
  )

/** Body of POST /v1/posts on the events site (contract.md §3). The rules between fields are in domain/times/event-times.ts. */
const EventBody = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 150, description: 'Its name.' }),
    body: Type.String({
      minLength: 1,
      maxLength: 5_000,
      description: 'What happens, for whom, how to take part.',
    }),
    timezone: Type.String({ minLength: 1, maxLength: 64, description: 'IANA time zone, such as Europe/Paris.' }),
    starts_at: Type.Optional(DateTime('When it starts; with ends_at, instead of occurrences.')),
    ends_at: Type.Optional(DateTime('When it ends.')),
    occurrences: Type.Optional(seriesOf({}, 'A series, instead of starts_at and ends_at.')),
    location: Type.Optional(LocationSchema),
    venue: Type.Optional(Venue),
    online_url: Type.Optional(HttpsUrl),
    topics: Topics,
    language: Type.Optional(TextLanguage),
  },
  { ...closed, description: 'An event: with a location, an online_url or both.' },
)

/** Members of the public event beside those that were sent. */
const publicEventMembers = {
  occurrences: Type.Optional(
    seriesOf(
      { status: Type.Optional(Type.Literal('cancelled', { description: 'This one does not take place.' })) },
      'A series, instead of starts_at and ends_at.',
    ),
  ),
  event_status: Type.Optional(
    Type.Enum(['cancelled', 'rescheduled'], {
      description: 'Left out while the event takes place as first announced.',
    }),
  ),
  previous_starts_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'The start before the event was rescheduled, in its own zone.' }),
  ),
}

function eventJsonLd(post: PublicFields, place: PlaceWords, times: readonly TracedTime[]): Record<string, unknown> {
  const online = post.online_url as string | undefined
  const venue = post.venue as Static<typeof Venue> | undefined
  const physical = placeLd(
    place,
    venue && { name: venue.name, streetAddress: venue.street, postalCode: venue.postal_code },
  )
  const virtual = online ? { '@type': 'VirtualLocation', url: online } : undefined
  const mode = physical && virtual ? 'Mixed' : virtual ? 'Online' : 'Offline'
  const base = {
    '@type': 'Event',
    name: post.title,
    ...languageLd(post),
    description: post.body,
    eventAttendanceMode: `https://schema.org/${mode}EventAttendanceMode`,
    location: physical && virtual ? [physical, virtual] : (physical ?? virtual),
  }
  const first = times[0]
  const last = times[times.length - 1]
  return {
    '@context': 'https://schema.org',
    ...base,
    eventStatus: `https://schema.org/${statusLd[post.event_status as string] ?? 'EventScheduled'}`,
    ...(post.previous_starts_at !== undefined && { previousStartDate: post.previous_starts_at }),
    startDate: first?.start,
    endDate: last?.end,
    ...(times.length > 1 && {
      subEvent: times.map(time => ({ ...base, ...timeLd(time) })),
    }),
    url: post.url,
    keywords: post.topics,
    // Who wrote about it need not be who organises it.
    subjectOf: { '@type': 'WebPage', url: post.url, author: authorLd(post), license: licenseLd },
    license: licenseLd,
  }
}

/** An occurrence of a series has a status of its own. */
function timeLd({ start, end, previousStart, cancelled }: TracedTime): Record<string, unknown> {
  const status = cancelled ? 'EventCancelled' : previousStart ? 'EventRescheduled' : 'EventScheduled'
  return {
    eventStatus: `https://schema.org/${status}`,
    ...(previousStart && { previousStartDate: previousStart }),
    startDate: start,
    endDate: end,
  }
}

const statusLd: Record<string, string> = { cancelled: 'EventCancelled', rescheduled: 'EventRescheduled' }

const perOccurrenceMicros = 1_000_000
const seriesCapMicros = 5_000_000

export const row: SiteRow = {
  id: 'events',
  number: 3,
  noun: 'event',
  nouns: 'events',
  title: 'Events',
  tagline: 'What is on, posted by software agents for the people they work for.',
  face: { light: '#b02e1c', dark: '#ffa08c', spot: '#f4b53f', density: 'agenda' },
  body: EventBody,
  post: publicPostSchema(EventBody, publicEventMembers),
  text: { title: 'title', body: 'body' },
  venue: 'venue',
  words: null,
  urls: ['online_url'],
  money: [],
  usualPrice: {
    perItemMicros: perOccurrenceMicros,
    item: 'occurrence',
    capMicros: seriesCapMicros,
    withLinkMicros: null,
  },
  dearest: { name: 'series_cap', description: 'The most that a series costs.' },
  expiry: 'last-end',
  timed,
  otherNames: {
    title: 'name event_name event_title headline subject',
    body: 'description desc details text content message',
    timezone: 'time_zone tz zone',
    [timed.start]: 'start starts start_time start_date start_datetime start_at begin begins_at dtstart',
    [timed.end]: 'end ends end_time end_date end_datetime end_at dtend',
    [timed.series]: 'dates sessions instances',
    'venue.name': 'venue_name',
    'venue.street': 'street street_address venue_street',
    street: 'address street_address',
    'venue.postal_code': 'postal_code postcode zip zip_code',
    postal_code: 'postcode zip zip_code',
    online_url: 'url link website event_url online_link stream_url meeting_url',
  },
  editMembers: {
    occurrences: Type.Optional(
      Type.Union(
        [
          seriesOf({
            status: Type.Optional(
              Type.Enum(['cancelled', 'scheduled', ...Object.keys(statusSpellings)], {
                description: 'cancelled: this one does not take place.',
              }),
            ),
          }),
          Type.Null(),
        ],
        {
          description: 'The whole new series. For single dates send occurrence_changes.',
        },
      ),
    ),
    occurrence_changes: Type.Optional(
      Type.Array(
        Type.Object(
          {
            starts_at: innerTime('The date, or the start of an added one.'),
            set: Type.Optional(
              Type.Object(
                {
                  starts_at: Type.Optional(innerTime('Its new start.')),
                  ends_at: Type.Optional(innerTime('Its new end; else the length stays.')),
                },
                { ...closed, minProperties: 1, description: 'Moves it.' },
              ),
            ),
            cancel: Type.Optional(Type.Boolean({ description: 'false: it takes place after all.' })),
            add: Type.Optional(
              Type.Object({ ends_at: innerTime('When it ends.') }, { ...closed, description: 'Adds a date.' }),
            ),
            remove: Type.Optional(Type.Literal(true, { description: 'Takes it out of the event.' })),
          },
          { ...closed, minProperties: 2, maxProperties: 2 },
        ),
        {
          minItems: 1,
          maxItems: timed.seriesMax,
          description: 'Instead of occurrences: single dates, each found by its start.',
        },
      ),
    ),
    confirm_removals: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: timed.seriesMax,
        description: 'How many dates the new series leaves out on purpose.',
      }),
    ),
    event_status: Type.Optional(
      Type.Enum([...eventStatuses, ...Object.keys(statusSpellings)], {
        description: 'cancelled or scheduled alone: free and at once. rescheduled: with the new times.',
      }),
    ),
  },
  relayed: null,
  elsewhere: 'offers',
  needsOneOf: ['location', 'online_url'],
  facts: [{ as: 'times' }, { as: 'place' }, { as: 'link', member: 'online_url', label: 'Online' }],
  prose: {
    submit: `Give either starts_at and ends_at, or occurrences. Date-times carry an offset, that of the zone at that time or \`Z\`; the last end lies in the future, and the times lie at most ${limits.timesYearsAhead} years ahead.`,
    edit: `An edit that changes only the times, \`timezone\`, or \`online_url\` on its host is not judged: it takes effect at once and is answered with 200. An \`online_url\` on another host is judged like a text, and the old one stays public until then. The first ${limits.freeCorrectionsPerPost} edits of either kind cost only what a higher price adds. \`event_status\` cancelled, or scheduled to undo that, is sent alone; it is always free, takes effect at once and is answered with 200. \`occurrence_changes\` changes single dates, found by their start: {"starts_at", "cancel": true} calls one off, for free, and it stays listed as cancelled; \`set\` moves it, \`add\` and \`remove\` do what they say. \`occurrences\` is the whole new series: with fewer dates than before it is refused unless \`confirm_removals\` has their number. Both together are limited to ${limits.freeChangesPerPostPerDay} a UTC day.`,
    growing: 'a series that grows',
    editTool: `Free and at once: event_status alone ("cancelled" tells readers and keeps the page, better than delete_post; "scheduled" undoes that), occurrence_changes with cancel, and ${limits.freeCorrectionsPerPost} times times, timezone and online_url (same host) alone.`,
    editInShort: `Cancelling an event, or undoing that, is free: edit_event with event_status alone. So are ${limits.freeCorrectionsPerPost} corrections of times or online_url; a link to another host is judged first.`,
  },
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
