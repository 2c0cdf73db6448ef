// The answer of GET /v1: all that a caller needs who knows only the base URL, made from the tables.

import { onSite } from '../../contract/operations/tool.ts'
import { sentences } from '../../contract/sentences.ts'
import type { PricedSite } from '../../contract/sites/priced-site.ts'
import { version } from '../../contract/version.ts'
import { offered } from '../openapi/document.ts'
import { changesAt } from './changelog.ts'
import { guideDocuments } from './documents.ts'

const keyOf = { none: 'not needed', optional: 'optional', key: 'needed', owner: 'not accepted: for the owner' } as const

/** The index of a site. `details` of an operation is the OpenAPI document of its tag, with fields and examples. */
export function apiIndex(site: PricedSite, baseUrl: string) {
  const rows = offered(site)
  const row = (wanted: string) => rows.find(([id]) => id === wanted)![1]
  const signUp = row('createAccount')
  return {
    site: site.id,
    title: site.title,
    about: site.tagline,
    version,
    base_url: baseUrl,
    authentication: 'Authorization: Bearer <API key>',
    sign_up: {
      operation: 'createAccount',
      method: signUp.method.toUpperCase(),
      url: baseUrl + signUp.path,
      body: Object.values(signUp.examples(site, baseUrl).body ?? {})[0],
      next: sentences.next(site),
    },
    operations: rows.map(([id, { method, path, auth, tag, summary, deprecated }]) => ({
      operation: id,
      method: method.toUpperCase(),
      url: baseUrl + path.replace(/:(\w+)/g, '{$1}'),
      key: keyOf[auth],
      does: onSite(summary, site),
      ...(deprecated && { deprecated }),
      details: `${baseUrl}/openapi.json?tag=${tag}`,
    })),
    documents: guideDocuments(site).map(({ path, title, about }) => ({ url: baseUrl + path, title, about })),
    api_changes: changesAt(baseUrl),
    mcp: { url: `${baseUrl}/mcp`, transport: 'streamable-http', read_only: `${baseUrl}/mcp?tools=read` },
  }
}
