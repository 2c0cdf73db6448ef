// How a category of the policy is looked up.
import type { Policy, PolicyCategory } from '../contract/policy.ts'

/** The category with this id, or undefined: an id that a model made up has none. */
export function categoryOf(policy: Policy, id: string): PolicyCategory | undefined {
  return policy.categories.find(category => category.id === id)
}

/** What people label a text with that nothing is wrong with; every other label is a category. */
export const fineLabel = 'fine'

/** Whether a label is a category of a policy that costs its author nothing. */
export function isLowQuality(policy: Policy, label: string): boolean {
  return categoryOf(policy, label)?.penalized === false
}
