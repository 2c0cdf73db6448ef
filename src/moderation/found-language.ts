// Finds the language of a text for its readers: by script and commonest words, and by letter sequences where those say too little.
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { eld } from 'eld/extrasmall'
import { undetermined } from '../domain/text/language-tag.ts'
import { languageOf, withoutAddresses } from './languages.ts'
import { isQuickText } from './quick-texts.ts'

/** The start of a text says which language it is in; a longer one would only take longer. */
const charactersRead = 4_000

/** Scripts in which several languages are written often: the first guess is only that of the script. */
const guesses: ReadonlySet<string | null> = new Set([null, 'ru', 'uk', 'sr', 'kk', 'ar', 'fa', 'ur', 'hi'])

/**
 * The language of a text as a BCP 47 tag, `und` where none is clear. `text` is as written, `folded` in lower case without marks
 * (prefilter/fold.ts).
 */
export function foundLanguage(text: string, folded: string): string {
  const plain = withoutAddresses(folded.slice(0, charactersRead))
  if (!/\p{L}/u.test(plain)) return undetermined
  const guess = languageOf(plain)
  if (!guesses.has(guess)) return guess!
  if (isQuickText(text)) return guess ?? undetermined
  const found = letterSequences().detect(text.slice(0, charactersRead))
  return found.language !== '' && (found.isReliable() || guess === null) ? found.language : (guess ?? undetermined)
}

/** Whether the letter sequences of a text without known words are those of another language. */
export function isInAnother(language: string, text: string): boolean {
  const found = letterSequences().detect(text)
  return found.language !== '' && found.language !== language && found.isReliable()
}

let loaded: Pick<typeof eld, 'detect'> | undefined

/** Loaded with the first text that needs it: it takes 30 MB, and most texts do without. */
function letterSequences(): NonNullable<typeof loaded> {
  // The package names only its entry for `import`, and a reading is made in one go.
  const file = fileURLToPath(import.meta.resolve('eld/extrasmall'))
  loaded ??= (createRequire(import.meta.url)(file) as { eld: typeof eld }).eld
  return loaded
}
