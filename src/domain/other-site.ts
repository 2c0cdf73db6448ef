// Recognises a body that was made for another site than the one it was sent to, by the names of its members alone.
import type { SiteRow } from '../contract/sites.ts'

/** The one site whose shape a body has, where it has not that of the site that it was sent to; null when there is none, or more. */
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
