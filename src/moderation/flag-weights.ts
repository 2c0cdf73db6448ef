// The weights of the flags of fixed rules, and when the flags alone lead to a person.

import type { FlagName } from '../contract/moderation/flags.ts'

/** From this score on a person looks at the post. */
const reviewScore = 0.3

// The category and the score that a flag adds. A flag that is not listed adds nothing.
const flagWeights: Partial<Record<FlagName, { category: string; weight: number }>> = {
  possible_injection: { category: 'prompt-injection', weight: 0.5 },
  discusses_prompt_injection: { category: 'prompt-injection', weight: 0.2 },
  addresses_ai_readers: { category: 'prompt-injection', weight: 0.1 },
  invisible_characters: { category: 'hidden-text', weight: 0.25 },
  many_invisible_characters: { category: 'hidden-text', weight: 0.3 },
  direction_controls: { category: 'hidden-text', weight: 0.35 },
  html_markup: { category: 'hidden-text', weight: 0.15 },
  mixed_scripts: { category: 'phishing', weight: 0.4 },
  masked_words: { category: 'spam', weight: 0.35 },
  many_links: { category: 'spam', weight: 0.3 },
  shortened_link: { category: 'spam', weight: 0.25 },
  misleading_link: { category: 'phishing', weight: 0.4 },
  shouting: { category: 'spam', weight: 0.2 },
  near_duplicate: { category: 'duplicate', weight: 0.25 },
  copy_of_another_account: { category: 'duplicate', weight: 0.3 },
  several_near_duplicates: { category: 'duplicate', weight: 0.3 },
  copy_with_other_start: { category: 'duplicate', weight: 0.1 },
  listed_for_review: { category: 'listed', weight: 1 },
  looks_like_test: { category: 'placeholder', weight: 0.25 },
  unfilled_field: { category: 'placeholder', weight: 0.3 },
  hardly_words: { category: 'gibberish', weight: 0.3 },
  link_alone: { category: 'vague', weight: 0.3 },
  past_dates: { category: 'vague', weight: 0.3 },
  fits_another_site: { category: 'off-topic', weight: 0.3 },
  very_short: { category: 'vague', weight: 0.3 },
}

/** The flags that a link can raise, whatever the text around it says. */
const ofLinks: readonly FlagName[] = [
  'addresses_ai_readers',
  'possible_injection',
  'discusses_prompt_injection',
  'shortened_link',
  'misleading_link',
]

/** Whether the rules may have found something in a link of a text with these flags. */
export const hasLinkFlag = (flags: readonly FlagName[]): boolean => flags.some(flag => ofLinks.includes(flag))

/** The category that each flag points to, and how strongly (0–1). */
export function weightsOf(flags: readonly string[]): { flag: string; category: string; weight: number }[] {
  return flags.flatMap(flag => {
    const known = Object.hasOwn(flagWeights, flag) ? flagWeights[flag as FlagName] : undefined
    return known ? [{ flag, ...known }] : []
  })
}

/** The score after one more independent hint, in 0–1. */
function withHint(score: number, weight: number): number {
  return Math.round((1 - (1 - score) * (1 - weight)) * 1000) / 1000
}

/** Whether these flags alone lead to a person; the flag of the language does not where the model reads any language. */
export function reviewIsLikely(flags: readonly string[], readsAnyLanguage = false): boolean {
  if (flags.includes('unread_language') && !readsAnyLanguage) return true
  const scores = new Map<string, number>()
  for (const { category, weight } of weightsOf(flags)) scores.set(category, withHint(scores.get(category) ?? 0, weight))
  return Math.max(0, ...scores.values()) >= reviewScore
}
