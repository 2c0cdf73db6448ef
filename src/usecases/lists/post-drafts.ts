// Writes the public documents of posts in JSON: a page of a list, and one post.

import type { ListQuery } from '../../contract/operations/posts.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { guideLinks } from '../../documents/guide/documents.ts'
import { withAddresses } from '../../domain/posts/addresses.ts'
import type { Draft } from '../documents.ts'
import type { Platform } from '../platform.ts'
import { browsePosts } from './browse-posts.ts'
import { publicPost } from './public-posts.ts'

/** The headers of public answers in JSON. The key that created a post gets another answer. */
const publicJson = {
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
  },
  vary: 'authorization',
} as const

/** One page of the published posts of a site; `url` is the path and query that ask for it. Throws `invalid`. */
export async function listDraft(platform: Platform, site: SiteContext, url: string, query: ListQuery): Promise<Draft> {
  const { items, nextCursor } = await browsePosts(platform, site.id, query)
  const posts = withAddresses(items.join(','), site.baseUrl)
  const body = `{"items":[${posts}]${nextCursor ? `,"next_cursor":${JSON.stringify(nextCursor)}` : ''}}`
  return { ...publicJson, headers: { ...publicJson.headers, link: listLinks(site, url, nextCursor) }, body }
}

/** The Link header of the page of a list at `url`: where the next page is, and the guide of the site. */
export function listLinks({ baseUrl }: SiteContext, url: string, nextCursor: string | null): string {
  if (nextCursor === null) return guideLinks
  const next = new URL(url, baseUrl)
  next.searchParams.set('cursor', nextCursor)
  return `<${next.href}>; rel="next", ${guideLinks}`
}

/** A public post of a site. Throws `gone` and `not_found`. */
export async function postDraft(platform: Platform, site: SiteId, id: string): Promise<Draft> {
  const { json, ownerKeyId } = await publicPost(platform, site, id)
  return { ...publicJson, body: json, ownerKeyId }
}
