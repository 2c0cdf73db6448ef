// Mounts feeds and calendars at the address of every list of a site.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { homePath, placesPath, topicsPath } from '../../../domain/posts/list-paths.ts'
import { allPosts, type ListAddress, listAt, type SiteList } from '../../../usecases/lists/site-lists.ts'
import type { Platform } from '../../../usecases/platform.ts'

/** Finds the list of a request, or its address when the request spells it in another way. Throws `not_found`. */
type FindList = () => Promise<SiteList | { movedTo: string }>
export type ListAnswer = (request: FastifyRequest, reply: FastifyReply, find: FindList) => unknown

const places = ['/in/:country/', '/in/:country/:area/', '/in/:country/:state/:city/']

/** The addresses of lists with a page of posts. */
export const postLists = [homePath, '/topics/:topic/', '/by/:handle/', '/near/:around/', ...places]
/** The addresses of lists with feeds. The pages of all topics and of all places have the feeds of all posts. */
export const listsWithFeeds = [...postLists, topicsPath, placesPath]

/** Mounts `answer` at a file below each of `lists`. */
export function mountAt(
  app: FastifyInstance,
  platform: Platform,
  lists: readonly string[],
  file: string,
  answer: ListAnswer,
) {
  for (const address of lists) {
    const overview = [topicsPath, placesPath].includes(address)
    const path = address + file
    app.get(path, (request, reply) =>
      answer(request, reply, async () =>
        overview ? { ...allPosts, path: address } : listAt(platform, request.params as ListAddress),
      ),
    )
  }
}

/** Redirects a feed or calendar to its one address, with the query of the request. */
export function redirectTo(request: FastifyRequest, reply: FastifyReply, path: string) {
  const [, query] = request.url.split('?', 2)
  return reply.redirect(query === undefined ? path : `${path}?${query}`, 308)
}
