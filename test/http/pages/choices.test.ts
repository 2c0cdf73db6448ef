// The choices of a site above its lists: its members with one of a few values, and prices, with what each would leave.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { hostOf } from '../../harness.ts'
import { assertBounded } from './crawl.ts'
import { presentPublishingSites } from './published.ts'

const berlin = { country: 'DE', state: 'DE-BE', city: { geonames_id: 2950159, name: 'Berlin' } }
const eur = (amount: number) => ({ amount, currency: 'EUR' })

presentPublishingSites('choices of classifieds', app => {
  const get = (path: string) => app().call('GET', path, { host: hostOf('classifieds') })
  const titles = (text: string) =>
    [...text.matchAll(/<h2[^>]*><a href="\/p\/[^"]+"[^>]*>([^<]*)</g)].map(([, title]) => title!)
  /** The choices of a strip by their words: the number of posts, or * for the choice that is made. */
  const strip = (text: string, label: string) => {
    const found = new RegExp(`<ul aria-label="${label}">(.*?)</ul>`, 's').exec(text)?.[1] ?? ''
    const links = [...found.matchAll(/<a href="([^"]*)"([^>]*)><bdi>([^<]*)<\/bdi>(?: <span>([^<]*)<\/span>)?/g)]
    return {
      counts: Object.fromEntries(
        links.map(([, , rest, words, posts]) => [words, `${posts ?? ''}${rest!.includes('aria-current') ? '*' : ''}`]),
      ),
      hrefOf: (words: string) => links.find(link => link[3] === words)![1]!.replaceAll('&amp;', '&'),
    }
  }
  before(async () => {
    const usual = { location: berlin, condition: undefined }
    const posts = [
      { title: 'Oak desk', category: 'for-sale', price: eur(120), condition: 'good' },
      { title: 'Ash chair', category: 'for-sale', price: eur(15.5), condition: 'fair' },
      { title: 'Bike from 1990', category: 'vehicles', price: eur(80), condition: 'good' },
      { title: 'Dollar lamp', category: 'for-sale', price: { amount: 9, currency: 'USD' }, condition: 'new' },
      { title: 'Apples to fetch', category: 'free', price: undefined },
      { title: 'Pears for nothing', category: 'for-sale', price: eur(0) },
    ]
    for (const post of posts) {
      const body = `${post.title}: to be collected from the second floor of the house on most evenings, and two people can carry it.`
      await app().publish('classifieds', { ...usual, body, ...post })
    }
  })

  test('a list and a place offer each category, condition and price that posts have, with their numbers', async () => {
    for (const path of ['/', '/in/DE/', '/near/2950159/']) {
      const { text } = await get(path)
      assert.deepEqual(
        strip(text, 'Category').counts,
        { 'Category: all': '*', 'For sale': '4', Free: '1', Vehicles: '1' },
        path,
      )
      assert.deepEqual(strip(text, 'Condition').counts, { 'Condition: all': '*', New: '1', Good: '2', Fair: '1' }, path)
      assert.deepEqual(
        strip(text, 'Price').counts,
        {
          ...{ 'Any price': '*', EUR: '4', USD: '1', Free: '1' },
          'Up to €20': '2',
          'Up to €100': '3',
          'Up to €200': '4',
        },
        path,
      )
      assert.deepEqual(strip(text, 'Order').counts, {}, path)
    }
  })

  test('choices combine, each kind counts what the others leave, and one leads back to everything', async () => {
    const first = strip((await get('/in/DE/')).text, 'Category').hrefOf('For sale')
    const sold = (await get(first)).text
    assert.deepEqual(strip(sold, 'Category').counts, {
      'Category: all': '',
      'For sale': '4*',
      Free: '1',
      Vehicles: '1',
    })
    assert.deepEqual(strip(sold, 'Condition').counts, { 'Condition: all': '*', New: '1', Good: '1', Fair: '1' })
    const cheap = (await get(strip(sold, 'Price').hrefOf('Up to €20'))).text
    assert.deepEqual(titles(cheap), ['Pears for nothing', 'Ash chair'])
    assert.deepEqual(strip(cheap, 'Category').counts, { 'Category: all': '', 'For sale': '2*' })
    const dearest = strip(cheap, 'Order').hrefOf('Dearest first')
    assert.equal(dearest, '/in/DE/?category=for-sale&currency=EUR&price_max=20&order=dearest')
    const sorted = (await get(dearest)).text
    assert.deepEqual(titles(sorted), ['Ash chair', 'Pears for nothing'])
    assert.equal(strip(sorted, 'Price').hrefOf('Any price'), '/in/DE/?category=for-sale')
    for (const [, href] of sorted.matchAll(/<a href="(\/in\/DE\/[^"]*)"/g))
      assert.equal((await get(href!.replaceAll('&amp;', '&'))).status, 200, href)
    const none = (await get('/in/DE/?currency=CHF&price_max=5')).text
    assert.equal(strip(none, 'Price').counts['Up to CHF\u00a05'], '*')
    assert.match(none, /No classifieds here match these choices/)
  })

  test('choices keep crawlers to the lists themselves, and stay out of indexes', async () => {
    await assertBounded(get, 60)
    const { text } = await get('/?category=for-sale')
    assert.match(text, /<meta name="robots" content="noindex">/)
    assert.match(text, /<link rel="canonical" href="http:\/\/classifieds\.test\/">/)
  })
})
