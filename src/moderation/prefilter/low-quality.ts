// Finds text without content: empty, only a link, placeholder, gibberish, repetition. It works in every language and script.

import type { RefusalRule } from '../../contract/moderation/refusal-rules.ts'
import type { PostText } from '../../domain/posts/post-text.ts'
import { invisibleCharacters } from './fold.ts'
import { Gate } from './gate.ts'
import { gibberish, keyboardMash } from './gibberish.ts'
import { shortestPeriod } from './period.ts'
import type { Survey } from './survey.ts'
import { perhapsUnfilledFrom, templateTalk, unfilled, unfilledFrom } from './unfilled.ts'

export type LowQuality = {
  rule: RefusalRule
  category: 'empty' | 'vague' | 'placeholder' | 'gibberish' | 'repetition'
  reason: string
}

/** The first certain reason to refuse the post as low quality (contract.md §9), or null. */
export function lowQuality(survey: Survey): LowQuality | null {
  const { post } = survey
  return (
    empty(post) ??
    placeholderTitle(survey) ??
    placeholderBody(survey) ??
    repetition(survey) ??
    gibberishIn(post.body, survey.bodyGibberish, 'The text') ??
    (post.title === null ? null : gibberishIn(post.title, gibberish(post.title, survey.plain), 'The title')) ??
    linkAlone(survey)
  )
}

function gibberishIn(text: string, found: ReturnType<typeof gibberish>, where: string): LowQuality | null {
  if (found !== 'certain' && !keyboardMash(text)) return null
  return {
    rule: 'PF-LOWQ-GIBBERISH',
    category: 'gibberish',
    reason: `${where} is gibberish: letters that form no words of any language.`,
  }
}

/** Whether the letters of the body hardly form words. */
export function resemblesGibberish({ bodyGibberish }: Survey): boolean {
  return bodyGibberish !== null
}

// ---- empty ----------------------------------------------------------------------------------------------------------

function empty({ title, body }: PostText): LowQuality | null {
  const named = title === null || holds(title, /[\p{L}\p{N}\p{S}]/u)
  if (!named) return { rule: 'PF-LOWQ-EMPTY', category: 'empty', reason: 'The title holds no word, number or symbol.' }
  if (holds(body, /[\p{L}\p{N}]/u)) return null
  return { rule: 'PF-LOWQ-EMPTY', category: 'empty', reason: 'The text holds no word and no number.' }
}

/** Whether the text has a visible character of `kind`, which includes ASCII letters and digits. */
function holds(text: string, kind: RegExp): boolean {
  return /[a-z0-9]/i.test(text) || kind.test(text.replace(invisibleCharacters, ''))
}

// ---- a link alone ---------------------------------------------------------------------------------------------------

const links = /(?:https?:\/\/|www\.)\S+/gu

/** A post without a title whose text is only a link. */
function linkAlone({ body, title }: Survey): LowQuality | null {
  if (title !== null || !isOnlyLinks(body)) return null
  return { rule: 'PF-LOWQ-LINK-ALONE', category: 'vague', reason: 'The text is a link and nothing else.' }
}

/** Whether the body is only a link. */
export function isLinkAlone({ body }: Survey): boolean {
  return isOnlyLinks(body)
}

function isOnlyLinks(body: string): boolean {
  const rest = body.replace(links, '')
  return rest.length < body.length && !/[\p{L}\p{N}]/u.test(rest)
}

// ---- placeholders ---------------------------------------------------------------------------------------------------

const fillerWords =
  '(?:tbd|tba|tbc|todo|n a|na|none|null|nil|undefined|nan|test(?:ing)?|asdf+|asdfg|asdfgh|asdfghj|asdfjkl|qwert(?:y|z)?|qwerty(?:uiop)?|azerty|zxcv(?:bnm)?|foo|bar|baz|foobar|xxx+|abc ?123|placeholder|dummy(?: text)?|sample text|example text|lorem(?: ipsum)?|blah|bla|your (?:text|title|description|message) here|(?:enter|insert|add|put|write|type) (?:your |the |a )?(?:text|title|description|body|content|name|message|event)(?: here)?|(?:text|title|description|body|content|body text|event (?:title|name|description)) ?(?:goes )?here|object object|123(?:4(?:5(?:6(?:7(?:8(?:90?)?)?)?)?)?)?)'
const onlyFiller = new RegExp(`^(?:${fillerWords} ?){1,40}$`, 'u')
const bareFieldName =
  /^(?:title|description|body|content|text|event description|event title|event name|string|untitled event|no description|no title)$/u
const fillerTitle = new Gate(
  /^(?:tbd|tba|tbc|todo|n a|null|undefined|nan|(?:test ?){1,4}|asdf\p{L}{0,4}|qwerty?|lorem ipsum(?: dolor.{0,80})?|placeholder|title|event title|event name|your title here|insert title(?: here)?|object object|x{3,})$/u,
)
const lorem =
  /^(?:lorem|ipsum|dolor|sit|amet|consectetur|adipiscing|adipisicing|elit|sed|do|eiusmod|tempor|incididunt|ut|labore|et|dolore|magna|aliqua|enim|ad|minim|veniam|quis|nostrud|exercitation|ullamco|laboris|nisi|aliquip|ex|ea|commodo|consequat|duis|aute|irure|in|reprehenderit|voluptate|velit|esse|cillum|eu|fugiat|nulla|pariatur|excepteur|sint|occaecat|cupidatat|non|proident|sunt|culpa|qui|officia|deserunt|mollit|anim|id|est|laborum)$/u
const field =
  '(?:(?:event|post|user|your|first|last|full|company|venue|start|end|ticket|contact|host|artist|speaker|organi[sz]er)[ _.-]?)?(?:title|name|date|time|description|desc|location|venue|city|place|address|price|body|text|content|summary|url|link|topic|topics|message|start|end|host|speaker|organi[sz]er|artist|details|email|phone|number|event|here)'
export const templateField = new Gate(
  new RegExp(
    [
      `\\{\\{ ?${field} ?\\}\\}`,
      `\\$\\{ ?${field} ?\\}`,
      `<%=? ?${field} ?%>`,
      `%${field}%`,
      `\\{(?:event|post|venue|title|description|date|location)(?:[_.]${field})?\\}`,
      `[<[{](?:insert|enter|add|fill in|put|your|describe)(?: (?:\\p{L}{1,15}|${field})){0,4} ${field}[\\]>}]`,
      `\\[(?:title|description|date|venue|location|time|event name|event title|venue name|name|address|speaker name)\\]`,
      '(?<![\\p{L}"\'])insert (?:text|title|description|name|date|venue|location|content|details) here(?![\\p{L}])',
    ].join('|'),
    'u',
  ),
)
const fillerText = new Gate(/lorem ipsum|dolor sit amet|consectetur adipisc/u)
function placeholderTitle({ title, open }: Survey): LowQuality | null {
  if (title === null) return null
  const isFiller = fillerTitle.mayMatch(open.lineGrams) && fillerTitle.test(bareWords(title))
  if (!isFiller && !(templateField.mayMatch(open.lineGrams) && templateField.test(title) && !templateTalk.test(title)))
    return null
  return { rule: 'PF-LOWQ-PLACEHOLDER', category: 'placeholder', reason: 'The title is placeholder text.' }
}

/** The longest text that is compared with filler words. */
const longestFiller = 200

function placeholderBody({ title, body, post, open }: Survey): LowQuality | null {
  const finding: LowQuality = {
    rule: 'PF-LOWQ-PLACEHOLDER',
    category: 'placeholder',
    reason: 'The text is a placeholder or holds a template field that was not filled in.',
  }
  const mayBeLorem = fillerText.mayMatch(open.lineGrams)
  const bare = mayBeLorem || !hasMoreLetters(body, longestFiller) ? bareWords(body) : null
  if (bare !== null && bare.length <= longestFiller && (onlyFiller.test(bare) || bareFieldName.test(bare)))
    return finding
  if (bare !== null && mayBeLorem) {
    const words = bare.split(' ')
    const latin = words.filter(word => lorem.test(word)).length
    if (fillerText.test(bare) && latin >= 5 && latin >= words.length * 0.5) return finding
    if (bare.startsWith('lorem ipsum dolor')) return finding
  }
  const marks = unfilled(open.folded, gate => gate.mayMatch(open.lineGrams))
  const isField = templateField.mayMatch(open.lineGrams) && templateField.test(body)
  if (marks < unfilledFrom && !isField) return null
  // A text about templates shows some fields; it needs more marks to count as unfilled.
  return isTemplateTalk(title, body, post) && marks < 2 * unfilledFrom ? null : finding
}

/** Whether something in the text may have been left unfilled. */
export function isPerhapsUnfilled({ title, body, post, open }: Survey): boolean {
  const marks = unfilled(open.folded, gate => gate.mayMatch(open.lineGrams))
  return marks >= perhapsUnfilledFrom && !isTemplateTalk(title, body, post)
}

function isTemplateTalk(title: string | null, body: string, { topics }: PostText): boolean {
  return templateTalk.test(`${title ?? ''} ${topics.join(' ')} ${body}`.toLowerCase())
}

/** The words of a folded text with a space between them. */
function bareWords(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** Whether a folded text has more than `count` ASCII letters and digits. */
function hasMoreLetters(folded: string, count: number): boolean {
  let seen = 0
  for (let i = 0; i < folded.length && seen <= count; i++) {
    const code = folded.charCodeAt(i)
    if ((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)) seen++
  }
  return seen > count
}

// ---- repetition -----------------------------------------------------------------------------------------------------

const repeatLimit = 4000

function repetition({ body, plain }: Survey): LowQuality | null {
  const read = body.slice(0, repeatLimit)
  const words = read.match(plain ? /[a-z0-9]+/g : /[\p{L}\p{N}\p{M}]+/gu) ?? []
  const first = words[0]
  if (words.length >= 3 && words.every(word => word === first) && !/^\p{N}+$/u.test(first ?? '')) {
    return { rule: 'PF-LOWQ-REPEATED-WORD', category: 'repetition', reason: 'The text is one word repeated.' }
  }
  if (words.length >= 10 && areFew(words)) {
    return { rule: 'PF-LOWQ-REPEATED-WORD', category: 'repetition', reason: 'The text is two words repeated.' }
  }
  // A word that makes up most of a text occurs twice in a row somewhere.
  if (words.length >= 10 && words.some((word, i) => word === words[i + 1])) {
    const counts = new Map<string, number>()
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    const [word, count] = [...counts].sort((a, b) => b[1] - a[1])[0]!
    // Numbers recur in tables of times and prices.
    if (count >= words.length * 0.8 && /\p{L}/u.test(word)) {
      return { rule: 'PF-LOWQ-REPEATED-WORD', category: 'repetition', reason: 'The text is mostly one word repeated.' }
    }
  }
  const dense = inOneLine(read)
  return (isRepeated(dense) || isTwoLetters(dense)) && /\p{L}/u.test(dense)
    ? { rule: 'PF-LOWQ-REPEATED-TEXT', category: 'repetition', reason: 'The text is one passage repeated.' }
    : null
}

/** The lines of a text, joined by spaces. */
function inOneLine(text: string): string {
  const lines = text.split('\n').map(line => line.trim())
  return lines.filter(line => line !== '').join(' ')
}

/** Whether there are at most two different words, neither of them a number. */
function areFew(words: readonly string[]): boolean {
  const known = new Set<string>()
  for (const word of words) if (known.size <= 2) known.add(word)
  return known.size <= 2 && [...known].every(word => /\p{L}/u.test(word))
}

function isRepeated(text: string): boolean {
  // A unit that is repeated four times begins again within the first quarter.
  const quarter = Math.floor(text.length / 4)
  const again = text.indexOf(text.slice(0, quarter), 1)
  if (again < 0 || again > quarter) return false
  const letters = [...text]
  const period = shortestPeriod(letters)
  const times = letters.length / period
  // A short unit has to recur more often, since a word, a number or a cheer may repeat a few characters.
  return letters.length >= 8 && (times >= 8 || (period >= 12 && times >= 4))
}

/** From this number of letters on, a text of only two different letters is a repetition, such as laughter or screams. */
const fewestOfTwo = 24

function isTwoLetters(text: string): boolean {
  const letters = new Set<string>()
  let count = 0
  for (const letter of text) {
    if (!/\p{L}/u.test(letter)) continue
    letters.add(letter)
    if (letters.size > 2) return false
    count++
  }
  return count >= fewestOfTwo
}
