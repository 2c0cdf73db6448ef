// Damages to a valid body, each of the kind that callers cause. None takes away what cannot be known from the rest.
import { countryName } from '../../../src/domain/places/countries.ts'
import { type Place, placeLabel } from '../../../src/domain/places/location.ts'

export type Body = Record<string, any>

/** The body with a damage; null where the damage does not apply. */
type Damage = (body: Body, place: Place) => unknown

const renamed = (body: Body, names: Record<string, string>) =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [names[name] ?? name, value]))

/** Changes every time of an event, those of a series too. */
function everyTime(body: Body, change: (time: string) => unknown): Body | null {
  if (!('timezone' in body) && !('starts_at' in body) && !('occurrences' in body)) return null
  const changed = (time: Body) => ({
    ...time,
    ...(typeof time.starts_at === 'string' && { starts_at: change(time.starts_at) }),
    ...(typeof time.ends_at === 'string' && { ends_at: change(time.ends_at) }),
  })
  return Array.isArray(body.occurrences) ? { ...body, occurrences: body.occurrences.map(changed) } : changed(body)
}

const rfc = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)([+-]\d\d:\d\d)$/
/** Rewrites a time that is still in the right form; any other stays. */
const rewritten = (write: (parts: string[]) => unknown) => (time: string) => {
  const parts = rfc.exec(time)
  return parts ? write(parts.slice(1)) : time
}
const twelve = (hour: string) => `${Number(hour) % 12 || 12}`

export const damages: Record<string, Damage> = {
  'no zone': body => ('timezone' in body ? { ...body, timezone: undefined } : null),
  'an empty zone': body => ('timezone' in body ? { ...body, timezone: '' } : null),
  'a zone in lower case': body => (body.timezone ? { ...body, timezone: body.timezone.toLowerCase() } : null),
  'times without offset': body => everyTime(body, time => time.replace(/[+-]\d\d:\d\d$/, '')),
  'times with a space': body => everyTime(body, time => time.replace('T', ' ')),
  'offsets without a colon': body => everyTime(body, time => time.replace(/([+-]\d\d):(\d\d)$/, '$1$2')),
  'a clock of twelve hours': body =>
    everyTime(
      body,
      rewritten(
        ([y, m, d, h = '', min, s, o]) => `${y}-${m}-${d} ${twelve(h)}:${min}:${s} ${Number(h) < 12 ? 'am' : 'pm'}${o}`,
      ),
    ),
  'days before months': body =>
    everyTime(
      body,
      rewritten(([y, m, d, h, min, s, o]) => `${d}/${m}/${y} ${h}:${min}:${s}${o}`),
    ),
  'months before days': body =>
    everyTime(
      body,
      rewritten(([y, m, d, h, min, s, o]) => `${m}/${d}/${y} ${h}:${min}:${s}${o}`),
    ),
  'Unix times': body => everyTime(body, time => (rfc.test(time) ? Date.parse(time) / 1000 : time)),
  'other names of times': body => {
    const names = { starts_at: 'start', ends_at: 'endTime', timezone: 'tz', occurrences: 'dates' }
    if (!('timezone' in body || 'starts_at' in body)) return null
    const inSeries = Array.isArray(body.occurrences) && {
      occurrences: body.occurrences.map(time => renamed(time, names)),
    }
    return renamed({ ...body, ...inSeries }, names)
  },
  'a place in words': (body, place) => (body.location ? { ...body, location: placeLabel(place) } : null),
  'a city alone': (body, place) => (body.location ? { ...body, location: place.name } : null),
  'a city by its name': (body, place) =>
    body.location ? { ...body, location: { country: countryName(place.country), city: place.name } } : null,
  'a country in lower case': body =>
    body.location?.country
      ? { ...body, location: { ...body.location, country: body.location.country.toLowerCase() } }
      : null,
  'an id as text': body =>
    body.location?.city?.geonames_id
      ? {
          ...body,
          location: {
            ...body.location,
            city: { ...body.location.city, geonames_id: String(body.location.city.geonames_id) },
          },
        }
      : null,
  'a city beside the other members': (body, place) =>
    body.location
      ? { ...body, location: undefined, city: place.name, country: place.country, state: place.state ?? undefined }
      : null,
  'topics as text': body => (Array.isArray(body.topics) ? { ...body, topics: body.topics.join(', ') } : null),
  'topics as hash tags': body =>
    Array.isArray(body.topics)
      ? { ...body, topics: body.topics.map(topic => `#${topic.toUpperCase().replaceAll('-', ' ')}`) }
      : null,
  'topics as tags': body => ('topics' in body ? renamed(body, { topics: 'tags' }) : null),
  'a price as text': body =>
    typeof body.price?.amount === 'number' ? { ...body, price: `${body.price.amount} ${body.price.currency}` } : null,
  'a price with a sign': body =>
    typeof body.price?.amount === 'number'
      ? { ...body, price: { amount: `${body.price.amount}`, currency: body.price.currency } }
      : null,
  'a currency beside the price': body =>
    typeof body.price?.amount === 'number'
      ? { ...body, price: body.price.amount, currency: body.price.currency.toLowerCase() }
      : null,
  'values in capitals': body =>
    body.category ? { ...body, category: body.category.toUpperCase().replaceAll('-', ' ') } : null,
  'another name of the text': body => renamed(body, 'text' in body ? { text: 'message' } : { body: 'description' }),
  'names in camel case': body =>
    renamed(body, { starts_at: 'startsAt', ends_at: 'endsAt', online_url: 'onlineUrl', title: 'Title' }),
  'null and nothing': body => ({ ...body, image: null, summary: '' }),
  'a parameter of the address': body => ({ ...body, dry_run: true }),
}

/** What callers put around a body. */
export const wrappers: Record<string, (body: unknown) => unknown> = {
  nothing: body => body,
  'a member': body => ({ post: body }),
  'a list': body => [body],
  'a code fence': body => `\`\`\`json\n${JSON.stringify(body)}\n\`\`\``,
}
