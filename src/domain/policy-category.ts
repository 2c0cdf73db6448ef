// How a category of the policy is looked up.
import type { Policy, PolicyCategory } from '../contract/policy.ts'

/** The category with this id, or undefined: an id that a model made up has none. */
export function categoryOf(policy: Policy, id: string): PolicyCategory | undefined {
  return policy.categories.find(category => category.id === id)
}
