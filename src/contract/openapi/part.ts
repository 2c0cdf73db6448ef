// The part of an OpenAPI document that one tag is about, whole in itself.
import type { Json } from './components.ts'
import type { OpenApiDocument } from './document.ts'

/** The operations of a tag with the components that they lead to. */
export function partOf(document: OpenApiDocument, tag: string): OpenApiDocument {
  const ofTag = (item: Json) =>
    Object.fromEntries(
      Object.entries(item).filter(([, operation]) => (operation as { tags: string[] }).tags.includes(tag)),
    )
  const kept = (items: Record<string, Json>) =>
    Object.fromEntries(
      Object.entries(items)
        .map(([name, item]) => [name, ofTag(item)] as const)
        .filter(([, item]) => Object.keys(item).length > 0),
    )
  const part = {
    ...document,
    tags: (document.tags as { name: string }[]).filter(({ name }) => name === tag),
    paths: kept(document.paths as Record<string, Json>) as OpenApiDocument['paths'],
    webhooks: kept(document.webhooks as Record<string, Json>),
  }
  return { ...part, components: ledTo(part, document.components) }
}

/** The components that a part leads to, also by way of others, in the order in which they stood. */
function ledTo({ components: _, ...part }: OpenApiDocument, components: Json): Json {
  const { securitySchemes, ...sections } = components as Record<string, Record<string, Json>>
  const found = new Set<string>()
  const look = (value: unknown): void => {
    for (const [, reference] of JSON.stringify(value).matchAll(/"#\/components\/(\w+\/[^"]+)"/g)) {
      if (found.has(reference!)) continue
      found.add(reference!)
      const [section = '', name = ''] = reference!.split('/')
      look(sections[section]?.[name] ?? null)
    }
  }
  look(part)
  const left = Object.entries(sections).map(([section, entries]) => [
    section,
    Object.fromEntries(Object.entries(entries).filter(([name]) => found.has(`${section}/${name}`))),
  ])
  return {
    securitySchemes,
    ...Object.fromEntries(left.filter(([, entries]) => Object.keys(entries as Json).length > 0)),
  }
}
