// Checks the parameters, the query and the body of a request against the row of its operation.
import { idInPath } from '../../contract/ids.ts'
import type { OperationRow } from '../../contract/operations.ts'
import { invalid, notAnObject, Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { perSite } from '../../contract/sites.ts'
import { isObject } from '../../domain/is-object.ts'
import { bodyShape, queryShape } from '../../domain/shape.ts'
import { storableText } from '../../domain/text/text.ts'

export type Given = { params: Record<string, string>; query: Record<string, unknown>; body: unknown }

/**
 * The check of one row. It reads numbers and booleans of the query from text. prepare-post.ts checks the fields of a post. Throws
 * `not_found`, `invalid_json`, and `invalid` with every error.
 */
export function requestCheck(row: OperationRow): (site: SiteId, given: Given) => Given {
  const shapesOf = perSite(site => ({
    query: queryShape(row.query?.(site) ?? emptyQuery),
    body: row.body && !row.bodyCheckedByAction ? bodyShape(row.body(site)) : null,
  }))
  return (siteId, { params, query, body }) => {
    const shape = shapesOf(siteId)
    // A malformed id is 404, as any unknown id.
    for (const name in params)
      if (!idInPath.test(params[name] as string)) throw new Problem('not_found', 'There is nothing with this id.')
    const errors = [...Object.entries(query).flatMap(([name, value]) => textErrors(name, value)), ...shape.query(query)]
    if (errors.length > 0) throw invalid(errors)
    if (!row.body) return { params, query, body: undefined }
    // A dry run proposes a body for one that is no object.
    if (row.bodyCheckedByAction && query.dry_run === true && body !== undefined) return { params, query, body }
    if (!isObject(body)) throw notAnObject(body)
    if (!shape.body) return { params, query, body }
    const text = storableText(body)
    const faults = [...text.errors, ...shape.body(text.value)]
    if (faults.length > 0) throw invalid(faults)
    return { params, query, body: text.value }
  }
}

const emptyQuery = { type: 'object', properties: {}, additionalProperties: false }

function textErrors(name: string, value: unknown): string[] {
  return storableText(value).errors.map(error => `/${name}${error.startsWith('/:') ? error.slice(1) : error}`)
}
