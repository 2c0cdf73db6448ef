// The address of a page in a language: the language as the first part of its path, `/de/topics/`. The page without one is the
// default address, which answers in the language that its reader asks for (contract.md §17).

/** The pages that exist in every language; a path with the name of a file is none. */
const spoken = /^\/(?:$|(?:topics|in|by|near)\/(?!.*\.[a-z]+$)|p\/[^/.]+(?:\/report)?$|reports\/[^/.]+$|calendar\/)/

/** Whether the page at a path exists in every language. */
export function isSpoken(path: string): boolean {
  return spoken.test(path)
}

/** The language in front of a target, and the target without it; null where there is none, or no such page. */
export function languageIn(target: string, tags: readonly string[]): { tag: string; rest: string } | null {
  const end = target.indexOf('/', 1)
  if (end < 3) return null
  const tag = target.slice(1, end)
  const rest = target.slice(end)
  return tags.includes(tag) && isSpoken(rest.split('?', 1)[0]!) ? { tag, rest } : null
}

/** Leads the links and forms of a page on in its language. `prefix`: `/de`, or empty at the default address. */
export function withPrefix(page: string, prefix: string): string {
  if (prefix === '') return page
  // Texts cannot hold a quote, so that nothing but an attribute matches.
  return page.replace(/ (href|action)="(\/[^"?#]*)/g, (whole, name: string, path: string) =>
    isSpoken(path) ? ` ${name}="${prefix}${path}` : whole,
  )
}
