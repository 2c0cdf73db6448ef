// The operator's texts: files of the data folder replace the packaged ones, and their placeholders are filled in.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError } from '../../src/contract/config-error.ts'
import { nobody } from '../../src/contract/operator.ts'
import { pricedSite } from '../../src/contract/sites/priced-site.ts'
import { siteIds } from '../../src/contract/sites/site-ids.ts'
import { siteRow } from '../../src/contract/sites.ts'
import { filledIn } from '../../src/documents/guide/operator-texts.ts'
import { loadTexts } from '../../src/integrations/texts/texts.ts'
import { freshFolder } from '../databases.ts'

test('the packaged texts have no unfilled placeholder, with and without an operator', () => {
  const { terms, privacy } = loadTexts(freshFolder())
  for (const id of siteIds)
    for (const text of [terms, privacy]) {
      const site = pricedSite(siteRow(id))
      const plain = filledIn(text, { site, baseUrl: 'https://events.test', operator: nobody })
      assert.doesNotMatch(plain, /[{}]|undefined|null/)
      assert.match(plain, /\bthe operator of events\.test\b/i)
      const operator = { ...nobody, name: 'Ada', contact: 'ada@example.org' }
      const named = filledIn(text, { site, baseUrl: 'https://events.test', operator })
      assert.match(named, /\bAda\b/)
      assert.match(named, /\[ada@example\.org\]\(mailto:ada@example\.org\)/)
    }
})

test('the file terms.md of the data folder replaces only the packaged terms', () => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'terms.md'), '# Our terms\n\nAsk {{operator}}.\n')
  const texts = loadTexts(folder)
  assert.equal(texts.terms, '# Our terms\n\nAsk {{operator}}.\n')
  assert.equal(texts.privacy, loadTexts(freshFolder()).privacy)
})

for (const [text, why] of [
  ['# Terms\n\nAsk {{nobody}}.', /has the unknown name \{\{nobody\}\}/],
  ['Terms without a title', /does not begin with a title/],
] as const)
  test(`a text that ${text.startsWith('#') ? 'has an unknown placeholder' : 'has no title'} stops the start`, () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'privacy.md'), text)
    assert.throws(
      () => loadTexts(folder),
      error => error instanceof ConfigError && why.test(error.message) && error.message.includes('privacy.md'),
    )
  })
