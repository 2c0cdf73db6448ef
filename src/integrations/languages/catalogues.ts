// The catalogues of pages and mails, one file a language: those of the package, and those of the operator.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { ConfigError } from '../../contract/config-error.ts'
import { packagedCatalogues } from '../../contract/languages/catalogues.ts'
import { englishMessages as english } from '../../contract/languages/english.ts'
import type { Catalogue, MessageKey } from '../../domain/languages/tongue.ts'

/** First parts of addresses that could be the tag of a language. */
const taken = ['in', 'by', 'mcp']

/**
 * The catalogues by tag: the packaged ones, and on top of them those in the folder `languages` of the content folder, which add
 * languages and replace single messages. Throws ConfigError for a file that is no catalogue, and names the message that is wrong.
 */
export function loadCatalogues(contentDir: string): ReadonlyMap<string, Catalogue> {
  const catalogues = new Map<string, Catalogue>(Object.entries(packagedCatalogues))
  const folder = join(contentDir, 'languages')
  for (const name of existsSync(folder) ? readdirSync(folder).sort() : []) {
    if (!name.endsWith('.json')) continue
    const tag = name.slice(0, -'.json'.length)
    catalogues.set(tag, { ...catalogues.get(tag), ...readCatalogue(join(folder, name), tag) })
  }
  return catalogues
}

function readCatalogue(file: string, tag: string): Catalogue {
  const refuse = (why: string): never => {
    throw new ConfigError(`CONTENT_DIR: ${file} ${why}`)
  }
  if (!/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/.test(tag) || taken.includes(tag))
    refuse('is not named by a language, such as sv.json or pt-PT.json')
  let messages: Record<string, unknown>
  try {
    messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  } catch (error) {
    return refuse(`cannot be read (${(error as Error).message})`)
  }
  for (const [key, message] of Object.entries(messages)) {
    const fault = Object.hasOwn(english, key) ? faultOf(key as MessageKey, message, tag) : 'there is no such message'
    if (fault !== null) refuse(`is wrong at ${JSON.stringify(key)}: ${fault}`)
  }
  return messages as Catalogue
}

/** What is wrong with a message; null when nothing is. Its values and elements have to be those of the message in English. */
function faultOf(key: MessageKey, message: unknown, tag: string): string | null {
  if (typeof message !== 'string' || message.trim() === '') return 'it has to be a text'
  let here: ReadonlySet<string>
  try {
    here = argumentsOf(message, tag)
  } catch (error) {
    return `it is not in ICU MessageFormat (${(error as Error).message})`
  }
  const there = argumentsOf(english[key], 'en')
  const missing = [...there].find(name => !here.has(name) && !named.has(name))
  if (missing !== undefined) return `it lacks ${missing}`
  const strange = [...here].find(name => !there.has(name) && !named.has(name))
  return strange === undefined ? null : `it has the unknown ${strange}`
}

/** What every message can name: a site, and the nouns of its posts in English. */
const named: ReadonlySet<string> = new Set(['{site}', '{noun}', '{nouns}', '{Noun}', '{Nouns}', '{recipient}'])

/** The values and elements of a message: `{name}`, `<a>`. Throws for a text that is not in ICU MessageFormat. */
function argumentsOf(message: string, tag: string): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (parts: ReturnType<IntlMessageFormat['getAst']>): void => {
    for (const part of parts) {
      if (part.type === literal || !('value' in part)) continue
      found.add(part.type === element ? `<${part.value}>` : `{${part.value}}`)
      if ('options' in part) for (const { value } of Object.values(part.options)) visit(value)
      if ('children' in part) visit(part.children)
    }
  }
  visit(new IntlMessageFormat(message, tag).getAst())
  return found
}

// Types of the parts of a message (TYPE of @formatjs/icu-messageformat-parser).
const [literal, element] = [0, 8]
