// A text in the console: marked passages are highlighted, invisible signs are named, and long texts are folded.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { plain, shownText } from '../../../src/http/review/plain-text.ts'

const marked = (text: string, passage: string, links = false) =>
  [
    ...String(shownText(text, { passages: [{ text: passage, by: 'a model' }], links })).matchAll(
      /<mark[^>]*>(.*?)<\/mark>/gs,
    ),
  ].map(([, inside]) => inside)

test('the passage of a verdict is highlighted, even if its white space was collapsed or its end cut', () => {
  const text = 'Come to the fair.\nSend  one coin,\nget two back (today).\nBring tea.'
  assert.deepEqual(marked(text, 'Send one coin, get two back (today).'), ['Send  one coin,\nget two back (today).'])
  assert.deepEqual(marked(text, 'Send one coin, get…'), ['Send  one coin,\nget'])
  for (const other of ['not there', '', '…', '.*', '('])
    assert.deepEqual(
      marked(text, other).filter(each => each !== '('),
      [],
    )
})

test('a passage with any sign, in any script, is highlighted and never breaks the text', () => {
  const ascii = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter(sign => /\W|_/.test(sign))
  assert.equal(ascii.length, 32)
  const others = ['–', '…', '\\d', '\\u{1}', '\u2028', '👩‍👩‍👧', '\u{1f600}', 'e\u0301', '\u0301', 'नि', 'می‌', '\ud800']
  for (const sign of [...ascii, ...others])
    for (const passage of [`machine${sign}readable`, `${sign}readable`, `machine${sign} readable`])
      assert.equal(marked(`Ask the ${passage} sign here.`, passage).length, 1, passage)
  const text = fc.string({ unit: 'grapheme-composite', maxLength: 40 })
  const binary = fc.string({ unit: 'binary', maxLength: 40 })
  fc.assert(
    fc.property(fc.oneof(text, binary), fc.oneof(text, binary), fc.boolean(), (around, passage, links) => {
      const marks = { passages: [{ text: passage, by: 'a model' }], links }
      return String(shownText(`${around}${passage}${around}`, marks)).startsWith('<div')
    }),
    { numRuns: 40 },
  )
})

test('links are highlighted if a flag reports links, without overlaps', () => {
  const text = 'Pay at https://a.example/x?y=<b> or www.b.example, soon.'
  assert.deepEqual(marked(text, 'or', true), ['https://a.example/x?y=', 'or', 'www.b.example,'])
  assert.deepEqual(marked(text, 'at https://a.example', true), ['at https://a.example', 'www.b.example,'])
  assert.deepEqual(marked(text, 'nothing'), [])
})

test('a text contains no markup and no invisible sign', () => {
  assert.equal(String(plain('<b>&"')), '&lt;b&gt;&amp;&quot;')
  const shown = String(plain('a\u202eb\u200b\u200b\u200bc\u{e0041}d\u0007e')).replace(/<[^>]*>/g, '|')
  assert.equal(shown, 'a|U+202E|b|U+200B ×3|c|U+E0041|d|U+0007|e')
  assert.equal(
    String(plain(`a${'\u0301'.repeat(500)}b`)).replace(/<[^>]*>/g, '|'),
    `a${'\u0301'.repeat(6)}|+494 marks|b`,
  )
  for (const kept of ['می‌خواهم', '👩‍👩‍👧', 'Tiếng Việt', 'เชื่อ', 'e\u0301'])
    assert.equal(String(plain(kept)), kept, 'signs that scripts and emoji need are kept')
})

test('a long text is folded between two characters, with a note about marked passages below the fold', () => {
  const long = `${'𝒜'.repeat(3_000)} the end`
  const shown = String(shownText(long, { passages: [{ text: 'the end', by: 'x' }], links: false }))
  assert.match(shown, /<summary>Show the other \d+ characters, 1 marked<\/summary>/)
  assert.doesNotMatch(shown, /\ufffd/)
  assert.equal(shown.replace(/<summary>.*?<\/summary>|<[^>]*>|\n/g, ''), long)
  assert.doesNotMatch(String(shownText('x'.repeat(2_400), { passages: [], links: false })), /<details/)
  assert.match(String(shownText('x'.repeat(65_536), { passages: [], links: true })), /<details/)
})
