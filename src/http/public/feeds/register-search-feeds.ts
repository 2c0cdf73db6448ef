// Mounts the feeds of searches: those that accounts let stand, at a secret address, and those that readers follow without an account.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../../contract/limits.ts'
import type { SearchQuery } from '../../../contract/operations/search.ts'
import { Problem } from '../../../contract/problems/problem.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { withAddresses } from '../../../domain/posts/addresses.ts'
import { callerAddress } from '../../../edge/caller-address.ts'
import { readerRate } from '../../../edge/reader-rate.ts'
import { isUnchanged } from '../../../edge/send-document.ts'
import { inTime } from '../../../usecases/deadline.ts'
import type { Document } from '../../../usecases/documents.ts'
import { followedPosts, followedQuery, readFollowed } from '../../../usecases/lists/followed-search.ts'
import { searchOfSecret, standingFeed } from '../../../usecases/lists/standing-searches.ts'
import { mapWithPauses } from '../../../usecases/pauses.ts'
import type { Platform } from '../../../usecases/platform.ts'
import { shownPost } from '../kit/post-words.ts'
import { englishRow } from '../kit/spoken.ts'
import { searchPath } from '../pages/search-page.ts'
import { dataDraft } from './data-draft.ts'
import { feedFormats } from './feed-formats.ts'
import type { Feed } from './json-feed.ts'

type SecretRequest = FastifyRequest<{ Params: { secret: string } }>
type Format = keyof typeof feedFormats

const files = { json: 'feed.json', rss: 'feed.xml' } as const

/** Nothing of such a feed is indexed or kept for others: its address is all that its reader has. */
const privately = { 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' }

/** Mounts `/feeds/SECRET/feed.json`, `/search/feed.json`, and the same as RSS. The edge has set the site. */
export function registerSearchFeeds(app: FastifyInstance, platform: Platform): void {
  const take = readerRate(platform.now, limits.readerSearchesPerMinute)
  for (const format of Object.keys(files) as Format[]) {
    app.get(`/feeds/:secret/${files[format]}`, async (request: SecretRequest, reply) => {
      const { secret } = request.params
      const id = searchOfSecret(platform, secret)
      if (id === null) throw new Problem('not_found', 'There is no such feed.')
      const { site, search, texts, newest: found } = await standingFeed(platform, id)
      const path = `/feeds/${secret}/${files[format]}`
      const made = () => written(platform, site, { format, path, search, texts })
      // The posts are part of the key: a search finds them a moment after their publication.
      send(request, reply, await platform.documents.get(`feed ${format} ${id} ${found}`, made))
    })

    // A search is work, so HEAD must not run one.
    app.get(`${searchPath}/${files[format]}`, { exposeHeadRoute: false }, async (request, reply) => {
      const { site } = request
      const query = readFollowed(platform, site.id, request.query)
      take(callerAddress(request))
      const path = `${searchPath}/${files[format]}?${followedQuery(platform, site.id, query)}`
      const made = async () => {
        const texts = await inTime(platform.times.answerMs, () => followedPosts(platform, site.id, query))
        return written(platform, site, { format, path, search: query, texts })
      }
      send(request, reply, await platform.documents.get(`${site.id} follow ${path}`, made))
    })
  }
}

type Found = { format: Format; path: string; search: SearchQuery; texts: readonly string[] }

/** A feed of posts that a search has found. `texts` are stored. */
async function written(platform: Platform, site: SiteContext, { format, path, search, texts }: Found) {
  const row = englishRow(site)
  const feed: Feed = {
    title: `${row.say('search.title')}: ${wordsOf(search)}`,
    ...{ home: `${site.baseUrl}${searchPath}`, self: `${site.baseUrl}${path}`, next: null },
    posts: await mapWithPauses(texts, text => shownPost(withAddresses(text, site.baseUrl))),
  }
  const { contentType, format: write } = feedFormats[format]
  return dataDraft(contentType, await write(site, feed, { now: platform.now(), hub: null }))
}

/** What a search asks for, in its own words. */
const wordsOf = (search: SearchQuery) => Object.values(search).map(String).join(', ')

function send(request: FastifyRequest, reply: FastifyReply, document: Document): void {
  const headers = { ...document.headers, ...privately, etag: `"${document.hash}"` }
  if (isUnchanged(request.headers, document)) void reply.code(304).headers(headers).send()
  else void reply.code(200).headers(headers).send(document.body)
}
