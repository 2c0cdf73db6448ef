// GeoNames places in the database: loads them, and looks them up by id and by name.
import { type CompiledQuery, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { NearestPlaces, Place, PlaceLookup } from '../../domain/places/location.ts'
import type { Dialect } from '../database/dialect.ts'
import { readMeta, writeMeta } from '../database/meta.ts'
import { prepared } from '../database/prepared.ts'
import type { Db, PlacesTable } from '../database/schema.ts'
import { nearestPlaces } from './nearest-places.ts'
import { nameIndex, placesNamed } from './place-names.ts'

const separator = '\n'
const versionName = 'places_version'

const byId = prepared<{ id: number }>()((db, p) =>
  db.selectFrom('places').selectAll().where('geonames_id', '=', p('id')),
)

/** Looks places up. Places found by id are cached, and so are the points of all: they change only with the version. */
export function placeLookup(db: Db): PlaceLookup & NearestPlaces {
  const kept = new LRUCache<number, Place>({ max: 5_000 })
  const nearestIds = nearestPlaces(db)
  const byIds = async (ids: readonly number[]) => {
    if (ids.length === 0) return new Map<number, Place>()
    const rows = await db.selectFrom('places').selectAll().where('geonames_id', 'in', ids).execute()
    return new Map(rows.map(row => [row.geonames_id, toPlace(row)]))
  }
  return {
    async byId(geonamesId) {
      const known = kept.get(geonamesId)
      if (known) return known
      const [row] = await byId(db, { id: geonamesId })
      if (!row) return undefined
      const place = toPlace(row)
      kept.set(geonamesId, place)
      return place
    },
    async byName(name, within, limit) {
      const ids = await placesNamed(db, name, within, limit)
      const found = await byIds(ids)
      return ids.flatMap(id => found.get(id) ?? [])
    },
    async nearest(point, within, limit) {
      const near = await nearestIds(point, within, limit)
      const found = await byIds(near.map(({ id }) => id))
      return near.flatMap(({ id, km }) => {
        const place = found.get(id)
        return place ? [{ place, km }] : []
      })
    },
  }
}

/** Whether the database holds the places of this version. */
export async function placesLoaded(db: Db, version: string): Promise<boolean> {
  return (await readMeta(db, versionName)) === version
}

/** Replaces all places; run it in a transaction. Ids have to be unique in `places`. Returns how many were loaded. */
export async function loadPlaces(db: Db, dialect: Dialect, places: Iterable<Place>, version: string): Promise<number> {
  await db.deleteFrom('places').execute()
  const names = nameIndex()
  const columns = 9
  const batchSize = Math.min(2_000, Math.floor(dialect.maxParameters / columns))
  let batch: PlacesTable[] = []
  let loaded = 0
  // Full batches share one compiled statement: compiling thousands of values takes longer than inserting them.
  let full: CompiledQuery | undefined
  const flush = async () => {
    if (batch.length === batchSize) {
      full ??= db.insertInto('places').values(batch).compile()
      await db.executeQuery({ ...full, parameters: batch.flatMap(row => Object.values(row)) })
    } else if (batch.length > 0) await db.insertInto('places').values(batch).execute()
    loaded += batch.length
    batch = []
  }
  for (const place of places) {
    names.add(place)
    batch.push({
      geonames_id: place.geonamesId,
      name: place.name,
      names: place.names.join(separator),
      country: place.country,
      state: place.state,
      lat: place.lat,
      lon: place.lon,
      timezone: place.timezone,
      population: place.population,
    })
    if (batch.length === batchSize) await flush()
  }
  await flush()
  await names.store(db)
  await writeMeta(db, versionName, version)
  return loaded
}

/** The most populous places whose state is known, in a stable order, for synthetic posts. */
export async function largestPlaces(db: Db, limit: number): Promise<Place[]> {
  const rows = await db
    .selectFrom('places')
    .selectAll()
    .where('state', 'is not', null)
    .orderBy(sql`population desc, geonames_id`)
    .limit(limit)
    .execute()
  return rows.map(toPlace)
}

function toPlace(row: PlacesTable): Place {
  return {
    geonamesId: row.geonames_id,
    name: row.name,
    names: row.names.split(separator),
    country: row.country,
    state: row.state,
    lat: row.lat,
    lon: row.lon,
    timezone: row.timezone,
    population: row.population,
  }
}
