// The policy as callers see it: with the languages in which a model decides, so that a text can be published without a person.
import type { PublishedPolicy } from '../../contract/moderation/policy.ts'
import { judgedLanguages } from '../../moderation/embedded/packaged-model.ts'
import type { Platform } from '../platform.ts'

/** The languages (ISO 639) in which the model of the platform decides; null for every language. */
export const decidedLanguages = ({ model }: Pick<Platform, 'model'>): string[] | null =>
  model.readsAnyLanguage ? null : judgedLanguages()

export function publishedPolicy(platform: Pick<Platform, 'model' | 'policy'>): PublishedPolicy {
  const { version, updated, ...rules } = platform.policy
  return { version, updated, languages: decidedLanguages(platform), ...rules }
}
