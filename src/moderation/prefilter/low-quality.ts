// Finds text that says nothing: empty, placeholder, gibberish, repetition. Careful with every language, script, name and number.

import type { PostText } from '../../domain/post-text.ts'
import { invisibleCharacters, visible } from './fold.ts'
import { Gate } from './gate.ts'
import type { Survey } from './survey.ts'

export type LowQuality = {
  rule: string
  category: 'empty' | 'placeholder' | 'gibberish' | 'repetition'
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
    gibberish(post.body, 'The text', survey.plain) ??
    (post.title === null ? null : gibberish(post.title, 'The title', survey.plain))
  )
}

// ---- empty ----------------------------------------------------------------------------------------------------------

function empty({ title, body }: PostText): LowQuality | null {
  const named = title === null || holds(title, /[\p{L}\p{N}\p{S}]/u)
  if (!named) return { rule: 'PF-LOWQ-EMPTY', category: 'empty', reason: 'The title holds no word, number or symbol.' }
  if (holds(body, /[\p{L}\p{N}]/u)) return null
  return { rule: 'PF-LOWQ-EMPTY', category: 'empty', reason: 'The text holds no word and no number.' }
}

/** Whether the text holds a visible character of a kind that ASCII letters and digits belong to. */
function holds(text: string, kind: RegExp): boolean {
  return /[a-z0-9]/i.test(text) || kind.test(text.replace(invisibleCharacters, ''))
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
const templateField = new Gate(
  new RegExp(
    [
      `\\{\\{ ?${field} ?\\}\\}`,
      `\\$\\{ ?${field} ?\\}`,
      `<%=? ?${field} ?%>`,
      `%${field}%`,
      `\\{(?:event|post|venue|title|description|date|location)(?:[_.]${field})?\\}`,
      `[<[{](?:insert|enter|add|fill in|put|your|describe)(?: (?:\\p{L}{1,15}|${field})){0,4} ${field}[\\]>}]`,
      `\\[(?:title|description|date|venue|location|time|event name|event title|venue name|name|address|speaker name)\\]`,
      '(?<![\\p{L}])insert (?:text|title|description|name|date|venue|location|content|details) here(?![\\p{L}])',
    ].join('|'),
    'u',
  ),
)
const fillerText = new Gate(/lorem ipsum|dolor sit amet|consectetur adipisc/u)
const templateTalk =
  /template|placeholder|jinja|handlebars|mustache|liquid|django|(?<![\p{L}])(?:vue|angular|react|svelte|twig|ejs|helm|ansible|terraform|mail merge|serienbrief|shell|bash|javascript|typescript|code|coding|syntax|programming|prompt)(?![\p{L}])/u

function placeholderTitle({ title, open }: Survey): LowQuality | null {
  if (title === null) return null
  const isFiller = fillerTitle.mayMatch(open.lineGrams) && fillerTitle.test(bareWords(title))
  if (!isFiller && !(templateField.mayMatch(open.lineGrams) && templateField.test(title) && !templateTalk.test(title)))
    return null
  return { rule: 'PF-LOWQ-PLACEHOLDER', category: 'placeholder', reason: 'The title is placeholder text.' }
}

/** A text of so many characters is not looked at word by word. */
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
    if (fillerText.test(bare) && latin >= 5 && latin >= words.length * 0.3) return finding
    if (bare.startsWith('lorem ipsum dolor')) return finding
  }
  if (!templateField.mayMatch(open.lineGrams) || !templateField.test(body)) return null
  return templateTalk.test(`${title ?? ''} ${post.topics.join(' ')} ${body}`.toLowerCase()) ? null : finding
}

/** The words of a folded text with a space between them. */
function bareWords(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** Whether a folded text has more letters and digits of ASCII than so many. */
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
  // A word that makes up most of a text stands beside itself somewhere.
  if (words.length >= 10 && words.some((word, i) => word === words[i + 1])) {
    const counts = new Map<string, number>()
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    const [word, count] = [...counts].sort((a, b) => b[1] - a[1])[0]!
    // Numbers recur in honest tables of times and prices.
    if (count >= words.length * 0.8 && /\p{L}/u.test(word)) {
      return { rule: 'PF-LOWQ-REPEATED-WORD', category: 'repetition', reason: 'The text is mostly one word repeated.' }
    }
  }
  const dense = read.replace(/\s*\n\s*/g, ' ').trim()
  return isRepeated(dense) && /\p{L}/u.test(dense)
    ? { rule: 'PF-LOWQ-REPEATED-TEXT', category: 'repetition', reason: 'The text is one passage repeated.' }
    : null
}

function isRepeated(text: string): boolean {
  // What is repeated four times begins again within the first quarter.
  const quarter = Math.floor(text.length / 4)
  const again = text.indexOf(text.slice(0, quarter), 1)
  if (again < 0 || again > quarter) return false
  const letters = [...text]
  const period = shortestPeriod(letters)
  const times = letters.length / period
  // A unit of a few characters has to recur more often before it is certain that it is no word, number or cheer.
  return letters.length >= 8 && (times >= 8 || (period >= 12 && times >= 4))
}

/** The shortest length of a unit that the sequence repeats (the last one may be cut); its own length when there is none. */
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

/** Pairs of small letters as a table: a look-up for each pair of each word, without making a text of it. */
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

function gibberish(raw: string, where: string, plain: boolean): LowQuality | null {
  const finding: LowQuality = {
    rule: 'PF-LOWQ-GIBBERISH',
    category: 'gibberish',
    reason: `${where} is gibberish: letters that form no words of any language.`,
  }
  const withoutCode = visible(raw, plain)
    .replace(/`[^`]{0,2000}`/g, ' ')
    .replace(/https?:\/\/\S{1,2000}/gi, ' ')
  const readableOnly = /[@#/\\_=]/.test(withoutCode)
    ? withoutCode.replace(/\S{0,64}[@#/\\_=][^\s]{1,200}/g, ' ')
    : withoutCode
  const tokens = plain
    ? readableOnly.match(/[a-zA-Z0-9]+/g)
    : readableOnly
        .normalize('NFD')
        .replace(/[\u0300-\u036F]/g, '')
        .match(/[\p{L}\p{N}]+/gu)
  if (!tokens) return null
  let all = 0
  for (const token of tokens) all += token.length
  let judged = 0
  let odd = 0
  let oddTokens = 0
  let certainTokens = 0
  for (const token of tokens) {
    const oddity = oddityOf(token)
    if (oddity === null) continue
    judged += token.length
    if (oddity === 'word') {
      // The words that are left, all of them odd, would not outweigh these.
      if ((judged - odd) * 4 > all) return null
      continue
    }
    odd += token.length
    oddTokens++
    if (oddity === 'certain') certainTokens++
  }
  if (odd < 6 || odd < judged * 0.75) return null
  // Text in other scripts, numbers and abbreviations are not judged, and speak for the post.
  const letters = readableOnly.match(/\p{L}/gu)?.length ?? 0
  const mostly = letters >= 6 && odd >= letters * 0.6
  // One strange word may be a name; three in a row, and nothing else, are not.
  return mostly && (certainTokens > 0 || oddTokens >= 3) ? finding : null
}

/** How a token looks: like a word of some language, odd, certainly no word; null when it cannot be judged. */
function oddityOf(token: string): 'word' | 'odd' | 'certain' | null {
  const { length } = token
  let digits = 0
  let capitals = 0
  for (let i = 0; i < length; i++) {
    const code = token.charCodeAt(i)
    if (code >= 0x61 && code <= 0x7a) continue
    if (code >= 0x41 && code <= 0x5a) capitals++
    else if (code >= 0x30 && code <= 0x39) digits++
    else return null
  }
  if (length >= 32) return isRandomString(token) ? 'certain' : 'word'
  if (digits > 0 || length < 3) return null
  if (length <= 5 && capitals === length) return null
  const word = capitals > 0 ? token.toLowerCase() : token
  if (isKeyboardWalk(word) || (length >= 8 && new Set(word).size <= 2)) return 'certain'
  if (length < 4) return null
  const pairs = length - 1
  let rare = 0
  for (let index = 0; index < pairs; index++) rare += rarePairs[pairIndex(word, index)] as number
  if (rare >= 4 && rare / pairs >= 0.4) return 'certain'
  if (rare >= 2 && rare / pairs >= 0.25) return 'odd'
  return rare >= 1 && length >= 6 && !/[aeiouyw]/.test(word) ? 'odd' : 'word'
}

function isRandomString(token: string): boolean {
  if (/[0-9]/.test(token)) return entropy(token) > 3.4
  return entropy(token) > 4.1 && /[a-z][A-Z]/.test(token)
}

function isKeyboardWalk(word: string): boolean {
  if (!keyboardPairs[pairIndex(word, 0)]) return false
  if (knownWalk.test(word)) return true
  if (word.length < 5) return false
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
