// The flags that fixed rules raise on a text without refusing it: the name of each, and its meaning for the author.
import { limits } from '../limits.ts'
import { span } from '../words.ts'

/** A text has many links from `links` on. It is very short below `words` words and `letters` letters. */
export const flagBounds = { links: 4, words: 4, letters: 12 }

export const flags = {
  addresses_ai_readers: 'It addresses AI readers.',
  possible_injection: 'It may have an instruction to AI readers.',
  discusses_prompt_injection: 'It quotes or discusses instructions to AI readers.',
  external_links: 'It has a link, in the text or in a member of its own.',
  many_links: `It has ${flagBounds.links} links or more.`,
  shortened_link: 'It has a link through a redirect service, which hides where it leads.',
  misleading_link: 'It has a link whose host looks like another host.',
  mentions_payment: 'It mentions a payment or an amount of money, and does not only say that something is free.',
  contact_details: 'It has an e-mail address or a phone number.',
  shouting: 'It is mostly in capitals, or has strings of exclamation marks.',
  invisible_characters: 'It has invisible characters that neither the script nor an emoji needs.',
  many_invisible_characters: 'It has so many invisible characters that they may carry a message.',
  direction_controls: 'It has direction controls, which may hide text.',
  mixed_scripts: 'It has words that mix lookalike letters of two scripts.',
  masked_words: 'It has leetspeak, or letters spaced out one by one.',
  html_markup: 'It has HTML tags or comments, which readers see as plain text.',
  looks_like_test: 'It calls itself a test.',
  unfilled_field: 'It may have an unfilled template field or a leftover note.',
  hardly_words: 'Its letters hardly form words of any language.',
  link_alone: 'Its text is a link and nothing else.',
  past_dates: 'It announces days that are long over when it begins.',
  fits_another_site: 'It reads like a post for another site.',
  very_short: `It has fewer than ${flagBounds.words} words and fewer than ${flagBounds.letters} letters.`,
  unread_language:
    'It is in a language that the embedded model does not judge well enough: a language model decides where there is one, else a person.',
  occurrences_overlap: 'One of its times begins before an earlier one ends.',
  listed: 'It has something from a list of the platform.',
  listed_for_review: 'It has something from a list of the platform, so a person decides.',
  near_duplicate: 'It shares most of its words with a post that waits or is public.',
  copy_of_another_account: 'It shares most of its words with an older live post of another account.',
  several_near_duplicates: `Several posts that share most of its words came in within ${span(limits.nearDuplicatesNoticedMs)} before it.`,
  copy_with_other_start: 'It has the same text as an event that waits or is public, with another start.',
} as const satisfies Record<string, string>

export type FlagName = keyof typeof flags

export const flagNames = Object.keys(flags) as FlagName[]

/** The flags that a public post shows as `risk_flags`, for cautious readers (contract.md §15), in this order. */
export const riskFlags = [
  'addresses_ai_readers',
  'external_links',
  'mentions_payment',
] as const satisfies readonly FlagName[]

export type RiskFlag = (typeof riskFlags)[number]

/** The raised flags that a public post shows. */
export function riskFlagsAmong(raised: readonly string[]): RiskFlag[] {
  return riskFlags.filter(flag => raised.includes(flag))
}

/** The meaning of each raised flag, by name. */
export function flagMeanings(raised: readonly FlagName[]): Partial<Record<FlagName, string>> {
  return Object.fromEntries(raised.map(flag => [flag, flags[flag]]))
}
