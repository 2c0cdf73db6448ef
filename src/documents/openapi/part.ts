// The part of an OpenAPI document that belongs to one tag, as a complete document.
import type { Json } from './components.ts'
import type { OpenApiDocument } from './document.ts'

/** The operations of a tag with the components that they refer to. */
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
  return { ...part, components: referredTo(part, document.components) }
}

/** The components that a part refers to, directly or through others, in their order in the document. */
function referredTo({ components: _, ...part }: OpenApiDocument, components: Json): Json {
  const { securitySchemes, ...sections } = components as Record<string, Record<string, Json>>
  const found = new Set<string>()
  const follow = (value: unknown): void => {
    for (const [, reference] of JSON.stringify(value).matchAll(/"#\/components\/(\w+\/[^"]+)"/g)) {
      if (found.has(reference!)) continue
      found.add(reference!)
      const [section = '', name = ''] = reference!.split('/')
      follow(sections[section]?.[name] ?? null)
    }
  }
  follow(part)
  const left = Object.entries(sections).map(([section, entries]) => [
    section,
    Object.fromEntries(Object.entries(entries).filter(([name]) => found.has(`${section}/${name}`))),
  ])
  return {
    securitySchemes,
    ...Object.fromEntries(left.filter(([, entries]) => Object.keys(entries as Json).length > 0)),
  }
}
