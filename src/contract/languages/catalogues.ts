// The packaged languages: the messages of each by key, in ICU MessageFormat. The name of a file is the tag of its language.
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import { englishMessages } from './english.ts'
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import it from './it.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import mailsAr from './mails/ar.json' with { type: 'json' }
import mailsDe from './mails/de.json' with { type: 'json' }
import mailsEs from './mails/es.json' with { type: 'json' }
import mailsFr from './mails/fr.json' with { type: 'json' }
import mailsIt from './mails/it.json' with { type: 'json' }
import mailsJa from './mails/ja.json' with { type: 'json' }
import mailsNl from './mails/nl.json' with { type: 'json' }
import mailsPl from './mails/pl.json' with { type: 'json' }
import mailsPt from './mails/pt.json' with { type: 'json' }
import mailsTr from './mails/tr.json' with { type: 'json' }
import mailsZh from './mails/zh.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }
import tr from './tr.json' with { type: 'json' }
import zh from './zh.json' with { type: 'json' }

export const packagedCatalogues = {
  en: englishMessages,
  ar: { ...ar, ...mailsAr },
  de: { ...de, ...mailsDe },
  es: { ...es, ...mailsEs },
  fr: { ...fr, ...mailsFr },
  it: { ...it, ...mailsIt },
  ja: { ...ja, ...mailsJa },
  nl: { ...nl, ...mailsNl },
  pl: { ...pl, ...mailsPl },
  pt: { ...pt, ...mailsPt },
  tr: { ...tr, ...mailsTr },
  zh: { ...zh, ...mailsZh },
}
