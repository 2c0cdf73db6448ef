// A language in which pages and mails speak: its catalogue, its direction of writing, and the words that Intl knows of it.
import { IntlMessageFormat } from 'intl-messageformat'
import type { englishMessages } from '../../contract/languages/english.ts'
import { type Html, html } from '../text/html.ts'
import { type IntlWords, intlWords } from './intl-words.ts'

/** The key of a message. */
export type MessageKey = keyof typeof englishMessages

/** The messages of a language by their keys, in ICU MessageFormat. A missing one is said in English. */
export type Catalogue = Partial<Record<MessageKey, string>>

type SaidValue = string | number
type MarkedValue = SaidValue | Html | ((inner: Html) => Html)

/** A language as the other ones link to it. */
type LanguageLink = {
  tag: string
  /** Its name in itself. */
  name: string
  prefix: string
  direction: Tongue['direction']
  /** "This page in English", in itself. */
  offer: string
}

export type Tongue = IntlWords & {
  /** BCP 47. */
  tag: string
  direction: 'ltr' | 'rtl'
  /** The first part of the addresses of its pages; empty for English. */
  prefix: string
  /** Every language of the platform. */
  all: readonly LanguageLink[]
  /** Whether the catalogue has a message. */
  has(key: string): boolean
  /** A message. */
  say(key: MessageKey, values?: Readonly<Record<string, SaidValue>>): string
  /** A message with markup: an element `<a>…</a>` of the message is made by the function of its name. */
  markup(key: MessageKey, values: Readonly<Record<string, MarkedValue>>): Html
}

/** The language of the sources, and of everything that is for programs. */
export const sourceLanguage = 'en'

/** The direction of writing of a language. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const locale = new Intl.Locale(tag) as Intl.Locale & { getTextInfo?(): { direction: 'ltr' | 'rtl' } }
  return locale.getTextInfo?.().direction ?? 'ltr'
}

/** Makes a tongue. `messages` falls back on the messages of English. */
export function createTongue(
  tag: string,
  messages: (key: string) => string | undefined,
  { prefix, all }: Pick<Tongue, 'prefix' | 'all'>,
): Tongue {
  const formats = new Map<MessageKey, IntlMessageFormat>()
  const formatOf = (key: MessageKey): IntlMessageFormat => {
    const known = formats.get(key)
    if (known) return known
    const made = new IntlMessageFormat(messages(key) ?? key, tag)
    formats.set(key, made)
    return made
  }
  return {
    ...intlWords(tag),
    tag,
    direction: directionOf(tag),
    prefix,
    all,
    has: key => messages(key) !== undefined,
    say(key, values) {
      const message = messages(key) ?? key
      return /[{<']/.test(message) ? String(formatOf(key).format(values)) : message
    },
    markup(key, values) {
      const made = Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'function' ? (inner: unknown[]) => value(joined(inner)) : value,
      ])
      return joined(formatOf(key).format<Html>(Object.fromEntries(made)))
    },
  }
}

/** Parts of a message as markup: its texts are escaped. */
function joined(parts: unknown): Html {
  const all = (Array.isArray(parts) ? parts : [parts]) as (string | Html)[]
  return html`${all}`
}
