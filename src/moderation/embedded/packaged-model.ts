// The model that comes with the service, read once a thread.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isInAnother } from '../found-language.ts'
import { isWrittenIn, partReader, withoutAddresses } from '../languages.ts'
import { type EmbeddedModel, readModel } from './model-file.ts'
import { sentencesOf } from './windows.ts'

export type PackagedModel = {
  model: EmbeddedModel
  /** Its name in decisions. */
  name: string
  /** A hash of the whole model: heads that were learned for another model are not used with this one. */
  base: string
}

let packaged: PackagedModel | undefined

/** The packaged model. Throws when its files are missing or do not belong together. */
export function packagedModel(): PackagedModel {
  if (packaged) return packaged
  const model = readModel(modelFolder())
  packaged = {
    model,
    name: `embedded ${model.settings.version}`,
    // The settings name the hash of the weights.
    base: createHash('sha256').update(JSON.stringify(model.settings)).digest('hex'),
  }
  return packaged
}

/** The folder of the packaged model and of the posts that it was made from. */
export function modelFolder(): string {
  const besideSource = new URL('../../../models/moderation', import.meta.url)
  // Compiled code is one folder deeper (dist/src) than its source.
  const folder = existsSync(besideSource) ? besideSource : new URL('../../../../models/moderation', import.meta.url)
  return fileURLToPath(folder)
}

/** The languages (ISO 639-1) in which the packaged model decides. */
export const judgedLanguages = (): string[] => [...packagedModel().model.settings.languages]

/** From this number of words on, the language of a sentence is checked by itself. */
const tellingWords = 6

/**
 * Whether the packaged model judges a text well enough to publish it: its language is one of the judged ones, and no sentence is in
 * another one. Where a language that is not judged has as many known words as one with a head of its own (Portuguese beside Spanish), a
 * person decides, and where the letters are those of another language. `written` is the text as it is written, `folded` in lower case
 * without marks (prefilter/fold.ts).
 */
export function judgesLanguageOf(folded: string, written: string): boolean {
  const { languages, languageHeads = {} } = packagedModel().model.settings
  const text = withoutAddresses(folded)
  const read = partReader(text)
  const whole = read(0, text.length).languages()
  const [first] = whole
  if (first === undefined || !languages.includes(first)) return false
  if (first in languageHeads && !whole.every(each => languages.includes(each))) return false
  if (!isWrittenIn(first, written)) return false
  return sentencesOf(text).every(({ start, end }) => {
    const sentence = read(start, end)
    if (sentence.words < tellingWords) return true
    const own = sentence.languages()
    if (own.length === 0) return !isInAnother(first, text.slice(start, end))
    // A Japanese sentence may be without kana.
    return own.includes(first) || (first === 'ja' && own[0] === 'zh')
  })
}
