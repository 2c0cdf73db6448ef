// The handler of the search for places.
import type { placesOperations } from '../../contract/operations/places.ts'
import { findPlaces } from '../lists/find-places.ts'
import { documentAt } from './document-at.ts'
import type { Handlers } from './handler.ts'

export const placesHandlers: Handlers<typeof placesOperations> = {
  findPlaces({ platform, request, query }) {
    const find = async () => ({
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' },
      body: JSON.stringify(await findPlaces(platform, query)),
    })
    return documentAt(platform, request, find, [])
  },
}
