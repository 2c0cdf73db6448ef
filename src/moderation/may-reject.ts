// What a machine may reject under, however sure it is.
import type { FlagName } from '../contract/flags.ts'
import type { PolicyCategory } from '../contract/policy.ts'

/** Instructions to AI readers. A model is what such a text is after, so that fixed rules have a say wherever it is the category. */
export const injection = 'prompt-injection'
export const injectionRule: FlagName = 'possible_injection'
const injectionDiscussed: FlagName = 'discusses_prompt_injection'
/** What fixed rules alone can know: a model sees neither what is invisible nor other posts. */
const ofRules: readonly string[] = ['hidden-text', 'duplicate']

/**
 * Whether a model alone may reject under a category that applies to the site. An instruction to AI readers only where a rule sees
 * one too; and no text that quotes such instructions or speaks of them.
 */
export function mayReject({ id, action }: PolicyCategory, flags: readonly string[]): boolean {
  if (action === 'review' || ofRules.includes(id)) return false
  return !flags.includes(injectionDiscussed) && (id !== injection || flags.includes(injectionRule))
}
