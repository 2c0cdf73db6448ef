// What lists and search can be narrowed by, ordered by and paged with.
import { Type } from 'typebox'
import { limits } from '../limits.ts'
import type { SiteRow } from '../sites.ts'

const filters = {
  topic: Type.Optional(Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 40, description: 'A topic.' })),
  country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2 code, such as US.' })),
  state: Type.Optional(
    Type.String({ pattern: '^[A-Z]{2}-[A-Z0-9]{1,3}$', description: 'ISO 3166-2 code, such as US-NY.' }),
  ),
  city: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'GeoNames id of a city.' })),
}

export const paging = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: limits.pageMax, description: `Items a page, 1 to ${limits.pageMax}.` }),
  ),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'next_cursor of the page before.' })),
}

const timeFilters = {
  order: Type.Optional(Type.Enum(['newest', 'soonest'], { description: 'newest or soonest.' })),
  starts_after: Type.Optional(Type.String({ format: 'date-time', description: 'Starts at or after this date-time.' })),
  starts_before: Type.Optional(Type.String({ format: 'date-time', description: 'Starts before this date-time.' })),
}
const newestOnly = { order: Type.Optional(Type.Enum(['newest'], { description: 'newest.' })) }

export const filterQuery = (site: SiteRow) => ({ ...filters, ...(site.timed ? timeFilters : newestOnly) })

/** Example values of the parameters above. */
export const filterExamples = {
  topic: 'art',
  country: 'FR',
  state: 'FR-IDF',
  city: 2988507,
  order: 'newest',
  starts_after: '2027-03-01T00:00:00Z',
  starts_before: '2027-04-01T00:00:00Z',
  limit: 20,
}
