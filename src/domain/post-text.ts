// The text of a post: what moderation reads and what search finds, whatever the shape of the post.
import type { SiteId } from '../contract/site-ids.ts'
import type { SiteRow } from '../contract/sites.ts'

/** The words of a post. `title` is null where the shape has none; `urls` are the explicit URL fields, `country` is that of the location. */
export type PostText = {
  site: SiteId
  title: string | null
  body: string
  topics: readonly string[]
  urls: readonly string[]
  country?: string | null
}

/** The text in the members of a post. */
export function postText(site: SiteRow, fields: Record<string, unknown>): PostText {
  const text = (name: string | null) => (name && typeof fields[name] === 'string' ? (fields[name] as string) : null)
  return {
    site: site.id,
    title: text(site.text.title),
    body: text(site.text.body) ?? '',
    topics: Array.isArray(fields.topics) ? (fields.topics as string[]) : [],
    urls: site.urls.flatMap(name => text(name) ?? []),
    country: countryOf(fields),
  }
}

/** Fields may come from the command line, unchecked. */
function countryOf({ location }: Record<string, unknown>): string | null {
  const country = (location as { country?: unknown } | null | undefined)?.country
  return typeof country === 'string' ? country : null
}
