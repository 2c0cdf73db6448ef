// The texts that pages show and that are files: the operator's terms and privacy notice, or the packaged ones, and the changelog.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../contract/config-error.ts'
import { unknownNames } from '../../contract/guide/operator-texts.ts'

/** As they stand in their files: what they name in {{braces}} is filled in for each site. */
export type Texts = { terms: string; privacy: string; changelog: string }

/**
 * The texts: `terms.md` and `privacy.md` of the data folder where they are, else the packaged ones. Throws ConfigError for one that
 * cannot be read, does not begin with a title, or names what there is not.
 */
export function loadTexts(dataDir: string): Texts {
  return {
    terms: operatorsText(dataDir, 'terms.md'),
    privacy: operatorsText(dataDir, 'privacy.md'),
    changelog: read(packaged('CHANGELOG.md')),
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
  if (unknown !== undefined) refuse(`names {{${unknown}}}, which there is not`)
  return text
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** A file of the package; compiled code lies one folder deeper than the sources that it was made from. */
function packaged(name: string): string {
  const [beside, besideCompiled] = ['../../..', '../../../..'].map(up => join(import.meta.dirname, up, name)) as [
    string,
    string,
  ]
  return existsSync(beside) || !existsSync(besideCompiled) ? beside : besideCompiled
}
