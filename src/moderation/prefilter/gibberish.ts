// Detects letters that form no words of any language: keyboard mashing, random strings.
import { isCommonWord } from '../languages.ts'
import { visible } from './fold.ts'
import { shortestPeriod } from './period.ts'

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

/** Pairs of lower-case letters as a table, for a look-up without making strings. */
function pairTable(pairs: readonly string[]): Uint8Array {
  const table = new Uint8Array(26 * 26)
  for (const pair of pairs) table[pairIndex(pair, 0)] = 1
  return table
}

function pairIndex(word: string, at: number): number {
  return (word.charCodeAt(at) - 97) * 26 + word.charCodeAt(at + 1) - 97
}

/** The number of rare pairs of letters in a word of lower-case ASCII letters and digits. */
function rarePairsOf(word: string): number {
  let rare = 0
  for (let index = 0; index + 1 < word.length; index++)
    // A letter and a digit would have the index of another pair.
    if (word.charCodeAt(index + 1) >= 0x61) rare += rarePairs[pairIndex(word, index)] ?? 0
  return rare
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

/** The largest share of common words that gibberish has. */
const mostKnown = 0.15
/** From this number of common words on a text is not gibberish. */
const knownOfText = 3
/** The shares of rare pairs that gibberish has; the worst tongue-twisters reach 0.15. */
const rareShare = { certain: 0.28, odd: 0.19 }
const fewestWords = { certain: 5, odd: 4 }

/**
 * Whether Latin letters form no words: `certain`, or `odd` where it is doubtful; null for words, and for other scripts, numbers,
 * codes and abbreviations, which are not judged.
 */
export function gibberish(raw: string, plain: boolean): 'certain' | 'odd' | null {
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
  let words = 0
  let known = 0
  let pairs = 0
  let rare = 0
  for (const token of tokens) {
    const oddity = oddityOf(token)
    const word = token.toLowerCase()
    if (isCommonWord(word)) known++
    if (oddity === null) continue
    words++
    pairs += word.length - 1
    rare += rarePairsOf(word)
    judged += token.length
    if (oddity === 'word') {
      // Even if all remaining words were odd, they would not outweigh these.
      if (known >= knownOfText && (judged - odd) * 4 > all) return null
      continue
    }
    odd += token.length
    oddTokens++
    if (oddity === 'certain') certainTokens++
  }
  // Other scripts, numbers and abbreviations are not judged, and count in favour of the post.
  const letters = readableOnly.match(/\p{L}/gu)?.length ?? 0
  if (odd >= 6 && odd >= judged * 0.75 && letters >= 6 && odd >= letters * 0.6)
    if (certainTokens > 0 || oddTokens >= 3)
      // One odd word may be a name; three odd words and no others are not.
      return 'certain'
  if (known >= knownOfText || known > words * mostKnown || judged < letters * 0.6) return null
  if (words >= fewestWords.certain && rare >= pairs * rareShare.certain) return 'certain'
  return words >= fewestWords.odd && rare >= pairs * rareShare.odd ? 'odd' : null
}

/** Whether a token looks like a word of some language, is odd, or is certainly no word; null when it cannot be judged. */
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
  const rare = rarePairsOf(word)
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

// ---- other scripts --------------------------------------------------------------------------------------------------

/** The rows of keyboards in other scripts: Russian, Ukrainian, Arabic, Persian, Hebrew, Greek. */
const otherRows = [
  ...['йцукенгшщзхъ', 'йцукенгшщзхї', 'фывапролджэ', 'фівапролджє', 'ячсмитьбю'],
  ...['ضصثقفغعهخحجد', 'شسيبلاتنمكط', 'ئءؤرلاىةوزظ', 'ضصثقفغعهخحجچ', 'شسیبلاتنمکگ', 'ظطزرذدپو'],
  ...['קראטוןםפ', 'שדגכעיחלךף', 'זסבהנמצתץ', 'ςερτυθιοπ', 'ασδφγηξκλ', 'ζχψωβνμ'],
]
const neighbours = new Set(otherRows.flatMap(row => [...row].slice(1).map((key, i) => `${row[i]}${key}`)))
const otherWord = /[\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Greek}]+/gu
const fewestLetters = 20
/** The share of letters in runs along a row: a quarter at most in real texts, two thirds in mashed ones. */
const inRowsShare = 0.55

/** Whether a text in another script is keyboard mashing: most letters are in runs of three or more along a row. */
export function keyboardMash(text: string): boolean {
  let letters = 0
  let inRows = 0
  for (const word of text.toLowerCase().match(otherWord) ?? []) {
    letters += word.length
    let run = 1
    let direction = 0
    for (let i = 1; i <= word.length; i++) {
      const next = i < word.length ? directionOf(word[i - 1]!, word[i]!) : 0
      if (next !== 0 && (next === direction || run === 1)) run++
      else {
        if (run >= 3) inRows += run
        run = next === 0 ? 1 : 2
      }
      direction = next
    }
  }
  return letters >= fewestLetters && inRows >= letters * inRowsShare
}

/** 1 or -1 where two keys are neighbours in a row, 0 otherwise. */
function directionOf(a: string, b: string): number {
  if (neighbours.has(a + b)) return 1
  return neighbours.has(b + a) ? -1 : 0
}
