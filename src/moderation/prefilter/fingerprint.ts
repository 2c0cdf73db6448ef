// The normal form of the text of a post, by which duplicates are compared.

import type { PostText } from '../../domain/posts/post-text.ts'
import { Survey } from './survey.ts'

/**
 * Title, body and details in NFKC, case-folded, without diacritics, with punctuation and white space collapsed to single spaces
 * (contract.md §9 `duplicate`). The caller hashes it and adds the site and, for an event, its first start.
 * `C++` and `C#` stay different; a text of only symbols keeps them, so that it equals only itself.
 */
export function duplicateText(post: PostText): string {
  return normalTextOf(new Survey(post))
}

/** The same for a surveyed text. */
export function normalTextOf({ plain, open, visible }: Survey): string {
  const words = plain && !/[+#]/.test(open.folded) ? (open.folded.match(/[a-z0-9]+/g) ?? []).join(' ') : ''
  if (words !== '') return words
  const folded = visible
    // Upper case first: it unfolds ß to ss and ς to σ, which lower case alone does not.
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFD')
    // Latin, Hebrew and Arabic marks only: in kana and Indic scripts a mark makes another letter.
    .replace(/[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u064B-\u0655\u0670]/g, '')
    .normalize('NFC')
  const spaced = folded
    .replace(/[^\p{L}\p{N}\p{M}+#]+|(?<![\p{L}\p{N}\p{M}+#])[+#]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  return spaced === '' ? folded.replace(/\s+/g, ' ').trim() : spaced
}
