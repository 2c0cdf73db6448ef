// The stories site: 150 to 2,500 words in paragraphs (contract.md §3).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostOf, storyBody, withPresentedSites } from '../../harness.ts'

const host = hostOf('stories')
const sentence = 'The lock keeper wrote down every boat that passed and the colour of its flag.'.split(' ')
/** A text of `count` words; no two texts are alike. */
const wordsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => (i % 15 === 14 ? `on day ${i}.` : sentence[i % 15]!).split(' ')[0]!)

withPresentedSites('the stories site', app => {
  const dryRun = async (change: Record<string, unknown>) => {
    const { key } = await app().account()
    return app().call('POST', '/v1/posts?dry_run=true', { host, key, body: storyBody(change) })
  }

  const counts: readonly (readonly [words: number, fine: boolean])[] = [
    [1, false],
    [149, false],
    [150, true],
    [2_500, true],
    [2_501, false],
  ]
  for (const [count, fine] of counts)
    test(`the stories site ${fine ? 'accepts' : 'refuses'} ${count} words`, async () => {
      const { status, json, text } = await dryRun({ body: wordsOf(count).join(' ') })
      assert.equal(status, fine ? 200 : 400, text)
      const said = `/body: has ${count} ${count === 1 ? 'word' : 'words'} and takes 150 to 2500, separated by white space`
      assert.deepEqual(json.errors, fine ? undefined : [said])
    })

  test('a story has 25,000 characters at most, however many words', async () => {
    const body = (length: number) => `${wordsOf(200).join(' ')} `.padEnd(length, 'x')
    assert.equal((await dryRun({ body: body(25_000) })).status, 200)
    const { json } = await dryRun({ body: body(25_001) })
    assert.match(json.errors[0], /^\/body: .*has 25001 characters and takes at most 25000$/)
  })

  test('words of a story are separated by white space of any kind; a sign between spaces is a word, and a hyphen joins words', async () => {
    const body = (glue: string) => wordsOf(149).join(glue)
    for (const glue of ['\n', '\n\n', '\t', '   ', '\u00a0', '\u3000'])
      assert.match((await dryRun({ body: body(glue) })).json.errors[0], /^\/body: has 149 words/, JSON.stringify(glue))
    assert.equal((await dryRun({ body: `${body(' ')} –` })).status, 200)
    assert.equal((await dryRun({ body: `${body(' ')}-boat` })).status, 400)
  })

  test('words of a story are counted in scripts without spaces, alone and among others', async () => {
    for (const sentence of [
      '我们在村子里的小河边遇见了一位老人。',
      '昔々あるところにおじいさんとおばあさんが住んでいました。',
      'กาลครั้งหนึ่งนานมาแล้วมีชายชราคนหนึ่งอาศัยอยู่ในหมู่บ้าน',
    ]) {
      const said = async (times: number) =>
        (await dryRun({ body: sentence.repeat(times) })).json.errors?.filter((error: string) => /^\/body/.test(error))
      assert.match((await said(1))[0], /^\/body: has 1\d words/)
      assert.deepEqual((await said(20)) ?? [], [])
      assert.match((await said(300))[0], /^\/body: has [34]\d{3} words/)
    }
    assert.match((await dryRun({ body: '東京、'.repeat(6_000) })).json.errors[0], /^\/body: has 5000 words or more/)
    assert.match(
      (await dryRun({ body: `${wordsOf(140).join(' ')} 東京、2026年。` })).json.errors[0],
      /has 14[2-4] words/,
    )
  })

  test('a wrong story is told every fault at once, with the nearest name for an unknown member', async () => {
    const { status, json } = await dryRun({
      title: 'x'.repeat(151),
      body: 'Short.',
      topics: [],
      bodi: 'x',
      category: 'x',
    })
    assert.equal(status, 400)
    const pointers = json.errors.map((error: string) => error.split(':')[0])
    assert.deepEqual(pointers.sort(), ['/bodi', '/body', '/category', '/title', '/topics'])
    assert.ok(json.errors.includes('/bodi: is no field here; did you mean "body"?'))
    assert.ok(json.errors.includes('/category: is no field here; it takes title, body, topics, language, location'))
  })

  test('a story costs 250,000 micros with and without links', async () => {
    const account = await app().account({ balance: 1_000_000 })
    const body = storyBody()
    for (const [i, change] of [
      {},
      { body: `${body.body} All of it is on https://example.org/book.`, title: 'A' },
    ].entries()) {
      const { json, text } = await app().call('POST', '/v1/posts', { host, key: account.key, body: storyBody(change) })
      assert.equal(json.price, 250_000, text)
      const { balance } = (await app().call('GET', '/v1/account', { host, key: account.key })).json
      assert.equal(balance, 1_000_000 - 250_000 * (i + 1))
    }
    const { json } = await app().call('GET', '/v1/pricing', { host })
    assert.deepEqual([json.unit, json.post], ['post', { post: 250_000 }])
  })

  test('a story keeps its paragraphs, never expires, and is found by its last word', async () => {
    const { key } = await app().account()
    const body = storyBody()
    body.body = `${body.body}\r\n\r\nThe end was written by a chandler.`
    const { json } = await app().call('POST', '/v1/posts', { host, key, body })
    await app().moderate()
    app().clock.advance(400 * 86_400_000)
    await app().platform.act('sweep', { limit: 500 })
    const post = (await app().call('GET', `/v1/posts/${json.id}`, { host })).json
    assert.equal(post.body, String(body.body).replaceAll('\r\n', '\n'))
    assert.equal(post.expires_at, null)
    const found = await app().call('GET', '/v1/search?q=chandler', { host, key })
    assert.deepEqual(
      found.json.items.map((item: { id: string }) => item.id),
      [json.id],
    )
  })
})
