// Finds the places nearest to a point, in memory: all points are compared, which takes less than a millisecond.
import { setImmediate } from 'node:timers/promises'
import { onSphere, type Point, sphereKm } from '../../domain/places/geo.ts'
import type { Db } from '../database/schema.ts'

/** `area` is the state of a place, or its country where the state is not known. */
type Points = { ids: Int32Array; sphere: Float64Array; areas: string[] }

/** Places read in one turn of the event loop. */
const rowsAtOnce = 2_000

/** The ids of the nearest places in the wanted areas and their distances in km, the nearest first. */
export type NearestIds = (
  point: Point,
  within: (area: string) => boolean,
  limit: number,
) => Promise<{ id: number; km: number }[]>

/** Reads the points of all places at the first question, and keeps them: about 5 MB. */
export function nearestPlaces(db: Db): NearestIds {
  let reading: Promise<Points> | undefined
  return async (point, within, limit) => {
    reading ??= readPoints(db).catch(error => {
      reading = undefined
      throw error
    })
    return nearest(await reading, point, within, limit)
  }
}

async function readPoints(db: Db): Promise<Points> {
  const ids: number[] = []
  const sphere: number[] = []
  const areas: string[] = []
  const known = new Map<string, string>()
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('places')
      .select(['geonames_id', 'country', 'state', 'lat', 'lon'])
      .where('geonames_id', '>', last)
      .orderBy('geonames_id')
      .limit(rowsAtOnce)
      .execute()
    for (const { geonames_id: id, country, state, lat, lon } of rows) {
      const { x, y, z } = onSphere({ lat, lon })
      const area = state ?? country
      ids.push(id)
      sphere.push(x, y, z)
      areas.push(known.get(area) ?? area)
      known.set(area, areas.at(-1) ?? area)
      last = id
    }
    if (rows.length < rowsAtOnce) return { ids: Int32Array.from(ids), sphere: Float64Array.from(sphere), areas }
    await setImmediate()
  }
}

function nearest({ ids, sphere, areas }: Points, point: Point, within: (area: string) => boolean, limit: number) {
  const centre = onSphere(point)
  const { x, y, z } = centre
  const wanted = new Map<string, boolean>()
  const best: { i: number; squared: number }[] = []
  for (let i = 0; i < ids.length; i++) {
    const [dx, dy, dz] = [sphere[3 * i]! - x, sphere[3 * i + 1]! - y, sphere[3 * i + 2]! - z]
    const squared = dx * dx + dy * dy + dz * dz
    if (best.length === limit && squared >= best[limit - 1]!.squared) continue
    const area = areas[i]!
    const inside = wanted.get(area) ?? within(area)
    wanted.set(area, inside)
    if (!inside) continue
    const at = best.findIndex(each => squared < each.squared)
    best.splice(at < 0 ? best.length : at, 0, { i, squared })
    best.length = Math.min(best.length, limit)
  }
  return best.map(({ i }) => ({
    id: ids[i]!,
    km: sphereKm(centre, { x: sphere[3 * i]!, y: sphere[3 * i + 1]!, z: sphere[3 * i + 2]! }),
  }))
}
