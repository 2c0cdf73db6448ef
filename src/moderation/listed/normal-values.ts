// The normal form of an entry of the lists: the form in which texts are compared with it.
import { createHash } from 'node:crypto'
import { domainToASCII, domainToUnicode } from 'node:url'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { limits } from '../../contract/limits.ts'
import type { EntryKind } from '../../contract/moderation/list-entries.ts'
import { siteIds } from '../../contract/sites/site-ids.ts'
import { duplicateText } from '../prefilter/fingerprint.ts'
import { fold, isPlain, lookalikeLatin, unmask } from '../prefilter/fold.ts'

// Scripts without spaces between words: each letter counts as a word, so that a phrase is found inside a sentence.
const unspaced = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}'
const word = new RegExp(`[${unspaced}]\\p{M}*|[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]+`, 'gv')

/** The words of a folded text. */
export const wordsIn = (folded: string): readonly string[] => folded.match(word) ?? []

/** A host in lower case and Unicode, without a final stop; null for what is no host. */
export function normalHost(host: string): string | null {
  const ascii = domainToASCII(host.normalize('NFKC').replace(/[。.]+$/, ''))
  if (ascii === '' || ascii.length > 253) return null
  const unicode = domainToUnicode(ascii)
  return /^[^\s.]+(?:\.[^\s.]+)+$/.test(unicode) ? unicode : null
}

/** The host with every letter that looks like a Latin one as that letter: two hosts that readers take for one have one form. */
export const looksLikeHost = (host: string): string => (isPlain(host) ? host : lookalikeLatin(fold(host)))

/** The hash of a whole text, from its normal form (prefilter/fingerprint.ts). */
export const textHash = (normalText: string): string => createHash('sha256').update(normalText).digest('hex')

/** The same of a text that is no post: a paragraph of a mail, a file. */
export const normalTextHash = (text: string): string =>
  textHash(duplicateText({ site: siteIds[0]!, title: null, body: text, topics: [], urls: [] }))

const forms: Record<EntryKind, (value: string) => string | null> = {
  phrase(value) {
    const words = wordsIn(unmask(fold(value)))
    return words.length === 0 || words.length > limits.listedWords ? null : words.join(' ')
  },
  domain(value) {
    const bare = value.trim().replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    return normalHost((bare.split(/[/?#:]/, 1)[0] ?? '').replace(/^(?:\*\.|www\.)/i, ''))
  },
  phone(value) {
    const number = parsePhoneNumberFromString(value.trim())
    return number?.isValid() ? number.number : null
  },
  text: value => (/^[0-9a-f]{64}$/i.test(value.trim()) ? value.trim().toLowerCase() : null),
}

/** What an entry of each kind takes. */
export const takes: Record<EntryKind, string> = {
  phrase: `1 to ${limits.listedWords} words`,
  domain: 'a host such as example.com, which stands for the hosts below it too',
  phone: 'a valid number with its country code, such as +43 1 58858-0',
  text: 'the SHA-256 of the normal form of a text, 64 hexadecimal digits, as "handbill lists hash" prints it',
}

/** The value of an entry as it is stored; null for what is none. */
export function normalValue(kind: EntryKind, value: string): string | null {
  return [...value].length > limits.listedValue ? null : forms[kind](value)
}
