// The fast reading finds what the plain rules find: the same refusal, flags, risk flags, link, normal text and keys.
// READING_RUNS sets the number of generated texts; the default keeps the run short.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { differences } from './plain-rules/differences.ts'
import { changes, fragments, knownTexts, postAround } from './plain-rules/texts.ts'

const runs = Number(process.env.READING_RUNS ?? 600)
const known = knownTexts()
const equal = (text: string, number: number) => {
  const post = postAround(text, number)
  assert.deepEqual(differences(post), [], JSON.stringify(post))
}

test('reading the known texts finds what the plain rules find', () => {
  for (const [number, text] of known.entries()) equal(text, number)
})

test('reading changed texts finds what the plain rules find', () => {
  const of = { text: fc.constantFrom(...known), number: fc.nat(1000) }
  const change = fc.array(fc.constantFrom(...changes), { minLength: 1, maxLength: 2 })
  const changed = fc.tuple(of.text, change).map(([text, steps]) => steps.reduce((all, step) => step(all), text))
  fc.assert(fc.property(changed, of.number, equal), { numRuns: runs, seed: 20261121, verbose: false })
})

test('reading generated texts finds what the plain rules find', () => {
  const piece = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...fragments) },
    { weight: 4, arbitrary: fc.constantFrom(' ', ' ', '') },
    { weight: 1, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
  )
  const text = fc.array(piece, { minLength: 1, maxLength: 24 }).map(pieces => pieces.join(''))
  fc.assert(fc.property(text, fc.nat(1000), equal), { numRuns: runs, seed: 20261122, verbose: false })
})
