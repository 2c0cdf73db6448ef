// Answers at hosts that sites had before: the new address of a site that moved, the end of one that was closed (docs/operator.md).
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../contract/problems/problem.ts'
import type { FormerHost } from '../contract/sites/former-host.ts'
import type { SiteContext } from '../contract/sites/site-context.ts'
import { keyNames } from './authenticate.ts'
import { isMetered } from './metered.ts'

/** Sends the answer of a former host, or throws its problem; false for any other host. */
export function createFormerHosts(former: readonly FormerHost[], sites: readonly SiteContext[]) {
  const byHost = new Map(former.flatMap(each => each.hosts.map(host => [host, each] as const)))
  return (host: string, request: FastifyRequest, reply: FastifyReply): boolean => {
    const found = byHost.get(host.toLowerCase().replace(/\.(?=:\d+$|$)/, ''))
    if (!found) return false
    const { method, path } = request
    const reads = method === 'GET' || method === 'HEAD'
    const site = sites.find(({ id }) => id === found.movedTo)
    if (site) {
      // A key never follows a redirect: whoever sends one has to name the new address itself.
      if (!reads || sendsKey(request))
        throw new Problem(
          'unknown_site',
          `This site has moved to ${site.baseUrl}. Nothing was done; send the request, and the API key, to the same path there.`,
        )
      const target = request.originalUrl.startsWith('/') ? request.originalUrl : request.url
      reply.redirect(`${site.baseUrl}${target}`, 308)
      return true
    }
    if (!reads || isMetered(path)) throw new Problem('gone', 'This site was closed; its posts are no longer shown.')
    reply.code(410).headers(closedHeaders).send(closedPage)
    return true
  }
}

function sendsKey({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined || Object.keys(headers).some(name => keyNames.test(name))
}

const closedHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
}

const closedPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>This site was closed</title>
</head>
<body>
<main>
<h1>This site was closed</h1>
<p>Its posts are no longer shown.</p>
</main>
</body>
</html>
`
