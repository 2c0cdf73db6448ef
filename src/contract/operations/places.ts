// The operation that looks places up by their names, or by a point.
import { type Static, Type } from 'typebox'
import { limits } from '../limits.ts'
import { LocationSchema } from '../posts.ts'
import { counted } from '../words.ts'
import { reading } from './agentic-access.ts'
import { areaQuery } from './filters.ts'
import { closed, operation, type Taken } from './row.ts'
import { reads } from './tool.ts'

const FoundPlace = Type.Object(
  {
    location: LocationSchema,
    label: Type.String({ description: 'The place in words.' }),
    population: Type.Integer({ minimum: 0 }),
    timezone: Type.String({ description: 'The IANA time zone that it keeps.' }),
    lat: Type.Number(),
    lon: Type.Number(),
    distance_km: Type.Optional(Type.Number({ description: 'From lat and lon, where they are given.' })),
  },
  { ...closed, title: 'FoundPlace' },
)
export type FoundPlace = Static<typeof FoundPlace>

const PlacesAnswer = Type.Object(
  {
    items: Type.Array(FoundPlace),
    hint: Type.Optional(Type.String({ description: 'What was left out, or why nothing is found.' })),
    candidates: Type.Optional(Type.Array(FoundPlace, { description: 'Where nothing is found: what may be meant.' })),
  },
  closed,
)
export type PlacesAnswer = Static<typeof PlacesAnswer>

export const placesOperations = {
  findPlaces: operation({
    method: 'get',
    path: '/v1/places',
    tag: 'service',
    auth: 'none',
    scope: null,
    agenticAccess: reading('Free, without limit by day, and the same for everyone.'),
    summary: 'Look places up by name or point, for `location` of a post and `city` or `near` of a list.',
    description: `Free. Finds cities of GeoNames by any of their names, in any script; case and diacritics do not matter. A state, a country or both may follow by name or code, with commas or without: "Paris, Texas", "Springfield IL", "San Jose, Costa Rica". Words with digits, such as postal codes, are left out where the rest names a city. Cities with exactly this name come first, then those whose name begins with it, each group the largest first, at most ${limits.placesFound}. Where nothing is found, \`hint\` says why and \`candidates\` has what may be meant. \`lat\` and \`lon\` answer the nearest cities first: all, or those of the name in \`q\`. A post takes \`location\` as it is; its \`geonames_id\` is the \`city\` of lists, and \`near=place:GEONAMES_ID\` finds posts around it. States and countries are ISO codes there.`,
    query: () =>
      Type.Object(
        {
          q: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: limits.placeQueryCodePoints,
              description: 'A name or how it begins, in any script, also with state or country: 東京, "Paris, Texas".',
            }),
          ),
          lat: Type.Optional(
            Type.Number({
              minimum: -90,
              maximum: 90,
              description: 'With lon: the nearest first.',
            }),
          ),
          lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180, description: 'With lat.' })),
          ...areaQuery,
        },
        closed,
      ),
    status: 200,
    response: () => PlacesAnswer,
    answer: 'The places of that name, or the nearest ones.',
    answerHeaders: { ETag: 'always' },
    conditional: true,
    examples: () => ({
      parameters: { q: 'paris', country: 'FR', state: 'FR-IDF' },
      response: {
        found: {
          items: [
            {
              location: { country: 'FR', state: 'FR-IDF', city: { geonames_id: 2988507, name: 'Paris' } },
              label: 'Paris, Île-de-France, France',
              population: 2138551,
              timezone: 'Europe/Paris',
              lat: 48.8534,
              lon: 2.3488,
            },
          ],
        },
        nothing: {
          items: [],
          hint: 'There is no city "Springfield" in "Bavaria". The cities with the name "Springfield" are in candidates.',
          candidates: [
            {
              location: { country: 'US', state: 'US-MO', city: { geonames_id: 4409896, name: 'Springfield' } },
              label: 'Springfield, Missouri, United States',
              population: 170188,
              timezone: 'America/Chicago',
              lat: 37.2153,
              lon: -93.2982,
            },
          ],
        },
      },
    }),
    tool: {
      name: 'find_place',
      title: 'Look a place up',
      description:
        'Finds cities by name, also "City, Region", or near lat and lon, each with the location that a post takes as it is and its coordinates. Free, no key.',
      hints: reads,
      offer: 'read',
      describedBy: 'browse_posts',
      copied: true,
      summary: ({ items, hint }) => [`${counted(items.length, 'place')} found.`, ...(hint ? [hint] : [])].join(' '),
    },
  }),
}

export type PlaceQuery = Taken<typeof placesOperations.findPlaces>['query']
