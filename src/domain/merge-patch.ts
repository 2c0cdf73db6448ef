// JSON Merge Patch (RFC 7396).
import { canonicalJson } from './canonical-json.ts'
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

/** The patch that turns one object into another: members that differ, and null for those that go. Arrays are replaced whole. */
export function patchBetween(before: object, after: object): Record<string, unknown> {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  const changed = [...now].flatMap(([name, value]): [string, unknown][] => {
    const from = old.get(name)
    if (isObject(from) && isObject(value)) {
      const inner = patchBetween(from, value)
      return Object.keys(inner).length === 0 ? [] : [[name, inner]]
    }
    return canonicalJson(from ?? null) === canonicalJson(value) ? [] : [[name, value]]
  })
  const gone = [...old.keys()].filter(name => !now.has(name)).map((name): [string, unknown] => [name, null])
  return Object.fromEntries([...changed, ...gone])
}
