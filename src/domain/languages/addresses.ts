// The address of a page in a language: the language as the first part of its path, `/de/topics/`. The page without one is in
// English (contract.md §17).

/** The pages that exist in every language; a path with the name of a file is none, but for two that browsers keep. */
const spoken =
  /^\/(?:$|(?:topics|in|by|near|calendar|follow|embed)(?:\/(?!.*\.[a-z]+$)|$)|p\/[^/.]+(?:\/(?:report|answer))?$|reports\/[^/.]+$|search$|opensearch\.xml$|manifest\.webmanifest$|(?:saved|about|help|contact|imprint|policy|pricing|terms|privacy)\/?$)/

/** Whether the page at a path exists in every language. */
export function isSpoken(path: string): boolean {
  return spoken.test(path)
}

/** The language in front of a target, and the target without it; null where there is none, or no such page. */
export function languageIn(target: string, isTag: (tag: string) => boolean): { tag: string; rest: string } | null {
  const end = target.indexOf('/', 1)
  if (end < 3 || end > longestTag) return null
  const tag = target.slice(1, end)
  if (!isTag(tag)) return null
  const rest = target.slice(end)
  return isSpoken(rest.split('?', 1)[0]!) ? { tag, rest } : null
}

/** The end of the longest tag in a target: `/zh-Hant-TW/`. */
const longestTag = 16

/** Leads the links and forms of a page on in its language. `prefix`: `/de`, or empty for English. */
export function withPrefix(page: string, prefix: string): string {
  if (prefix === '') return page
  // Texts cannot hold a quote, so that nothing but an attribute matches.
  return page.replace(/ (href|action)="(\/[^"?#]*)/g, (whole, name: string, path: string) =>
    isSpoken(path) ? ` ${name}="${prefix}${path}` : whole,
  )
}
