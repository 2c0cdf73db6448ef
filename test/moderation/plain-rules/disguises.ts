// Undoes the disguises that text can wear: comments, tag characters, encodings, escapes, slugs, reversed letters and words.

import type { PostText } from '../../../src/domain/posts/post-text.ts'
import {
  decoded,
  putUpright,
  reversed,
  rot13,
  takenApart,
  unescaped,
} from '../../../src/moderation/prefilter/decoders.ts'
import { fold, wholeText } from './fold.ts'
import { decodeTags } from './hidden-text.ts'

/** A text that was hidden in a post. `factor`: how the disguise changes the weight of an instruction. */
export type Disguise = { rule: string; what: string; text: string; factor: number }

/** The hidden texts of the post, each to be read by the same rules as the open text. */
export function disguises(post: PostText): Disguise[] {
  const text = wholeText(post)
  const encoded = (what: string, text: string) => ({ rule: 'PF-INJ-ENCODED', what, text, factor: 1.15 })
  const found: Disguise[] = [
    { rule: 'PF-INJ-COMMENT', what: 'An HTML comment', text: comments(text), factor: 1.15 },
    ...decoded(text).flatMap(({ what, text }) => [text, rot13(text), reversed(text)].map(each => encoded(what, each))),
    { ...encoded('Escaped characters', unescaped(text)), factor: 1 },
    ...[...post.urls, ...post.topics.map(topic => topic.replaceAll('-', ' '))].flatMap(address => {
      const spaced = address.replace(/%20|[+_]/g, ' ')
      return [
        { ...encoded('An address or a topic', spaced), factor: 1 },
        { ...encoded('Escaped characters', unescaped(spaced)), factor: 1 },
      ]
    }),
    encoded('Tag characters', decodeTags(text)),
    { rule: 'PF-INJ-MASKED', what: 'Words without spaces', text: takenApart(text), factor: 0.9 },
    encoded('Reversed words', wordsTurned(fold(text))),
    encoded('Text on its head', putUpright(text.toLowerCase())),
  ]
  if (/[a-z]{3}/i.test(text)) found.push(encoded('ROT13', rot13(text)), encoded('Reversed text', reversed(text)))
  return found
}

/** A folded text with each word reversed, or with its words in reverse order, if a sign of it is found; otherwise empty. */
function wordsTurned(folded: string): string {
  const words = () => folded.split(/\s+/)
  if (/snoitcurtsni|tpmorp|erongi|drageridsid|drages[is]d/.test(folded)) {
    const turned = words().map(word => [...word].reverse().join(''))
    return `${turned.join(' ')}\n${turned.toReversed().join(' ')}`
  }
  const lastFirst =
    /(?:instructions?|prompts?|rules|guidelines)[\s,.]+(?:\p{L}+[\s,.]+){0,5}(?:ignore|disregard|forget)(?!\p{L})/u
  return lastFirst.test(folded) ? words().reverse().join(' ') : ''
}

/** The text without its HTML comments, including one that never ends. */
export function withoutComments(text: string): string {
  let kept = ''
  let from = 0
  for (;;) {
    const start = text.indexOf('<!--', from)
    if (start < 0) return kept + text.slice(from)
    kept += text.slice(from, start)
    const end = text.indexOf('-->', start + 4)
    if (end < 0) return kept
    from = end + 3
  }
}

/** The texts of the comments, one on each line. */
function comments(text: string): string {
  return [...text.matchAll(/<!--([\s\S]*?)(?:-->|$)/g)].map(([, inside]) => inside).join('\n')
}
