// Finds the place that a reader means: by a time zone, by a point, by a name, and the nearest places that have posts.

import { limits } from '../../contract/limits.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { parentOf } from '../../domain/places/countries.ts'
import { onSphere, type Point, sphereKm } from '../../domain/places/geo.ts'
import type { Location, Place } from '../../domain/places/location.ts'
import { placeNameKey } from '../../domain/places/place-name.ts'
import { nearPlacePath } from '../../domain/posts/list-paths.ts'
import type { CountedTag } from '../../domain/posts/publication.ts'
import { citiesOfZone } from '../../domain/times/zone-places.ts'
import { samplePosts } from '../../store/lists/facets.ts'
import { countsOf } from '../../store/lists/tag-counts.ts'
import type { Platform } from '../platform.ts'
import { areasNamed, findPlaces } from './find-places.ts'
import { listFilter } from './list-filter.ts'

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

/** A place of a name: its label, and the number of its posts on a site. */
export type NamedPlace = { label: string; location: Location; posts: number }

/** The cities of a name, or whose name begins with it; those with posts first, then those of just this name. */
export async function citiesCalled(platform: Platform, site: SiteId, q: string): Promise<NamedPlace[]> {
  const { items } = await findPlaces(platform, { q })
  const cities = items.filter(({ location }) => location.city !== undefined)
  return likeliest(await counted(platform, site, cities), q)
}

/** As `citiesCalled`, with the countries and states of just this name. */
export async function placesCalled(platform: Platform, site: SiteId, q: string): Promise<NamedPlace[]> {
  const { items } = await findPlaces(platform, { q })
  return likeliest(await counted(platform, site, [...areasNamed(q), ...items]), q)
}

/** Places with the numbers of their posts. */
async function counted(
  { db }: Platform,
  site: SiteId,
  places: readonly Pick<NamedPlace, 'label' | 'location'>[],
): Promise<NamedPlace[]> {
  const tagged = places.map(place => ({ place, tag: tagOf(place.location) }))
  const posts = new Map<string, number>()
  for (const kind of ['country', 'state', 'city'] as const) {
    const tags = tagged.flatMap(({ tag }) => (tag.kind === kind ? tag : []))
    for (const [name, found] of await countsOf(db, { site, kind }, tags)) posts.set(`${kind} ${name}`, found)
  }
  return tagged.map(({ place, tag }) => ({ ...place, posts: posts.get(`${tag.kind} ${tag.name}`) ?? 0 }))
}

/** The tag by which posts of a place are counted. */
function tagOf({ country, state, city }: Location): CountedTag {
  if (city) return { kind: 'city', within: state ?? country, name: String(city.geonames_id) }
  if (state) return { kind: 'state', within: parentOf(state) ?? country, name: state }
  return { kind: 'country', within: '', name: country }
}

function likeliest(places: NamedPlace[], q: string): NamedPlace[] {
  const [name = q] = q.split(',')
  const key = placeNameKey(name)
  const rank = ({ label, posts }: NamedPlace) =>
    (posts > 0 ? 2 : 0) + (placeNameKey(label.split(',')[0] ?? label) === key ? 1 : 0)
  return places.sort((a, b) => rank(b) - rank(a))
}

/** How many of the nearest places with posts an empty list points to. */
export const nearestShown = 6

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
