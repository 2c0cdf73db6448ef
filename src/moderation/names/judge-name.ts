// Judges handles and names by fixed rules: who poses as the platform or a brand, and what nobody should have to read.
import type { NameFinding } from '../../domain/review/name-findings.ts'
import { fold } from '../prefilter/fold.ts'
import * as words from './words.ts'

/** A finding and whether it is certain: then the name is refused. */
export type JudgedName = NameFinding & { certain: boolean }

const impersonation = 'impersonation'

/**
 * What speaks against a handle: it poses as the platform, as one of `own` (what the operator is called) or as a brand, or it is
 * abusive; null when nothing does. Disguises (figures for letters, letters apart or repeated) are read.
 */
export function judgeHandle(handle: string, own: readonly string[] = []): JudgedName | null {
  return judgeWords('handle', handle) ?? posing(handle, own)
}

/** What speaks against the name of an owner. It is not public, so a company may have its own name; null when nothing does. */
export const judgeOwnersName = (name: string): JudgedName | null => judgeWords('name', name)

/** A text in two readings: without the figures at the ends of its words, and with all figures as letters. */
function readings(text: string): string[][] {
  const parts = fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(part => part !== '')
  const named = parts.map(part => part.replace(/^\p{N}+|\p{N}+$/gu, '')).filter(part => part !== '')
  return [named.map(normal), parts.map(normal).filter(part => part !== '')]
}

const figures: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g' }

/** The normal form in which words are compared: figures as letters, l as i, no letter more than twice in a row. */
const normal = (word: string): string =>
  word
    .replace(/\d/g, figure => figures[figure] ?? '')
    .replaceAll('l', 'i')
    .replaceAll('vv', 'w')
    .replace(/(.)\1{2,}/gu, '$1$1')

const set = (list: readonly string[]) => new Set(list.map(normal))
const roles = set(words.roles)
const fillers = set(words.fillers)
const brands = set(words.brands)
const wordBrands = set(words.wordBrands)
const goods = set(words.goods)
const offers = set(words.offers)
const platformWords = words.platformWords.map(normal)
const innocent = words.innocent.map(normal)
const listed = (lists: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(lists).flatMap(([category, list]) => list.map(word => ({ category, word: normal(word), said: word })))
const certain = listed(words.certain)
const certainAlone = listed(words.certainAlone)
const doubtful = listed(words.doubtful)
/** What may stand for a letter. Where words meet in a slogan, no normal form keeps them apart. */
const written: Record<string, string> = {
  ...{ a: '[a4]', b: '[b8]', e: '[e3]', g: '[g9]', i: '[il1]', l: '[il1]', o: '[o0]', s: '[s5]', t: '[t7]' },
}
/** A pattern for words whose letters are repeated or written as figures. */
const anyOf = (list: readonly string[]) =>
  `(?:${list.map(word => [...word.replace(/(.)\1+/gu, '$1')].map(letter => `${written[letter] ?? letter}+`).join('')).join('|')})`
/** A call against a group is the beginning of the handle or the whole of it, perhaps with words such as "all" and "the" inside. */
const slogan = new RegExp(
  `^${anyOf(words.calls)}${anyOf(['all', 'the', 'every'])}*${anyOf([...words.groups, ...words.otherGroups])}|^${anyOf(['all', 'the'])}*${anyOf(words.groups)}${anyOf(words.callsAfter)}$`,
)

function judgeWords(member: NameFinding['member'], text: string): JudgedName | null {
  if (slogan.test(fold(text).replace(/[^\p{L}\p{N}]+/gu, '')))
    return { member, category: 'hate', what: 'It is a call against a group of people.', certain: true }
  let unsure: JudgedName | null = null
  for (const tokens of readings(text)) {
    const joined = normal(tokens.join(''))
    const said = (category: string, what: string, isCertain: boolean): JudgedName => {
      return { member, category, what, certain: isCertain }
    }
    const harmless = innocent.some(word => joined.includes(word))
    const word = harmless ? undefined : certain.find(each => joined.includes(each.word))
    if (word) return said(word.category, `It says "${word.said}".`, true)
    const alone = certainAlone.find(each => tokens.includes(each.word) || joined === each.word)
    // Some of these are surnames as well: only a person judges them in the name of an owner.
    if (alone && member === 'handle') return said(alone.category, `It says "${alone.said}".`, true)
    const offer = tokens.some(token => offers.has(token)) && tokens.some(token => goods.has(token))
    const offerJoined = [...offers].some(each => joined.startsWith(each) && goods.has(joined.slice(each.length)))
    if (offer || offerJoined) return said('illegal-goods', 'It offers what nobody may sell here.', true)
    const maybe = alone ?? doubtful.find(each => tokens.includes(each.word) || joined === each.word)
    if (maybe) unsure ??= said(maybe.category, `It says "${maybe.said}".`, false)
  }
  return unsure
}

function posing(handle: string, own: readonly string[]): JudgedName | null {
  const said = (what: string, isCertain: boolean): JudgedName => {
    return { member: 'handle', category: impersonation, what, certain: isCertain }
  }
  const ours = own.map(name => normal(fold(name).replace(/[^\p{L}\p{N}]+/gu, ''))).filter(name => name.length >= 4)
  let unsure: JudgedName | null = null
  for (const tokens of readings(handle).flatMap(read => [read, read.map(token => token.replaceAll('rn', 'm'))])) {
    const joined = normal(tokens.join(''))
    if (platformWords.some(word => joined.includes(word)) || ours.includes(joined))
      return said('Readers would take it for the platform or its operator.', true)
    const known = (token: string) => roles.has(token) || fillers.has(token)
    const parts = tokens.length === 1 ? partsOf(joined, [...roles, ...fillers, ...brands, ...wordBrands]) : tokens
    const hasRole = parts.some(token => roles.has(token))
    const hasBrand = parts.some(token => brands.has(token))
    const hasWordBrand = hasRole && parts.some(token => wordBrands.has(token))
    const onlyThese =
      parts.length > 0 && parts.every(token => known(token) || brands.has(token) || wordBrands.has(token))
    if (brands.has(joined) || (onlyThese && (hasBrand || hasWordBrand)))
      return said('Readers would take it for a well-known company.', true)
    if (onlyThese && hasRole) return said('Readers would take it for the platform or its operator.', true)
    if (hasBrand) unsure ??= said('It has the name of a well-known company in it.', false)
    if (hasRole) unsure ??= said('It has a word in it by which platforms speak.', false)
  }
  return unsure
}

/** Shorter words are too often the start or end of another by chance. */
const leastPart = 5

/** A handle without separators in known words at its start and its end, as far as it is made of them; else as it is. */
function partsOf(joined: string, known: readonly string[]): string[] {
  const parts: string[] = []
  let rest = joined
  for (let first: string | undefined = '?'; first && rest !== ''; ) {
    first = known.find(word => rest === word || (word.length >= leastPart && rest.startsWith(word)))
    const last = first ?? known.find(word => word.length >= leastPart && rest.endsWith(word))
    if (!last) break
    parts.push(last)
    rest = first ? rest.slice(last.length) : rest.slice(0, -last.length)
    first = last
  }
  return rest === '' ? parts : [...parts, rest]
}
