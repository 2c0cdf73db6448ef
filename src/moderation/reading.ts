// The reading of a text: all that fixed rules find in it, made once and passed on as data.
import type { FlagName } from '../contract/moderation/flags.ts'
import type { Listed } from '../contract/moderation/list-entries.ts'
import { siteRow } from '../contract/sites.ts'
import type { PostText } from '../domain/posts/post-text.ts'
import type { Refusal } from '../domain/review/refusal.ts'
import { judgesLanguageOf } from './embedded/packaged-model.ts'
import { foundLanguage } from './found-language.ts'
import { listFlags, refusalBy } from './listed/findings.ts'
import { matcherFor, type SharedLists } from './listed/shared-lists.ts'
import { nearDuplicateKeys } from './near-duplicates.ts'
import { duplicateText, normalTextOf } from './prefilter/fingerprint.ts'
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
  /** What the text has of the lists of the platform; left out where there is nothing. */
  listed?: Listed[]
}

/** Reads a message to a seller. Pure; its cost grows with the length of the text. */
export function readMessage(
  message: PostText,
  lists: SharedLists | null = null,
): Pick<Reading, 'refusal' | 'flags' | 'language' | 'listed'> {
  const { refusal, flags } = prefilterMessage(message)
  const words = fold(message.body)
  const listed = lists ? matcherFor(lists)(message, duplicateText(message)) : []
  return {
    refusal: refusal ?? refusalBy(listed),
    flags: [...withLanguage(flags, words, message.body), ...listFlags(listed)],
    language: foundLanguage(message.body, words),
    ...(listed.length > 0 && { listed }),
  }
}

/** Reads a text. Pure; its cost grows with the length of the text. */
export function readText(text: PostText, lists: SharedLists | null = null): Reading {
  const { id, timed } = siteRow(text.site)
  const survey = new Survey(text)
  const { refusal, flags, linked } = findingsOf(survey)
  const normalText = normalTextOf(survey)
  // Details are left out: the name of a venue need not be in the language of the text.
  const words = `${survey.title ?? ''}\n${survey.body}`
  const written = `${text.title ?? ''}\n${text.body}`
  const listed = lists ? matcherFor(lists)(text, normalText) : []
  return {
    refusal: withParts(refusal, survey) ?? refusalBy(listed),
    flags: [...withLanguage(flags, words, written), ...listFlags(listed)],
    language: foundLanguage(written, words),
    linked,
    normalText,
    nearDuplicateKeys: nearDuplicateKeys(id, normalText, timed !== null),
    ...(listed.length > 0 && { listed }),
  }
}

function withLanguage(flags: readonly FlagName[], folded: string, written: string): FlagName[] {
  return judgesLanguageOf(folded, written) ? [...flags] : [...flags, 'unread_language']
}
