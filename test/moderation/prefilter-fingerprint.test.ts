// Which texts are equal to the duplicate check, and which are not.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PostText } from '../../src/domain/posts/post-text.ts'
import { duplicateText } from '../../src/moderation/prefilter/fingerprint.ts'

function of(body: string, title: string | null = 'Chess night'): string {
  const post: PostText = { site: 'events', title, body, topics: [], urls: [] }
  return duplicateText(post)
}

const same: readonly [string, string, string][] = [
  ['case', 'Chess in the LIBRARY', 'chess in the library'],
  ['diacritics', 'Café Müller, Łódź', 'Cafe Muller, Łódź'],
  ['punctuation and white space', 'Chess,  in the\n\nlibrary!!!', 'Chess in the library'],
  ['full width', 'Ｃｈｅｓｓ １２', 'Chess 12'],
  ['invisible characters', 'Che\u200Bss in the lib\u00ADrary', 'Chess in the library'],
  ['sharp s', 'Straßenfest', 'STRASSENFEST'],
  ['final sigma', 'ΟΔΟΣ', 'οδος'],
  ['hash signs before words', 'Chess #in #the + library', 'Chess in the library'],
  ['emoji at the end', 'Chess in the library 🎉', 'Chess in the library'],
  ['Arabic vowel signs', 'مَدْرَسَة', 'مدرسة'],
]

const different: readonly [string, string, string][] = [
  ['words', 'Chess in the library', 'Chess in the park'],
  ['digits', 'Chess at 7', 'Chess at 8'],
  ['a decimal point', '1.5 hours', '15 hours'],
  ['programming languages', 'C++ meetup', 'C# meetup'],
  ['voiced kana', 'かき', 'がき'],
  ['Hindi vowel signs', 'कल', 'कूल'],
  ['symbols alone', '🎉🎉', '🎈🎈'],
]

describe('the duplicate text ignores the form of a text:', () => {
  for (const [name, a, b] of same) test(`the duplicate text ignores ${name}`, () => assert.equal(of(a), of(b)))
})

describe('the duplicate text keeps the content of a text:', () => {
  for (const [name, a, b] of different)
    test(`the duplicate text keeps ${name}`, () => assert.notEqual(of(a, null), of(b, null)))
})

test('the duplicate text has both title and body', () => {
  assert.notEqual(of('in the library', 'Chess'), of('in the library', 'Go'))
})

test('the duplicate text of a duplicate text is the same', () => {
  for (const [, a] of [...same, ...different]) assert.equal(of(of(a, null), null), of(a, null))
})
