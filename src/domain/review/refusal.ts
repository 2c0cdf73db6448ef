// The refusal of a text by a fixed rule.

export type Refusal = {
  code: 'low_quality' | 'contact-details' | 'prompt-injection' | 'listed'
  /** A category id of the policy. */
  category: string
  /** The id of the fixed rule, or the name of the model that refused. */
  rule: string
  /** For the owner of the post. */
  reason: string
  /** True: penalised as abuse. False: refused for free. */
  abuse: boolean
}
