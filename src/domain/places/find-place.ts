// Finds the places that a text names as people write them: "Paris, Texas", "Springfield IL", "75001 Paris", "日本 東京".
import { show } from '../shape.ts'
import { areasCalled, areasInFull, areaWords, liesInOne } from './areas.ts'
import type { Place, PlaceLookup } from './location.ts'
import { placeNameKey } from './place-name.ts'

/** `hint` says what was left out, or why nothing was found; `candidates` are then the places that may be meant. */
export type FoundByText = { found: Place[]; hint?: string; candidates: Place[] }

/** `within`: the areas in which a place is wanted, as PlaceLookup says; `where`: those areas in words, when they are not all. */
type Asked = { lookup: PlaceLookup; within: (area: string) => boolean; where?: string | undefined; limit: number }

/** One way to read a text: the name of a city, and for each area after it the codes that the area may have. */
type Reading = { city: string; areas: string[][] }

const candidatesShown = 5
/** The most of them with the first name, where the second part names a city too. */
const namesakesBeside = 3
/** The name of an area has at most four words, and a text of more words than this is no place. */
const [areaWordsMax, wordsMax] = [4, 12]
/** The most readings of a text that are looked up. */
const readingsMax = 8

const separators = /[,;|/()\n،、，；（）]| [-–—] /
const lastSeparators = /(?<![\s,;.])[\s,;.]+$/

/**
 * The places that a text names. A name that a place has comes first, then the readings with areas: "City, Region, Country" with or
 * without commas, areas first too. Words with digits (postal codes) are left out where the rest names a city.
 */
export async function findPlace(text: string, asked: Asked): Promise<FoundByText> {
  const typed = text.slice(0, 200).replace(lastSeparators, '')
  const whole = await read(typed, asked)
  if (whole.found.length > 0) return whole
  const bare = withoutPostalCodes(typed)
  if (bare.text === typed || placeNameKey(bare.text) === '') return whole
  const rest = await read(bare.text, asked)
  if (rest.found.length === 0) return rest
  const left = `${show(bare.left.join(' '))} was left out: a place is found by its name, not by a postal code.`
  return { ...rest, hint: rest.hint ? `${left} ${rest.hint}` : left }
}

async function read(typed: string, asked: Asked): Promise<FoundByText> {
  const parts = typed.split(separators).map(part => part.trim())
  const named = parts.filter(part => placeNameKey(part) !== '')
  const search = (name: string, codes: string[][], beginning = false) => called(name, codes, beginning, asked)
  const several = named.length > 1
  if (!several) {
    const exact = await search(typed, [])
    if (exact.length > 0) return withArea(typed, await search(typed, [], true))
  }
  const readings = several ? readingsOfParts(named) : readingsOfWords(typed)
  for (const reading of readings.slice(0, readingsMax)) {
    const found = await search(reading.city, reading.areas, several)
    if (found.length > 0) return { found, candidates: [], ...ignoredHint(named, reading) }
  }
  const begun = await search(typed, [], true)
  if (begun.length > 0) return withArea(typed, begun)
  return nothingFound(typed, named, asked)
}

/** The places with a name in all of the areas; `beginning`: also those whose name begins with it, after the others. */
async function called(name: string, codes: string[][], beginning: boolean, { lookup, within, limit }: Asked) {
  const lies = codes.map(liesInOne)
  const inside = (area: string) => within(area) && lies.every(each => each(area))
  for (const key of spellings(placeNameKey(name))) {
    const found = await lookup.byName({ key, beginning }, inside, limit)
    if (found.length > 0) return found
  }
  return []
}

const abbreviations: Record<string, string> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' }

function spellings(key: string): string[] {
  if (key === '') return []
  const [first = '', ...rest] = key.split(' ')
  const long = abbreviations[first]
  return long && rest.length > 0 ? [key, [long, ...rest].join(' ')] : [key]
}

/** Readings of a text with commas: the city first, with areas in its own part too, then the city last. */
function readingsOfParts(parts: readonly string[]): Reading[] {
  const [first = '', ...rest] = parts
  const last = parts.at(-1) ?? ''
  const around = rest.map(areaSequence)
  const areas = around.flatMap(each => each ?? [])
  const before = parts.slice(0, -1).map(areaSequence)
  // A part such as "IL 62701" is an area once the digits are left out.
  const unclear = rest.some((part, i) => around[i] === null && /\p{N}/u.test(part))
  const after = unclear || areas.length === 0 ? [] : [{ city: first, areas }]
  return [
    ...after,
    ...after.flatMap(() => readingsOfWords(first)).map(({ city, areas: own }) => ({ city, areas: [...own, ...areas] })),
    ...(before.every(each => each !== null) ? [{ city: last, areas: before.flat() }] : []),
  ]
}

/** Readings of words without commas: areas after the city, then areas before it; longer names of areas first. */
function readingsOfWords(text: string): Reading[] {
  const words = wordsOf(text)
  if (words.length === 1) return readingsOfRun(words[0] ?? '')
  if (words.length > wordsMax) return []
  const after = words.flatMap((_, i) => {
    const areas = i === 0 ? null : areaSequence(words.slice(i).join(' '))
    return areas ? [{ city: words.slice(0, i).join(' '), areas }] : []
  })
  const before = words.flatMap((_, i) => {
    const areas = i === 0 ? null : areaSequence(words.slice(0, i).join(' '))
    return areas ? [{ city: words.slice(i).join(' '), areas }] : []
  })
  return [...after, ...before]
}

/** Readings of "中国北京", in scripts in which an area comes first, without a space. */
function readingsOfRun(word: string): Reading[] {
  const points = [...word]
  if (!/^[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}]{4,}$/u.test(word)) return []
  return [5, 4, 3, 2].flatMap(n => {
    const [area, city] = [points.slice(0, n).join(''), points.slice(n).join('')]
    const codes = city === '' ? [] : areasCalled(area)
    return codes.length > 0 ? [{ city, areas: [codes] }] : []
  })
}

/** The areas that a text names one after another, such as "IL USA"; null for a text with any other word. */
function areaSequence(text: string): string[][] | null {
  const words = wordsOf(text)
  if (words.length > 2 * areaWordsMax) return null
  const known = new Map<string, string[]>()
  const areas = (from: number, to: number) => {
    const name = words.slice(from, to).join(' ')
    const codes = known.get(name) ?? areasCalled(name)
    known.set(name, codes)
    return codes
  }
  // The areas of the first words, for each number of words.
  const upTo: (string[][] | null)[] = [[]]
  for (let to = 1; to <= words.length; to++) {
    let best: string[][] | null = null
    for (let from = Math.max(0, to - areaWordsMax); from < to && best === null; from++) {
      const codes = areas(from, to)
      if (upTo[from] && codes.length > 0) best = [...(upTo[from] as string[][]), codes]
    }
    upTo[to] = best
  }
  return words.length === 0 ? null : (upTo[words.length] ?? null)
}

const wordsOf = (text: string) => text.split(/\s+/).filter(word => placeNameKey(word) !== '')

/** Says which parts were no area, where the others named the city. */
function ignoredHint(parts: readonly string[], { city }: Reading): { hint?: string } {
  const ignored = parts.slice(1).filter(part => part !== city && !part.endsWith(city) && areaSequence(part) === null)
  return ignored.length > 0 ? { hint: `${ignored.map(show).join(', ')} is no state or country, and was left out.` } : {}
}

/** With this population or more, a city is a likelier meaning than a state or country of the same name. */
const largeCity = 100_000

/** Found places; a hint where the text also names a state or country that is likelier meant. */
function withArea(typed: string, found: Place[]): FoundByText {
  const hint = (found[0]?.population ?? 0) < largeCity ? areaHint(typed) : undefined
  return { found, candidates: [], ...(hint && { hint }) }
}

function areaHint(typed: string): string | undefined {
  const [code] = areasInFull(typed)
  if (code === undefined) return undefined
  const country = code.slice(0, 2)
  const location = code === country ? { country } : { country, state: code }
  return `${show(typed)} is also ${areaWords(code)}; as a location it is ${JSON.stringify(location)}.`
}

async function nothingFound(typed: string, parts: readonly string[], asked: Asked): Promise<FoundByText> {
  const anywhere: Asked = { ...asked, within: () => true, limit: candidatesShown }
  const area = areaHint(typed)
  if (area && (await called(typed, [], false, anywhere)).length === 0)
    return { found: [], hint: area.replace(' is also ', ' is '), candidates: [] }
  const [name, rest] = parts.length > 1 ? [parts[0] ?? '', parts.slice(1)] : await longestName(typed, anywhere)
  const namesakes = await called(name, [], false, anywhere)
  // The first part may be a street or a venue.
  const [city = '', ...around] = rest
  const next = parts.length > 1 ? await called(city, around.flatMap(areaSequenceOrNone), false, anywhere) : []
  const candidates = [...namesakes.slice(0, next.length > 0 ? namesakesBeside : candidatesShown), ...next]
  const hint = namesakes.length > 0 ? elsewhere(name, rest, asked.where) : unknown(name)
  return { found: [], hint, candidates: candidates.slice(0, candidatesShown) }
}

function unknown(name: string): string {
  const why = /^[\p{N}\s-]+$/u.test(name)
    ? 'A place is found by its name, not by a postal code.'
    : `No city has the name ${show(name)} or one that begins with it.`
  return `${why} Send the name of a city alone, without street, venue or district, or lat and lon.`
}

const areaSequenceOrNone = (part: string) => areaSequence(part) ?? []

/** The longest beginning of the text that is the name of a city, and the words after it; the whole text if there is none. */
async function longestName(typed: string, asked: Asked): Promise<[string, string[]]> {
  const words = wordsOf(typed).slice(0, wordsMax)
  for (let n = words.length; n > 0; n--) {
    const name = words.slice(0, n).join(' ')
    if ((await called(name, [], false, asked)).length > 0)
      return [name, n === words.length ? [] : [words.slice(n).join(' ')]]
  }
  return [typed, []]
}

/** The name is known, but not where it was asked for. */
function elsewhere(name: string, rest: readonly string[], where: string | undefined): string {
  const strange = rest.filter(part => areaSequence(part) === null)
  const known = rest.filter(part => !strange.includes(part))
  const inside = [...known.map(show), ...(where ? [where] : [])].join(', ')
  const candidates = `The cities with the name ${show(name)} are in candidates.`
  if (strange.length > 0) return `${strange.map(show).join(', ')} is no state or country. ${candidates}`
  return `There is no city ${show(name)} in ${inside}. ${candidates}`
}

/** A text without its words with digits, and without the two letters after four digits of a Dutch code. */
function withoutPostalCodes(text: string): { text: string; left: string[] } {
  const left: string[] = []
  let digits = ''
  const kept = text.split(/(\s+|,)/).filter(word => {
    if (/^\s*$|^,$/.test(word)) return true
    const isCode = /\p{N}/u.test(word) || (/^\d{4}$/.test(digits) && /^[A-Z]{2}$/.test(word))
    digits = word
    if (isCode) left.push(word)
    return !isCode
  })
  return { text: kept.join('').replace(/\s+/g, ' ').trim(), left }
}
