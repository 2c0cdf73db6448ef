// Finds text that says nothing: empty, placeholder, gibberish, repetition. Careful with every language, script, name and number.

import type { PostText } from '../../../src/domain/posts/post-text.ts'
import { isCommonWord } from '../../../src/moderation/languages.ts'
import { keyboardMash } from '../../../src/moderation/prefilter/gibberish.ts'
import { templateTalk, unfilled } from '../../../src/moderation/prefilter/unfilled.ts'
import { fold, invisibleCharacters, wholeText } from './fold.ts'

export type LowQuality = {
  rule: string
  category: 'empty' | 'vague' | 'placeholder' | 'gibberish' | 'repetition'
  reason: string
}

/** The first certain reason to refuse the post as low quality (contract.md §9), or null. */
export function lowQuality(post: PostText): LowQuality | null {
  const body = fold(post.body)
  const title = post.title === null ? null : fold(post.title)
  return (
    empty(post) ??
    (title === null ? null : placeholderTitle(title)) ??
    placeholderBody(body, `${title ?? ''} ${post.topics.join(' ')}`, unfilled(fold(wholeText(post)))) ??
    repetition(body) ??
    gibberishIn(post.body, 'The text') ??
    (post.title === null ? null : gibberishIn(post.title, 'The title')) ??
    (title === null && isLinkAlone(post)
      ? { rule: 'PF-LOWQ-LINK-ALONE', category: 'vague', reason: 'The text is a link and nothing else.' }
      : null)
  )
}

function gibberishIn(text: string, where: string): LowQuality | null {
  if (gibberish(text) !== 'certain' && !keyboardMash(text)) return null
  const reason = `${where} is gibberish: letters that form no words of any language.`
  return { rule: 'PF-LOWQ-GIBBERISH', category: 'gibberish', reason }
}

/** Whether the body is a link and nothing else. */
export function isLinkAlone(post: PostText): boolean {
  const body = fold(post.body)
  const rest = body.replace(/(?:https?:\/\/|www\.)\S+/gu, '')
  return rest.length < body.length && !/[\p{L}\p{N}]/u.test(rest)
}

/** Whether a part of the text may be an unfilled field. */
export function isPerhapsUnfilled(post: PostText): boolean {
  const title = post.title === null ? '' : fold(post.title)
  const talk = templateTalk.test(`${title} ${post.topics.join(' ')} ${fold(post.body)}`.toLowerCase())
  return unfilled(fold(wholeText(post))) >= 1 && !talk
}

// ---- empty ----------------------------------------------------------------------------------------------------------

function empty(post: PostText): LowQuality | null {
  const named = post.title === null || /[\p{L}\p{N}\p{S}]/u.test(post.title.replace(invisibleCharacters, ''))
  if (!named) return { rule: 'PF-LOWQ-EMPTY', category: 'empty', reason: 'The title holds no word, number or symbol.' }
  if (/[\p{L}\p{N}]/u.test(post.body.replace(invisibleCharacters, ''))) return null
  return { rule: 'PF-LOWQ-EMPTY', category: 'empty', reason: 'The text holds no word and no number.' }
}

// ---- placeholders ---------------------------------------------------------------------------------------------------

const fillerWords =
  '(?:tbd|tba|tbc|todo|n a|na|none|null|nil|undefined|nan|test(?:ing)?|asdf+|asdfg|asdfgh|asdfghj|asdfjkl|qwert(?:y|z)?|qwerty(?:uiop)?|azerty|zxcv(?:bnm)?|foo|bar|baz|foobar|xxx+|abc ?123|placeholder|dummy(?: text)?|sample text|example text|lorem(?: ipsum)?|blah|bla|your (?:text|title|description|message) here|(?:enter|insert|add|put|write|type) (?:your |the |a )?(?:text|title|description|body|content|name|message|event)(?: here)?|(?:text|title|description|body|content|body text|event (?:title|name|description)) ?(?:goes )?here|object object|123(?:4(?:5(?:6(?:7(?:8(?:90?)?)?)?)?)?)?)'
const onlyFiller = new RegExp(`^(?:${fillerWords} ?){1,40}$`, 'u')
const bareFieldName =
  /^(?:title|description|body|content|text|event description|event title|event name|string|untitled event|no description|no title)$/u
const fillerTitle =
  /^(?:tbd|tba|tbc|todo|n a|null|undefined|nan|(?:test ?){1,4}|asdf\p{L}{0,4}|qwerty?|lorem ipsum(?: dolor.{0,80})?|placeholder|title|event title|event name|your title here|insert title(?: here)?|object object|x{3,})$/u
const lorem =
  /^(?:lorem|ipsum|dolor|sit|amet|consectetur|adipiscing|adipisicing|elit|sed|do|eiusmod|tempor|incididunt|ut|labore|et|dolore|magna|aliqua|enim|ad|minim|veniam|quis|nostrud|exercitation|ullamco|laboris|nisi|aliquip|ex|ea|commodo|consequat|duis|aute|irure|in|reprehenderit|voluptate|velit|esse|cillum|eu|fugiat|nulla|pariatur|excepteur|sint|occaecat|cupidatat|non|proident|sunt|culpa|qui|officia|deserunt|mollit|anim|id|est|laborum)$/u
const field =
  '(?:(?:event|post|user|your|first|last|full|company|venue|start|end|ticket|contact|host|artist|speaker|organi[sz]er)[ _.-]?)?(?:title|name|date|time|description|desc|location|venue|city|place|address|price|body|text|content|summary|url|link|topic|topics|message|start|end|host|speaker|organi[sz]er|artist|details|email|phone|number|event|here)'
const templateField = new RegExp(
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
)
function placeholderTitle(title: string): LowQuality | null {
  const bare = title.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  if (!fillerTitle.test(bare) && !(templateField.test(title) && !templateTalk.test(title))) return null
  return { rule: 'PF-LOWQ-PLACEHOLDER', category: 'placeholder', reason: 'The title is placeholder text.' }
}

function placeholderBody(body: string, around: string, marks: number): LowQuality | null {
  const finding: LowQuality = {
    rule: 'PF-LOWQ-PLACEHOLDER',
    category: 'placeholder',
    reason: 'The text is a placeholder or holds a template field that was not filled in.',
  }
  const bare = body.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  if (bare.length <= 200 && (onlyFiller.test(bare) || bareFieldName.test(bare))) return finding
  const words = bare.split(' ')
  const latin = words.filter(word => lorem.test(word)).length
  if (/lorem ipsum|dolor sit amet|consectetur adipisc/u.test(bare) && latin >= 5 && latin >= words.length * 0.5)
    return finding
  if (bare.startsWith('lorem ipsum dolor')) return finding
  if (marks < 2 && !templateField.test(body)) return null
  return templateTalk.test(`${around} ${body}`.toLowerCase()) && marks < 4 ? null : finding
}

// ---- repetition -----------------------------------------------------------------------------------------------------

const repeatLimit = 4000

function repetition(body: string): LowQuality | null {
  const words = body.slice(0, repeatLimit).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const first = words[0]
  if (words.length >= 3 && words.every(word => word === first) && !/^\p{N}+$/u.test(first ?? '')) {
    return { rule: 'PF-LOWQ-REPEATED-WORD', category: 'repetition', reason: 'The text is one word repeated.' }
  }
  if (words.length >= 10 && new Set(words).size <= 2 && words.every(word => /\p{L}/u.test(word)))
    return { rule: 'PF-LOWQ-REPEATED-WORD', category: 'repetition', reason: 'The text is two words repeated.' }
  if (words.length >= 10) {
    const counts = new Map<string, number>()
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    const [word, count] = [...counts].sort((a, b) => b[1] - a[1])[0]!
    // Numbers recur in ordinary tables of times and prices.
    if (count >= words.length * 0.8 && /\p{L}/u.test(word)) {
      return { rule: 'PF-LOWQ-REPEATED-WORD', category: 'repetition', reason: 'The text is mostly one word repeated.' }
    }
  }
  const dense = body.slice(0, repeatLimit).replace(/\s+/g, ' ').trim()
  const letters = [...dense]
  const period = shortestPeriod(letters)
  const times = letters.length / period
  // A short unit has to recur more often, before it is certain that the text is no word, number or cheer.
  const written = letters.filter(letter => /\p{L}/u.test(letter))
  const isTwoLetters = written.length >= 24 && new Set(written).size <= 2
  const isRepeated = letters.length >= 8 && (times >= 8 || (period >= 12 && times >= 4))
  if ((isRepeated || isTwoLetters) && /[\p{L}]/u.test(dense)) {
    return { rule: 'PF-LOWQ-REPEATED-TEXT', category: 'repetition', reason: 'The text is one passage repeated.' }
  }
  return null
}

/** The shortest unit that the sequence repeats (the last one may be cut), by length; the length of the sequence without one. */
function shortestPeriod(letters: readonly string[]): number {
  const border: number[] = [0]
  for (let index = 1, length = 0; index < letters.length; index++) {
    while (length > 0 && letters[index] !== letters[length]) length = border[length - 1]!
    if (letters[index] === letters[length]) length++
    border.push(length)
  }
  return letters.length - (border.at(-1) ?? 0)
}

// ---- gibberish ------------------------------------------------------------------------------------------------------

// Pairs of Latin letters that hardly occur in words and place names of the world's languages, accents removed.
const rarePairs = pairTable(
  (
    'bb bc bd bf bg bj bk bm bn bp bq bs bt bv bx bz cb cd cf cg cj cm cn cp cq cv cw cx cy db dc df dg dk dm dp ' +
    'dq dv dx eq fb fc fd fg fh fj fk fm fn fp fq fs ft fv fw fx fz gc gf gm gp gq gv gx gz hb hc hd hf hg hj hp ' +
    'hq hv hx hz iq iw jb jc jd jf jg jh jj jk jl jp jq jr jt jv jw jx jy jz kb kc kd kf kg kj km kn kp kq kv kx ' +
    'kz lq lr lx mc md mf mg mh mj mk ml mq mr mt mv mx mz nm np nq nx oq ox pb pc pd pf pg pj pk pm pn pq pt pv ' +
    'pw px py pz qb qc qd qe qf qg qh qj qk ql qm qn qo qp qq qr qs qt qv qw qx qy qz rq rx sg sq sx tb td tf tg ' +
    'tm tp tq tv tx uq uu uw vb vc vd vf vg vh vj vl vm vn vp vq vt vv vw vx vy vz wc wf wg wh wj wp wq wu wv wx ' +
    'wz xa xb xc xd xe xf xg xh xj xk xl xm xn xo xp xq xr xs xt xu xv xw xx xy xz yf yg yh yj yp yq yv yx zb zc ' +
    'zd zf zg zj zk zl zm zp zq zr zs zt zv zw zx zz ' +
    ''
  )
    .trim()
    .split(' '),
)

/** Pairs of lower-case letters as a table: a look-up for each pair of each word, without allocating a string. */
function pairTable(pairs: readonly string[]): Uint8Array {
  const table = new Uint8Array(26 * 26)
  for (const pair of pairs) table[pairIndex(pair, 0)] = 1
  return table
}

function pairIndex(word: string, at: number): number {
  return (word.charCodeAt(at) - 97) * 26 + word.charCodeAt(at + 1) - 97
}

const keyboardRuns = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  '1234567890',
].flatMap(row => [row, [...row].reverse().join('')])
const keyboardPairs = pairTable(
  keyboardRuns.filter(row => /[a-z]/.test(row)).flatMap(row => [...row].slice(1).map((key, i) => `${row[i]}${key}`)),
)
const knownWalk = /^(?:qwert[yz]|azerty|asdf|qwertyuiop)$/u

/** Whether Latin letters form words: `certain` that they do not, `odd` if doubtful, null otherwise. */
export function gibberish(raw: string): 'certain' | 'odd' | null {
  const visible = raw.normalize('NFKC').replace(invisibleCharacters, '')
  const withoutCode = visible.replace(/`[^`]{0,2000}`/g, ' ').replace(/https?:\/\/\S{1,2000}/gi, ' ')
  const readableOnly = /[@#/\\_=]/.test(withoutCode)
    ? withoutCode.replace(/\S{0,64}[@#/\\_=][^\s]{1,200}/g, ' ')
    : withoutCode
  const letters = readableOnly.match(/\p{L}/gu)?.length ?? 0
  const tokens = readableOnly
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .match(/[\p{L}\p{N}]+/gu)
  if (!tokens) return null
  const known = tokens.filter(token => isCommonWord(token.toLowerCase())).length
  const judged = tokens.filter(token => oddityOf(token) !== null)
  const odd = judged.filter(token => oddityOf(token) !== 'word')
  const size = (some: readonly string[]) => some.reduce((sum, token) => sum + token.length, 0)
  // Text in other scripts, numbers and abbreviations are not judged, and count in favour of the post.
  const mostly = letters >= 6 && size(odd) >= 6 && size(odd) >= size(judged) * 0.75 && size(odd) >= letters * 0.6
  // One strange word may be a name. Three strange words and nothing else are not.
  if (mostly && (odd.some(token => oddityOf(token) === 'certain') || odd.length >= 3)) return 'certain'
  if (known >= 3 || known > judged.length * 0.15 || size(judged) < letters * 0.6) return null
  const pairs = judged.flatMap(token =>
    [...token.toLowerCase()].slice(1).map((letter, i) => token.toLowerCase()[i]! + letter),
  )
  const rare = pairs.filter(pair => /^[a-z]{2}$/.test(pair) && rarePairs[pairIndex(pair, 0)] === 1).length
  if (judged.length >= 5 && rare >= pairs.length * 0.28) return 'certain'
  return judged.length >= 4 && rare >= pairs.length * 0.19 ? 'odd' : null
}

/** Whether a token looks like a word of some language, odd, or certainly no word; null if it cannot be judged. */
function oddityOf(token: string): 'word' | 'odd' | 'certain' | null {
  if (!/^[a-zA-Z0-9]+$/.test(token)) return null
  if (token.length >= 32) return isRandomString(token) ? 'certain' : 'word'
  if (/[0-9]/.test(token) || token.length < 3) return null
  if (token.length <= 5 && token === token.toUpperCase()) return null
  const word = token.toLowerCase()
  if (isKeyboardWalk(word) || (word.length >= 8 && new Set(word).size <= 2)) return 'certain'
  if (word.length < 4) return null
  const pairs = word.length - 1
  let rare = 0
  for (let index = 0; index < pairs; index++) rare += rarePairs[pairIndex(word, index)] as number
  if (rare >= 4 && rare / pairs >= 0.4) return 'certain'
  if (rare >= 2 && rare / pairs >= 0.25) return 'odd'
  return !/[aeiouyw]/.test(word) && word.length >= 6 && rare >= 1 ? 'odd' : 'word'
}

function isRandomString(token: string): boolean {
  if (/[0-9]/.test(token)) return entropy(token) > 3.4
  return entropy(token) > 4.1 && /[a-z][A-Z]/.test(token)
}

function isKeyboardWalk(word: string): boolean {
  if (knownWalk.test(word)) return true
  if (word.length < 5 || !keyboardPairs[pairIndex(word, 0)]) return false
  if (keyboardRuns.some(row => row.includes(word))) return true
  // asdasd, qweqwe, asdfasdf
  const unit = word.slice(0, shortestPeriod([...word]))
  return unit.length >= 3 && unit.length <= word.length / 2 && keyboardRuns.some(row => row.includes(unit))
}

/** Shannon entropy in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}
