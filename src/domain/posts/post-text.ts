// The text of a post of any site, for moderation and search.
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { SiteRow } from '../../contract/sites.ts'

/**
 * The text of a post. `title` is null where the site has none; `urls` are the values of URL fields; `country` is that of the
 * location; `venue` is the name and address of the venue on one line; `startsAt` is the first start, epoch milliseconds.
 */
export type PostText = {
  site: SiteId
  title: string | null
  body: string
  venue?: string | null
  topics: readonly string[]
  urls: readonly string[]
  country?: string | null
  startsAt?: number | null
}

/** The text in the members of a post. */
export function postText(site: SiteRow, fields: Record<string, unknown>): PostText {
  const text = (name: string | null) => (name && typeof fields[name] === 'string' ? (fields[name] as string) : null)
  return {
    site: site.id,
    title: text(site.text.title),
    body: text(site.text.body) ?? '',
    venue: venueTexts(site, fields).join(', ') || null,
    topics: Array.isArray(fields.topics) ? (fields.topics as string[]) : [],
    urls: site.urls.flatMap(name => text(name) ?? []),
    country: countryOf(fields),
    startsAt: firstStartIn(site, fields),
  }
}

/** The texts of the venue, in reading order; none where there is no venue. */
export function venueTexts({ venue }: SiteRow, fields: Record<string, unknown>): string[] {
  const given = venue && (fields[venue.member] as Record<string, unknown> | null | undefined)
  if (!venue || typeof given !== 'object' || given === null) return []
  return venue.texts.map(name => given[name]).filter(text => typeof text === 'string')
}

/** Fields may come from the command line, unchecked. */
function countryOf({ location }: Record<string, unknown>): string | null {
  const country = (location as { country?: unknown } | null | undefined)?.country
  return typeof country === 'string' ? country : null
}

/** The first readable start, epoch milliseconds. */
function firstStartIn({ timed }: SiteRow, fields: Record<string, unknown>): number | null {
  if (!timed) return null
  const series = fields[timed.series]
  const times = Array.isArray(series) && series.length > 0 ? series : [fields]
  const starts = times.map(time => Date.parse(String((time as Record<string, unknown> | null)?.[timed.start])))
  const known = starts.filter(Number.isFinite)
  return known.length > 0 ? Math.min(...known) : null
}
