// The site table: the differences between the sites, one row a site (contract.md §3).

import { classifieds } from './sites/classifieds.ts'
import { events } from './sites/events.ts'
import { messages } from './sites/messages.ts'
import type { SiteRow } from './sites/row.ts'
import type { SiteId } from './sites/site-ids.ts'
import { stories } from './sites/stories.ts'

export type { Fact, PlaceWords, PublicFields, SiteRow, TimeMembers } from './sites/row.ts'

/** Every site, in the order in which sites are named. */
export const siteRows: Record<SiteId, SiteRow> = { messages, stories, classifieds, events }

/** The row of a site. */
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
