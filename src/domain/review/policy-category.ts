// Looks categories of the policy up.
import type { Policy, PolicyCategory } from '../../contract/moderation/policy.ts'

/** The category with this id, or undefined: an id that a model made up has none. */
export function categoryOf(policy: Pick<Policy, 'categories'>, id: string): PolicyCategory | undefined {
  return policy.categories.find(category => category.id === id)
}

/** The label of people for a text without fault; every other label is a category. */
export const fineLabel = 'fine'

/** Whether a label is a category of low quality. */
export function isLowQuality(policy: Policy, label: string): boolean {
  return categoryOf(policy, label)?.action === 'reject_low_quality'
}

/** Whether a label is a category of abuse, with or without a penalty. */
export function isAbuse(policy: Policy, label: string): boolean {
  const category = categoryOf(policy, label)
  return category !== undefined && category.action !== 'reject_low_quality'
}
