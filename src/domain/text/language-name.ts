// The names of languages in English, by their tags, and the tags by their names.
import { languageTag, undetermined } from './language-tag.ts'

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** The name of a language in English, from its BCP 47 tag; the tag where it has no name. */
export const languageName = (tag: string): string => names.of(tag) ?? tag

/** The tag of a language that a person names by its tag or its English name; null for anything else. */
export function languageNamed(text: string): string | null {
  const asked = text.trim()
  if (asked.toLowerCase() === undetermined) return undetermined
  if (/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(asked)) {
    const tag = languageTag(asked)
    if (names.of(tag) !== undefined) return tag
  }
  return byName().get(asked.toLowerCase()) ?? null
}

let known: ReadonlyMap<string, string> | undefined

/** The languages of two letters (ISO 639-1), by their English names in lower case. */
function byName(): ReadonlyMap<string, string> {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  known ??= new Map(
    letters
      .flatMap(first => letters.map(second => first + second))
      .flatMap(code => {
        const name = names.of(code)
        return name === undefined ? [] : [[name.toLowerCase(), code] as const]
      }),
  )
  return known
}
