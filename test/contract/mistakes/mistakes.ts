// Typical mistakes in the body of a post, and what a dry run answers to each: one entry a mistake.
import type { SiteId } from '../../../src/contract/sites/site-ids.ts'

/** A valid body for each site, with an event and a classified in Leuven. */
export const valid = {
  events: {
    title: 'Lantern walk along the river',
    body: 'We walk along the river with lanterns that children made at school, and drink soup at the mill.',
    timezone: 'Europe/Brussels',
    starts_at: '2027-07-01T20:00:00+02:00',
    ends_at: '2027-07-01T22:00:00+02:00',
    location: { country: 'BE', state: 'BE-VLG', city: { geonames_id: 2792482, name: 'Leuven' } },
    topics: ['walks'],
  },
  classifieds: {
    title: 'Oak desk, 140 by 70 cm',
    body: 'Solid oak desk with two drawers, oiled last year. To be collected from the second floor; two people can carry it.',
    category: 'for-sale',
    topics: ['furniture'],
    location: { country: 'BE', state: 'BE-VLG', city: { geonames_id: 2792482, name: 'Leuven' } },
  },
  messages: {
    text: 'The tram bridge at the old harbour is open again since this morning. Lines 3 and 7 take their usual way.',
    topics: ['traffic'],
  },
} as const satisfies Partial<Record<SiteId, Record<string, unknown>>>

type Site = keyof typeof valid

/** What is sent, and what the dry run says. */
export type Mistake = {
  site?: Site
  /** Members that differ from the valid body; undefined leaves one out. */
  change?: Record<string, unknown>
  /** The whole body, where it is no change of the valid one; text is sent as it is. */
  sent?: unknown
  /** Each is in one of the errors. */
  errors?: readonly (string | RegExp)[]
  /** Members of the proposal that differ from the valid body; undefined where one is missing. */
  becomes?: Record<string, unknown>
  /** The values of each choice, by pointer. */
  choices?: Record<string, readonly unknown[]>
  /** The codes of the warnings about a body that is valid. */
  warns?: readonly string[]
}

const event = valid.events
const desk = valid.classifieds
const city = (country: string, state: string, geonames_id: number, name: string) => ({
  country,
  state,
  city: { geonames_id, name },
})
const springfieldIL = city('US', 'US-IL', 4250542, 'Springfield')
const parisTX = city('US', 'US-TX', 4717560, 'Paris')
const summer = (day: string) => ({ starts_at: `${day}T20:00:00+02:00`, ends_at: `${day}T22:00:00+02:00` })
const noTimes = { starts_at: undefined, ends_at: undefined }
/** An event in another city, whose times are given without an offset. */
const elsewhere = (location: unknown) => ({
  location,
  timezone: undefined,
  starts_at: '2027-07-01T20:00',
  ends_at: '2027-07-01T22:00',
})
const inZone = (location: unknown, timezone: string, offset: string) => ({
  location,
  timezone,
  starts_at: `2027-07-01T20:00:00${offset}`,
  ends_at: `2027-07-01T22:00:00${offset}`,
})

export const mistakes: Record<string, Mistake> = {
  'a number as title, a text as topics, null as zone and a city in words': {
    change: { title: 123, topics: 'walks', timezone: null, location: 'Leuven' },
    errors: [
      '/title: got 123',
      '/timezone: got null',
      '/topics: got "walks"',
      '/location: got "Leuven", a place in words',
    ],
    becomes: { title: '123' },
  },
  'no zone': { change: { timezone: undefined }, errors: ['/timezone: is missing'], becomes: {} },
  'an empty zone': { change: { timezone: '' }, errors: ['/timezone: got ""'], becomes: {} },
  'a zone that is a number': { change: { timezone: 1 }, errors: ['/timezone: got 1; it takes text'] },
  'a zone by an abbreviation with the clock of the city': { change: { timezone: 'CET' }, becomes: {} },
  'a zone in lower case': { change: { timezone: 'europe/brussels' }, becomes: {} },
  'a zone by an abbreviation with another clock': {
    change: { timezone: 'EST' },
    errors: ['/timezone: "EST" is no IANA time zone'],
    choices: { '/timezone': ['America/New_York', 'Europe/Brussels'] },
  },
  'no zone for an event in a country with one zone': {
    change: { timezone: undefined, location: { country: 'BE' } },
    becomes: { location: { country: 'BE' } },
  },
  'no zone for an event in a country with several zones': {
    change: { timezone: undefined, location: { country: 'US' } },
    errors: ['/timezone: is missing'],
  },
  'times without an offset': {
    change: { starts_at: '2027-07-01T20:00', ends_at: '2027-07-01 22:00:00' },
    errors: [
      '/starts_at: has no offset from UTC, got "2027-07-01T20:00"; write "2027-07-01T20:00:00+02:00", which is 20:00 in Europe/Brussels',
      '/ends_at: has no offset from UTC, got "2027-07-01 22:00:00"; write "2027-07-01T22:00:00+02:00"',
    ],
    becomes: {},
  },
  'times without an offset in winter': {
    change: { starts_at: '2027-01-10T20:00', ends_at: '2027-01-10T22:00' },
    errors: ['write "2027-01-10T20:00:00+01:00"'],
    becomes: { starts_at: '2027-01-10T20:00:00+01:00', ends_at: '2027-01-10T22:00:00+01:00' },
  },
  'the offset of winter in summer': {
    change: { starts_at: '2027-07-01T20:00:00+01:00' },
    errors: ['but Europe/Brussels keeps +02:00 then'],
    choices: { '/starts_at': ['2027-07-01T20:00:00+02:00', '2027-07-01T21:00:00+02:00'] },
  },
  'a time that a clock change skips': {
    change: { starts_at: '2027-03-28T02:30', ends_at: '2027-03-28T05:00' },
    errors: ['no clock in Europe/Brussels shows 02:30 on that day'],
    choices: { '/starts_at': ['2027-03-28T03:30:00+02:00', '2027-03-28T01:30:00+01:00'] },
  },
  'a time that a clock change repeats': {
    change: { starts_at: '2027-10-31T02:30', ends_at: '2027-10-31T05:00' },
    errors: [
      'clocks in Europe/Brussels show 02:30 twice on that day; write "2027-10-31T02:30:00+02:00" or "2027-10-31T02:30:00+01:00"',
    ],
    choices: { '/starts_at': ['2027-10-31T02:30:00+02:00', '2027-10-31T02:30:00+01:00'] },
  },
  'a day that does not exist': {
    change: { starts_at: '2027-06-31T20:00:00+02:00' },
    errors: ['2027-06 has the days 01 to 30'],
  },
  'the hour 24': {
    change: { ends_at: '2027-07-01T24:00:00+02:00' },
    errors: ['midnight is 00:00 of the next day'],
    becomes: { ends_at: '2027-07-02T00:00:00+02:00' },
  },
  'a space, an offset without a colon, a time in the afternoon': {
    change: { starts_at: '2027-07-01 20:00+0200', ends_at: '2027-07-01 10:00 PM' },
    becomes: {},
  },
  'a zone in brackets behind a time': {
    change: { starts_at: '2027-07-01T20:00:00+02:00[Europe/Brussels]' },
    becomes: {},
  },
  'another zone in brackets behind a time': {
    change: { starts_at: '2027-07-01T20:00:00+02:00[Europe/London]' },
    errors: ['names a zone in brackets'],
  },
  'Unix time': { change: { starts_at: 1814464800, ends_at: '1814472000000' }, becomes: {} },
  'a date with slashes that has one reading': {
    change: { ends_at: '13/07/2027 22:00' },
    becomes: { ends_at: '2027-07-13T22:00:00+02:00' },
  },
  'a date with slashes that has two readings': {
    change: { ends_at: '02/07/2027 22:00' },
    choices: { '/ends_at': ['2027-07-02T22:00:00+02:00', '2027-02-07T22:00:00+01:00'] },
  },
  'a date without a time': { change: { starts_at: '2027-07-01' }, errors: ['is a date without a time'] },
  'a date in the past': { change: summer('2025-07-01'), errors: ['the event is over'] },
  'an end before the start': {
    change: { ends_at: '2027-07-01T19:00:00+02:00' },
    errors: ['must be later than starts_at'],
  },
  'a price as text with a sign, where several currencies have the sign': {
    site: 'classifieds',
    change: { price: '$12' },
    errors: [
      '/price: got "$12"; it takes an object {"amount": a number, "currency": text, "per": one of "hour", "day", "week", "month", "item" (optional)}',
    ],
    choices: { '/price': ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD'].map(currency => ({ amount: 12, currency })) },
  },
  'a price in dollars in a country with one dollar': {
    site: 'classifieds',
    change: { price: '$12', location: 'Springfield, Illinois' },
    becomes: { price: { amount: 12, currency: 'USD' }, location: springfieldIL },
  },
  'a price as a number': { site: 'classifieds', change: { price: 12 }, errors: ['/price: got 12; it takes an object'] },
  'a price as text without a currency': {
    site: 'classifieds',
    change: { price: '12.50' },
    errors: ['/price: got "12.50"'],
  },
  'a price with a currency beside it': {
    site: 'classifieds',
    change: { price: 12, currency: 'EUR' },
    errors: ['/currency: is no field here; did you mean "currency" inside "price"?'],
    becomes: { price: { amount: 12, currency: 'EUR' } },
  },
  'a price as text with a code': {
    site: 'classifieds',
    change: { price: '12,50 EUR' },
    becomes: { price: { amount: 12.5, currency: 'EUR' } },
  },
  'a price with a point that groups or divides': {
    site: 'classifieds',
    change: { price: '1.200 €' },
    choices: { '/price': [1200, 1.2].map(amount => ({ amount, currency: 'EUR' })) },
  },
  'a price that begins somewhere': {
    site: 'classifieds',
    change: { price: 'from 12 EUR' },
    errors: ['/price: got "from 12 EUR"'],
  },
  'an amount as text and a currency in words': {
    site: 'classifieds',
    change: { price: { amount: '12.50', currency: 'euro' } },
    errors: ['/price/amount: got "12.50"; it takes a number', '/price/currency: got "euro"; did you mean "EUR"?'],
    becomes: { price: { amount: 12.5, currency: 'EUR' } },
  },
  'a negative amount with too many decimals': {
    site: 'classifieds',
    change: { price: { amount: -5.123, currency: 'EUR' } },
    errors: [
      '/price/amount: got -5.123; it takes at least 0',
      '/price/amount: got -5.123; it takes at most 2 decimals in EUR',
    ],
  },
  'topics with a sign, with a space, and six of them': {
    change: { topics: ['#Walks', 'Night Life', 'a', 'b', 'c', 'd'] },
    errors: ['it has 6 items and takes at most 5', '/topics/0: got "#Walks"; it takes lower-case letters'],
  },
  'topics with a sign and with a space': {
    change: { topics: ['#Walks', 'Night Life', 'walks'] },
    becomes: { topics: ['walks', 'night-life'] },
  },
  'topics as text': {
    change: { topics: 'walks, night' },
    errors: ['/topics: got "walks, night"; it takes a list'],
    becomes: { topics: ['walks', 'night'] },
  },
  'topics as hash tags': { change: { topics: '#Walks #NightLife' }, becomes: { topics: ['walks', 'nightlife'] } },
  'a topic that cannot be written': { change: { topics: ['c++'] }, errors: ['/topics/0: got "c++"'] },
  'Markdown in the text': {
    change: { body: `## Programme\n\n${event.body} **Free** for children.` },
    warns: ['markdown'],
  },
  'HTML in the text': { change: { body: `<p>${event.body}</p>` }, warns: ['html_markup'] },
  'a title of emoji and exclamation marks': { change: { title: '🔥🔥🔥 LANTERN WALK!!! 🎉🎉' }, warns: ['loud_title'] },
  'a title, a text and a message that are too long': {
    change: { title: 'walk '.repeat(40), body: 'walk '.repeat(1_100) },
    errors: ['it has 199 characters and takes at most 150', 'takes at most 5000'],
  },
  'a country by its name and a city without its id': {
    change: { location: { country: 'Belgium', city: 'Leuven' } },
    errors: ['did you mean "BE" (Belgium)?', '"geonames_id":2792482'],
    becomes: {},
  },
  'a country in lower case': { change: { location: { country: 'be' } }, becomes: { location: { country: 'BE' } } },
  'a state by its name': {
    change: { location: { country: 'BE', state: 'Flanders' } },
    becomes: { location: { country: 'BE', state: 'BE-VLG' } },
  },
  'a country that does not exist': { change: { location: { country: 'XX' } }, errors: ['"XX" is no ISO 3166-1'] },
  'a city in another country': {
    change: { location: { country: 'FR', city: { geonames_id: 2792482, name: 'Leuven' } } },
    errors: ['2792482 is Leuven in BE (BE-VLG), not in FR'],
    choices: { '/location': [event.location] },
  },
  'the id of another city': {
    change: { location: { country: 'BE', city: { geonames_id: 2800866, name: 'Leuven' } } },
    errors: ['/location/city/name: 2800866 is "Brussels"'],
    choices: { '/location': [city('BE', 'BE-BRU', 2800866, 'Brussels'), event.location] },
  },
  'an id as text': {
    change: { location: { country: 'BE', city: { geonames_id: '2792482', name: 'Leuven' } } },
    becomes: {},
  },
  'coordinates as a location': {
    change: { location: { lat: 50.88, lon: 4.7 } },
    errors: [
      '/location/lat: is no field here; a location has no coordinates but the id of its city: GET /v1/places?q=NAME (tool find_place) finds it',
    ],
  },
  'a city and a state in words': {
    change: elsewhere('Paris, Texas'),
    becomes: inZone(parisTX, 'America/Chicago', '-05:00'),
  },
  'a city and a state by its abbreviation': {
    change: elsewhere('Springfield IL'),
    becomes: inZone(springfieldIL, 'America/Chicago', '-05:00'),
  },
  'a city with state and country': {
    change: elsewhere('Springfield, Illinois, United States'),
    becomes: inZone(springfieldIL, 'America/Chicago', '-05:00'),
  },
  'a city and a country in words': {
    change: elsewhere('Mumbai, India'),
    becomes: inZone(city('IN', 'IN-MH', 1275339, 'Mumbai'), 'Asia/Kolkata', '+05:30'),
  },
  'a city whose name another city has as well': {
    change: elsewhere('London, UK'),
    becomes: inZone(city('GB', 'GB-ENG', 2643743, 'London'), 'Europe/London', '+01:00'),
  },
  'a name of many cities': {
    change: { location: 'Hoboken' },
    errors: ['/location: got "Hoboken", a place in words'],
    choices: { '/location': [city('US', 'US-NJ', 5099133, 'Hoboken'), city('BE', 'BE-VLG', 2795730, 'Hoboken')] },
  },
  'a name of a state and of a country': {
    change: { location: 'Georgia' },
    choices: { '/location': [{ country: 'US', state: 'US-GA' }, { country: 'GE' }] },
  },
  'a place that nobody knows': { change: { location: 'Nowhereville' }, errors: ['no place has this name'] },
  'members that no post has': {
    change: { image_url: 'https://example.org/a.png', organizer: 'Joe', price: 12, tags: ['a'], mood: 'calm' },
    errors: [
      '/image_url: is no field here',
      '/organizer: is no field here',
      '/price: is no field here',
      '/tags: is no field here; did you mean "topics"?',
      '/mood: is no field here',
    ],
  },
  'members that say nothing to a reader': {
    change: { image_url: 'https://example.org/a.png', language: 'en', organizer: null },
    becomes: { language: 'en' },
  },
  'other names of members': {
    sent: {
      name: event.title,
      description: event.body,
      tags: ['walks'],
      timeZone: event.timezone,
      startsAt: event.starts_at,
      endDate: event.ends_at,
      location: event.location,
    },
    errors: [
      '/description: is no field here; did you mean "body"?',
      '/tags: is no field here; did you mean "topics"?',
      '/timeZone: is no field here; did you mean "timezone"?',
    ],
    becomes: {},
  },
  'place, venue and address beside the other members': {
    change: {
      location: undefined,
      city: 'Leuven',
      country: 'Belgium',
      venue_name: 'The old mill',
      street: 'Vaartkom 1',
      url: 'https://example.org/walk',
    },
    errors: [
      '/city: is no field here; did you mean "city" inside "location"?',
      '/venue_name: is no field here; did you mean "name" inside "venue"?',
    ],
    becomes: { venue: { name: 'The old mill', street: 'Vaartkom 1' }, online_url: 'https://example.org/walk' },
  },
  'a venue as text': { change: { venue: 'The old mill' }, becomes: { venue: { name: 'The old mill' } } },
  'two names of one member with two values': {
    change: { starts_at: undefined, start: '2027-07-01T20:00:00+02:00', start_time: '2027-07-01T19:00:00+02:00' },
    errors: ['/start_time: is no field here'],
  },
  'two posts in a list': { sent: [event, event], errors: [] },
  'a text in single quotes': { sent: "{'title': 'Lantern walk'}", errors: [] },
  'a trailing comma': { sent: '{"title": "Lantern walk",}', errors: [] },
  'a name twice in one object': { sent: '{"title": "Lantern walk", "title": "Walk"}', errors: [] },
  'a name twice inside a code fence': { sent: '```json\n{"title": "Lantern walk", "title": "Walk"}\n```', errors: [] },
  'dry_run in the body': {
    change: { dry_run: true },
    errors: ['/dry_run: is no field here; it is a parameter of the address: POST /v1/posts?dry_run=true'],
    becomes: {},
  },
  'a hundred occurrences': {
    change: { ...noTimes, occurrences: Array.from({ length: 100 }, () => summer('2027-07-01')) },
    errors: ['it has 100 items and takes at most 52'],
  },
  'one occurrence twice': {
    change: { ...noTimes, occurrences: [summer('2027-07-01'), summer('2027-07-01')] },
    errors: ['is the same instant as /occurrences/0/starts_at'],
  },
  'occurrences with other names and without offsets': {
    change: { ...noTimes, dates: [{ start: '2027-07-01 20:00', end: '2027-07-01 22:00' }] },
    becomes: { ...noTimes, occurrences: [summer('2027-07-01')] },
  },
  'a weekly rule': {
    change: { rrule: 'FREQ=WEEKLY;COUNT=3' },
    errors: [
      '/rrule: is no field here; write its dates out in "occurrences", a list of 1 to 52 of {"starts_at", "ends_at"}',
    ],
    becomes: { ...noTimes, occurrences: ['2027-07-01', '2027-07-08', '2027-07-15'].map(summer) },
  },
  'a weekly rule on two days, across a clock change': {
    change: {
      starts_at: '2027-10-28T20:00',
      ends_at: '2027-10-28T22:00',
      recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=MO,TH;UNTIL=20271101'],
    },
    becomes: {
      ...noTimes,
      occurrences: [
        summer('2027-10-28'),
        { starts_at: '2027-11-01T20:00:00+01:00', ends_at: '2027-11-01T22:00:00+01:00' },
      ],
    },
  },
  'a rule for the first Thursday of the month': {
    change: { rrule: 'FREQ=MONTHLY;BYDAY=1TH;COUNT=3' },
    becomes: { ...noTimes, occurrences: ['2027-07-01', '2027-08-05', '2027-09-02'].map(summer) },
  },
  'a rule without an end': {
    change: { rrule: 'FREQ=WEEKLY' },
    errors: ['/rrule: it needs either a COUNT or an UNTIL'],
  },
  'a rule with too many dates': { change: { rrule: 'FREQ=DAILY;COUNT=60' }, errors: ['it gives more than 52 dates'] },
  'a yearly rule': { change: { rrule: 'FREQ=YEARLY;COUNT=2' }, errors: ['FREQ has to be DAILY, WEEKLY or MONTHLY'] },
  'a rule that the first start breaks': {
    change: { rrule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=2' },
    errors: ['the first start is no day of the rule'],
  },
  'a link shortener': { change: { body: `${event.body} Details: https://bit.ly/abc` }, warns: ['shortened_link'] },
  'a web address without https': {
    change: { online_url: 'example.org/walk' },
    errors: ['it takes a public https URL'],
    becomes: { online_url: 'https://example.org/walk' },
  },
  'a script as a web address': {
    change: { online_url: 'javascript:alert(1)' },
    errors: ['it takes a public https URL'],
  },
  'a greeting of a model': {
    site: 'messages',
    change: { text: `Sure! Here is a short message you can post: ${valid.messages.text}` },
    warns: ['model_greeting'],
  },
  'line breaks escaped twice, and an entity': {
    change: { body: `${event.body}\\n\\nSoup &amp; bread.` },
    warns: ['escaped_text', 'html_entity'],
  },
  'a line break in the title': { change: { title: 'Lantern walk\nalong the river' }, warns: ['line_break'] },
  'null for optional members': { change: { online_url: null, venue: null, occurrences: null }, warns: [] },
  'null inside an optional member': { site: 'classifieds', change: { price: null, condition: null }, warns: [] },
  'an optional object whose members are null': {
    site: 'classifieds',
    change: { price: { amount: null, currency: null } },
    becomes: {},
  },
  'an empty optional member': { change: { online_url: '' }, becomes: {} },
  'what is free, with a price': {
    site: 'classifieds',
    change: { category: 'free', price: { amount: 12, currency: 'EUR' } },
    warns: ['contradiction'],
  },
  'what is free, with a price of nothing': {
    site: 'classifieds',
    change: { category: 'free', price: { amount: 0, currency: 'EUR' } },
    warns: [],
  },
  'the zone of another city': {
    change: {
      timezone: 'America/New_York',
      starts_at: '2027-07-01T14:00:00-04:00',
      ends_at: '2027-07-01T16:00:00-04:00',
    },
    warns: ['other_zone'],
  },
  'the zone of a city with the same clock': { change: { timezone: 'Europe/Paris' }, warns: [] },
  'values with capitals and spaces': {
    site: 'classifieds',
    change: { category: 'For Sale', condition: 'Like New' },
    errors: ['did you mean "for-sale"?'],
    becomes: { category: 'for-sale', condition: 'like-new' },
  },
  'a classified on the site of events': {
    sent: desk,
    errors: ['has the members of a classified, and this site takes events'],
  },
  'ten faults at once': {
    sent: {
      Title: event.title,
      description: event.body,
      tags: 'Walks',
      tz: 'europe/brussels',
      start: '2027-07-01 20:00',
      end: '2027-07-01T22:00',
      place: 'Leuven, Belgium',
      dry_run: true,
      image: 'a.png',
      url: '',
    },
    errors: [
      '/Title: is no field here; did you mean "title"?',
      '/description: is no field here; did you mean "body"?',
      '/tz: is no field here; did you mean "timezone"?',
    ],
    becomes: {},
  },
}
