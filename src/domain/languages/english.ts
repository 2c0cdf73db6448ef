// English, the language of the sources, for pages that are in one language alone and for all that programs read.
import { englishMessages } from '../../contract/languages/english.ts'
import { createTongue, sourceLanguage, type Tongue } from './tongue.ts'

const known: Readonly<Record<string, string>> = englishMessages

export const english: Tongue = createTongue(sourceLanguage, key => known[key], { prefix: '', all: [] })
