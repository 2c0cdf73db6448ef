// The frame of every page: each site has its own name and colour, and every link of header and footer works.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nobody } from '../../../src/contract/operator.ts'
import { siteIds } from '../../../src/contract/sites/site-ids.ts'
import { siteRows } from '../../../src/contract/sites.ts'
import { layout } from '../../../src/http/public/kit/layout.ts'
import { navigation } from '../../../src/http/public/kit/navigation.ts'
import { freshDatabase } from '../../databases.ts'
import { allSites, hostOf, startApp } from '../../harness.ts'
import { presentPublishingSites } from './published.ts'

/** The contrast of two colours (WCAG 2.2, 1.4.3). */
function contrast(...colours: [string, string]): number {
  const [light = 1, dark = 1] = colours
    .map(colour => {
      const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => {
        const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    })
    .sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

test('the colour of each site is unique, and legible in light and in dark', () => {
  const faces = Object.values(siteRows).map(({ face }) => face)
  assert.equal(new Set(faces.flatMap(({ light, dark }) => [light, dark])).size, 2 * faces.length)
  for (const { light, dark } of faces) {
    for (const ground of ['#ffffff', '#fbf9f4', '#f3efe6'])
      assert.ok(contrast(light, ground) >= 4.5, `${light} on ${ground}`)
    for (const ground of ['#161412', '#211e1b']) assert.ok(contrast(dark, ground) >= 4.5, `${dark} on ${ground}`)
  }
})

test('the operator is named with a contact where they are configured, and the name is escaped', () => {
  const page = (operator?: { name: string | null; contact: string | null }) =>
    layout({
      title: 'x',
      site: { id: 'events', baseUrl: 'http://events.test', ...(operator && { operator: { ...nobody, ...operator } }) },
      body: '' as never,
    })
  assert.match(
    page({ name: 'Ada <b>& Co', contact: 'hello@example.org' }),
    /<p>Run by <bdi>Ada &lt;b&gt;&amp; Co<\/bdi>: <a href="mailto:hello@example\.org">contact<\/a><\/p>/,
  )
  assert.match(page({ name: 'Ada', contact: null }), /<p>Run by <bdi>Ada<\/bdi><\/p>/)
  assert.match(
    page({ name: null, contact: 'https://example.org/help' }),
    /run by its operator: <a href="https:\/\/example\.org\/help">https:\/\/example\.org\/help<\/a>/,
  )
  for (const nobody of [page(), page({ name: null, contact: null })]) assert.ok(!/[Rr]un by/.test(nobody))
})

test('the pages name the configured operator', async () => {
  const env = { OPERATOR_NAME: 'Harbour Cooperative', OPERATOR_CONTACT: 'hello@harbour.example', SITES: allSites }
  const app = await startApp(await freshDatabase('SQLite'), { env })
  try {
    for (const site of siteIds) {
      const { text } = await app.call('GET', '/search', { host: hostOf(site) })
      assert.match(text, /Run by <bdi>Harbour Cooperative<\/bdi>: <a href="mailto:hello@harbour\.example">/, site)
    }
  } finally {
    await app.close()
  }
})

presentPublishingSites('the frame', app => {
  test('every page has the name and the colour of its site, and links to the other sites', async () => {
    for (const site of siteIds) {
      const { text } = await app().call('GET', '/', { host: hostOf(site) })
      const row = siteRows[site]
      assert.match(text, new RegExp(`<html lang="en" data-site="${site}">`))
      assert.match(text, new RegExp(`<a class="brand" href="/">.*${row.title}</a>`))
      const icon = /<link rel="icon" href="([^"]*)"/.exec(text)![1]!
      assert.ok((await app().call('GET', icon, { host: hostOf(site) })).text.includes(row.face.light), site)
      const others = siteIds.filter(other => other !== site)
      for (const other of others)
        assert.ok(text.includes(`<a href="http://${hostOf(other)}/">${siteRows[other].title}</a>`))
      assert.ok(!text.includes(`<a href="http://${hostOf(site)}/">`))
    }
  })

  test('every link in header and footer works on every site, and the current page is marked', async () => {
    for (const site of siteIds) {
      const home = (await app().call('GET', '/', { host: hostOf(site) })).text
      const linked = navigation.filter(({ on }) => on?.(siteRows[site]) ?? true)
      for (const { path, label } of linked) {
        assert.ok(home.includes(`<a href="${path}"${path === '/' ? ' aria-current="page"' : ''}>${label}</a>`), path)
        // The account asks the other sites for a session first (test/http/owner/hand-over.test.ts).
        const expected = path === '/account' ? 303 : 200
        assert.equal((await app().call('GET', path, { host: hostOf(site) })).status, expected, `${site} ${path}`)
      }
      assert.equal(home.match(/aria-current="page"/g)?.length, 1)
    }
  })
})
