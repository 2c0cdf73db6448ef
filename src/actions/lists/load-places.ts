// Loads the GeoNames places into the database, once for each version of the data.
import { placesVersion, readPlaces } from '../../integrations/places/geonames.ts'
import { alone } from '../../store/database/patience.ts'
import { loadPlaces, placesLoaded } from '../../store/lists/places.ts'
import type { Scope } from '../scope.ts'

/** Loads the places unless this version is loaded. Resolves with the number of loaded places. */
export async function loadPlacesIntoStore(scope: Scope, _: Record<string, never>): Promise<{ loaded: number }> {
  if (await placesLoaded(scope.db, placesVersion)) return { loaded: 0 }
  await alone(scope.db, scope.dialect)
  if (await placesLoaded(scope.db, placesVersion)) return { loaded: 0 }
  return { loaded: await loadPlaces(scope.db, scope.dialect, readPlaces(), placesVersion) }
}
