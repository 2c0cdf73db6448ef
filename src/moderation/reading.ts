// The reading of a text: all that fixed rules find in it, made once and passed on as data.
import type { FlagName } from '../contract/moderation/flags.ts'
import { siteRow } from '../contract/sites.ts'
import type { PostText } from '../domain/posts/post-text.ts'
import type { Refusal } from '../domain/review/refusal.ts'
import { judgesLanguageOf } from './embedded/packaged-model.ts'
import { foundLanguage } from './found-language.ts'
import { nearDuplicateKeys } from './near-duplicates.ts'
import { normalTextOf } from './prefilter/fingerprint.ts'
import { fold } from './prefilter/fold.ts'
import { findingsOf, prefilterMessage } from './prefilter/prefilter.ts'
import { withParts } from './prefilter/refused-parts.ts'
import { Survey } from './prefilter/survey.ts'

export type Reading = {
  /** A free refusal or certain abuse (contract.md §9); null when the text may be submitted. */
  refusal: Refusal | null
  /** Softer findings, which the deciding model weighs. */
  flags: FlagName[]
  /** BCP 47; `und` where none was found. */
  language: string
  /** Whether the text holds a link; it decides the price of a message. */
  linked: boolean
  /** The normal form by which duplicates are compared (`duplicateText`). */
  normalText: string
  /** The keys by which near-duplicates find the text; integers below 2^52. */
  nearDuplicateKeys: number[]
}

/** Reads a message to a seller. Pure; its cost grows with the length of the text. */
export function readMessage(message: PostText): Pick<Reading, 'refusal' | 'flags' | 'language'> {
  const { refusal, flags } = prefilterMessage(message)
  const words = fold(message.body)
  return { refusal, flags: withLanguage(flags, words), language: foundLanguage(message.body, words) }
}

/** Reads a text. Pure; its cost grows with the length of the text. */
export function readText(text: PostText): Reading {
  const { id, timed } = siteRow(text.site)
  const survey = new Survey(text)
  const { refusal, flags, linked } = findingsOf(survey)
  const normalText = normalTextOf(survey)
  // Details are left out: the name of a venue need not be in the language of the text.
  const words = `${survey.title ?? ''}\n${survey.body}`
  return {
    refusal: withParts(refusal, survey),
    flags: withLanguage(flags, words),
    language: foundLanguage(`${text.title ?? ''}\n${text.body}`, words),
    linked,
    normalText,
    nearDuplicateKeys: nearDuplicateKeys(id, normalText, timed !== null),
  }
}

function withLanguage(flags: readonly FlagName[], folded: string): FlagName[] {
  return judgesLanguageOf(folded) ? [...flags] : [...flags, 'unread_language']
}
