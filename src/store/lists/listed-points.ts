// Reads where listed posts are, for the distances of an answer.
import type { SpherePoint } from '../../domain/places/geo.ts'
import type { Db } from '../database/schema.ts'

/** The points of the listed posts with these sequence numbers; posts without a city have none. */
export async function listedPoints(db: Db, seqs: readonly number[]): Promise<Map<number, SpherePoint>> {
  if (seqs.length === 0) return new Map()
  const rows = await db.selectFrom('listing').select(['seq', 'x', 'y', 'z']).where('seq', 'in', seqs).execute()
  return new Map(
    rows.flatMap(({ seq, x, y, z }) =>
      x === null || y === null || z === null ? [] : [[seq, { x, y, z }] as [number, SpherePoint]],
    ),
  )
}
