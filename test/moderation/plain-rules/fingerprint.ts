// The form of a post's text in which duplicates are compared.

import type { PostText } from '../../../src/domain/posts/post-text.ts'
import { invisibleCharacters, wholeText } from './fold.ts'

/**
 * Title and body in NFKC, case-folded, without diacritics, with punctuation and white space collapsed to single spaces
 * (contract.md §9 `duplicate`). The caller hashes it and adds the site and, for an event, its first start.
 * `C++` and `C#` stay apart; a text of nothing but symbols keeps them, so that it equals only itself.
 */
export function duplicateText(post: PostText): string {
  const folded = wholeText(post)
    .normalize('NFKC')
    .replace(invisibleCharacters, '')
    // Upper case first: it unfolds ß to ss and ς to σ, which lower case alone does not.
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .normalize('NFD')
    // Latin, Hebrew and Arabic marks only: in kana and Indic scripts a mark makes another letter.
    .replace(/[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u064B-\u0655\u0670]/g, '')
    .normalize('NFC')
  const words = folded
    .replace(/[^\p{L}\p{N}\p{M}+#]+|(?<![\p{L}\p{N}\p{M}+#])[+#]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  return words === '' ? folded.replace(/\s+/g, ' ').trim() : words
}
