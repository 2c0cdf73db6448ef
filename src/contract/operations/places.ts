// The operation that looks places up by their names.
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
  },
  { ...closed, title: 'FoundPlace' },
)
export type FoundPlace = Static<typeof FoundPlace>

export const placesOperations = {
  findPlaces: operation({
    method: 'get',
    path: '/v1/places',
    tag: 'service',
    auth: 'none',
    scope: null,
    agenticAccess: reading('Free, without limit by day, and the same for everyone.'),
    summary: 'Look places up by name, for `location` of a post and `city` of a list.',
    description: `Free. Finds cities of GeoNames by any of their names, in any script; case and diacritics do not matter. Cities with exactly this name come first, then those whose name begins with it, each group the largest first, at most ${limits.placesFound}. A post takes \`location\` as it is; its \`geonames_id\` is the \`city\` of lists. The names of states and countries are ISO codes there.`,
    query: () =>
      Type.Object(
        {
          q: Type.String({
            minLength: 1,
            maxLength: limits.placeQueryCodePoints,
            description: 'A name or how it begins, such as München, Muenchen, munich or 東京.',
          }),
          ...areaQuery,
        },
        closed,
      ),
    status: 200,
    response: () => Type.Object({ items: Type.Array(FoundPlace) }, closed),
    answer: 'The places of that name.',
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
            },
          ],
        },
        nothing: { items: [] },
      },
    }),
    tool: {
      name: 'find_place',
      title: 'Look a place up',
      description:
        'Finds cities by any of their names, largest first, each with the location that a post takes as it is. Free, no key needed.',
      hints: reads,
      offer: 'read',
      copied: true,
      summary: answer => `${counted(answer.items.length, 'place')} found.`,
    },
  }),
}

export type PlaceQuery = Taken<typeof placesOperations.findPlaces>['query']
