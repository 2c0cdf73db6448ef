// Finds links in text: addresses with a scheme or www., and bare domains of a real top-level domain; not e.g., node.js or v1.2.

import { countryCodes } from '../../domain/places/countries.ts'
import { hostOf } from '../../domain/posts/link-words.ts'
import { webAddressesIn } from '../../domain/text/web-addresses.ts'
import { mixesScripts } from './fold.ts'
import type { Survey } from './survey.ts'

const generic =
  'com org net edu gov mil int info biz name pro mobi dev app io ai co tv fm gg ly me xyz online site website shop store club ' +
  'live link top life world today news blog email art space tech cloud page wiki media social chat games music events ' +
  'tickets jobs travel berlin london paris nyc wien koeln hamburg zip mov example'
const countries = [...countryCodes, 'UK', 'EU', 'AC', 'SU', 'TP'].map(code => code.toLowerCase())
const topLevel = new Set([...generic.split(' '), ...countries])

/**
 * Top-level domains that are also words: "in the park.it is green" only lacks a space. Such a domain counts only with a path, after
 * a word such as "visit", or at the end of a sentence: to charge for a missing space is worse than to miss a link.
 */
const words = new Set(
  (
    'it in is so to no me at be us am my do as la es se si de ad al an ar ca ci cu da et eh ha he hu id il im je li lo lu ma mi ' +
    'mo mu na ne ni nu om pa pe sa sh su ta te tu um un va ve vi ye za name pro mobi online site website shop store club live ' +
    'link top life world today news blog email art space tech cloud page wiki media social chat games music events tickets ' +
    'jobs travel app berlin london paris nyc wien hamburg example'
  ).split(' '),
)
// German domains are common, and no sentence in lower case begins with "de".
words.delete('de')

/** Top-level domains that are also file name extensions: they count only with a path or with three labels or more. */
const extensions = new Set('py sh md cc so ps ml zip mov pm as st vi tf mm bz gs'.split(' '))
const sourceFile = /^(?:main|lib|mod|build|index|test|tests|script|run|app|server|client|init|setup|config)\.(?:pl|rs)$/
const products = new Set([
  'asp.net',
  'vb.net',
  'ado.net',
  'ml.net',
  'paint.net',
  'socket.io',
  'console.info',
  'logger.info',
])

const withScheme =
  /(?<![\p{L}\p{N}])(?:(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\d?\.)(?:[^\s<>"'`.,]{2}|[\p{L}\p{N}]\.[\p{L}\p{N}]))/iu
const bare =
  /(?<![\p{Script=Latin}\p{N}@_./\\-])((?:[\p{Script=Latin}\p{N}](?:[\p{Script=Latin}\p{N}-]{0,61}[\p{Script=Latin}\p{N}])?\.){1,5})([a-z]{2,10})(?![\p{Script=Latin}\p{N}@_(-])(?!\.[\p{Script=Latin}\p{N}])(:\d{2,5})?(\/[^\s])?/giu
const cyrillic =
  /(?<![\p{L}\p{N}@_./-])[\p{Script=Cyrillic}\p{Script=Latin}\p{N}-]{0,62}\p{Script=Cyrillic}\.(?:рф|укр|бел|срб|com|net|org)(?![\p{L}\p{N}@])/iu
const leadsTo =
  /(?:^|[\s(:])(?:visit|see|at|on|via|from|url|link|website|web|site|page|go to|check|siehe|auf|unter|bei|von|voir|sur|chez|vedi|su|sul|ver|en|zie|op|se|på|hos|:|->|→)[:\s]{1,2}["'(]?$/iu

/** Matches in every plain text with a link. */
const linkSign = /\.[a-z]{2}|:\/\/|www/i

/** True when the text holds a link (contract.md §3: a message with one costs more). */
export function holdsLinkText(survey: Survey): boolean {
  return linkIn(survey) !== null
}

/** The first link in the text, without the sign that ends its sentence; null without one. */
export function linkIn(survey: Survey): string | null {
  return firstLink(survey)?.replace(/[.,;:!?)\]]{1,20}$/, '') ?? null
}

function firstLink({ whole, visible, plain }: Survey): string | null {
  if (plain && !linkSign.test(visible)) return null
  const text = plain ? visible : visible.replace(/(?<=\p{L})\u3002(?=[a-z])/giu, '.')
  // Every address that pages turn into a link counts.
  const [address] = webAddressesIn(whole).length > 0 ? webAddressesIn(whole) : webAddressesIn(text)
  if (address) return address.text
  const named = withScheme.exec(text) ?? cyrillic.exec(text)
  if (named) return text.slice(named.index).split(/\s/, 1)[0] as string
  for (const match of text.matchAll(bare)) if (isDomain(match, text)) return match[0]
  return null
}

function isDomain(match: RegExpMatchArray, text: string): boolean {
  const [whole, front = '', ending = '', , path] = match
  const tld = ending.toLowerCase()
  if (!topLevel.has(tld)) return false
  const labels = front.slice(0, -1).split('.')
  // A capital after the full stop begins a sentence, unless the whole name is in capitals.
  if (ending !== tld && front !== front.toUpperCase()) return false
  if (ending !== tld && ending !== ending.toUpperCase()) return false
  const name = labels.at(-1) ?? ''
  if (path !== undefined)
    return /\p{L}/u.test(front) && (name.length > 1 || tld === 'com' || tld === 'co' || tld === 'me')
  const domain = `${name}.${tld}`.toLowerCase()
  if (products.has(domain) || sourceFile.test(domain)) return false
  // Initials and abbreviations: e.g., i.e, z.b.de
  if (name.length === 1 && !(tld === 'com' && labels.length === 1)) return false
  if (!/\p{L}/u.test(name) && !['com', 'net', 'org'].includes(tld)) return false
  if (extensions.has(tld)) return labels.length > 2
  if (!words.has(tld)) return true
  const at = match.index ?? 0
  return endsThere(text.slice(at + whole.length)) || leadsTo.test(text.slice(Math.max(0, at - 20), at))
}

/** Whether a sentence cannot go on after the name: its end, a new line, a bracket or a comma follows. */
function endsThere(rest: string): boolean {
  return /^(?:\s*$|[ \t]*\n|[)\]}>,;:!?"'”’]|\.(?:\s|$))/u.test(rest)
}

/** What the name of a whole host ends with, and no part within a host. */
const endsHosts = new Set(['com', 'net', 'org', 'edu', 'gov', 'info', 'biz'])

/** Whether the host of a link looks like another: it mixes lookalike letters, or begins with a whole other host. */
export function isMisleading(link: string): boolean {
  const host = hostOf(link)
  if (host === null) return false
  const labels = host.split('.')
  return mixesScripts(labels.join(' ')) || labels.slice(1, -2).some(label => endsHosts.has(label))
}
