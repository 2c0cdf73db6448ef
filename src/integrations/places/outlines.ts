// The outlines of countries: Natural Earth (public domain) at 1:50 million, as the package world-atlas has it, read on first use.
import { readFileSync } from 'node:fs'
import { iso31661 } from 'iso-3166/1.js'
import type { Point } from '../../domain/places/geo.ts'

/** A topology of TopoJSON: each arc begins at a point of a grid and goes on by differences; a negative index is an arc backwards. */
type Topology = {
  transform: { scale: [number, number]; translate: [number, number] }
  arcs: [number, number][][]
  objects: { countries: { geometries: Country[] } }
}
type Country = { id?: string } & ({ type: 'Polygon'; arcs: number[][] } | { type: 'MultiPolygon'; arcs: number[][][] })

let known: Topology | undefined
const topology = (): Topology =>
  (known ??= JSON.parse(
    readFileSync(new URL(import.meta.resolve('world-atlas/countries-50m.json')), 'utf8'),
  ) as Topology)

/** The outer borders of a country (ISO 3166-1 alpha-2), one for each piece of land; none for a country without an outline. */
export function outlineOf(code: string): Point[][] {
  const numeric = iso31661.find(({ alpha2 }) => alpha2 === code)?.numeric
  const { objects, arcs, transform } = topology()
  const country = objects.countries.geometries.find(({ id }) => id !== undefined && id === numeric)
  if (!country) return []
  const pieces = country.type === 'Polygon' ? [country.arcs] : country.arcs
  return pieces.map(([border = []]) => border.flatMap(index => pointsOf(arcs, transform, index)))
}

function pointsOf(arcs: Topology['arcs'], { scale, translate }: Topology['transform'], index: number): Point[] {
  let [x, y] = [0, 0]
  const points = arcs[index < 0 ? ~index : index]!.map(([dx, dy]) => {
    x += dx
    y += dy
    return { lon: x * scale[0] + translate[0], lat: y * scale[1] + translate[1] }
  })
  return index < 0 ? points.reverse() : points
}
