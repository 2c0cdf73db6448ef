// Brings text into one plain form, so that a rule sees the same words in any letters, widths and spacings.

import { bareLetters } from '../../../src/moderation/prefilter/fold.ts'

/** Characters that print nothing: joiners, direction marks, fillers, selectors, tags. */
export const invisibleCharacters =
  /\u034F|[\u180B-\u180D]|\u180F|\u17B4|\u17B5|[\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\u{1BCA0}-\u{1BCA3}\u{E0000}-\u{E0FFF}]|[\uFE00-\uFE0F]/gu

// Letters of other scripts that look like a Latin one, and Latin letters that do not decompose.
const lookalikes = new Map(
  Object.entries({
    а: 'a',
    в: 'b',
    е: 'e',
    з: '3',
    и: 'u',
    і: 'i',
    ї: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    н: 'h',
    о: 'o',
    р: 'p',
    с: 'c',
    т: 't',
    у: 'y',
    х: 'x',
    ѕ: 's',
    ԁ: 'd',
    ԛ: 'q',
    ԝ: 'w',
    һ: 'h',
    ӏ: 'l',
    ё: 'e',
    ь: 'b',
    г: 'r',
    п: 'n',
    α: 'a',
    β: 'b',
    γ: 'y',
    ε: 'e',
    η: 'n',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    σ: 'o',
    ς: 's',
    τ: 't',
    υ: 'u',
    χ: 'x',
    ω: 'w',
    ո: 'n',
    ս: 'u',
    օ: 'o',
    ց: 'g',
    հ: 'h',
    ա: 'w',
    զ: 'q',
    ı: 'i',
    ɑ: 'a',
    ɡ: 'g',
    ɩ: 'i',
    ʀ: 'r',
    ɴ: 'n',
    ɪ: 'i',
    ʟ: 'l',
    ᴀ: 'a',
    ʙ: 'b',
    ᴄ: 'c',
    ᴅ: 'd',
    ᴇ: 'e',
    ꜰ: 'f',
    ɢ: 'g',
    ʜ: 'h',
    ᴊ: 'j',
    ᴋ: 'k',
    ᴍ: 'm',
    ᴏ: 'o',
    ᴘ: 'p',
    ꜱ: 's',
    ᴛ: 't',
    ᴜ: 'u',
    ᴠ: 'v',
    ᴡ: 'w',
    ʏ: 'y',
    ᴢ: 'z',
  }),
)

const leet = new Map(
  Object.entries({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's', '!': 'i', '|': 'l' }),
)

const foreignLookalike =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\u0131\u0250-\u02AF\u1D00-\u1D7F\uA730-\uA731]/u
const plainText = /^[\n\x20-\x7e]*$/
const latinLetter = /\p{Script=Latin}/u
const word = /[\p{L}\p{N}\p{M}]+/gu

/**
 * The text in NFKC, lower case, without accents and invisible characters, with plain quotation marks and dashes, single spaces
 * and kept line breaks. Words that mix Latin letters with lookalikes of another script come out in Latin; text that is honestly
 * written in another script stays in it.
 */
export function fold(text: string): string {
  // Plain English changes little, and the text is read here several times.
  if (plainText.test(text)) return text.toLowerCase().replaceAll('`', '"').replace(/ {2,}/g, ' ')
  const plain = text
    .normalize('NFKC')
    .replace(invisibleCharacters, '')
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

/** True when a word of the text mixes Latin letters with lookalikes of another script, as brand names never do by accident. */
export function mixesScripts(text: string): boolean {
  for (const [token] of text.normalize('NFKC').matchAll(word)) {
    if (/[a-zA-Z]/.test(token) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(token) && [...token].length > 3)
      return true
  }
  return false
}

const leetWord = /[\p{L}0-9@$!|]+/gu
const spacedLetters = /(?<![\p{L}\p{N}])(?:[\p{L}0-9@$!][ ._*·/|,:;~+\-\n]{1,3}){3,}[\p{L}0-9@$!](?![\p{L}\p{N}])/gu

/**
 * The folded text with leetspeak read as letters and with letters that were spaced out (`f r e e`) or set in boxes joined.
 * Equal to the input when there is neither.
 */
export function unmask(folded: string): string {
  const joined = bareLetters(folded).replace(spacedLetters, run =>
    /\p{L}[ ._*·/|,:;~+\-\n]{1,3}\p{L}/u.test(run) ? run.replace(/[ ._*·/|,:;~+\-\n]/g, '') : run,
  )
  return joined.replace(leetWord, token => {
    // A date, a price or a time has no letters between its digits; a masked word does.
    if (!/\p{L}/u.test(token) || !/[0-9@$!|]/.test(token)) return token
    const tail = /[!|]+$/.exec(token)?.[0] ?? ''
    const core = token.slice(0, token.length - tail.length)
    return [...core].map(letter => leet.get(letter) ?? letter).join('') + tail
  })
}

/** The text on one line: what patterns that span words are matched against. Markdown emphasis is gone. */
export function flatten(folded: string): string {
  return folded
    .replace(/[*~#]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Title and body as one text, the way rules that do not care about the difference read a post. */
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
