// Undoes the disguises that text can wear: comments, tag characters, encodings, escapes, slugs, letters and words turned round.

import { decoded, putUpright, reversed, rot13, takenApart, unescaped, wordsTurned } from './decoders.ts'
import { fold } from './fold.ts'
import { decodeTags } from './hidden-text.ts'
import { Layer, type Survey } from './survey.ts'

/** One text that was hidden in a post. `factor`: how much more or less an instruction weighs for having been written so. */
export type Disguise = { rule: string; what: string; layer: Layer; factor: number }
type Hidden = { rule: string; what: string; text: string; factor: number }

/** Nobody writes that way without meaning to hide it. */
const certain = 1.15
/** Some write so for other reasons: a hashtag, a path. */
const unsure = 0.9

/** The texts that hide in the post, each to be read by the same rules as the open text. */
export function disguises(survey: Survey): Disguise[] {
  const { whole: text, post, plain, open } = survey
  const besides = addresses([...post.urls, ...post.topics.map(topic => topic.replaceAll('-', ' '))])
  // One look at all of the short ones together says for most patterns that none of them has it.
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

/** From so many characters on that escapes take more than what they stand for, they are no accident of an address. */
const muchEscaped = 24

/** What was written into a text so that people do not read it: what is encoded, escaped or spelled in tag characters. */
export function hiddenTexts(text: string): string[] {
  const open = unescaped(text)
  const escaped = text.length - open.length >= muchEscaped ? [open] : []
  return [...decoded(text).map(each => each.text), ...escaped, decodeTags(text)].filter(each => each !== '')
}

/** The text without its HTML comments, one that never ends included. */
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

function hidden(rule: string, what: string, text: string, factor: number): Hidden[] {
  return text === '' ? [] : [{ rule, what, text, factor }]
}

/** What stands in the comments, a line each. */
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
