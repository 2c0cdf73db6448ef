// The site table: the differences between the sites, one row a site (contract.md §3).
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

export function siteRow(id: SiteId): SiteRow {
  return siteRows[id]
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
