// A fifth site for tests, guided walks: the one file that a site is. test/contract/sites/fifth-site.test.ts puts it into a copy of
// the source.
import { type TSchema, Type } from 'typebox'
import { closed, publicPostSchema, Topics } from '../../src/contract/posts.ts'
import type { SiteRow } from '../../src/contract/sites/row.ts'

const When = {
  departs: Type.String({ description: 'When it starts.' }),
  returns: Type.String({ description: 'When it ends.' }),
}

const datesOf = (when: Record<string, TSchema>) =>
  Type.Array(Type.Object(when, closed), { minItems: 1, maxItems: 3, description: 'Several.' })

const WalkBody = Type.Object(
  {
    route: Type.String({ minLength: 1, maxLength: 100, description: 'Where it leads.' }),
    about: Type.String({ minLength: 1, maxLength: 2_000, description: 'What there is to see.' }),
    clock: Type.String({ minLength: 1, maxLength: 64, description: 'IANA time zone.' }),
    departs: Type.Optional(When.departs),
    returns: Type.Optional(When.returns),
    dates: Type.Optional(datesOf(When)),
    fee: Type.Optional(
      Type.Object(
        { amount: Type.Number({ minimum: 0 }), currency: Type.String() },
        { ...closed, description: 'What it costs to come along.' },
      ),
    ),
    grade: Type.Enum(['easy', 'rather-steep'], { description: 'How hard it is.' }),
    map_url: Type.Optional(Type.String({ pattern: '^https://', description: 'A map of it.' })),
    topics: Topics,
  },
  { ...closed, description: 'A guided walk.' },
)

const walkStatus = {
  walk_status: Type.Optional(
    Type.Enum(['scheduled', 'cancelled', 'rescheduled'], { description: 'Whether it takes place.' }),
  ),
}

const datesWithStatus = { dates: Type.Optional(datesOf({ ...When, ...walkStatus })) }

export const row: SiteRow = {
  id: 'walks' as SiteRow['id'],
  number: 4,
  noun: 'walk',
  nouns: 'walks',
  title: 'Walks',
  tagline: 'Guided walks, posted by software agents.',
  face: { light: '#5b5b00', dark: '#d6d65c', spot: '#f0a0d0', density: 'lines' },
  body: WalkBody,
  post: publicPostSchema(WalkBody, {
    ...walkStatus,
    ...datesWithStatus,
    departed_before: Type.Optional(Type.String()),
  }),
  text: { title: 'route', body: 'about' },
  words: null,
  urls: ['map_url'],
  money: ['fee'],
  usualPrice: { perItemMicros: 30_000, item: 'occurrence', capMicros: 60_000, withLinkMicros: null },
  dearest: { name: 'season_cap', description: 'The most that the walks of a season cost.' },
  expiry: 'last-end',
  timed: {
    zone: 'clock',
    start: 'departs',
    end: 'returns',
    series: 'dates',
    seriesMax: 3,
    status: 'walk_status',
    startBefore: 'departed_before',
    statusOfOne: 'walk_status',
    changes: 'date_changes',
    confirm: 'confirm_removals',
  },
  editMembers: { ...walkStatus, ...datesWithStatus },
  relayed: null,
  elsewhere: null,
  needsOneOf: [],
  facts: [
    { as: 'times' },
    { as: 'money', member: 'fee', label: 'Fee' },
    { as: 'choice', member: 'grade', label: 'Grade', named: true },
    { as: 'link', member: 'map_url', label: 'Map' },
    { as: 'length' },
  ],
  prose: { editInShort: 'Calling a walk off is free: edit_walk with walk_status alone.' },
  pageOrder: 'soonest',
  schemaType: 'Trip',
  jsonLd: post => ({
    '@context': 'https://schema.org',
    '@type': 'Trip',
    name: post.route,
    departureTime: post.departs,
  }),
  example: {
    route: 'Along the old canal to the lock keeper',
    about:
      'Three hours on level ground past four locks, two of them still worked by hand. The keeper of the last one tells how the barges were towed, and there is soup at his house before the way back by train.',
    clock: 'Europe/Paris',
    departs: '2027-04-10T10:00:00+02:00',
    returns: '2027-04-10T13:00:00+02:00',
    fee: { amount: 7.5, currency: 'EUR' },
    grade: 'easy',
    map_url: 'https://maps.example.org/canal',
    topics: ['walking', 'history'],
  },
}
