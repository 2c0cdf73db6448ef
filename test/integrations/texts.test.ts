// The operator's texts: files of the operator replace the packaged ones, and their placeholders are filled in.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError } from '../../src/contract/config-error.ts'
import { nobody } from '../../src/contract/operator.ts'
import { textNames } from '../../src/contract/operator-pages.ts'
import { pricedSite } from '../../src/contract/sites/priced-site.ts'
import { siteIds } from '../../src/contract/sites/site-ids.ts'
import { siteRow } from '../../src/contract/sites.ts'
import { filledIn } from '../../src/documents/guide/operator-texts.ts'
import { loadTexts } from '../../src/integrations/texts/texts.ts'
import { freshFolder } from '../databases.ts'

const folders = () => {
  const dataDir = freshFolder()
  const contentDir = join(dataDir, 'content')
  mkdirSync(contentDir)
  return { dataDir, contentDir }
}

test('the packaged texts have no unfilled placeholder, with and without an operator', () => {
  const { texts, own, translations } = loadTexts(folders())
  assert.deepEqual([own, translations], [[], []])
  for (const id of siteIds)
    for (const name of textNames) {
      const site = pricedSite(siteRow(id))
      const filled = (operator: typeof nobody) =>
        filledIn(texts[name], { site, baseUrl: 'https://events.test', operator })
      assert.doesNotMatch(filled(nobody), /[{}]|undefined|null/, name)
      const named = filled({ ...nobody, name: 'Ada', contact: 'ada@example.org' })
      if (['about', 'imprint', 'terms', 'privacy'].includes(name)) {
        assert.match(filled(nobody), /\bthe operator of events\.test\b/i, name)
        assert.match(named, /\bAda\b/, name)
      }
      if (['contact', 'imprint', 'terms', 'privacy'].includes(name))
        assert.match(named, /\[ada@example\.org\]\(mailto:ada@example\.org\)/, name)
    }
})

test('the imprint and the contact name address, legal contact and the body for disputes, as text', () => {
  const { texts } = loadTexts(folders())
  const operator = {
    ...{ ...nobody, name: 'Ada', contact: 'ada@example.org', legalContact: 'https://ada.example/legal' },
    ...{
      address: ['Example [Street] 1', '10115 Berlin'],
      disputes: { name: 'Appeals Centre', url: 'https://appeals.example' },
    },
  }
  for (const name of ['imprint', 'contact'] as const) {
    const filled = filledIn(texts[name], {
      site: pricedSite(siteRow('events')),
      baseUrl: 'https://events.test',
      operator,
    })
    assert.match(filled, /\[https:\/\/ada\.example\/legal\]/)
    assert.match(filled, /\[Appeals Centre\]\(https:\/\/appeals\.example\)/)
    if (name === 'imprint') assert.match(filled, /Example \\\[Street\\\] 1 {2}\n10115 Berlin/)
  }
})

test('a file of the content folder replaces that of the data folder, and that the packaged text', () => {
  const both = folders()
  writeFileSync(join(both.dataDir, 'terms.md'), '# Our terms\n\nAsk {{operator}}.\n')
  writeFileSync(join(both.dataDir, 'privacy.md'), '# Old\n')
  writeFileSync(join(both.contentDir, 'privacy.md'), '# New\n')
  const { texts, own } = loadTexts(both)
  assert.deepEqual(
    [texts.terms, texts.privacy, own],
    ['# Our terms\n\nAsk {{operator}}.\n', '# New\n', ['terms', 'privacy']],
  )
  assert.equal(texts.about, loadTexts(folders()).texts.about)
})

test('a file with a language in its name is a translation; other files of the folder are left alone', () => {
  const { contentDir, dataDir } = folders()
  for (const file of ['about.de.md', 'help.pt-BR.md', 'notes.de.md', 'about.md.bak', 'about.deutsch-und-mehr.md'])
    writeFileSync(join(contentDir, file), '# Über uns\n')
  assert.deepEqual(
    loadTexts({ contentDir, dataDir }).translations.map(({ name, language }) => `${name} ${language}`),
    ['about de', 'help pt-BR'],
  )
})

for (const [file, text, why] of [
  ['privacy.md', '# Terms\n\nAsk {{nobody}}.', /has the unknown name \{\{nobody\}\}/],
  ['about.md', 'Terms without a title', /does not begin with a title/],
  ['about.de.md', 'Ohne Titel', /does not begin with a title/],
] as const)
  test(`a faulty text in ${file} stops the start with its name`, () => {
    const both = folders()
    writeFileSync(join(both.contentDir, file), text)
    assert.throws(
      () => loadTexts(both),
      error => error instanceof ConfigError && why.test(error.message) && error.message.includes(file),
    )
  })

test('a content folder that is named and not there stops the start; without one the packaged texts are shown', () => {
  const dataDir = freshFolder()
  assert.throws(
    () => loadTexts({ dataDir, contentDir: join(dataDir, 'texts') }),
    error => error instanceof ConfigError && /^CONTENT_DIR: there is no folder /.test(error.message),
  )
  assert.deepEqual(loadTexts({ dataDir, contentDir: `${dataDir}/./content` }).own, [])
})
