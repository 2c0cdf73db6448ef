// What is said of an operation that is going to end: headers of its answers, and a line on the page about versions.
import type { Deprecated, OperationRow } from '../operations/row.ts'

/** Where the page about versions is. */
export const lifecyclePath = '/lifecycle/'

/**
 * The headers of a deprecated operation, names and values in turn: Deprecation (RFC 9745, a date of structured fields), Sunset (RFC 8594,
 * an HTTP date), and a link to what to do about it.
 */
export function deprecationHeaders({ since, sunset, link }: Deprecated): string[] {
  return [
    ...['deprecation', `@${Date.parse(since) / 1000}`],
    ...(sunset ? ['sunset', new Date(sunset).toUTCString()] : []),
    ...['link', `<${link ?? lifecyclePath}>; rel="deprecation"; type="text/html"`],
  ]
}

/** The same in words. */
export function deprecationLine(
  id: string,
  { method, path }: OperationRow,
  { since, sunset, link }: Deprecated,
): string {
  const end = sunset ? `, ends on ${sunset}` : ''
  return `\`${id}\` (\`${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}\`): deprecated since ${since}${end}.${link ? ` [What to do](${link}).` : ''}`
}
