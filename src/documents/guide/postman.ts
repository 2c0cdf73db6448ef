// A Postman collection (schema 2.1.0) of a site: a folder a tag, a request an operation with the example of its row.

import { onSite } from '../../contract/operations/tool.ts'
import type { OperationRow } from '../../contract/operations.ts'
import type { PricedSite } from '../../contract/sites/priced-site.ts'
import { offered } from '../openapi/document.ts'
import { tagDescriptions } from '../openapi/words.ts'

/** The collection. The key goes into the variable `api_key`. */
export function postmanCollection(site: PricedSite, baseUrl: string) {
  const rows = offered(site)
  const tags = [...new Set(rows.map(([, { tag }]) => tag))]
  return {
    info: {
      name: `Handbill ${site.title}`,
      description: `${site.tagline} Set the variable api_key to a key that createAccount gave.`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{api_key}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: baseUrl, type: 'string' },
      { key: 'api_key', value: '', type: 'string' },
    ],
    item: tags.map(tag => ({
      name: tag,
      description: tagDescriptions[tag],
      item: rows.filter(([, row]) => row.tag === tag).map(([id, row]) => request(id, row, site, baseUrl)),
    })),
  }
}

function request(id: string, row: OperationRow, site: PricedSite, baseUrl: string) {
  const { method, path, auth, summary, description } = row
  const { parameters = {}, body } = row.examples(site, baseUrl)
  const value = (name: string) => (name in parameters ? String(parameters[name]) : '')
  const described = (schema: unknown) => (schema as { description?: string }).description
  const query = Object.entries(row.query?.(site).properties ?? {}).map(([key, schema]) => ({
    key,
    value: value(key),
    description: described(schema),
    // Only parameters of the example are sent.
    disabled: !(key in parameters),
  }))
  const names = Object.keys(row.params?.properties ?? {})
  const sent = query
    .filter(({ disabled }) => !disabled)
    .map(({ key, value: given }) => `${key}=${encodeURIComponent(given)}`)
  const [example] = Object.values(body ?? {})
  return {
    name: id,
    request: {
      method: method.toUpperCase(),
      description: `${onSite(summary, site)}\n\n${onSite(description, site)}`,
      ...(auth === 'none' && { auth: { type: 'noauth' } }),
      header: [
        ...(example === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
        ...Object.entries(row.headers?.properties ?? {}).map(([key, schema]) => ({
          key,
          value: value(key),
          description: described(schema),
          disabled: !(key in parameters),
        })),
      ],
      url: {
        raw: `{{base_url}}${path}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
        host: ['{{base_url}}'],
        path: path.slice(1).split('/'),
        ...(query.length > 0 && { query }),
        ...(names.length > 0 && { variable: names.map(key => ({ key, value: value(key) })) }),
      },
      ...(example !== undefined && {
        body: { mode: 'raw', raw: JSON.stringify(example, null, 2), options: { raw: { language: 'json' } } },
      }),
    },
    response: [],
  }
}
