// Undoes the disguises of text: comments, tag characters, encodings, escapes, slugs, reversed letters and words.

import type { RefusalRule } from '../../contract/moderation/refusal-rules.ts'
import { decoded, putUpright, reversed, rot13, takenApart, unescaped, wordsTurned } from './decoders.ts'
import { fold } from './fold.ts'
import { decodeTags } from './hidden-text.ts'
import { Layer, type Survey } from './survey.ts'

/** A text that was hidden in a post. `factor` multiplies the strength of an instruction in it. */
export type Disguise = { rule: RefusalRule; what: string; layer: Layer; factor: number }
type Hidden = { rule: RefusalRule; what: string; text: string; factor: number }

/** The factor of a disguise that is always on purpose. */
const certain = 1.15
/** The factor of a form that has other uses too: a hashtag, a path. */
const unsure = 0.9

/** The hidden texts of a post, to be read by the same rules as the open text. */
export function disguises(survey: Survey): Disguise[] {
  const { whole: text, post, plain, open } = survey
  const besides = addresses([...post.urls, ...post.topics.map(topic => topic.replaceAll('-', ' '))])
  // The grams of all short texts together exclude most patterns for all of them at once.
  const together = new Layer(() => fold(besides.map(({ text }) => text).join('\n')))
  const tags = plain ? '' : decodeTags(text)
  const found: Disguise[] = [
    ...hidden('PF-INJ-COMMENT', 'An HTML comment', comments(text), certain),
    ...decoded(text).flatMap(({ what, text }) =>
      [text, rot13(text), reversed(text)].flatMap(each => hidden('PF-INJ-ENCODED', what, each, certain)),
    ),
    ...escapes(text),
    ...besides,
    ...hidden('PF-INJ-ENCODED', 'Tag characters', tags, certain),
    ...hidden('PF-INJ-MASKED', 'Words without spaces', takenApart(text), unsure),
    ...hidden('PF-INJ-ENCODED', 'Reversed words', wordsTurned(open), certain),
    ...hidden('PF-INJ-ENCODED', 'Text on its head', plain ? '' : putUpright(text.toLowerCase()), certain),
  ].map(each => {
    const { rule, what, text, factor } = each
    const isShort = besides.includes(each) && together.grams === together.lineGrams
    const grams = isShort ? { flat: together.grams, lines: together.grams } : undefined
    return { rule, what, factor, layer: new Layer(() => fold(text), grams) }
  })
  if (/[a-z]{3}/i.test(text)) {
    const forms = { rot13: () => fold(rot13(text)), reversed: () => fold(reversed(text)) }
    const layers = plain ? open.turned(forms) : { rot13: new Layer(forms.rot13), reversed: new Layer(forms.reversed) }
    found.push(
      { rule: 'PF-INJ-ENCODED', what: 'ROT13', layer: layers.rot13, factor: certain },
      { rule: 'PF-INJ-ENCODED', what: 'Reversed text', layer: layers.reversed, factor: certain },
    )
  }
  return found
}

/** How many characters escapes have to add to a text to count as a disguise; an address has fewer. */
const muchEscaped = 24

/** The texts that are hidden from people in a text: encoded, escaped or spelled in tag characters. */
export function hiddenTexts(text: string): string[] {
  const open = unescaped(text)
  const escaped = text.length - open.length >= muchEscaped ? [open] : []
  return [...decoded(text).map(each => each.text), ...escaped, decodeTags(text)].filter(each => each !== '')
}

/** The text without its HTML comments, including one that is not closed. */
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

function hidden(rule: RefusalRule, what: string, text: string, factor: number): Hidden[] {
  return text === '' ? [] : [{ rule, what, text, factor }]
}

/** The texts of the HTML comments, one a line. */
function comments(text: string): string {
  const found: string[] = []
  for (let from = text.indexOf('<!--'); from >= 0; ) {
    const end = text.indexOf('-->', from + 4)
    found.push(text.slice(from + 4, end < 0 ? undefined : end))
    from = end < 0 ? -1 : text.indexOf('<!--', end + 3)
  }
  return found.join('\n')
}

function escapes(text: string): Hidden[] {
  const open = unescaped(text)
  return open === text ? [] : hidden('PF-INJ-ENCODED', 'Escaped characters', open, 1)
}

function addresses(texts: readonly string[]): Hidden[] {
  return texts
    .filter(text => text !== '')
    .flatMap(text => {
      const spaced = text.replace(/%20|[+_]/g, ' ')
      return [...hidden('PF-INJ-ENCODED', 'An address or a topic', spaced, 1), ...escapes(spaced)]
    })
}
