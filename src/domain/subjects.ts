// What a document is made of and what a publication touches, by the same names: a post, a site, and what its lists are narrowed by.
import type { SiteId } from '../contract/site-ids.ts'

/** What a publication of a post touches; `tags` are all that it has or had before. */
export function touchedBy(site: SiteId, postId: string, tags: readonly string[]): string[] {
  return [postId, site, ...tags.map(tag => `${site} ${tag}`)]
}

/** What shows one post is made of. */
export const ofPost = (id: string): string[] => [id]

type Narrowed = { author?: string; topic?: string; country?: string; state?: string; city?: number | string }

/** What a list of a site is made of: the posts with the narrowest of its tags, or all. */
export function ofList(site: SiteId, filters: Narrowed): string[] {
  for (const kind of ['author', 'city', 'state', 'topic', 'country'] as const)
    if (filters[kind] !== undefined) return [`${site} ${kind}=${filters[kind]}`]
  return [site]
}
