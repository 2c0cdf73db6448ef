// What readers may see was judged: every string of a shape reaches the rules, the models, the comparison with other posts, search.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteRow, siteRows } from '../../src/contract/sites.ts'
import { postText, textsOf } from '../../src/domain/posts/post-text.ts'
import { assertEveryTextIsRead, withMoreTexts } from '../kit/every-text.ts'

for (const row of Object.values(siteRows))
  test(`every text of ${row.nouns} is read`, () => {
    const members = assertEveryTextIsRead(row)
    assert.ok(members.includes(row.text.body) && members.includes('topics'))
  })

test('a new text member of a site is read wherever it stands in the shape, with no change outside the row', () => {
  const members = assertEveryTextIsRead(withMoreTexts(siteRow('events')))
  for (const name of ['venue/street', 'access', 'stage/builder', 'acts/act', 'either'])
    assert.ok(members.includes(name))
})

test('a string outside the shape is read as text, and codes are not', () => {
  const event = siteRow('events')
  const fields = { ...event.example, note: 'Bring tea.', event_status: 'cancelled', venue: { door: 'Blue' } }
  assert.equal(postText(event, fields).details, 'Blue\nBring tea.')
  const classified = siteRow('classifieds')
  const kinds = textsOf(classified, { ...classified.example, condition: 'good', price: { amount: 1, currency: 'EUR' } })
  assert.deepEqual(
    kinds.map(({ member }) => member),
    ['title', 'body', 'topics', 'topics'],
  )
})
