// Lists and posts taken along: subscribed to, and framed on pages of others by hand or by oEmbed.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { presentOnePublishingApp } from './published.ts'

presentOnePublishingApp('what readers take along', app => {
  const get = (path: string, headers: Record<string, string> = {}) => app().call('GET', path, { headers })
  const policyOf = async (path: string) =>
    (await get(path, { accept: 'text/html' })).headers.get('content-security-policy') ?? ''
  let id = ''
  before(async () => {
    id = await app().publish({ title: 'Watercolour & "ink" <b>', topics: ['art'] })
  })

  test('a list says how to subscribe to it, with its choices', async () => {
    const list = (await get('/in/FR/?topic=art')).text
    const [, path] = /<a href="([^"]*)" rel="nofollow">Subscribe<\/a>/.exec(list)!
    assert.equal(path, '/in/FR/follow/?topic=art')
    const { text } = await get(path!)
    const decoded = text.replaceAll('&amp;', '&')
    assert.match(text, /<meta name="robots" content="noindex">/)
    assert.ok(decoded.includes('<a href="webcal://events.test/in/FR/calendar.ics?topic=art">'))
    const google = new URL(/https:\/\/calendar\.google\.com[^"]*/.exec(decoded)![0])
    assert.equal(google.searchParams.get('cid'), 'webcal://events.test/in/FR/calendar.ics?topic=art')
    for (const [, value] of text.matchAll(/<input type="url" value="http:\/\/events\.test([^"]*)" readonly/g))
      assert.equal((await get(value!)).status, 200, value)
    const [, src] = /src=&quot;http:\/\/events\.test([^&]*)&quot;/.exec(text)!
    assert.ok((await get(src!)).text.includes(`/p/${id}`))
    assert.match((await get('/in/FR/follow/index.md?topic=art')).text, /calendar\.ics\?topic=art/)
    assert.equal((await get('/in/FR/follow/?foo=1')).status, 400)
    assert.match((await get('/de/follow/')).text, /<h1>Folgen: /)
  })

  test('any page may frame an embedded list or post, which has no script and no form, and no other page', async () => {
    for (const path of ['/embed/', '/embed/topics/art/', '/embed/in/FR/', `/embed/p/${id}`, `/de/embed/p/${id}`]) {
      const { status, text } = await get(path)
      assert.equal(status, 200, path)
      assert.match(await policyOf(path), /^default-src 'none';.*form-action 'none';.*frame-ancestors \*$/, path)
      assert.doesNotMatch(text, /<script|<form|<b>/, path)
      assert.match(text, /<base target="_blank">/)
      assert.ok(text.includes(`${path.startsWith('/de') ? '/de' : ''}/p/${id}"`), path)
    }
    const others = ['/', '/in/FR/', '/in/FR/?topic=art', `/p/${id}`, `/p/${id}/report`, '/follow/', '/search?q=ink']
    const more = ['/calendar/2027-03/', '/terms/', '/developers/']
    for (const path of [...others, ...more]) {
      assert.equal((await get(path)).status, 200, path)
      assert.match(await policyOf(path), /frame-ancestors 'none'/, path)
    }
    for (const path of ['/nowhere/', '/embed/p/p_none'])
      assert.match(await policyOf(path), /frame-ancestors 'none'/, path)
    assert.deepEqual([(await get('/embed/p/p_none')).status, (await get('/embed/in/XX/')).status], [404, 404])
    assert.equal((await get('/embed/topics/ART/')).headers.get('location'), '/embed/topics/art/')
  })

  test('oEmbed answers for a post and a list of the site with a frame, and for nothing else', async () => {
    const page = (await get(`/p/${id}`)).text
    const [, link] = /<link rel="alternate" type="application\/json\+oembed" href="([^"]*)"/.exec(page)!
    const post = (await get(link!.replaceAll('&amp;', '&'))).json
    assert.deepEqual(
      [post.version, post.type, post.title, post.author_name, post.width, post.height],
      ['1.0', 'rich', 'Watercolour & "ink" <b>', `@${app().author.handle}`, 480, 260],
    )
    assert.match(
      post.html,
      new RegExp(`^<iframe src="http://events\\.test/embed/p/${id}" title="[^"<>]*"[^<>]*></iframe>$`),
    )
    const ask = (url: string, more = '') => get(`/oembed?url=${encodeURIComponent(url)}${more}`)
    const list = (await ask('http://events.test/de/in/fr/?topic=art', '&maxwidth=300')).json
    assert.deepEqual([list.title, list.width], ['Events in France', 300])
    assert.match(list.html, /src="http:\/\/events\.test\/embed\/in\/FR\/"/)
    const elsewhere = ['http://evil.test', 'http://events.tesu', 'http://events.test.evil.test', '//events.test']
    for (const host of [...elsewhere, 'http://events.test@evil.test', 'javascript:http://events.test'])
      for (const path of ['/', `/p/${id}`]) assert.equal((await ask(host + path)).status, 404, host + path)
    assert.equal((await ask('http://events.test/p/p_none')).status, 404)
    for (const path of ['/terms/', '/v1/account', '/embed/', '/in/XX/'])
      assert.equal((await ask(`http://events.test${path}`)).status, 404, path)
    assert.equal((await ask(`http://events.test/p/${id}`, '&format=xml')).status, 400)
    assert.equal((await get('/oembed')).status, 400)
  })
})
