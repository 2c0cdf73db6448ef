// The packaged languages: the messages of each by key, in ICU MessageFormat. The name of a file is the tag of its language.
import de from './de.json' with { type: 'json' }
import { englishMessages } from './english.ts'
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import mailsDe from './mails/de.json' with { type: 'json' }
import mailsEs from './mails/es.json' with { type: 'json' }
import mailsFr from './mails/fr.json' with { type: 'json' }

export const packagedCatalogues = {
  en: englishMessages,
  de: { ...de, ...mailsDe },
  es: { ...es, ...mailsEs },
  fr: { ...fr, ...mailsFr },
}
