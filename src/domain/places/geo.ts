// Points on the globe: distances, and the cells by which posts near a point are found.

/** Degrees: latitude -90 to 90, longitude -180 to 180. */
export type Point = { lat: number; lon: number }

/** A point on the unit sphere. It has no seam at 180° and no poles, and the chord between two points grows with their distance. */
export type SpherePoint = { x: number; y: number; z: number }

/** All points within a distance. `chordSquared` is the square of the longest chord to the centre on the unit sphere. */
export type Circle = { centre: SpherePoint; chordSquared: number; cells: string[] }

/** Mean radius of the earth in km (IUGG). */
const earthKm = 6_371.0088

/** Edges of the cells in km: cubes that cut the sphere. A circle is looked up among cells about as large as itself. */
const edgesKm = [2, 8, 32, 128, 512] as const

// About a centimetre: how far rounding may move a point on the border of a circle or a cell.
const slack = 2e-9

/** The point on the unit sphere. */
export function onSphere({ lat, lon }: Point): SpherePoint {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180]
  return { x: Math.cos(phi) * Math.cos(lambda), y: Math.cos(phi) * Math.sin(lambda), z: Math.sin(phi) }
}

/** The great-circle distance of two points in km. */
export function sphereKm(a: SpherePoint, b: SpherePoint): number {
  return 2 * earthKm * Math.asin(Math.min(1, Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z) / 2))
}

/** A distance as answers give it: km to one decimal. */
export function shownKm(km: number): number {
  return Math.round(km * 10) / 10
}

/** The cells of a point, one of each size; the index keeps them as tags of the post. */
export function cellsOf(point: Point): string[] {
  const { x, y, z } = onSphere(point)
  return edgesKm.map((_, size) => cellName(size, indexOf(x, size), indexOf(y, size), indexOf(z, size)))
}

/** The circle of `km` around a point, up to half the circumference of the earth; its cells cover the circle and a little more. */
export function circle(centre: Point, km: number): Circle {
  const middle = onSphere(centre)
  const chord = 2 * Math.sin(Math.min(km / (2 * earthKm), Math.PI / 2))
  const found = edgesKm.findIndex(edge => edge >= km)
  const size = found < 0 ? edgesKm.length - 1 : found
  const reach = chord + slack
  const range = (v: number) => {
    const [from, to] = [indexOf(v - reach, size), indexOf(v + reach, size)]
    return Array.from({ length: to - from + 1 }, (_, i) => from + i)
  }
  const cells = range(middle.x).flatMap(x =>
    range(middle.y).flatMap(y =>
      range(middle.z)
        .filter(z => distanceToCell(middle, [x, y, z], size) <= reach)
        .map(z => cellName(size, x, y, z)),
    ),
  )
  return { centre: middle, chordSquared: chord * chord, cells }
}

/** Edge of a cell on the unit sphere. */
const edgeOf = (size: number) => (edgesKm[size] ?? edgesKm[0]) / earthKm
// Coordinates begin at -1. The offset of 2 gives empty cells beyond the sphere a number too.
const indexOf = (v: number, size: number) => Math.floor((v + 2) / edgeOf(size))
const cellName = (size: number, x: number, y: number, z: number) => `cell=${size}.${x}.${y}.${z}`

function distanceToCell({ x, y, z }: SpherePoint, cell: readonly number[], size: number): number {
  const edge = edgeOf(size)
  const beyond = [x, y, z].map((v, axis) => {
    const from = (cell[axis] ?? 0) * edge - 2
    return Math.max(0, from - v, v - (from + edge))
  })
  return Math.hypot(...beyond)
}

/** Reads a typed "LAT,LON"; a text is its error. */
export function readPoint(text: string): Point | string {
  const match = /^\s*([+-]?\d{1,3}(?:\.\d{1,15})?)\s*,\s*([+-]?\d{1,3}(?:\.\d{1,15})?)\s*$/.exec(text)
  if (!match) return 'it takes LAT,LON in decimal degrees, such as 52.52,13.405, or place:GEONAMES_ID'
  const [lat, lon] = [Number(match[1]), Number(match[2])]
  const faults = [
    ...(Math.abs(lat) > 90 ? [`the latitude ${lat} lies outside -90 to 90`] : []),
    ...(Math.abs(lon) > 180 ? [`the longitude ${lon} lies outside -180 to 180`] : []),
  ]
  return faults.length > 0 ? `${faults.join(', and ')}; it takes LAT,LON, such as 52.52,13.405` : { lat, lon }
}
