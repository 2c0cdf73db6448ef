// The query parameters that filter, order and page lists and search.
import { Type } from 'typebox'
import { namedDays } from '../days.ts'
import { limits } from '../limits.ts'
import { GeonamesId, LanguageTag, placeNameMax, postStatuses, statusSpellings } from '../posts.ts'
import { priceSteps } from '../price-steps.ts'
import { choicesOf, type SiteRow, valuesOf } from '../sites.ts'

/** How long the answer may wait for what is asked for. */
export const waiting = {
  wait: Type.Optional(
    Type.Integer({ minimum: 0, maximum: limits.waitSeconds, description: 'Seconds to wait for news.' }),
  ),
}

/** An area. A name in place of a code is invalid; the problem lists the codes that the name may mean. */
export const areaQuery = {
  country: Type.Optional(
    Type.String({ minLength: 1, maxLength: placeNameMax, description: 'ISO 3166-1, such as US.' }),
  ),
  state: Type.Optional(
    Type.String({ minLength: 1, maxLength: placeNameMax, description: 'ISO 3166-2, such as US-NY.' }),
  ),
}

const tagFilters = {
  topic: Type.Optional(Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 40, description: 'A topic.' })),
  ...areaQuery,
  city: Type.Optional(
    // A list of types, not a union: clients read `type` of each parameter.
    Type.Unsafe<number | string>({
      ...GeonamesId('GeoNames id; a name is refused, with ids.'),
      type: ['integer', 'string'],
      minLength: 1,
      maxLength: placeNameMax,
    }),
  ),
}

const languageFilter = { language: Type.Optional(LanguageTag('BCP 47.')) }

const filters = {
  ...tagFilters,
  ...languageFilter,
  near: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'LAT,LON or place:GEONAMES_ID.',
    }),
  ),
  within_km: Type.Optional(
    Type.Number({
      minimum: limits.nearKmMin,
      maximum: limits.nearKmMax,
      description: `With near; ${limits.nearKmDefault} when left out.`,
    }),
  ),
}

export const paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.pageMax, description: 'Items a page.' })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'next_cursor of the page before.' })),
}

const orders = <Order extends string>(...taken: Order[]) =>
  Type.Optional(Type.Enum(taken, { description: 'Which comes first.' }))

/** The days on which something runs, in the zone of each post. */
const dayFilters = {
  on_from: Type.Optional(Type.String({ format: 'date', description: 'Runs then or later.' })),
  on_to: Type.Optional(Type.String({ format: 'date', description: 'Runs then or earlier.' })),
}

/** Amounts in whole units of a currency; without the currency they could not be compared. */
const priceFilters = {
  currency: Type.Optional(
    Type.String({ minLength: 1, maxLength: 40, description: 'ISO 4217; beside price_*, cheapest.' }),
  ),
  price_min: Type.Optional(Type.Number({ minimum: 0, maximum: 1e12, description: 'In units of currency.' })),
  price_max: Type.Optional(Type.Number({ minimum: 0, maximum: 1e12, description: 'In units of currency.' })),
}

const timeFilters = {
  ...dayFilters,
  order: orders('newest', 'soonest'),
  starts_after: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Starts from then on.',
    }),
  ),
  starts_before: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Starts before.',
    }),
  ),
}
/** To the types every site has every filter: they are optional, and the schema of a site refuses those that it does not have. */
const every = { ...timeFilters, ...priceFilters, order: orders('newest', 'soonest', 'cheapest', 'dearest') }

const hasPrices = ({ money }: SiteRow) => money.length > 0

const byDate = ({ timed }: SiteRow) => ['newest' as const, ...(timed ? ['soonest' as const] : [])]
const byPrice = (site: SiteRow) => (hasPrices(site) ? ['cheapest' as const, 'dearest' as const] : [])

/** The orders by date alone, for feeds and for the form of searches, which takes no currency. */
export const dateOrders = (site: SiteRow) => ({ order: orders(...byDate(site)) })

const siteOrders = (site: SiteRow) => ({ order: orders(...byDate(site), ...byPrice(site)) })

/** The members of a site that take one of a few values, as filters. */
function choiceFilters(site: SiteRow) {
  const filter = (member: string, label: string) =>
    Type.Optional(Type.Enum(valuesOf(site, member), { description: `${label}.` }))
  return Object.fromEntries(choicesOf(site).map(({ member, label }) => [member, filter(member, label)]))
}

const siteFilters = (site: SiteRow): typeof every =>
  ({
    ...choiceFilters(site),
    ...(hasPrices(site) && priceFilters),
    ...(site.timed && timeFilters),
    ...siteOrders(site),
  }) as typeof every

export const ownPostsQuery = {
  mine: Type.Optional(
    Type.Boolean({
      description: 'true: the posts of this key.',
    }),
  ),
  status: Type.Optional(
    Type.Enum([...postStatuses, ...Object.keys(statusSpellings)], {
      description: 'With mine=true; deleted is listed alone.',
    }),
  ),
}

export const filterQuery = (site: SiteRow) => ({ ...filters, ...siteFilters(site) })

/** The filters of searches that stand: those that do not depend on the day. */
export const standingFilters = (site: SiteRow) => ({
  ...filters,
  ...(choiceFilters(site) as object),
  ...((hasPrices(site) ? priceFilters : {}) as typeof priceFilters),
})

/** Days by their name, in place of `on_from` and `on_to`, and the distances that lists around a place offer. */
const namedDayFilter = {
  when: Type.Optional(Type.Enum([...namedDays], { description: 'Days by name, in place of on_from and on_to.' })),
}
const radiusFilter = {
  within_km: Type.Optional(
    Type.Enum(
      limits.nearKmOffered.map(km => String(km)),
      { description: 'On a list around a place: how far in km.' },
    ),
  ),
}

const priceStepFilters = {
  currency: priceFilters.currency,
  price_max: Type.Optional(
    Type.Enum(
      priceSteps.map(step => String(step)),
      { description: 'With currency: at most so much, in its units.' },
    ),
  ),
}

/** The filters of pages, feeds and calendars (contract.md §17), the order of a page by price, and the order of a feed. */
export const listQuery = (site: SiteRow) => ({
  ...tagFilters,
  ...languageFilter,
  ...choiceFilters(site),
  ...(hasPrices(site) && priceStepFilters),
  ...radiusFilter,
  ...(site.timed && { ...namedDayFilter, ...dayFilters }),
})
export const pageQuery = (site: SiteRow) => ({ ...listQuery(site), ...(hasPrices(site) && siteOrders(site)) })
export const feedQuery = (site: SiteRow) => ({ ...listQuery(site), ...dateOrders(site) })

/** Example values of the parameters above. */
export const filterExamples = {
  topic: 'art',
  country: 'FR',
  state: 'FR-IDF',
  city: 2988507,
  language: 'fr',
  currency: 'EUR',
  price_min: 10,
  price_max: 200,
  order: 'newest',
  starts_after: '2027-03-01T00:00:00Z',
  starts_before: '2027-04-01T00:00:00Z',
  limit: 20,
}
