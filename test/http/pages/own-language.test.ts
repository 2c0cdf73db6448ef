// A language that the operator adds by one file: its addresses, its links, its own copies, and every sentence from the catalogue.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { IntlMessageFormat } from 'intl-messageformat'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { packagedCatalogues } from '../../../src/contract/languages/catalogues.ts'
import { englishMessages as english } from '../../../src/contract/languages/english.ts'
import type { SiteId } from '../../../src/contract/sites/site-ids.ts'
import { cityName } from '../../../src/domain/places/city-names.ts'
import { loadCatalogues } from '../../../src/integrations/languages/catalogues.ts'
import { freshDatabase, freshFolder } from '../../databases.ts'
import { hostOf } from '../../harness.ts'
import { type PublishingSites, startPublishingSites } from './published.ts'

/** A content folder with the catalogues by tag. */
function contentWith(catalogues: Record<string, unknown>): string {
  const folder = join(freshFolder(), 'content')
  mkdirSync(join(folder, 'languages'), { recursive: true })
  for (const [tag, messages] of Object.entries(catalogues))
    writeFileSync(join(folder, 'languages', `${tag}.json`), JSON.stringify(messages))
  return folder
}

// A language in which every message stands in brackets, so that a sentence without them is in no catalogue.
const bracketed = Object.fromEntries(Object.entries(english).map(([key, message]) => [key, `⟦${message}⟧`]))
const content = contentWith({ eo: bracketed, ar: { 'frame.skip': 'انتقل إلى المحتوى' } })

/** The visible text of a page without what posts and Intl bring along: names, also those on a map, times, texts of their own language. */
function ownWords(page: string): string {
  const visit = (node: Tree.ChildNode): string => {
    if (node.nodeName === '#text') return (node as Tree.TextNode).value
    if (!('childNodes' in node)) return ''
    const { tagName, attrs } = node as Tree.Element
    const skipped = ['head', 'script', 'bdi', 'time', 'code', 'blockquote', 'svg'].includes(tagName)
    const foreign = tagName !== 'html' && attrs.some(({ name, value }) => name === 'lang' && value !== 'eo')
    if (skipped || foreign || attrs.some(({ value }) => ['topics', 'zone', 'languages'].includes(value))) return ''
    return node.childNodes.map(visit).join('')
  }
  let text = parse(page).childNodes.map(visit).join('')
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(/⟦[^⟦⟧]*⟧/g, '')
  }
  // Names of formats.
  return text.replace(/JSON Feed|RSS/g, '')
}

/** The choices by number in a message, as sets of plural categories. */
function pluralsIn(message: string, tag: string): ReadonlySet<string>[] {
  type Part = ReturnType<IntlMessageFormat['getAst']>[number]
  const visit = (part: Part): ReadonlySet<string>[] => {
    const inside = [
      ...('options' in part ? Object.values(part.options).flatMap(({ value }) => value as Part[]) : []),
      ...('children' in part ? part.children : []),
    ].flatMap(visit)
    return 'pluralType' in part ? [new Set(Object.keys(part.options)), ...inside] : inside
  }
  return new IntlMessageFormat(message, tag).getAst().flatMap(visit)
}

test('every packaged catalogue has every message, with the values and elements of the English one, and each form of its plurals', () => {
  for (const [tag, catalogue] of Object.entries(packagedCatalogues)) {
    assert.deepEqual(Object.keys(catalogue), Object.keys(english), tag)
    // A catalogue of the package stands the checks of a catalogue of the operator.
    assert.doesNotThrow(() => loadCatalogues(contentWith({ [tag]: catalogue })), tag)
    const forms = new Set(new Intl.PluralRules(tag).resolvedOptions().pluralCategories)
    for (const [key, message] of Object.entries(catalogue))
      for (const plurals of pluralsIn(message, tag)) assert.deepEqual(plurals, forms, `${tag} ${key}`)
  }
})

describe('a language of the operator', () => {
  let app: PublishingSites
  const ids: Record<string, string> = {}
  const sites = ['events', 'classifieds', 'messages'] as const
  before(async () => {
    app = await startPublishingSites(await freshDatabase('SQLite'), { CONTENT_DIR: content })
    for (const site of sites) ids[site] = await app.publish(site)
  })
  after(() => app.close())
  const get = (site: SiteId, path: string) => app.call('GET', path, { host: hostOf(site) })

  test('every sentence of a page for readers is in the catalogue', async () => {
    const pages = [
      '/',
      '/topics/',
      '/in/',
      '/in/FR/',
      '/near/',
      '/near/?q=Paris',
      '/search',
      '/search?q=the',
      '/search?q=%22',
    ]
    for (const site of sites)
      for (const path of [...pages, `/p/${ids[site]}`, `/p/${ids[site]}/report`, '/p/p_none', '/topics/nothing/']) {
        const { text } = await get(site, `/eo${path}`)
        assert.match(text, /<html lang="eo"/, path)
        assert.equal(ownWords(text).match(/\p{L}{3,}[^\n]*/gu), null, `${site} ${path}`)
      }
  })

  test('a large city has its name in the language of the page; a smaller one, and a language without names, keep that of the post', async () => {
    const shown = async (path: string) => (await get('events', path)).text
    const post = await shown(`/zh/p/${ids.events}`)
    assert.match(post, /<a href="\/zh\/in\/FR\/FR-IDF\/2988507\/"><bdi>巴黎<\/bdi><\/a>，/)
    assert.match(await shown('/pl/in/FR/FR-IDF/2988507/'), /<h1>Nadchodzące wydarzenia: <bdi>Paryż<\/bdi><\/h1>/)
    for (const path of ['', '/eo']) assert.match(await shown(`${path}/p/${ids.events}`), /<bdi>Paris<\/bdi>/)
    assert.equal(cityName('zh', 1, 'Nowhere'), 'Nowhere')
  })

  test('no header chooses the language: a page is the same for every browser, and names the sentence by which its script offers others', async () => {
    const asked = async (language: string) => {
      const { text, headers } = await app.call('GET', '/topics/', {
        host: hostOf('events'),
        headers: { 'accept-language': language },
      })
      assert.doesNotMatch(headers.get('vary') ?? '', /language|cookie/i)
      return text
    }
    const page = await asked('ar')
    assert.equal(page, await asked('de'))
    const links = [...page.matchAll(/ lang="(\w+)"(?: dir="(\w+)")? data-offer="([^"]+)"/g)]
    const said = Object.fromEntries(links.map(([, tag = '', dir = 'ltr', offer]) => [tag, [dir, offer]]))
    for (const [tag, messages] of Object.entries(packagedCatalogues)) {
      const direction = tag === 'ar' ? 'rtl' : 'ltr'
      assert.deepEqual(said[tag], [direction, messages['frame.offer']])
    }
    assert.deepEqual(said.eo, ['ltr', bracketed['frame.offer']])
  })

  test('a page without a script has the line for the language of its reader, where its address leads to that language', async () => {
    const lineOf = async (path: string, language: string) => {
      const { text, headers } = await app.call('GET', path, {
        host: hostOf('events'),
        headers: { 'accept-language': language },
      })
      assert.match(`${headers.get('cache-control')} ${headers.get('vary')}`, /no-store|Accept-Language/, path)
      return /<p class="offer"><a href="([^"]+)" hreflang="([^"]+)"/.exec(text)?.slice(1)
    }
    const report = { post_id: ids.events, reason: 'other', details: 'The venue has closed.' }
    const { json } = await app.call('POST', '/v1/reports', { host: hostOf('events'), body: report })
    for (const path of [
      `/reports/${json.report_id}`,
      `/by/${app.author.handle}/report`,
      '/p/p_none',
      '/topics/nothing/?foo=1',
    ]) {
      assert.deepEqual(await lineOf(path, 'en-GB,de'), undefined, path)
      assert.deepEqual(await lineOf(path, 'de-CH,en;q=0.5'), [`/de${path}`, 'de'], path)
      assert.deepEqual(await lineOf(`/de${path}`, 'en'), [path, 'en'], path)
      assert.deepEqual(await lineOf(`/de${path}`, 'xx,de'), undefined, path)
    }
  })

  test('each language has its address, its direction, its own kept copy, and names the others', async () => {
    for (let i = 0; i < 2; i++) {
      const inEnglish = (await get('events', '/topics/')).text
      const inArabic = (await get('events', '/ar/topics/')).text
      assert.match(inEnglish, /<html lang="en" data-site/)
      assert.match(inArabic, /<html lang="ar" dir="rtl"/)
      assert.match(inArabic, /href="#content">انتقل إلى المحتوى</)
      assert.match(inArabic, /<link rel="canonical" href="http:\/\/events\.test\/ar\/topics\/">/)
      assert.match(inArabic, /<a href="\/ar\/topics\/art\/">/)
      assert.match(inArabic, /<a href="http:\/\/events\.test\/topics\/" lang="en"/, 'the way back to English')
      for (const page of [inEnglish, inArabic])
        for (const tag of ['x-default', 'eo', ...Object.keys(packagedCatalogues)]) {
          const path = tag === 'en' || tag === 'x-default' ? '' : `/${tag}`
          assert.ok(page.includes(`<link rel="alternate" hreflang="${tag}" href="http://events.test${path}/topics/">`))
        }
    }
    for (const path of ['/ar/feed.xml', '/ar/v1', '/ar/status/', '/ar/eo/', '/xx/'])
      assert.equal((await get('events', path)).status, 404, path)
    assert.match((await get('events', '/ar/help/')).text, /rel="canonical" href="http:\/\/events\.test\/help\/"/)
  })
})

test('a file that is no catalogue is refused at the start, by name and message', () => {
  const wrong: Record<string, [Record<string, unknown>, RegExp]> = {
    'sv-se': [{}, /sv-se\.json is not named by a language/],
    sv: [{ 'nav.nothing': 'Inget' }, /sv\.json is wrong at "nav\.nothing": there is no such message/],
    da: [{ 'list.in': '{list} i {sted}' }, /da\.json is wrong at "list\.in": it lacks \{name\}/],
    fi: [
      { 'time.more': 'ja {count, plural, one {# päivä}' },
      /fi\.json is wrong at "time\.more": it is not in ICU MessageFormat/,
    ],
  }
  for (const [tag, [messages, refusal]] of Object.entries(wrong))
    assert.throws(() => loadCatalogues(contentWith({ [tag]: messages })), refusal)
})
