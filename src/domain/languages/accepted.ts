// The language that a caller asks for, among those that the platform speaks.

/** The most entries of an Accept-Language that are looked at. */
const mostEntries = 20

/**
 * The first language of an Accept-Language header that is among `tags`, by weight; null when none is. A language without its own
 * tag is found by its first part: `de-AT` by `de`, and `pt` by `pt-PT`.
 */
export function acceptedLanguage(header: string | undefined, tags: readonly string[]): string | null {
  for (const tag of acceptedTags(header)) {
    const found = spokenFor(tag, tags)
    if (found !== null) return found
  }
  return null
}

/** What an Accept-Language header names, in lower case, by weight. */
export function acceptedTags(header: string | undefined): string[] {
  return (header ?? '')
    .split(',', mostEntries)
    .map(entry => {
      const [tag = '', ...parameters] = entry.split(';').map(part => part.trim().toLowerCase())
      const weight = parameters.find(each => each.startsWith('q='))?.slice(2)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ weight }) => weight > 0 && weight <= 1)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

/** The language among `tags` in which somebody who asks for a tag is written to; null when there is none. */
export function spokenFor(tag: string, tags: readonly string[]): string | null {
  const parts = tag.toLowerCase().split('-')
  for (let length = parts.length; length > 0; length--) {
    const prefix = parts.slice(0, length).join('-')
    const found = tags.find(each => each.toLowerCase() === prefix)
    if (found !== undefined) return found
  }
  return tags.find(each => each.toLowerCase().split('-', 1)[0] === parts[0]) ?? null
}
