// Finds places by any of their names, with an index in which a row has all names that begin with the same two characters.
import type { Place, PlaceName } from '../../domain/places/location.ts'
import { placeNameKey } from '../../domain/places/place-name.ts'
import type { Db } from '../database/schema.ts'

// One row for each name would be 700,000 rows, which take longer to load than all places. An entry is a line: the names of a place
// with the initials of the row, each after a bar, then the area, id and population of the place.
const bar = '|'
const fields = '\t'
const line = '\n'
const codePoints = 2 ** 21
const rowsAtOnce = 100

/** The row of a name. A name of one character is in the first row of the range of that character. */
function initialsOf(key: string): number {
  const first = key.codePointAt(0) ?? 0
  return first * codePoints + (key.codePointAt(first > 0xffff ? 2 : 1) ?? 0)
}

/** Collects places, then stores their index. */
export function nameIndex(): { add(place: Place): void; store(db: Db): Promise<void> } {
  const rows = new Map<number, string[]>()
  return {
    add({ geonamesId, names, country, state, population }) {
      const found = `${state ?? country}${fields}${geonamesId.toString(36)}${fields}${population.toString(36)}`
      const entries = new Map<number, string>()
      for (const key of new Set(names.map(placeNameKey))) {
        if (key === '') continue
        const initials = initialsOf(key)
        entries.set(initials, (entries.get(initials) ?? '') + bar + key)
      }
      for (const [initials, keys] of entries) {
        const row = rows.get(initials)
        if (row) row.push(keys, fields, found, line)
        else rows.set(initials, [keys, fields, found, line])
      }
    },
    async store(db) {
      await db.deleteFrom('place_names').execute()
      const sorted = [...rows].sort(([a], [b]) => a - b).map(([initials, row]) => ({ initials, entries: row.join('') }))
      for (let i = 0; i < sorted.length; i += rowsAtOnce)
        await db
          .insertInto('place_names')
          .values(sorted.slice(i, i + rowsAtOnce))
          .execute()
    },
  }
}

/** The ids of the places with a name, as PlaceLookup says. Reads one row; for a beginning of one character, those of its range. */
export async function placesNamed(
  db: Db,
  { key, beginning }: PlaceName,
  within: (area: string) => boolean,
  limit: number,
): Promise<number[]> {
  if (key === '') return []
  const initials = initialsOf(key)
  const whole = initials % codePoints === 0 && beginning
  const rows = await db
    .selectFrom('place_names')
    .select('entries')
    .where('initials', '>=', initials)
    .where('initials', '<=', whole ? initials + codePoints - 1 : initials)
    .execute()
  const found = new Map<number, { id: number; exact: boolean; population: number }>()
  for (const { entries } of rows)
    for (const match of matchesIn(entries, key)) {
      if (!(match.exact || beginning) || !within(match.area)) continue
      if (match.exact || !found.has(match.id)) found.set(match.id, match)
    }
  return [...found.values()]
    .sort((a, b) => Number(b.exact) - Number(a.exact) || b.population - a.population || a.id - b.id)
    .slice(0, limit)
    .map(({ id }) => id)
}

function* matchesIn(entries: string, key: string) {
  for (let at = entries.indexOf(bar + key); at >= 0; ) {
    const end = entries.indexOf(line, at)
    const [names = '', area = '', id = '', population = ''] = entries.slice(at, end).split(fields)
    const exact = `${names}${bar}`.includes(`${bar}${key}${bar}`)
    yield { area, id: Number.parseInt(id, 36), population: Number.parseInt(population, 36), exact }
    at = entries.indexOf(bar + key, end)
  }
}
