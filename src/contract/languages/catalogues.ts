// The packaged languages of pages: the messages of each by key, in ICU MessageFormat. The name of a file is the tag of its language.
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }

export const packagedCatalogues = { en, de, es, fr }
