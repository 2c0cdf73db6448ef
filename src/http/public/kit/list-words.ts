// The title of a list on its page, in its feeds and in its calendar.
import type { SiteRow } from '../../../contract/sites.ts'
import { capital } from '../../../contract/words.ts'
import type { SiteList } from '../../../usecases/lists/site-lists.ts'

/** The name of a list with the places around it, for titles that stand alone: "Events in Paris, Île-de-France, France". */
export function listTitle(row: SiteRow, { about, above }: SiteList): string {
  if (!about) return row.title
  // The first entry is the page of all topics or places.
  const around = above
    .slice(1)
    .map(({ name }) => name)
    .reverse()
  return `${capital(row.nouns)} ${about.word} ${[about.name, ...around].join(', ')}`
}
