// The model that comes with the service, read once a thread.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { languageOf, withoutAddresses } from '../languages.ts'
import { type Heads, headsOf } from './judge.ts'
import { type EmbeddedModel, readModel } from './model-file.ts'
import { sentencesOf } from './windows.ts'

let packaged: { model: EmbeddedModel; heads: Heads } | undefined

/** The packaged model. Throws when its files are missing or not those that belong together. */
export function packagedModel(): { model: EmbeddedModel; heads: Heads } {
  if (packaged) return packaged
  const besideSource = new URL('../../../models/moderation', import.meta.url)
  // Compiled code lies one folder deeper (dist/src) than the sources that it was made from.
  const folder = existsSync(besideSource) ? besideSource : new URL('../../../../models/moderation', import.meta.url)
  const model = readModel(fileURLToPath(folder))
  packaged = { model, heads: headsOf(model) }
  return packaged
}

/** Words from which on a sentence is told to be in another language than the rest. */
const tellingWords = 6

/**
 * Whether the packaged model judges a text well enough to publish it, by its language and by those of its sentences. `folded` is
 * text in lower case without marks (prefilter/fold.ts).
 */
export function judgesLanguageOf(folded: string): boolean {
  const { languages } = packagedModel().model.settings
  const text = withoutAddresses(folded)
  const lang = languageOf(text)
  if (lang === null || !languages.includes(lang)) return false
  return sentencesOf(text).every(({ start, end }) => {
    const sentence = text.slice(start, end)
    if ((sentence.match(/[\p{L}\p{M}]+/gu)?.length ?? 0) < tellingWords) return true
    const own = languageOf(sentence)
    return own === null || languages.includes(own)
  })
}
