// The languages of the platform: finds that of a request, by its address or by what its reader asks for.
import { isSpoken, languageIn } from './addresses.ts'
import { chooseLanguage } from './choose-language.ts'
import { type Catalogue, createTongue, type MessageKey, sourceLanguage, type Tongue } from './tongue.ts'

/** What a request says of its language: its target as sent, and its header. */
export type AskedLanguage = { target: string; header: string | undefined }

export type Languages = {
  /** The language of the sources, at the default address. */
  source: Tongue
  /** The target of a request without the language in front of it. */
  withoutLanguage(target: string): string
  /** The tongue of the answer: that of the address, else the one that the reader asks for; the source for all but pages. */
  of(asked: AskedLanguage): Tongue
  /** As `of`, for a page that stands in for any other. */
  ofAny(asked: AskedLanguage): Tongue
  /** The tag that a reader asks for. */
  chosen(header: string | undefined): string
}

/** Headers of which the choice is remembered: readers send few different ones. */
const mostRemembered = 1_000

/** `catalogues`: the messages by tag; that of the source language is whole. */
export function createLanguages(catalogues: ReadonlyMap<string, Catalogue>): Languages {
  const source = catalogues.get(sourceLanguage) as Required<Catalogue>
  const tags = [...catalogues.keys()]
  const all = tags.map(tag => ({ tag, name: nameOf(tag) })).sort((a, b) => a.name.localeCompare(b.name, sourceLanguage))
  const tonguesAt = (prefixOf: (tag: string) => string) =>
    new Map(
      [...catalogues].map(([tag, messages]) => [
        tag,
        createTongue(tag, key => messages[key as MessageKey] ?? source[key as MessageKey], {
          prefix: prefixOf(tag),
          all,
        }),
      ]),
    )
  const chosenOnes = tonguesAt(() => '')
  const addressed = tonguesAt(tag => `/${tag}`)
  const remembered = new Map<string, string>()
  const chosen = (header: string | undefined) => {
    if (header === undefined) return sourceLanguage
    const known = remembered.get(header)
    if (known !== undefined) return known
    if (remembered.size >= mostRemembered) remembered.clear()
    const tag = chooseLanguage(header, tags, sourceLanguage)
    remembered.set(header, tag)
    return tag
  }
  const ofAny: Languages['ofAny'] = ({ target, header }) => {
    const tag = target.split('/', 2)[1] ?? ''
    return addressed.get(tag) ?? chosenOnes.get(chosen(header))!
  }
  return {
    source: chosenOnes.get(sourceLanguage)!,
    withoutLanguage: target => languageIn(target, tags)?.rest ?? target,
    of(asked) {
      const { target } = asked
      const isPage = isSpoken(target.split('?', 1)[0]!) || languageIn(target, tags) !== null
      return isPage ? ofAny(asked) : chosenOnes.get(sourceLanguage)!
    },
    ofAny,
    chosen,
  }
}

/** The name of a language in itself: "Deutsch". */
function nameOf(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
