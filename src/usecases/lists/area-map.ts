// The map of a country or a state: the outline of the country, and the cities inside the area that have posts.
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { type CountryMap, countryMap } from '../../domain/places/country-map.ts'
import { locationOf } from '../../domain/places/location.ts'
import { placePath } from '../../domain/posts/list-paths.ts'
import { outlineOf } from '../../integrations/places/outlines.ts'
import { mostUsedTags } from '../../store/lists/tag-counts.ts'
import type { Platform } from '../platform.ts'
import type { CountedLink } from './site-lists.ts'

/** A city on a map: where it lies in the box of the map, and the link to its list. */
export type MapDot = CountedLink & { geonamesId: number; x: number; y: number }
export type AreaMap = { map: CountryMap; dots: readonly MapDot[] }

/** The states of a country with the most posts, whose cities its map shows, and how many cities of each. */
const [statesShown, citiesShown] = [8, 12]

const maps = new Map<string, CountryMap | null>()

function mapOf(country: string): CountryMap | null {
  const known = maps.get(country)
  if (known !== undefined) return known
  const made = countryMap(outlineOf(country))
  maps.set(country, made)
  return made
}

/** The map of an area (ISO 3166-1 or 3166-2); null without an outline, and where no city on it has posts. */
export async function areaMap({ db, places }: Platform, site: SiteId, area: string): Promise<AreaMap | null> {
  const map = mapOf(area.slice(0, 2))
  if (!map) return null
  const most = (kind: 'state' | 'city', within: string, limit: number) =>
    mostUsedTags(db, { site, kind, within }, limit)
  const states = await most('state', area, statesShown)
  const counted = await Promise.all(
    [area, ...states.map(({ name }) => name)].map(each => most('city', each, citiesShown)),
  )
  const dots = await Promise.all(
    counted.flat().map(async ({ name, posts }) => {
      const place = await places.byId(Number(name))
      const at = place && map.at(place)
      if (!place || !at) return []
      return [{ name: place.name, path: placePath(locationOf(place)), posts, geonamesId: place.geonamesId, ...at }]
    }),
  )
  const shown = dots.flat()
  return shown.length > 0 ? { map, dots: shown } : null
}
