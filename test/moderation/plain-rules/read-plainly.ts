// Reads a text by the plain rules. The fast reading has to give the same result.
import { siteRow } from '../../../src/contract/sites.ts'
import type { PostText } from '../../../src/domain/posts/post-text.ts'
import { foundLanguage } from '../../../src/moderation/found-language.ts'
import { duplicateText } from './fingerprint.ts'
import { fold, wholeText } from './fold.ts'
import { judgesLanguageOf } from './languages.ts'
import { copyKeys, shinglesOf } from './near-duplicates.ts'
import { prefilter, type Refusal } from './prefilter.ts'
import { holdsLink } from './risk-flags.ts'

export type Reading = {
  /** A free refusal or certain abuse (contract.md §9); null when the text may be submitted. */
  refusal: Refusal | null
  /** Weaker findings, which the deciding model weighs. */
  flags: string[]
  /** The language that is found in title and body. */
  language: string
  /** Whether the text has a link, which decides the price of a message. */
  linked: boolean
  /** The form in which duplicates are compared (`duplicateText`). */
  normalText: string
  /** The keys by which near-duplicates find the text; integers below 2^52. */
  nearDuplicateKeys: number[]
}

/** Reads a text. Pure; its cost grows with the length of the text. */
export function readPlainly(text: PostText): Reading {
  const { id, timed } = siteRow(text.site)
  const normalText = duplicateText(text)
  const { refusal, flags } = prefilter(text)
  const written = `${text.title ?? ''}\n${text.body}`
  return {
    refusal,
    flags: judgesLanguageOf(fold(wholeText(text)), written) ? flags : [...flags, 'unread_language'],
    language: foundLanguage(written, `${fold(text.title ?? '')}\n${fold(text.body)}`),
    linked: holdsLink(text),
    normalText,
    nearDuplicateKeys: copyKeys(id, normalText, shinglesOf(normalText), timed !== null),
  }
}
