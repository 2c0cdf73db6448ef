// The operator's own pages: texts of the operator or of the package, in the languages that are there, led to from every page.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { textNames } from '../../../src/contract/operator-pages.ts'
import { freshFolder } from '../../databases.ts'
import { allSites, hostOf, withPresentation } from '../../harness.ts'

const folder = join(freshFolder(), 'content')
mkdirSync(folder)
writeFileSync(
  join(folder, 'about.md'),
  '# About us\n\nWe are {{operator}}, and run {{site}}. <script>alert(1)</script>\n',
)
writeFileSync(join(folder, 'about.de.md'), '# Über uns\n\nWir sind {{operator}}.\n')

withPresentation(
  'the pages of the operator',
  app => {
    const get = (path: string, site = 'events' as const, headers = {}) =>
      app().call('GET', path, { host: hostOf(site), headers: { accept: 'text/html', ...headers } })

    test('each has its text, and every page leads to it, also those of owners and of errors', async () => {
      const footers = await Promise.all(
        ['/', '/account/sign-in', '/p/p_none', '/terms/'].map(async path => (await get(path)).text),
      )
      for (const name of textNames) {
        const { status, text } = await get(`/${name}/`)
        assert.deepEqual([status, /<h1[^>]*>/.test(text)], [200, true], name)
        for (const footer of footers) assert.match(footer, new RegExp(`<a href="/${name}/"[^>]*>`), name)
      }
      for (const footer of footers)
        assert.match(
          footer,
          /<details class="folded"><summary>For developers<\/summary><ul[^>]*><li><a href="\/developers\/"/,
        )
    })

    test('a text of the operator takes the place of the packaged one, on every site, and is text', async () => {
      const { text } = await get('/about/')
      assert.match(text, /<h1[^>]*>About us<\/h1>\n<p>We are Ada &amp; Co, and run Events\. &lt;script&gt;/)
      assert.equal((await get('/about/index.md')).text.split('\n')[0], '# About us')
    })

    test('a translation has an address and a language of its own, and the pages lead to each other', async () => {
      assert.match((await get('/about/')).text, /<a href="\/about\/de\/" lang="de" hreflang="de">Deutsch<\/a>/)
      const { status, text } = await get('/about/de/')
      assert.equal(status, 200)
      assert.match(text, /<title>Über uns · Events<\/title>/)
      assert.match(
        text,
        /<div class="document" lang="de" dir="auto"><h1[^>]*>Über uns<\/h1>\n<p>Wir sind Ada &amp; Co\.<\/p>/,
      )
      assert.match(text, /<nav aria-label="Languages">.*<a href="\/about\/">About<\/a>/)
      assert.equal((await get('/about/de/index.md')).text, '# Über uns\n\nWir sind Ada & Co.\n')
      for (const path of ['/about/fr/', '/help/de/', '/about/..%2fde/'])
        assert.equal((await get(path)).status, 404, path)
      assert.doesNotMatch((await get('/help/')).text, /aria-label="Languages"/)
    })

    test('the contact names whom authorities and rights-holders write to, and leads to the form of reports', async () => {
      const { text } = await get('/contact/')
      assert.match(text, /Write to <a href="mailto:legal@example\.org"[^>]*>/)
      assert.match(text, /Choose “Report this event” on the page of the post/)
      assert.match((await get('/imprint/')).text, /Example Street 1<br>\s*10115 Berlin/)
    })
  },
  {
    SITES: allSites,
    CONTENT_DIR: folder,
    OPERATOR_NAME: 'Ada & Co',
    OPERATOR_CONTACT: 'hello@example.org',
    OPERATOR_LEGAL_CONTACT: 'legal@example.org',
    OPERATOR_ADDRESS: 'Example Street 1, 10115 Berlin',
  },
)
