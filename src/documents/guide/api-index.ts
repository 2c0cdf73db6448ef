// The answer of GET /v1: all that a caller needs who knows only the base URL, made from the tables.

import { apiChanges } from '../../contract/api-changes.ts'
import { onSite } from '../../contract/operations/tool.ts'
import { sentences } from '../../contract/sentences.ts'
import type { PricedSite } from '../../contract/sites/priced-site.ts'
import { version } from '../../contract/version.ts'
import { offered } from '../openapi/document.ts'
import { guideDocuments } from './documents.ts'

const keyOf = { none: 'not needed', optional: 'optional', key: 'needed', owner: 'for the owner' } as const

/** The index of a site, with all that a first post takes. `details` is a URI template (RFC 6570): the OpenAPI document of one operation. */
export function apiIndex(site: PricedSite, baseUrl: string) {
  const rows = offered(site)
  const call = (wanted: string) => {
    const [operation, row] = rows.find(([id]) => id === wanted)!
    const body = Object.values(row.examples(site, baseUrl).body ?? {})[0]
    return { operation, method: row.method.toUpperCase(), url: baseUrl + row.path, body }
  }
  return {
    site: site.id,
    title: site.title,
    about: site.tagline,
    version,
    base_url: baseUrl,
    authentication: 'Authorization: Bearer <API key>',
    sign_up: { ...call('createAccount'), next: sentences.next(site) },
    post: { ...call('createPost'), next: sentences.firstPost },
    details: `${baseUrl}/openapi.json?operation={operation}`,
    operations: rows.map(([id, { method, path, auth, summary, deprecated }]) => ({
      operation: id,
      method: method.toUpperCase(),
      path: path.replace(/:(\w+)/g, '{$1}'),
      key: keyOf[auth],
      does: onSite(summary, site),
      ...(deprecated && { deprecated }),
    })),
    documents: guideDocuments(site)
      .filter(({ optional }) => !optional)
      .map(({ path, title }) => ({ url: baseUrl + path, title })),
    api_changes: { latest: apiChanges[0]?.date, url: `${baseUrl}/changelog/` },
    mcp: { url: `${baseUrl}/mcp`, transport: 'streamable-http', read_only: `${baseUrl}/mcp?tools=read` },
  }
}
