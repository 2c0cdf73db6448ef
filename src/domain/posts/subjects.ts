// Names the subjects that documents are made from and that publications change: a post, a site, a tag of its lists.
import type { SiteId } from '../../contract/sites/site-ids.ts'

/** The subjects that a publication of a post changes; `tags` are all that the post has or had before. */
export function touchedBy(site: SiteId, postId: string, tags: readonly string[]): string[] {
  return [postId, site, ...tags.map(tag => `${site} ${tag}`)]
}

/** The subject of a document about one post. */
export const ofPost = (id: string): string[] => [id]

type Filters = { author?: string; topic?: string; country?: string; state?: string; city?: number | string }

/** The subject of a list of a site: its narrowest tag, or the site. */
export function ofList(site: SiteId, filters: Filters): string[] {
  for (const kind of ['author', 'city', 'state', 'topic', 'country'] as const)
    if (filters[kind] !== undefined) return [`${site} ${kind}=${filters[kind]}`]
  return [site]
}
