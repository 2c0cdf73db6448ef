// The languages of the platform: finds that of a request by its address, and that of a person by its tag.
import { languageIn } from './addresses.ts'
import { type Catalogue, createTongue, directionOf, type MessageKey, sourceLanguage, type Tongue } from './tongue.ts'

export type Languages = {
  /** Every language, sorted by its name in itself. */
  all: Tongue['all']
  /** The tags of all languages but English, which has no tag in its addresses. */
  tags: readonly string[]
  /** The target of a request without the language in front of it. */
  withoutLanguage(target: string): string
  /** The tongue of a target, as it was sent: that in front of it, else English. */
  of(target: string): Tongue
  /** The tongue of a tag; English for null and for a language that the platform does not speak. */
  tongue(tag: string | null): Tongue
}

/** `catalogues`: the messages by tag; that of English is whole. */
export function createLanguages(catalogues: ReadonlyMap<string, Catalogue>): Languages {
  const source = catalogues.get(sourceLanguage) as Required<Catalogue>
  const all = [...catalogues]
    .map(([tag, messages]) => {
      const name = nameOf(tag)
      // A language whose catalogue lacks the sentence is offered by its name.
      const offer = messages['frame.offer'] ?? name
      return { tag, name, prefix: prefixOf(tag), direction: directionOf(tag), offer }
    })
    .sort((a, b) => a.name.localeCompare(b.name, sourceLanguage))
  const tongues = new Map(
    [...catalogues].map(([tag, messages]) => [
      tag,
      createTongue(tag, key => messages[key as MessageKey] ?? source[key as MessageKey], {
        prefix: prefixOf(tag),
        all,
      }),
    ]),
  )
  const tags = [...tongues.keys()].filter(tag => tag !== sourceLanguage)
  const inFront = new Set(tags)
  const find = (target: string) => languageIn(target, tag => inFront.has(tag))
  return {
    all,
    tags,
    withoutLanguage: target => find(target)?.rest ?? target,
    of: target => tongues.get(find(pathOf(target))?.tag ?? sourceLanguage)!,
    tongue: tag => tongues.get(tag ?? sourceLanguage) ?? tongues.get(sourceLanguage)!,
  }
}

const prefixOf = (tag: string) => (tag === sourceLanguage ? '' : `/${tag}`)

/** The path of a target, whose form may be absolute. */
function pathOf(target: string): string {
  return target.startsWith('/') || !URL.canParse(target) ? target : new URL(target).pathname
}

/** The name of a language in itself: "Deutsch". */
function nameOf(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
}
