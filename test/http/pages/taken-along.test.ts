// Lists and posts taken along: subscribed to, and framed on pages of others by hand or by oEmbed.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { presentOnePublishingApp } from './published.ts'

/** The microformats of a page: each root with its properties in order, as `name: text or value` (microformats2 parsing, §1.2). */
function microformatsIn(page: string): Record<string, string[]>[] {
  const found: Record<string, string[]>[] = []
  const textOf = (node: Tree.Node): string =>
    'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
  const visit = (node: Tree.Node, root: Record<string, string[]> | null): void => {
    let inside = root
    if ('attrs' in node) {
      const attribute = (name: string) => node.attrs.find(each => each.name === name)?.value
      const classes = (attribute('class') ?? '').split(' ')
      for (const name of classes.filter(each => /^(p|u|dt|e)-[a-z]+$/.test(each))) {
        const value =
          attribute(name.startsWith('u-') ? 'href' : 'datetime') ?? attribute('value') ?? textOf(node).trim()
        if (root) root[name] = [...(root[name] ?? []), value]
      }
      if (classes.some(each => /^h-(event|entry)$/.test(each))) {
        inside = {}
        found.push(inside)
      }
    }
    if ('childNodes' in node) for (const child of node.childNodes) visit(child, inside)
  }
  visit(parse(page), null)
  return found
}

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

  test('programs read the same event from its page, from a list and from a frame, and a phone reads the address of following', async () => {
    const author = `@${app().author.handle}`
    const pages = [`/p/${id}`, '/topics/art/', `/embed/p/${id}`, `/de/p/${id}`]
    const read = await Promise.all(pages.map(async path => microformatsIn((await get(path)).text)))
    for (const [i, [event, ...others]] of read.entries()) {
      assert.deepEqual(others, [], pages[i])
      const { 'p-name': name, 'dt-start': start, 'dt-end': end, 'u-url': [url] = [], 'p-location': where } = event!
      assert.deepEqual([name, event!['p-author']], [['Watercolour & "ink" <b>'], [author]], pages[i])
      assert.deepEqual([start?.length, end?.length, Date.parse(end![0]!) > Date.parse(start![0]!)], [1, 1, true])
      assert.ok(url?.endsWith(`/p/${id}`), pages[i])
      assert.match(where![0]!, /Paris/)
    }
    assert.ok(read[0]![0]!['e-content']![0]!.length > 40 && read[0]![0]!['dt-published'])
    const follow = (await get('/de/topics/art/follow/')).text
    assert.match(
      follow,
      /<svg class="qr" role="img" aria-label="QR-Code mit der Adresse dieser Seite" viewBox="0 0 \d+ \d+"/,
    )
    assert.match(follow, /<path fill="#fff" [^>]*><path fill="#000" /, 'dark on white in the dark too')
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
