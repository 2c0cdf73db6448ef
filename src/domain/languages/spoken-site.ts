// A site with the tongue in which one of its pages speaks.
import type { SiteContext } from '../../contract/sites/site-context.ts'
import type { Tongue } from './tongue.ts'

export type SpokenSite = SiteContext & { tongue: Tongue }

const made = new WeakMap<SiteContext, Map<Tongue, SpokenSite>>()

/** A site in a tongue: the same object for the same two. */
export function spokenSite(site: SiteContext, tongue: Tongue): SpokenSite {
  const ofSite = made.get(site) ?? new Map<Tongue, SpokenSite>()
  made.set(site, ofSite)
  const spoken = ofSite.get(tongue) ?? { ...site, tongue }
  ofSite.set(tongue, spoken)
  return spoken
}
