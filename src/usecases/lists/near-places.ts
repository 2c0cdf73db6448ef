// Finds the place that a reader means: by a time zone, by a point, by a name, and the nearest places that have posts.

import { limits } from '../../contract/limits.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { onSphere, type Point, sphereKm } from '../../domain/places/geo.ts'
import type { Place } from '../../domain/places/location.ts'
import { placeNameKey } from '../../domain/places/place-name.ts'
import { nearPlacePath } from '../../domain/posts/list-paths.ts'
import { citiesOfZone } from '../../domain/times/zone-places.ts'
import { samplePosts } from '../../store/lists/facets.ts'
import { countsOf } from '../../store/lists/tag-counts.ts'
import type { Platform } from '../platform.ts'
import { findPlaces } from './find-places.ts'
import { listFilter } from './list-filter.ts'
import type { CountedLink } from './site-lists.ts'

/** The best known city of a time zone; undefined for a zone without a place. */
export async function placeOfZone({ places }: Platform, zone: string): Promise<Place | undefined> {
  const known = citiesOfZone(zone)
  for (const city of known?.cities ?? []) {
    const found = await places.byName(
      { key: placeNameKey(city), beginning: false },
      area => area.slice(0, 2) === known?.country,
      1,
    )
    if (found[0]) return found[0]
  }
  return undefined
}

/** The city nearest to a point. */
export async function placeAt({ places }: Platform, point: Point): Promise<Place | undefined> {
  const [nearest] = await places.nearest(point, () => true, 1)
  return nearest?.place
}

/** A city of a name: its label, and its country by code. */
export type NamedPlace = CountedLink & { country: string }

/** The cities of a name with the numbers of their posts on a site; those with posts first, then those of just this name. */
export async function placesCalled(platform: Platform, site: SiteId, q: string): Promise<NamedPlace[]> {
  const { items } = await findPlaces(platform, { q })
  const cities = items.flatMap(({ location, label }) => {
    const { city, state, country } = location
    return city ? [{ name: String(city.geonames_id), within: state ?? country, label, country }] : []
  })
  const counts = await countsOf(platform.db, { site, kind: 'city' }, cities)
  const key = placeNameKey(q.split(',')[0] ?? q)
  const rank = ({ name, posts }: CountedLink) =>
    (posts > 0 ? 2 : 0) + (placeNameKey(name.split(',')[0] ?? name) === key ? 1 : 0)
  return cities
    .map(({ name, label, country }) => ({
      ...{ name: label, path: nearPlacePath(Number(name)), country },
      posts: counts.get(name) ?? 0,
    }))
    .sort((a, b) => rank(b) - rank(a))
}

/** The nearest cities with posts of a site, the nearest first, with their distances in km. */
export async function nearestWithPosts(platform: Platform, site: SiteId, around: Place, limit: number) {
  const { db, dialect } = platform
  const near = `place:${around.geonamesId}`
  const filter = await listFilter(platform, site, { near, within_km: limits.nearestKm })
  const centre = onSphere(around)
  const cities = new Map<string, { km: number; posts: number }>()
  for (const { tags, point } of await samplePosts(db, dialect, filter, limits.postsSampled)) {
    const id = tags.find(tag => tag.startsWith('city='))?.slice(5)
    if (id === undefined || point === null) continue
    cities.set(id, { km: sphereKm(centre, point), posts: (cities.get(id)?.posts ?? 0) + 1 })
  }
  const nearest = [...cities].sort(([, a], [, b]) => a.km - b.km).slice(0, limit)
  const named = await Promise.all(
    nearest.map(async ([id, { km, posts }]) => {
      const place = await platform.places.byId(Number(id))
      return place ? [{ name: place.name, path: nearPlacePath(place.geonamesId), posts, km: Math.round(km) }] : []
    }),
  )
  return named.flat()
}
