// Draws the map of a country: its outline as one path of whole numbers, and where a point lies on it.
import type { Point } from './geo.ts'

/** A map in a box of `width` by `height`. `at` is null for a point outside the box. */
export type CountryMap = {
  width: number
  height: number
  outline: string
  at(point: Point): { x: number; y: number } | null
}

/** The longer side of a map. */
const size = 320
const margin = 8
/** Land that is farther from the rest than this share of its diagonal is left out: an island across an ocean would shrink all else. */
const reach = 0.2
/** Islands smaller than this are left out, and so are shorter steps of a border. */
const [smallest, shortest] = [5, 3]

type Box = { west: number; east: number; south: number; north: number }

/** The map of a country, of the pieces of land that lie together; null without land. */
export function countryMap(pieces: readonly (readonly Point[])[]): CountryMap | null {
  const turned = acrossSeam(pieces)
  const land = together(pieces.map(piece => piece.map(({ lat, lon }) => ({ lat, lon: turned(lon) }))))
  if (land.length === 0) return null
  const { west, east, south, north } = land.map(boxOf).reduce(around)
  const squeezed = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const scale = (size - 2 * margin) / Math.max((east - west) * squeezed, north - south)
  const project = ({ lat, lon }: Point) => ({
    x: Math.round(margin + (turned(lon) - west) * squeezed * scale),
    y: Math.round(margin + (north - lat) * scale),
  })
  const [width, height] = [(east - west) * squeezed, north - south].map(side => Math.round(side * scale + 2 * margin))
  return {
    width: width!,
    height: height!,
    outline: land.map(piece => pathOf(piece.map(project))).join(''),
    at(point) {
      const { x, y } = project(point)
      return x >= 0 && y >= 0 && x <= width! && y <= height! ? { x, y } : null
    },
  }
}

/** Where a country lies on both sides of 180°, its west is counted on. */
function acrossSeam(pieces: readonly (readonly Point[])[]): (lon: number) => number {
  const all = pieces.flat().map(({ lon }) => lon)
  const both = all.some(lon => lon > 150) && all.some(lon => lon < -150)
  return both ? lon => (lon < 0 ? lon + 360 : lon) : lon => lon
}

/** The largest piece of land and what lies near it, piece by piece. */
function together(pieces: readonly Point[][]): Point[][] {
  const [first, ...rest] = pieces.toSorted((a, b) => areaOf(boxOf(b)) - areaOf(boxOf(a)))
  if (!first) return []
  const near = [first]
  let whole = boxOf(first)
  for (let found = true; found; ) {
    found = false
    for (const piece of rest.splice(0)) {
      const box = boxOf(piece)
      if (gapOf(whole, box) > reach * Math.hypot(whole.east - whole.west, whole.north - whole.south)) rest.push(piece)
      else {
        near.push(piece)
        whole = around(whole, box)
        found = true
      }
    }
  }
  return near
}

function boxOf(points: readonly Point[]): Box {
  const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity }
  for (const { lat, lon } of points) {
    box.west = Math.min(box.west, lon)
    box.east = Math.max(box.east, lon)
    box.south = Math.min(box.south, lat)
    box.north = Math.max(box.north, lat)
  }
  return box
}

const areaOf = ({ west, east, south, north }: Box) => (east - west) * (north - south)
const around = (a: Box, b: Box): Box => ({
  west: Math.min(a.west, b.west),
  east: Math.max(a.east, b.east),
  south: Math.min(a.south, b.south),
  north: Math.max(a.north, b.north),
})

/** The degrees between two boxes; 0 where they touch. */
function gapOf(a: Box, b: Box): number {
  const across = Math.max(0, b.west - a.east, a.west - b.east)
  return Math.hypot(across, Math.max(0, b.south - a.north, a.south - b.north))
}

/** A border in relative steps; steps that round to nothing are left out, and so are specks of land. */
function pathOf(points: readonly { x: number; y: number }[]): string {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  if (Math.max(...xs) - Math.min(...xs) < smallest && Math.max(...ys) - Math.min(...ys) < smallest) return ''
  let { x, y } = points[0]!
  let path = `M${x} ${y}l`
  for (const point of points.slice(1)) {
    const [dx, dy] = [point.x - x, point.y - y]
    if (Math.abs(dx) + Math.abs(dy) < shortest) continue
    path += `${dx < 0 || path.endsWith('l') ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${dy}`
    ;({ x, y } = point)
  }
  return path.endsWith('l') ? '' : `${path}z`
}
