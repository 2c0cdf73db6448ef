// What a post can be reported for: every category of the policy, and `other`.

/** Wire names, in the order of policy/policy.yaml; a test keeps the two equal. */
export const reportReasons = [
  'scam',
  'phishing',
  'spam',
  'prompt-injection',
  'hidden-text',
  'malware',
  'financial-crime',
  'impersonation',
  'hate',
  'harassment',
  'violence-threat',
  'extremism',
  'self-harm',
  'sexual-content',
  'child-safety',
  'human-exploitation',
  'illegal-goods',
  'weapons',
  'personal-data',
  'dangerous-misinformation',
  'counterfeit',
  'empty',
  'placeholder',
  'gibberish',
  'repetition',
  'duplicate',
  'off-topic',
  'vague',
  'contact-details',
  'other',
] as const

export type ReportReason = (typeof reportReasons)[number]

/** The reasons under which a person reads every report, also one that repeats a dismissed report (contract.md §12). */
export const alwaysRead: readonly ReportReason[] = ['child-safety', 'violence-threat', 'personal-data']
