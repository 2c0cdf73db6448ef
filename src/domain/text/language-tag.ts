// Language tags (BCP 47): whether a text is one, its usual spelling, and the tags by which lists filter.

/** The tag of a text in which no language was found (ISO 639-2). */
export const undetermined = 'und'

/** A tag in its usual spelling: `pt-BR` for `PT-br`; null for a text that is no tag. */
export function languageTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? null
  } catch {
    return null
  }
}

/** The tags under which lists find a language, the widest first: `pt` and `pt-br` for `pt-BR`. */
export function languagesAround(tag: string): string[] {
  const parts = tag.toLowerCase().split('-')
  return parts.map((_, i) => parts.slice(0, i + 1).join('-'))
}
