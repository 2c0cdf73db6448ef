// Language tags (BCP 47): their usual spelling, and those under which lists find a text.

/** The tag of a text in which no language was found (ISO 639-2). */
export const undetermined = 'und'

/** A tag in its usual spelling: `pt-BR` for `PT-br`. The text is a language, with a script and a region if any. */
export function languageTag(text: string): string {
  return Intl.getCanonicalLocales(text)[0] ?? undetermined
}

/** The tags under which lists find a language, the widest first: `pt` and `pt-br` for `pt-BR`. */
export function languagesAround(tag: string): string[] {
  const parts = tag.toLowerCase().split('-')
  return parts.map((_, i) => parts.slice(0, i + 1).join('-'))
}

/** The tag of a language, or null where none was found. */
export const knownLanguage = (tag: string | null | undefined): string | null =>
  tag === undefined || tag === null || tag === undetermined ? null : tag
