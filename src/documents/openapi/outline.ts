// The outline of an answer: names and types, for readers with little room.
import type { TSchema } from 'typebox'
import { type Json, withType } from './components.ts'

/** The outline of each branch of the schema of an answer, down to one level or two. */
export function outlines(schema: TSchema, levels: 1 | 2): Json[] {
  return branchesOf(schema).map(branch => outline(branch as unknown as Json, levels))
}

/** The branches of a union, nested unions included. */
function branchesOf(schema: TSchema): TSchema[] {
  return (schema as { anyOf?: TSchema[] }).anyOf?.flatMap(branchesOf) ?? [schema]
}

/** Objects that the text of an answer describes. */
const describedInText: ReadonlySet<string> = new Set(['KeyLimits', 'Approval', 'Appeal', 'Blocking', 'Edit'])

/** The names and types of a schema, down to `levels` levels. A post has the same outline everywhere. */
function outline(schema: Json, levels: number): Json {
  const { type, const: only, anyOf, items, properties, required, title } = withType(schema)
  if (only !== undefined) return { const: only }
  if (Array.isArray(anyOf)) {
    const branches = [...new Set(anyOf.map(branch => JSON.stringify(outline(branch, levels))))]
    return branches.length === 1 ? JSON.parse(branches[0]!) : { anyOf: branches.map(branch => JSON.parse(branch)) }
  }
  if (type === 'array') return { type, items: outline(items as Json, levels) }
  if (type !== 'object' || levels === 0 || (levels < 2 && describedInText.has(title as string))) return { type }
  const inside = title === 'Post' ? 0 : levels - 1
  const outlined = Object.entries(properties as Record<string, Json>).map(([name, member]) => [
    name,
    // A caller knows its own post, so only tools that answer posts outline one.
    title === 'OwnPost' && name === 'post' ? { type: 'object' } : outline(member, inside),
  ])
  return {
    ...(title !== undefined && levels === 2 && { title }),
    type,
    ...(outlined.length > 0 && { properties: Object.fromEntries(outlined) }),
    ...(levels === 2 && { required }),
  }
}
