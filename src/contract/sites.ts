// The site table: the differences between the sites, one row a site (contract.md §3). A process serves one platform: names, colours and
// logo of its operator are set once, at the start.
import { type Face, usualFace } from './face.ts'
import type { SiteRow } from './sites/row.ts'
import { type SiteId, siteIds, sourceEnding } from './sites/site-ids.ts'

export type { Fact, PlaceWords, PublicFields, SiteRow, TimeMembers } from './sites/row.ts'
export { choicesOf, valuesOf } from './sites/row.ts'

const rows: SiteRow[] = await Promise.all(
  siteIds.map(async id => (await import(`./sites/rows/${id}${sourceEnding}`)).row),
)

/** Every site, in the order in which sites are named. */
export const siteRows = Object.fromEntries(
  rows.sort((a, b) => a.number - b.number).map(row => [row.id, row]),
) as Readonly<Record<SiteId, SiteRow>>

let face = usualFace
let rowsInUse = siteRows

/** Sets names, colours and logo of this process. */
export function useFace(given: Face): void {
  face = given
  rowsInUse = Object.fromEntries(Object.values(siteRows).map(row => [row.id, withFace(row)])) as typeof siteRows
}

/** The names, colours and logo of this process. */
export const faceInUse = (): Face => face

function withFace(row: SiteRow): SiteRow {
  const own = face.sites[row.id]
  if (!own) return row
  const { name, light = row.face.light, dark = row.face.dark, spot = row.face.spot } = own
  return { ...row, ...(name !== undefined && { title: name, named: true }), face: { ...row.face, light, dark, spot } }
}

/** The row of a site, with the name and the colours that the operator gives it. */
export function siteRow(id: SiteId): SiteRow {
  return rowsInUse[id]
}

/** A function that gives the value of `make` for a site, and makes it once, on first use. */
export function perSite<Made>(make: (site: SiteRow) => Made): (id: SiteId) => Made {
  const all = new Map<SiteId, Made>()
  return id => {
    const made = all.get(id) ?? make(siteRow(id))
    all.set(id, made)
    return made
  }
}
