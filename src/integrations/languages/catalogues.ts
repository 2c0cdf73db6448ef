// Loads the catalogues of pages from files, one a language: those of the package, and those of the operator.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { ConfigError } from '../../contract/config-error.ts'
import english from '../../contract/languages/en.json' with { type: 'json' }
import type { Catalogue } from '../../domain/languages/tongue.ts'

/** The folder of the packaged catalogues: the name of a file is the tag of its language. */
const packaged = join(import.meta.dirname, '../../contract/languages')

/**
 * The catalogues by tag: the packaged ones, and on top of them those in the folder `languages` of the data folder, which add
 * languages and replace single messages. Throws ConfigError for a file that is no catalogue.
 */
export function loadCatalogues(dataDir: string): ReadonlyMap<string, Catalogue> {
  const catalogues = new Map<string, Catalogue>()
  for (const folder of [packaged, join(dataDir, 'languages')])
    for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
      if (!name.endsWith('.json')) continue
      const tag = name.slice(0, -'.json'.length)
      catalogues.set(tag, { ...catalogues.get(tag), ...readCatalogue(join(folder, name), tag, folder !== packaged) })
    }
  return catalogues
}

/** `foreign`: of the operator; those of the package are checked by its tests. */
function readCatalogue(file: string, tag: string, foreign: boolean): Catalogue {
  const refuse = (why: string): never => {
    throw new ConfigError(`DATA_DIR: ${file} ${why}`)
  }
  if (!/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/.test(tag)) refuse('is not named by a language, such as sv.json')
  let messages: Catalogue
  try {
    messages = JSON.parse(readFileSync(file, 'utf8')) as Catalogue
  } catch (error) {
    return refuse(`cannot be read (${(error as Error).message})`)
  }
  for (const [key, message] of foreign ? Object.entries(messages) : []) {
    if (!Object.hasOwn(english, key)) refuse(`has the unknown message ${JSON.stringify(key)}`)
    try {
      new IntlMessageFormat(message, tag)
    } catch (error) {
      refuse(`has a message that cannot be read: ${key} (${(error as Error).message})`)
    }
  }
  return messages
}
