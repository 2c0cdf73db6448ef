// Requests with 60 KB of one letter in each parameter and member of text of each operation.

import type { OperationRow } from '../../src/contract/operations/row.ts'
import { operations } from '../../src/contract/operations.ts'
import type { SiteId } from '../../src/contract/sites/site-ids.ts'
import { siteRow } from '../../src/contract/sites.ts'
import type { Sent } from './measured-service.ts'

const letters = ['T', 'a', '1', '.', '@', '-', '/', ' ', '+', 'a.', 'a@', '1-', 'é', '\u{1F3B7}']
/** What fits into an address beside the other headers. */
const inAddress = 11_000

type Schema = { type?: string; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }

/** Every operation with each of its texts long, on two sites. `full` repeats a unit to 60 KB. */
export function hostileValues({
  key,
  full,
}: {
  key: string
  full(unit: string): string
}): { what: string; sent: Sent }[] {
  return (['events', 'classifieds'] satisfies SiteId[]).flatMap(site =>
    Object.entries<OperationRow>(operations).flatMap(([name, row]) => {
      const { method, path, auth, body, query, params } = row
      const base = { site, method: method.toUpperCase(), ...(auth !== 'owner' && { key }) }
      const filled = path.replace(/\{\w+\}/g, 'x')
      const send = (where: string, unit: string, rest: Pick<Sent, 'path' | 'body'>) => ({
        what: `${JSON.stringify(unit)} in ${where} of ${name} on ${site}`,
        sent: { ...base, ...rest },
      })
      return letters.flatMap(unit => {
        const short = encodeURIComponent(unit).repeat(Math.floor(inAddress / encodeURIComponent(unit).length))
        return [
          ...textsOf(body?.(siteRow(site)) as Schema | undefined).map(member =>
            send(member.join('/'), unit, { path: filled, body: JSON.stringify(nested(member, full(unit))) }),
          ),
          ...Object.keys(query?.(siteRow(site))?.properties ?? {}).map(member =>
            send(member, unit, { path: `${filled}?${member}=${short}`, body: body ? '{}' : undefined }),
          ),
          ...Object.keys(params?.properties ?? {}).map(member =>
            send(member, unit, {
              path: path.replace(`{${member}}`, short).replace(/\{\w+\}/g, 'x'),
              body: body ? '{}' : undefined,
            }),
          ),
        ]
      })
    }),
  )
}

/** The paths of the members of text; `*` stands for the entries of a list. */
function textsOf(schema: Schema | undefined, path: readonly string[] = []): string[][] {
  if (!schema || path.length > 4) return []
  const own = schema.type === 'string' ? [[...path]] : []
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, each]) => textsOf(each, [...path, name]))
  const entries = schema.items ? textsOf(schema.items, [...path, '*']) : []
  return [...own, ...members, ...entries, ...(schema.anyOf ?? []).flatMap(each => textsOf(each, path))]
}

function nested([name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text
  return name === '*' ? [nested(rest, text)] : { [name]: nested(rest, text) }
}
