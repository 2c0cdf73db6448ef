// Mounts pages, feeds and calendars at the address of every list of a site.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { homePath, placesPath, topicsPath } from '../../../domain/list-paths.ts'
import { allPosts, type ListAddress, listAt, type SiteList } from '../../../usecases/lists/site-lists.ts'
import type { Platform } from '../../../usecases/platform.ts'

/** Finds the list that a request asks for, or where that is when its address is written in another way. Throws `not_found`. */
type FindList = () => Promise<SiteList | { movedTo: string }>
export type Answer = (request: FastifyRequest, reply: FastifyReply, find: FindList) => unknown

const places = ['/in/:country/', '/in/:country/:area/', '/in/:country/:state/:city/']

/** The addresses of lists that have a page of posts. */
export const postLists = [homePath, '/topics/:topic/', ...places]
/** Those that have feeds: the pages of all topics and of all places have those of all posts. */
export const fedLists = [...postLists, topicsPath, placesPath]

/** Mounts an answer at a file below each of these lists; an empty name is the page of the list, which its address without the last slash leads to. */
export function mountAt(
  app: FastifyInstance,
  platform: Platform,
  lists: readonly string[],
  file: string,
  answer: Answer,
) {
  for (const address of lists) {
    const overview = [topicsPath, placesPath].includes(address)
    const path = address + file
    app.get(path, (request, reply) =>
      answer(request, reply, async () =>
        overview ? { ...allPosts, path: address } : listAt(platform, request.params as ListAddress),
      ),
    )
    if (path.length > 1 && path.endsWith('/')) app.get(path.slice(0, -1), redirectToSlash)
  }
}

/** Leads to the address with a slash at its end. */
function redirectToSlash(request: FastifyRequest, reply: FastifyReply) {
  const [path, query] = request.url.split('?', 2)
  return redirect(reply, `${path}/`, query)
}

/** Leads to where a page, feed or calendar is for good, with the query that was sent. */
export function redirectTo(request: FastifyRequest, reply: FastifyReply, path: string) {
  return redirect(reply, path, request.url.split('?', 2)[1])
}

const redirect = (reply: FastifyReply, path: string, query: string | undefined) =>
  reply.redirect(query === undefined ? path : `${path}?${query}`, 308)
