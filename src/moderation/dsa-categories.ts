// Reads which category of the EU's transparency database a category of the policy is.
import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { type DsaCategory, dsaLists } from '../contract/moderation/dsa.ts'

const elsewhere: DsaCategory = 'STATEMENT_CATEGORY_OTHER_VIOLATION_TC'

/** The category of the EU of a category of the policy. Throws an Error for a table with a value that the EU does not list. */
export function loadDsaCategories(): (category: string | null) => DsaCategory {
  const table = parse(readFileSync(packagedTable(), 'utf8')) as Record<string, string>
  const of = new Map(Object.entries(table).map(([category, value]) => [category, `STATEMENT_CATEGORY_${value}`]))
  for (const [category, value] of of)
    if (!(dsaLists.category as readonly string[]).includes(value))
      throw new Error(`policy/dsa-categories.yaml: ${category}: ${value} is no category of the EU`)
  return category => (of.get(category ?? '') as DsaCategory | undefined) ?? elsewhere
}

function packagedTable(): URL {
  const besideSource = new URL('../../policy/dsa-categories.yaml', import.meta.url)
  // Compiled code is one folder deeper (dist/src) than its source.
  const besideCompiled = new URL('../../../policy/dsa-categories.yaml', import.meta.url)
  return existsSync(besideSource) || !existsSync(besideCompiled) ? besideSource : besideCompiled
}
