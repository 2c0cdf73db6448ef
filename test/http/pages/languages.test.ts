// The language of a text: declared or found, then shown, said to screen readers and search engines, and filtered by.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { foundLanguage } from '../../../src/moderation/found-language.ts'
import { fold } from '../../../src/moderation/prefilter/fold.ts'
import { presentPublishingSites } from './published.ts'

const texts = {
  de: { title: 'Lesung in der Bücherei', body: 'Am Samstag lesen wir Gedichte, und danach gibt es Musik und Kuchen.' },
  ja: { title: '図書館で水彩画の教室', body: '紙と絵の具は用意しています。筆をお持ちの方はご持参ください。' },
  uk: {
    title: 'Вечір поезії',
    body: 'У бібліотеці читаємо вірші, а потім п’ємо чай з пирогами. Вхід вільний для всіх.',
  },
}

test('a language is found in texts of many languages, by script, words or letter sequences', () => {
  const known: Record<string, string> = {
    en: 'An evening of poems at the library, with music after it',
    pt: 'Mercado de trocas de plantas na praça, com música para todos',
    ar: 'درس الرسم بالألوان المائية في المكتبة',
    fa: 'کلاس نقاشی برای همه در کتابخانه',
    he: 'שיעור ציור בספרייה',
    hi: 'पुस्तकालय में जलरंग कार्यशाला',
    th: 'คลาสสีน้ำที่ห้องสมุด',
    ko: '도서관에서 수채화 교실',
    zh: '图书馆的水彩画课',
    el: 'Βραδιά ποίησης στη βιβλιοθήκη',
    ro: 'Seară de poezie la bibliotecă, cu muzică și prăjituri pentru toți',
    bg: 'Вечер на поезията в библиотеката, след което ще има музика и чай за всички',
    ...Object.fromEntries(Object.entries(texts).map(([tag, { title, body }]) => [tag, `${title}\n${body}`])),
    und: '12:30 · 4 × 7 🎉',
  }
  for (const [tag, text] of Object.entries(known)) assert.equal(foundLanguage(text, fold(text)), tag, text)
})

/** The texts of a page, each with the nearest `lang` around it. */
function textsIn(page: string): { text: string; lang: string }[] {
  const found: { text: string; lang: string }[] = []
  const walk = (node: Tree.Node, lang: string) => {
    if (node.nodeName === '#text') found.push({ text: (node as Tree.TextNode).value, lang })
    const here = 'attrs' in node ? (node.attrs.find(({ name }) => name === 'lang')?.value ?? lang) : lang
    for (const child of 'childNodes' in node ? node.childNodes : []) walk(child, here)
  }
  walk(parse(page), '')
  return found
}

presentPublishingSites('the language of a post', app => {
  const ids: Record<string, string> = {}
  before(async () => {
    for (const [tag, text] of Object.entries(texts))
      ids[tag] = await app().publish('events', { ...text, venue: { name: 'Haus am Kai' } })
    ids['pt-BR'] = await app().publish('events', { title: 'OK 2027', body: 'OK OK', language: 'PT-br' })
    ids.und = await app().publish('events', { title: '12:30 – 14:00', body: '4 × 7 = 28' })
  })
  const get = (path: string, host = 'events.test') => app().call('GET', path, { host })

  test('a declared language wins, in its usual spelling; a text without one says so; none that exists is refused', async () => {
    for (const [tag, id] of Object.entries(ids)) assert.equal((await get(`/p/${id}.json`)).json.language, tag)
    const { status, json } = await app().call('POST', '/v1/posts?dry_run=true', {
      key: app().author.key,
      host: 'messages.test',
      body: { text: 'Hello to all of you.', topics: ['tram'], language: 'en-a' },
    })
    assert.deepEqual(
      [status, json.errors],
      [400, [json.errors.find((error: string) => error.startsWith('/language: got "en-a"; it takes BCP 47'))]],
    )
  })

  test('every text of a post stands in its language, on lists and on its page', async () => {
    const pages = ['/', '/topics/art/', ...Object.values(ids).map(id => `/p/${id}`)]
    for (const path of pages) {
      const found = textsIn((await get(path)).text)
      for (const [tag, { title, body }] of Object.entries(texts))
        for (const { text, lang } of found)
          if ((text.includes(title) || text.includes(body)) && !text.includes('@context') && !text.includes(' · '))
            assert.equal(lang, tag, `${path}: ${text}`)
    }
    const venues = textsIn((await get(`/p/${ids.de}`)).text).filter(({ text }) => text === 'Haus am Kai')
    assert.deepEqual(
      venues.map(({ lang }) => lang),
      ['de'],
    )
  })

  test('feeds and JSON-LD say the language', async () => {
    const feed = (await get('/index.json')).json as { items: { id: string; language?: string }[] }
    const of = (id: string) => feed.items.find(item => item.id.endsWith(id))?.language
    for (const [tag, id] of Object.entries(ids)) assert.equal(of(id), tag)
    assert.match((await get('/feed.xml?language=ja')).text, /<dc:language>ja<\/dc:language>/)
    const page = (await get(`/p/${ids.ja}`)).text
    assert.match(page, /"inLanguage":"ja"/)
    assert.doesNotMatch((await get(`/p/${ids.und}`)).text, /inLanguage/)
  })

  describe('a filter', () => {
    const found = async (path: string) => {
      const { json, text } = await get(path)
      assert.ok(json.items, text)
      return (json.items as { id: string }[]).map(({ id }) => id.slice(id.lastIndexOf('/') + 1))
    }
    test('lists, search and feeds show the posts in a language alone; a wide tag finds the narrow ones', async () => {
      for (const [wanted, tag] of [
        ['de', 'de'],
        ['ja', 'ja'],
        ['pt', 'pt-BR'],
        ['pt-BR', 'pt-BR'],
        ['PT-br', 'pt-BR'],
      ])
        assert.deepEqual(await found(`/v1/posts?language=${wanted}`), [ids[tag!]], wanted)
      assert.deepEqual(await found('/v1/posts?language=pt-PT'), [])
      assert.deepEqual(await found('/v1/search?q=lesung&language=de'), [ids.de])
      assert.deepEqual(await found('/v1/search?q=lesung&language=ja'), [])
      assert.deepEqual(await found('/index.json?language=uk'), [ids.uk])
    })
  })
})
