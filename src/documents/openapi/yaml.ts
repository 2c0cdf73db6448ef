// Writes a document as readable YAML that parsers of YAML 1.1 and 1.2 read alike.
import { stringify } from 'yaml'

/** The text of a document. Strings that YAML 1.1 would read as a date or a boolean are quoted. */
export function yamlText(document: unknown): string {
  return stringify(document, {
    aliasDuplicateObjects: false,
    blockQuote: 'literal',
    compat: 'yaml-1.1',
    lineWidth: 120,
  })
}
