// The posts of a test account for its page.

import { limits } from '../../contract/limits.ts'
import type { PostStatus } from '../../contract/posts.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import type { PostFields } from '../../domain/posts/post.ts'
import { postText } from '../../domain/posts/post-text.ts'
import { firstTexts } from '../../store/posts/asked-revisions.ts'
import type { Platform } from '../platform.ts'

export type TestPost = { id: string; title: string; status: PostStatus }

/** The latest posts of a world on a site, newest first. */
export async function testPosts({ db }: Platform, site: SiteId): Promise<TestPost[]> {
  return (await firstTexts(db, site, limits.pageMax)).map(({ id, status, fields }) => {
    const { title, body } = postText(siteRow(site), JSON.parse(fields) as PostFields)
    return { id, status, title: title ?? (body.length > 80 ? `${body.slice(0, 80)}…` : body) }
  })
}
