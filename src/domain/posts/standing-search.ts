// A search that stands: what it asks of a post, and the anchors under which it is filed, so that a post finds the few that may want it.
import type { SiteRow } from '../../contract/sites.ts'
import type { ListedPrice, PriceRange } from '../money/listed-price.ts'
import { type Circle, onSphere, type Point, type SpherePoint } from '../places/geo.ts'
import { holds, type ReadWords, readWords } from '../text/holds.ts'
import {
  gap,
  type IndexWords,
  type SearchClause,
  type SearchDocument,
  type SearchTerm,
  tagToken,
} from '../text/search-text.ts'
import type { PostFacts, PostFields } from './post.ts'
import { indexTags, priceIn, tagsOf } from './publication.ts'

/** All that a search asks of a post: words, tags that it has, a circle in which it lies, and a range of its price. */
export type Wanted = {
  clauses: readonly SearchClause[]
  tags: readonly string[]
  near: Pick<Circle, 'centre' | 'chordSquared'> | null
  prices: Pick<PriceRange, 'currency' | 'from' | 'to'> | null
}

/** A text of a post, read for many searches. */
export type SearchedPost = {
  words: ReadWords
  tags: ReadonlySet<string>
  place: SpherePoint | null
  price: ListedPrice | null
  /** Every anchor that a search which wants the post can have. */
  anchors: ReadonlySet<string>
  /** Those of them that are no beginnings of words, which few searches ask for; and those that are. */
  keys: ReadonlySet<string>
  beginnings: ReadonlySet<string>
}

/** The text of a post as lists and search have it. `author` is the id of its account. */
export function readPost(
  site: SiteRow,
  { fields, facts, author, words }: { fields: PostFields; facts: PostFacts; author: string; words: IndexWords },
): SearchedPost {
  const price = priceIn(site, fields)
  const tags = indexTags(tagsOf(site, fields, facts, author), facts.place, price)
  return readDocument({ ...words, tags }, facts.place, price)
}

/** The document of a post in the search index, with its place and its price. */
export function readDocument(document: SearchDocument, place: Point | null, price: ListedPrice | null): SearchedPost {
  return {
    words: readWords(document),
    tags: new Set(document.tags.map(tagToken)),
    place: place && onSphere(place),
    price,
    ...anchorsOf(document),
  }
}

/** Whether a search finds a post: the same answer as that of the search itself. */
export function wants({ clauses, tags, near, prices }: Wanted, post: SearchedPost): boolean {
  return (
    tags.every(tag => post.tags.has(tagToken(tag))) &&
    (near === null || (post.place !== null && lies(post.place, near))) &&
    (prices === null || (post.price !== null && costs(post.price, prices))) &&
    holds(clauses, post.words)
  )
}

function lies(point: SpherePoint, { centre, chordSquared }: NonNullable<Wanted['near']>): boolean {
  const squared = (axis: keyof SpherePoint) => (point[axis] - centre[axis]) * (point[axis] - centre[axis])
  return squared('x') + squared('y') + squared('z') <= chordSquared
}

function costs({ currency, units }: ListedPrice, range: NonNullable<Wanted['prices']>): boolean {
  return currency === range.currency && units >= range.from && units <= range.to
}

/** The anchor of a search that asks for nothing by which it could be filed. */
const anyPost = '*'
/** Characters of the beginnings by which searches for a prefix are filed. */
const prefixLength = 2

const wordAnchor = (word: string) => `w:${word}`
const prefixAnchor = (word: string) => `p:${word}`
const tagAnchor = (tag: string) => `t:${tagToken(tag)}`
/** A stem without its language: a search has the stem of its word in every language, and most are the same. */
const stemAnchor = (token: string) => wordAnchor(token.slice(token.lastIndexOf('≈') + 1))
/** The first characters of a word, at most so many UTF-16 units and no half of a pair. */
function beginning(word: string, length: number): string {
  if (word.length <= length) return word
  const last = word.charCodeAt(length - 1)
  return word.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length)
}

/** The key of every search that is filed under the beginning of a word: a site without one needs no other key of beginnings. */
export const anyBeginning = 'p:'
const isBeginning = (anchor: string) => anchor.startsWith(anyBeginning)

function anchorsOf(of: SearchDocument): Pick<SearchedPost, 'anchors' | 'keys' | 'beginnings'> {
  const words = new Set([...of.title, ...of.topics, ...of.body])
  words.delete(gap)
  const anchors = new Set([anyPost, ...of.stems.map(stemAnchor), ...of.tags.map(tagAnchor)])
  for (const word of words) anchors.add(wordAnchor(word))
  const keys = new Set(anchors)
  const beginnings = new Set<string>()
  for (const word of words)
    for (let length = 1; length <= prefixLength; length++) beginnings.add(prefixAnchor(beginning(word, length)))
  for (const anchor of beginnings) anchors.add(anchor)
  return { anchors, keys, beginnings }
}

/**
 * A way to file a search: a post that it wants has at least one of the anchors. `found` says which posts have one, for counting
 * them.
 */
export type Filing = {
  anchors: readonly string[]
  found: { clauses: readonly SearchClause[]; anyOf: readonly string[] }
}

/** The most groups of anchors that are kept beside the keys. */
const groupsKept = 4

/** Where a search is filed: its keys, and what a post that has one of them needs beside it, as one text (`meets`). */
export type Filed = { keys: readonly string[]; needs: string }

/** Files a search by one of its filings, or as one that any post may meet. A post needs an anchor of each of the others. */
export function fileBy(filing: Filing | undefined, filings: readonly Filing[]): Filed {
  const anchors = filing?.anchors ?? [anyPost]
  const keys = anchors.some(isBeginning) ? [...anchors, anyBeginning] : anchors
  const beside = filings.filter(other => other !== filing)
  const groups = beside.slice(0, groupsKept).map(({ anchors }) => anchors.join('\t'))
  return { keys, needs: groups.join('\n') }
}

/** Whether a post with these anchors can be wanted: most searches that share one anchor with a post are told apart by this. */
export function meets(needs: string, anchors: ReadonlySet<string>): boolean {
  let met = needs === ''
  for (let from = 0; from < needs.length; ) {
    let end = from
    while (end < needs.length && needs[end] !== '\t' && needs[end] !== '\n') end++
    met ||= anchors.has(needs.slice(from, end))
    if (needs[end] !== '\t') {
      if (!met) return false
      if (end < needs.length) met = false
    }
    from = end + 1
  }
  return met
}

/** The ways to file a search, the likeliest to be rare first. `cells`: those of its circle. */
export function filingsOf({ clauses, tags }: Wanted, cells: readonly string[]): Filing[] {
  const ofWords = clauses.filter(({ not }) => !not).flatMap(filingsOfClause)
  const ofTag = (anyOf: readonly string[]): Filing => ({ anchors: anyOf.map(tagAnchor), found: { clauses: [], anyOf } })
  const narrowest = [...tags].sort((a, b) => rank(a) - rank(b))
  return [
    ...ofWords.sort((a, b) => lengthOf(b) - lengthOf(a)),
    ...(cells.length > 0 ? [ofTag(cells)] : []),
    ...narrowest.map(tag => ofTag([tag])),
  ]
}

/** Kinds of tag, the narrowest first. */
const narrow = ['author', 'city', 'topic', 'state', 'country']
const rank = (tag: string) => {
  const at = narrow.indexOf(tag.slice(0, tag.indexOf('=')))
  return at === -1 ? narrow.length : at
}

/** The length of the shortest word that files a search: long words are rarer. */
const lengthOf = ({ found }: Filing) =>
  Math.min(...found.clauses.flatMap(({ any }) => any.flat().flatMap(({ words }) => words.map(word => word.length))))

/** A clause of one term is filed by any of its words; one with alternatives by a word of each. */
function filingsOfClause({ any }: SearchClause): Filing[] {
  const [only, ...others] = any
  if (!only) return []
  const perAlternative = any.map(terms => terms.flatMap(wordsToFile))
  if (others.length === 0) return perAlternative.flat().map(term => filing([term]))
  const longest = perAlternative.map(terms => terms.toSorted((a, b) => longestOf(b) - longestOf(a))[0])
  return longest.every(term => term !== undefined) ? [filing(longest)] : []
}

const longestOf = ({ words: [word = ''] }: SearchTerm) => word.length

/** The words of a term, each as a term of its own: the last one of a prefix may go on. */
function wordsToFile({ words, prefix, stems }: SearchTerm): SearchTerm[] {
  return words.map((word, i) => {
    const begins = prefix && i === words.length - 1
    const shown = begins ? beginning(word, prefixLength) : word
    return { words: [shown], prefix: begins, within: null, stems }
  })
}

const filing = (terms: readonly SearchTerm[]): Filing => ({
  anchors: [...new Set(terms.flatMap(termAnchors))],
  found: { clauses: [{ any: terms.map(term => [term]), not: false }], anyOf: [] },
})

function termAnchors({ words: [word = ''], prefix, stems }: SearchTerm): string[] {
  return prefix ? [prefixAnchor(word)] : [wordAnchor(word), ...stems.map(stemAnchor)]
}
