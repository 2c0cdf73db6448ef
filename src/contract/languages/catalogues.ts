// The packaged languages of pages: the messages of each by key, in ICU MessageFormat. The name of a file is the tag of its language.
import en from './en.json' with { type: 'json' }

export const packagedCatalogues = { en }
