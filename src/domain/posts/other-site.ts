// Recognises a body that was sent to the wrong site, by the names of its members.
import type { SiteRow } from '../../contract/sites.ts'

/** The only other site whose members a body has; null when it has those of the site it was sent to, of no site or of several. */
export function siteMeant(body: object, sentTo: SiteRow, sites: readonly SiteRow[]): SiteRow | null {
  if (hasShape(body, sentTo)) return null
  const others = sites.filter(site => site !== sentTo && hasShape(body, site))
  return others.length === 1 ? (others[0] ?? null) : null
}

function hasShape(body: object, { body: { properties, required } }: SiteRow): boolean {
  return (
    Object.keys(body).every(name => Object.hasOwn(properties, name)) &&
    ((required ?? []) as readonly string[]).every(name => Object.hasOwn(body, name))
  )
}
