// Writes a document as YAML that reads well and that older parsers read alike.
import { stringify } from 'yaml'

/** The text of a document. What YAML 1.1 would take for a date or a boolean is quoted. */
export function yamlText(document: unknown): string {
  return stringify(document, {
    aliasDuplicateObjects: false,
    blockQuote: 'literal',
    compat: 'yaml-1.1',
    lineWidth: 120,
  })
}
