// JSON Merge Patch (RFC 7396).
import { isObject } from './is-object.ts'

/** `target` with `patch` applied; null removes a member. Neither argument is changed. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged = new Map(Object.entries(isObject(target) ? target : {}))
  for (const [name, value] of Object.entries(patch))
    if (value === null) merged.delete(name)
    else merged.set(name, mergePatch(merged.get(name), value))
  // fromEntries defines members, so a member named __proto__ stays a member.
  return Object.fromEntries(merged)
}
