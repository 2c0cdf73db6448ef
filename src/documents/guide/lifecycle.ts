// The notices of a deprecated operation: headers of its answers, and a line on the page about versions.
import type { Deprecated, OperationRow } from '../../contract/operations/row.ts'

/** The path of the page about versions. */
const lifecyclePath = '/lifecycle/'

/**
 * The headers of a deprecated operation, names and values in turn: Deprecation (RFC 9745, a date of structured fields), Sunset
 * (RFC 8594, an HTTP date), and a link to the page that says what to use instead.
 */
export function deprecationHeaders({ since, sunset, link }: Deprecated): string[] {
  return [
    ...['deprecation', `@${Date.parse(since) / 1000}`],
    ...(sunset ? ['sunset', new Date(sunset).toUTCString()] : []),
    ...['link', `<${link ?? lifecyclePath}>; rel="deprecation"; type="text/html"`],
  ]
}

/** The deprecation in a sentence. */
export function deprecationLine(
  id: string,
  { method, path }: OperationRow,
  { since, sunset, link }: Deprecated,
): string {
  const end = sunset ? `, ends on ${sunset}` : ''
  return `\`${id}\` (\`${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}\`): deprecated since ${since}${end}.${link ? ` [What to do](${link}).` : ''}`
}
