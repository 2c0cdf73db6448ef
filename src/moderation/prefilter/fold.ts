// Folds text, so that a rule sees the same words whatever their letters, widths or spacing.
import lookalikesOf from './lookalikes.json' with { type: 'json' }

/** Characters that print nothing: joiners, direction marks, fillers, selectors, tags. */
export const invisibleCharacters =
  /\u034F|[\u180B-\u180D]|\u180F|\u17B4|\u17B5|[\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\u{1BCA0}-\u{1BCA3}\u{E0000}-\u{E0FFF}]|[\uFE00-\uFE0F]/gu

// Letters of other scripts that look like a Latin letter, and Latin letters that do not decompose, as abuse uses them. Unicode's
// confusables map letters to shapes (`m` to `rn`), and every rule would have to be written in those shapes.
const lookalikes = new Map(
  Object.entries(lookalikesOf).flatMap(([latin, letters]) => [...letters].map(letter => [letter, latin] as const)),
)

const leet = new Map(
  Object.entries({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's', '!': 'i', '|': 'l' }),
)

const foreignLookalike =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\u0131\u0250-\u02AF\u1D00-\u1D7F\uA730-\uA731]/u
const asciiText = /^[\n\x20-\x7e]*$/
/** Text of ASCII and of typographic signs that never combine with their neighbours. */
const plainText = /^[\n\x20-\x7e\u00A3\u00B0\u00B7\u2013\u2014\u2018\u2019\u201C\u201D\u2022\u2026\u20AC]*$/
const latinLetter = /\p{Script=Latin}/u
const word = /[\p{L}\p{N}\p{M}]+/gu

/**
 * The text in NFKC, lower case, without accents and invisible characters, with plain quotation marks and dashes, single spaces
 * and line breaks kept. Words that mix Latin letters with lookalikes of another script become Latin; words that are entirely in
 * another script stay.
 */
export function fold(text: string, plain = isPlain(text)): string {
  return plain ? foldPlain(text) : foldVisible(visible(text, plain))
}

/** Whether a text is ASCII except for a few typographic signs, so that most steps of folding can be skipped. */
export function isPlain(text: string): boolean {
  return plainText.test(text)
}

function foldPlain(text: string): string {
  const lower = text.toLowerCase().replaceAll('`', '"').replace(/ {2,}/g, ' ')
  if (asciiText.test(lower)) return lower
  return lower
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201C\u201D]/g, '"')
    .replace(/[\u2013\u2014]/g, '-')
    .replaceAll('\u2026', '...')
}

/** The text in NFKC without invisible characters. */
export function visible(text: string, plain = isPlain(text)): string {
  return plain ? text.replaceAll('\u2026', '...') : text.normalize('NFKC').replace(invisibleCharacters, '')
}

function foldVisible(text: string): string {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .replace(/[\u2018\u2019\u201A\u201B\u2032\u00B4]/g, "'")
    .replace(/[\u201C-\u201F\u2033\u00AB\u00BB\u300C-\u300F`]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[^\S\n]+/g, ' ')
  return foreignLookalike.test(plain) && latinLetter.test(plain) ? plain.replace(word, latinise) : plain
}

function latinise(token: string): string {
  if (!latinLetter.test(token) || !foreignLookalike.test(token)) return token
  return [...token].map(letter => lookalikes.get(letter) ?? letter).join('')
}

/** Folded text with every letter that looks like a Latin one as that letter, words of one script too. */
export function lookalikeLatin(folded: string): string {
  return foreignLookalike.test(folded)
    ? Array.from(folded, letter => lookalikes.get(letter) ?? letter).join('')
    : folded
}

/** Whether a word of more than three letters mixes Latin with Cyrillic or Greek letters. */
export function mixesScripts(text: string): boolean {
  if (isPlain(text)) return false
  for (const [token] of text.normalize('NFKC').matchAll(word)) {
    if (/[a-zA-Z]/.test(token) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(token) && [...token].length > 3)
      return true
  }
  return false
}

/** Characters between letters that are spaced out. */
const gaps = '[ ._*·/|,:;~+\\-\\n]'
/** Quick checks whether there may be something to unmask; a letter is `a` to `z` or not ASCII. */
const maySpaceLetters = new RegExp(
  `[^ ._*·/|,:;~+\\-\\n]${gaps}{1,3}[^ ._*·/|,:;~+\\-\\n]{1,2}${gaps}{1,3}[^ ._*·/|,:;~+\\-\\n]{1,2}${gaps}`,
)
const mayBeLeet = /[a-z\u0080-\uFFFF][0-9@$]|[0-9@$][a-z\u0080-\uFFFF]|[!|][a-z0-9@$\u0080-\uFFFF]/
const leetWord = /[\p{L}0-9@$!|]+/gu
const spacedLetters = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:[\\p{L}0-9@$!]${gaps}{1,3}){3,}[\\p{L}0-9@$!](?![\\p{L}\\p{N}])`,
  'gu',
)

const spacedPair = new RegExp(`\\p{L}${gaps}{1,3}\\p{L}`, 'u')
const anyGap = new RegExp(gaps, 'g')

/** A row of letters in circles or boxes without a compatibility form, or of flag letters: five or more spell a word. */
const enclosed = /(?:[\u{1F150}-\u{1F169}\u{1F170}-\u{1F189}\u{1F1E6}-\u{1F1FF}][ \n]?){5,}/gu
const inBrackets = /(?:\([a-z]\)[ \n]?){3,}/g
const firstEnclosed = [0x1f1e6, 0x1f170, 0x1f150]
/** Letters with a stroke. A language has one or two of them; a text with more uses them as disguise. */
const stroked: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ł: 'l', ŧ: 't', ħ: 'h' }

/** The folded text with letters out of circles, boxes and brackets, and without strokes. */
export function bareLetters(folded: string): string {
  let text = folded
  if (/\uD83C/.test(text))
    text = text.replace(enclosed, run =>
      run.replace(/[^ \n]/gu, letter => {
        const code = letter.codePointAt(0)!
        return String.fromCharCode(0x61 + code - firstEnclosed.find(first => code >= first)!)
      }),
    )
  if (text.includes(')(')) text = text.replace(inBrackets, run => run.replace(/[()]/g, ''))
  const strokes = Object.keys(stroked).filter(letter => text.includes(letter))
  const disguised = strokes.length >= 2 || strokes.some(letter => 'ŧħ'.includes(letter))
  return disguised ? text.replace(/[øđłŧħ]/g, letter => stroked[letter]!) : text
}

/**
 * The folded text with leetspeak read as letters and with letters that were spaced out (`f r e e`) or set in boxes joined.
 * Equal to the input where there is none of these.
 */
export function unmask(folded: string): string {
  const bare = bareLetters(folded)
  const joined = maySpaceLetters.test(bare)
    ? bare.replace(spacedLetters, run => (spacedPair.test(run) ? run.replace(anyGap, '') : run))
    : bare
  if (!/[0-9@$!|]/.test(joined) || !mayBeLeet.test(joined)) return joined
  return joined.replace(leetWord, token => {
    // A date, a price or a time has no letters; a masked word has.
    if (!/\p{L}/u.test(token) || !/[0-9@$!|]/.test(token)) return token
    let end = token.length
    while (token[end - 1] === '!' || token[end - 1] === '|') end--
    return [...token.slice(0, end)].map(letter => leet.get(letter) ?? letter).join('') + token.slice(end)
  })
}

const spelledOut = /(?<![\p{L}\p{N}])(?:\p{L}[ ._*-]){4}\p{L}(?![\p{L}\p{N}])/u

/** Whether the flat text spells a word with gaps between its letters. */
export function spellsOut(flat: string): boolean {
  return maySpaceLetters.test(flat) && spelledOut.test(flat) && unmask(flat) !== flat
}

/** Folded text on one line, without Markdown emphasis, for patterns that span words. */
export function flatten(folded: string): string {
  // Folded text has no double spaces, and no white space except spaces and line breaks.
  const line = /[*~#]/.test(folded)
    ? folded.replace(/[*~#]+/g, '').replace(/\s+/g, ' ')
    : folded.replace(/ ?\n[ \n]*/g, ' ')
  return line.trim()
}

/** Title, body and details as one text, for rules that do not distinguish them. */
export function wholeText({
  title,
  body,
  details,
}: {
  title: string | null
  body: string
  details?: string | null
}): string {
  const text = title === null ? body : `${title}\n${body}`
  return details ? `${text}\n${details}` : text
}
