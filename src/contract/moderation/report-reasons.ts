// What a post can be reported for: every category of the policy, the rights of the reporter, and `other`.

/** Wire names: the categories in the order of policy/policy.yaml (a test keeps the two equal), what is no category, and `other`. */
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
  'defamation',
  'trademark',
  'copyright',
  'illegal',
  'other',
] as const

export type ReportReason = (typeof reportReasons)[number]

/**
 * The reasons that are no category of the policy: their title in the form, and the category under which a reviewer removes the post;
 * null where the reviewer chooses one.
 */
export const reasonsBeside = {
  defamation: { title: 'Says something false about me', removedAs: 'harassment' },
  trademark: { title: 'Uses my trademark', removedAs: 'counterfeit' },
  copyright: { title: 'Copies my work', removedAs: 'counterfeit' },
  illegal: { title: 'Breaks a law in another way', removedAs: null },
  other: { title: 'Something else', removedAs: null },
} as const satisfies Partial<Record<ReportReason, { title: string; removedAs: ReportReason | null }>>

/** The category of the policy that a reason is, or under which a reviewer removes the post; null where the reviewer chooses one. */
export function categoryOfReason(reason: ReportReason): ReportReason | null {
  return Object.hasOwn(reasonsBeside, reason) ? reasonsBeside[reason as keyof typeof reasonsBeside].removedAs : reason
}

/** A reason in words, for its reporter: "personal data", "Copies my work". */
export function wordsOfReason(reason: ReportReason): string {
  const beside = reasonsBeside[reason as keyof typeof reasonsBeside] as { title: string } | undefined
  return beside?.title ?? reason.replaceAll('-', ' ')
}

/** The reasons under which a person reads every report, also one that repeats a dismissed report (contract.md §12). */
export const alwaysRead: readonly ReportReason[] = ['child-safety', 'violence-threat', 'personal-data']

/** A group of the form. `stated`: the form asks for a statement of good faith (article 16 of the DSA, regulation (EU) 2022/2065). */
export type ReasonGroup = { label: string; stated: boolean }

/** The groups of the form, in its order. */
export const reasonGroups = {
  illegal: { label: 'Illegal or harmful', stated: true },
  me: { label: 'About me', stated: true },
  rights: { label: 'My rights', stated: true },
  site: { label: 'Not fit for the site', stated: false },
  other: { label: 'Anything else', stated: false },
} as const satisfies Record<string, ReasonGroup>

const groupOf: Partial<Record<ReportReason, keyof typeof reasonGroups>> = {
  'personal-data': 'me',
  defamation: 'me',
  impersonation: 'me',
  trademark: 'rights',
  copyright: 'rights',
  other: 'other',
}

/** The group of a reason. `lowQuality`: it is a category of the policy for low quality. */
export function groupOfReason(reason: string, lowQuality: boolean): keyof typeof reasonGroups {
  return groupOf[reason as ReportReason] ?? (lowQuality ? 'site' : 'illegal')
}
