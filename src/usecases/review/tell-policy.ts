// Logs which policy is in force, and what no judge reads of it.
import { differencesOf } from '../../moderation/policy-file.ts'
import type { Platform } from '../platform.ts'
import type { PolicyLoad } from './policy-in-force.ts'

/** Logs what became of a policy that was to be loaded again. */
export function tellPolicy(platform: Platform, { version, changed, fault }: PolicyLoad): void {
  if (fault !== null)
    platform.log.error({ code: 'policy-refused', policy: version }, `the policy stays as it was: ${fault}`)
  else
    platform.log.info({ policy: version, changed }, changed ? 'another policy is in force' : 'the policy is the same')
  if (changed) warnOfUnread(platform)
}

/** Logs the categories of the policy that nothing reads. */
export function warnOfUnread({ model, policy, log }: Platform): void {
  const unread = model.readsAnyLanguage ? [] : differencesOf(policy).added
  if (unread.length > 0)
    log.warn(
      { code: 'unread-categories', categories: unread },
      'no judge reads these categories of the policy: the embedded model does not know them; set MODERATION to a language model',
    )
}
