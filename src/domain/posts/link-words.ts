// The words in the address of a link, for models that read words and no addresses.
import { domainToUnicode } from 'node:url'

/** The host of a link as people read it, without the port; null for a text that is no address. */
export function hostOf(link: string): string | null {
  const url = URL.parse(link)
  return url === null || url.hostname === '' ? null : domainToUnicode(url.hostname) || url.hostname
}

/** The scheme, host and port of a link; null for a text that is no address. */
export function originOf(link: string): string | null {
  const origin = URL.parse(link)?.origin
  return origin === undefined || origin === 'null' ? null : origin
}

const word = /[\p{L}\p{M}]+/gu
const shortest = 3
/** Parts of almost every address, which say nothing about the page. */
const common = new Set(['http', 'https', 'www', 'html', 'htm', 'php', 'index', 'com', 'org', 'net', 'utm', 'example'])

/** The words of a link in order, of its host, path, query and fragment: "buy now" for `https://example.com/buy-now?id=7x`. */
export function linkWords(link: string): string {
  const host = hostOf(link)
  const rest = host === null ? link : link.replace(/^[^:/?#]*:\/\/[^/?#]*/, '')
  const pieces = `${host ?? ''} ${unescaped(rest)}`.split(/[^\p{L}\p{M}\p{N}]+/u)
  // A name with digits is a key or a number, and its letters are no words.
  const words = pieces.filter(piece => !/\p{N}/u.test(piece)).flatMap(piece => piece.match(word) ?? [])
  return words.filter(each => each.length >= shortest && !common.has(each.toLowerCase())).join(' ')
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
