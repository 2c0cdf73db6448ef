// The tongues in which actions write mails.
import { createLanguages, type Languages } from '../domain/languages/languages.ts'
import type { Catalogue, Tongue } from '../domain/languages/tongue.ts'
import type { Scope } from './scope.ts'

const made = new WeakMap<ReadonlyMap<string, Catalogue>, Languages>()

/** The tongue of a language (BCP 47); English for null, and for one that the platform does not speak any more. */
export function tongueOf({ facts: { catalogues } }: Pick<Scope, 'facts'>, language: string | null): Tongue {
  const languages = made.get(catalogues) ?? createLanguages(catalogues)
  made.set(catalogues, languages)
  return languages.tongue(language)
}
