// The fixed rules that refuse a text (contract.md §9), and what each refusal costs. docs/moderation.md says what each detects.

/** `abuse`: the text is charged and penalised. `free`: it costs nothing. */
export const refusalRules = {
  'PF-HIDDEN-TAGS': 'abuse',
  'PF-HIDDEN-BIDI-OVERRIDE': 'abuse',
  'PF-HIDDEN-BIDI-NESTING': 'abuse',
  'PF-HIDDEN-ZERO-WIDTH': 'abuse',
  'PF-HIDDEN-SELECTORS': 'abuse',
  'PF-INJ-OVERRIDE': 'abuse',
  'PF-INJ-OVERRIDE-LANG': 'abuse',
  'PF-INJ-ADDRESS': 'abuse',
  'PF-INJ-ROLE': 'abuse',
  'PF-INJ-MARKUP': 'abuse',
  'PF-INJ-EXFILTRATE': 'abuse',
  'PF-INJ-VERDICT': 'abuse',
  'PF-INJ-TOOL': 'abuse',
  'PF-INJ-COMMENT': 'abuse',
  'PF-INJ-ENCODED': 'abuse',
  'PF-INJ-MASKED': 'abuse',
  'PF-LOWQ-EMPTY': 'free',
  'PF-LOWQ-LINK-ALONE': 'free',
  'PF-LOWQ-PLACEHOLDER': 'free',
  'PF-LOWQ-REPEATED-WORD': 'free',
  'PF-LOWQ-REPEATED-TEXT': 'free',
  'PF-LOWQ-GIBBERISH': 'free',
  'PF-CONTACT-EMAIL': 'free',
  'PF-CONTACT-PHONE': 'free',
  'PF-CONTACT-MESSENGER': 'free',
  // Of the platform, which compares a text with those that are queued or published.
  'PF-DUPLICATE': 'free',
} as const satisfies Record<string, 'abuse' | 'free'>

export type RefusalRule = keyof typeof refusalRules
