// Every message in English, the language of the sources: those of readers' pages and those of mails.
import pages from './en.json' with { type: 'json' }
import mails from './mails/en.json' with { type: 'json' }

export const englishMessages = { ...pages, ...mails }
