// What a post is called in a mail or on a page about it: its title, or the beginning of its text.
import type { SiteRow } from '../../contract/sites.ts'

/** The most code points of a text that stands for a title. */
const longest = 80

/** The title of a stored text, or its beginning where the site has no titles; null when the text was erased. */
export function nameOfText({ text: { title, body } }: SiteRow, fields: string): string | null {
  const members = JSON.parse(fields) as Record<string, unknown>
  const name = members[title ?? body]
  if (typeof name !== 'string' || name === '') return null
  const points = [
    ...name
      .slice(0, 4 * longest)
      .replace(/\s+/g, ' ')
      .trim(),
  ]
  return points.length <= longest || title !== null
    ? points.join('').toWellFormed()
    : `${points.slice(0, longest - 1).join('')}…`
}
