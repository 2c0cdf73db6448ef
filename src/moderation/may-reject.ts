// The categories under which a machine may reject a text without a person.
import type { FlagName } from '../contract/moderation/flags.ts'
import type { PolicyCategory } from '../contract/moderation/policy.ts'

/** Instructions to AI readers. Such a text targets models, so a rejection needs the agreement of fixed rules. */
export const injection = 'prompt-injection'
export const injectionRule: FlagName = 'possible_injection'
const injectionDiscussed: FlagName = 'discusses_prompt_injection'
/** Categories that only fixed rules can judge: a model sees neither invisible characters nor other posts. */
const onlyByRules: readonly string[] = ['hidden-text', 'duplicate']

/**
 * Whether a model alone may reject under a category of the site. It may reject an instruction to AI readers only where a rule sees
 * one too, and no text that quotes or discusses such instructions.
 */
export function mayReject({ id, action }: PolicyCategory, flags: readonly string[]): boolean {
  if (action === 'review' || onlyByRules.includes(id)) return false
  return !flags.includes(injectionDiscussed) && (id !== injection || flags.includes(injectionRule))
}
