// Takes null for an optional member as absence: clients with strict schemas send every member.

/** A value without null for the optional members of a schema, inside its objects and lists too. */
export function withoutNulls(value: unknown, schema: unknown): unknown {
  const {
    properties,
    required = [],
    items,
  } = (schema ?? {}) as {
    properties?: Record<string, unknown>
    required?: readonly string[]
    items?: unknown
  }
  if (Array.isArray(value)) return items ? value.map(each => withoutNulls(each, items)) : value
  if (typeof value !== 'object' || value === null || !properties) return value
  const meant = Object.entries(value).filter(
    ([name, each]) => each !== null || !Object.hasOwn(properties, name) || required.includes(name),
  )
  return Object.fromEntries(
    meant.map(([name, each]) => [name, Object.hasOwn(properties, name) ? withoutNulls(each, properties[name]) : each]),
  )
}
