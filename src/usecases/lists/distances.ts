// Adds to the posts of an answer how far their cities lie from the point of `near`.
import { type Circle, shownKm, sphereKm } from '../../domain/places/geo.ts'
import type { Db } from '../../store/database/schema.ts'
import { listedPoints } from '../../store/lists/listed-points.ts'

/** The stored texts of posts with `distance_km` as their last member; as they are without a circle. */
export async function withDistances(
  db: Db,
  near: Circle | undefined,
  posts: readonly { seq: number; json: string }[],
): Promise<string[]> {
  const points =
    near &&
    (await listedPoints(
      db,
      posts.map(({ seq }) => seq),
    ))
  return posts.map(({ seq, json }) => {
    const point = points?.get(seq)
    // A stored text is one object, and is written once: parsing it for one more member would cost more than the whole answer.
    return near && point ? `${json.slice(0, -1)},"distance_km":${shownKm(sphereKm(near.centre, point))}}` : json
  })
}
