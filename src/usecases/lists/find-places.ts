// Looks places up by their names.
import { limits } from '../../contract/limits.ts'
import type { FoundPlace, PlaceQuery } from '../../contract/operations/places.ts'
import { invalid } from '../../contract/problems/problem.ts'
import { countryName, subdivisionsNamed, suggestCountry } from '../../domain/places/countries.ts'
import { areaFilter, checkLocation, locationOf, placeLabel } from '../../domain/places/location.ts'
import { placeNameKey } from '../../domain/places/place-name.ts'
import { show } from '../../domain/shape.ts'
import type { Platform } from '../platform.ts'

/** The places whose name is `q` or begins with `q`, in the order of PlaceLookup. Throws `invalid`. */
export async function findPlaces({ places }: Platform, { q, country, state }: PlaceQuery): Promise<FoundPlace[]> {
  const { errors, candidates } = await checkLocation({ country, state }, { at: null, lookup: places })
  const key = placeNameKey(q)
  if (key === '') errors.push(`/q: got ${show(q)}; it takes a name or the beginning of a name`)
  if (errors.length > 0) throw invalid(errors, candidates)
  const found = await places.byName({ key, beginning: true }, areaFilter({ country, state }), limits.placesFound)
  return found.map(place => ({
    location: locationOf(place),
    label: placeLabel(place),
    population: place.population,
    timezone: place.timezone,
  }))
}

/** The country and the states with this name. */
export function areasNamed(name: string): Pick<FoundPlace, 'location' | 'label'>[] {
  const country = suggestCountry(name)
  return [
    ...(country ? [{ label: countryName(country), location: { country } }] : []),
    ...subdivisionsNamed(name).map(({ code, name: label }) => {
      const own = code.slice(0, 2)
      return { label: `${label}, ${countryName(own)}`, location: { country: own, state: code } }
    }),
  ]
}
