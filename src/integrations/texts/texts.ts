// Loads the texts of pages from files: terms and privacy notice, of the operator or packaged.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../contract/config-error.ts'
import { unknownNames } from '../../documents/guide/operator-texts.ts'

/** The texts as in their files: a name in {{braces}} is filled in for each site. */
export type Texts = { terms: string; privacy: string }

/**
 * Loads `terms.md` and `privacy.md` from the data folder, else the packaged ones. Throws ConfigError for a text that cannot be
 * read, does not begin with a title, or has an unknown name in braces.
 */
export function loadTexts(dataDir: string): Texts {
  return {
    terms: operatorsText(dataDir, 'terms.md'),
    privacy: operatorsText(dataDir, 'privacy.md'),
  }
}

function operatorsText(dataDir: string, name: string): string {
  const own = join(dataDir, name)
  const file = existsSync(own) ? own : packaged(`policy/${name}`)
  const text = read(file)
  const refuse = (why: string): never => {
    throw new ConfigError(`DATA_DIR: ${file} ${why}`)
  }
  if (!/^# \S/.test(text)) refuse('does not begin with a title, such as "# Terms"')
  const [unknown] = unknownNames(text)
  if (unknown !== undefined) refuse(`has the unknown name {{${unknown}}}`)
  return text
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** The path of a file of the package. Compiled code lies one folder deeper than its sources. */
function packaged(name: string): string {
  const [beside, besideCompiled] = ['../../..', '../../../..'].map(up => join(import.meta.dirname, up, name)) as [
    string,
    string,
  ]
  return existsSync(beside) || !existsSync(besideCompiled) ? beside : besideCompiled
}
