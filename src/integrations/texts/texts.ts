// Loads the texts of the operator's pages from files: those of the operator, or the packaged ones.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ConfigError } from '../../contract/config-error.ts'
import { isTextName, type OperatorTexts, type TextName, textNames } from '../../contract/operator-pages.ts'
import { unknownNames } from '../../documents/guide/operator-texts.ts'

/** The folders with the files of the operator; the first that has a file counts. */
type Folders = { contentDir: string; dataDir: string }

/**
 * Loads the text of each page: `NAME.md` from the content folder, else from the data folder, else the packaged one; and `NAME.de.md` of
 * the content folder, where it is there, for German, and so on. Throws ConfigError for a text that cannot be read, does not begin with a
 * title, or has an unknown name in braces, and for a content folder that is named and not there.
 */
export function loadTexts({ contentDir, dataDir }: Folders): OperatorTexts {
  if (!existsSync(contentDir) && resolve(contentDir) !== resolve(dataDir, 'content'))
    throw new ConfigError(`CONTENT_DIR: there is no folder ${contentDir}`)
  const files = textNames.map(name => {
    const own = [contentDir, dataDir].map(folder => join(folder, `${name}.md`)).find(file => existsSync(file))
    return { name, own, file: own ?? packaged(`policy/${name}.md`) }
  })
  return {
    texts: Object.fromEntries(files.map(({ name, file }) => [name, checked(file)])) as Record<TextName, string>,
    translations: translationsIn(contentDir),
    own: files.flatMap(({ name, own }) => (own === undefined ? [] : [name])),
  }
}

const translated = /^(?<name>[a-z]+)\.(?<language>[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?)\.md$/

function translationsIn(folder: string): OperatorTexts['translations'] {
  const found = existsSync(folder) ? readdirSync(folder).sort() : []
  return found.flatMap(file => {
    const { name, language } = translated.exec(file)?.groups ?? {}
    if (name === undefined || language === undefined || !isTextName(name)) return []
    return [{ name, language, text: checked(join(folder, file)) }]
  })
}

function checked(file: string): string {
  const text = read(file)
  const refuse = (why: string): never => {
    throw new ConfigError(`CONTENT_DIR: ${file} ${why}`)
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
    throw new ConfigError(`CONTENT_DIR: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
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
