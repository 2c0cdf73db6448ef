// How alike the words of two posts are, for the writer, which reads no text as moderation does.

import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import { searchWords } from '../text/words.ts'
import { postText } from './post-text.ts'

/** The share of common words and pairs of neighbours from which on two posts are near-duplicates, as in moderation. */
const alikeFrom = 0.6

type Worded = { site: SiteId; fields: string }

/** Whether two texts of posts, as they are stored, share most words and pairs of neighbours in title and body. */
export function areAlike(a: Worded, b: Worded): boolean {
  const [of, other] = [piecesOf(a), piecesOf(b)]
  let common = 0
  for (const piece of of) if (other.has(piece)) common++
  const all = of.size + other.size - common
  return all > 0 && common / all >= alikeFrom
}

function piecesOf({ site, fields }: Worded): Set<string> {
  const { title, body } = postText(siteRow(site), JSON.parse(fields))
  const words = searchWords(`${title ?? ''} ${body}`)
  return new Set([...words, ...words.slice(1).map((word, i) => `${words[i]} ${word}`)])
}
