// The table of letters that look like a Latin letter.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold } from '../../src/moderation/prefilter/fold.ts'
import lookalikes from '../../src/moderation/prefilter/lookalikes.json' with { type: 'json' }

test('each letter of the table is one letter, stands once, and becomes its Latin letter in a word with other Latin letters', () => {
  const pairs = Object.entries(lookalikes).flatMap(([latin, letters]) =>
    [...letters].map(letter => ({ latin, letter })),
  )
  assert.equal(new Set(pairs.map(({ letter }) => letter)).size, pairs.length)
  for (const { latin, letter } of pairs) {
    assert.match(latin, /^[a-z0-9]$/)
    assert.equal(fold(`wo${letter}rd`), `wo${latin}rd`, letter)
  }
})
