// The table of reviewers' decisions: whatever is made from it stays unambiguous for people and for the form.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decisionNames, decisionRow, passes } from '../../../src/contract/moderation/decisions.ts'

const kinds = ['text', 'report', 'appeal'] as const

test('no two choices of one form have the same key', () => {
  for (const kind of kinds)
    for (const withdrawn of kind === 'text' ? [true, false] : [false]) {
      const rows = decisionNames.map(decisionRow).filter(({ of, withdrawn: for_ }) => {
        if (!of.includes(kind)) return false
        return kind !== 'text' || (withdrawn ? for_ !== undefined : for_ !== 'only')
      })
      const keys = [...rows, ...Object.values(passes)].map(({ key }) => key)
      assert.equal(new Set(keys).size, keys.length, `${kind}: ${keys}`)
      // The stylesheet shows the hint of the chosen one of at most six.
      assert.ok(keys.length <= 6, kind)
    }
})

test('a decision with a category says its category to the person who made it', () => {
  for (const name of decisionNames) {
    const { next, done } = decisionRow(name)
    assert.equal(done.includes('CATEGORY'), next === 'category', name)
  }
})
