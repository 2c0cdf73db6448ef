// The text that a model gets: without characters that a person cannot see, and with all that a person can see.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutStrayInvisibles } from '../../src/moderation/prefilter/hidden-text.ts'

const tags = (text: string) => [...text].map(letter => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
const flag = (region: string) => `\u{1F3F4}${tags(region)}\u{E007F}`

test('a character that is invisible and changes no other is removed', () => {
  for (const [given, left] of [
    ['soft\u00adhyphen', 'softhyphen'],
    ['zero\u200bwidth \u2060and\u2063 joiners\u200d', 'zerowidth and joiners'],
    ['over\u202ede\u202c and \u2066isolate\u2069', 'overde and isolate'],
    ['letters\ufe0f with\u{E0101} selectors\ufe01', 'letters with selectors'],
    [`a flag ${flag('zzabc')} that no font draws`, 'a flag \u{1F3F4} that no font draws'],
    [`${tags('tags')} alone`, ' alone'],
    ['grapheme\u034f joiner, arabic\u061c mark, khmer\u17b4 vowel', 'grapheme joiner, arabic mark, khmer vowel'],
    [
      'music\u{1D173} and shorthand\u{1BCA0} controls, \ufff9annotations\ufffa \ufffb',
      'music and shorthand controls, annotations ',
    ],
    ['fillers\u3164 \u115f\uffa0 and a mark\ufeff', 'fillers  and a mark'],
  ] as const)
    assert.equal(withoutStrayInvisibles(given), left)
})

test('an invisible character that a script or an emoji needs is kept', () => {
  for (const text of [
    'A family \u{1F468}\u200d\u{1F469}\u200d\u{1F467}, a heart \u2764\ufe0f, a key 1\ufe0f\u20e3, a flag \u{1F3F3}\ufe0f\u200d\u{1F308}',
    `Scotland ${flag('gbsct')}, Wales ${flag('gbwls')}`,
    '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    '\u0915\u094d\u200d\u0937',
    '\u05d4\u05d9\u200f (1)',
    '\u1820\u180b',
    '\u845b\u{E0100}',
    'Plain text, with accents: \u00e9, e\u0301',
  ])
    assert.equal(withoutStrayInvisibles(text), text)
})
