// Markdown twins: every page has one with the same content, and no text of a stranger creates structure in it (contract.md §15,
// §17).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { markdownQuote, markdownText } from '../../../src/contract/markdown.ts'
import { guidePages } from '../../../src/documents/guide/pages.ts'
import { createServer } from '../../../src/edge/server.ts'
import { mountPage } from '../../../src/http/public/kit/mount-page.ts'
import { hostOf } from '../../harness.ts'
import { hostile, presentPublishingSites } from '../pages/published.ts'

/** Texts with Markdown and HTML markup. */
const attacks = [
  '---\ntitle: mine\n---\n# Heading\n\n> quote\n\n- item\n\n1. one\n\n| a | b |\n|---|---|\n| c | d |',
  '```\n# out of the fence\n```\n````\n# again\n`````',
  '~~~\n# tilde\n~~~\n\n<script>alert(1)</script>\n\n<!-- -->\n\n[ref]: javascript:alert(1)\n![x](https://evil.test/x.png)',
  'text\n===\n\ntext\n---\n\r# carriage\u2028# separator\u2029# paragraph\n\t# tab',
  '[click](https://evil.test) <https://evil.test> https://evil.test www.evil.test a@evil.test &lt;b&gt; \\[x](y)',
]

describe('text inside Markdown', () => {
  test('a text on one line creates no structure and no link in Markdown', () => {
    for (const attack of attacks) {
      const line = markdownText(attack)
      assert.doesNotMatch(line, /[\n\r\u2028\u2029]/)
      // Without the escaped signs, no sign with a meaning is left.
      const bare = line.replace(/\\[!-/:-@[-`{-~]/g, '')
      assert.doesNotMatch(bare, /[\\`*[\]<>|~&#{}]|(?<!\w)_|_(?!\w)|[\w.+-]@|:\/\/|\bwww\./i, line)
      assert.doesNotMatch(line, /^(?:[-+=]|\d+[.)])/, line)
    }
    assert.equal(markdownText('  Jazz, at 8:30 (free!) – 50 % off  '), 'Jazz, at 8:30 (free!) – 50 % off')
  })

  test('a text of many lines stays inside its block of Markdown, letter for letter', () => {
    for (const attack of attacks) {
      const lines = markdownQuote(attack).split('\n')
      const fence = /^(`+)text$/.exec(lines[0]!)?.[1]
      assert.ok(fence)
      assert.equal(lines.at(-1), fence)
      for (const line of lines.slice(1, -1)) assert.ok(!line.includes(fence), line)
      assert.equal(lines.slice(1, -1).join('\n'), attack.replace(/\r\n|[\r\u2028\u2029]/g, '\n'))
    }
  })
})

presentPublishingSites('Markdown twins', app => {
  const get = (path: string, accept?: string, host = hostOf('events')) =>
    app().call<any>('GET', path, { host, headers: accept ? { accept } : {} })

  test('every page has a Markdown twin, at its own address and at that of the page, and they link to each other', async () => {
    const id = await app().publish('events')
    for (const path of [
      '/',
      `/p/${id}`,
      '/topics/',
      '/topics/art/',
      '/in/',
      '/in/FR/',
      '/in/FR/FR-IDF/2988507/',
      '/calendar/',
      '/topics/art/calendar/2027-03/',
      '/developers/',
      '/console/',
      '/problems/',
      '/status/',
      '/transparency/',
      '/search',
      `/p/${id}/report`,
      ...guidePages.map(page => page.path),
    ]) {
      const page = await get(path, 'text/html,application/xhtml+xml,*/*;q=0.8')
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/, path)
      const twin = path.endsWith('/') ? `${path}index.md` : `${path}.md`
      assert.ok(page.text.includes(`<link rel="alternate" type="text/markdown" href="${twin}">`), path)
      const header = page.headers.get('link') ?? ''
      for (const wanted of [
        `<${twin}>; rel="alternate"; type="text/markdown"`,
        '</llms.txt>; rel="describedby"',
        '</.well-known/api-catalog>; rel="api-catalog"',
        'rel="service-desc"',
        'rel="service-doc"',
      ])
        assert.ok(header.includes(wanted), `${path}: ${wanted}`)
      const there = await get(twin)
      for (const given of [
        there,
        await get(path, 'text/markdown'),
        await get(path, 'text/html;q=0.5, text/markdown'),
      ]) {
        assert.equal(given.status, 200, path)
        assert.equal(given.headers.get('content-type'), 'text/markdown; charset=utf-8')
        assert.match(given.headers.get('vary') ?? '', /\bAccept\b(?!-)/)
        assert.match(given.text, /^# \S/)
      }
      assert.match(there.headers.get('link') ?? '', new RegExp(`<http://events\\.test${path}>; rel="canonical"`))
      assert.match(page.headers.get('vary') ?? '', /\bAccept\b(?!-)/, path)
      const etag = there.headers.get('etag')!
      assert.equal(
        (await app().call('GET', twin, { host: hostOf('events'), headers: { 'if-none-match': etag } })).status,
        304,
      )
      for (const accept of ['*/*', 'text/*', 'text/html, text/markdown;q=0.9', 'text/markdown;q=0'])
        assert.match((await get(path, accept)).headers.get('content-type') ?? '', /^text\/html/, accept)
    }
  })

  test('a client that names text/markdown and wants text/html no more than that gets the Markdown twin', async () => {
    for (const accept of [
      'text/html, text/markdown',
      'text/markdown, text/html, */*',
      'Text/Markdown;q=0.5, */*',
      'text/*, text/markdown;q=0.5',
      'text/html;q=0.7;level=1, text/markdown ; q=0.70',
      'text/markdown;q=high',
      ',;, text/markdown',
    ])
      assert.match((await get('/developers/', accept)).headers.get('content-type') ?? '', /^text\/markdown/, accept)
    for (const accept of [
      'text/markdown;q=0.0, */*',
      'text/html;q=0.8, text/markdown;q=0.79',
      'application/json',
      'text/markdowns, text/html',
      '"text/markdown"',
      '',
    ])
      assert.match((await get('/developers/', accept)).headers.get('content-type') ?? '', /^text\/html/, accept)
  })

  test('a Markdown twin has the text of a post in a block that the text cannot end, on every site', async () => {
    const texts = {
      events: ['title', 'body'],
      stories: ['title', 'body'],
      classifieds: ['title', 'body'],
      messages: [null, 'text'],
    } as const
    for (const [site, [title, body]] of Object.entries(texts) as [keyof typeof texts, (typeof texts)['events']][]) {
      const text = site === 'classifieds' ? hostile.body.replace('user:secret@', '') : hostile.body
      const words =
        site === 'stories' ? `${text}\n\n${'A quiet word about the harbour and its boats. '.repeat(25)}` : text
      const fenced = site === 'messages' ? words : `${words}\n\n\`\`\`\n# out\n\`\`\``
      const id = await app().publish(site, { [body]: fenced, ...(title && { [title]: hostile.title.slice(0, 110) }) })
      const post = (await get(`/p/${id}.json`, undefined, hostOf(site))).json
      const twin = (await get(`/p/${id}.md`, undefined, hostOf(site))).text
      const [, fence, inside] = /\n\n(`{3,})text\n([\s\S]*)\n\1\n$/.exec(twin) ?? []
      assert.ok(fence, site)
      assert.equal(inside, post[body].replace(/\u2028/g, '\n'))
      assert.ok(!inside!.split('\n').includes(fence!))
      const head = twin.slice(0, twin.indexOf(`\n${fence}text`))
      assert.equal(head.match(/^#/gm)?.length, 1, head)
      assert.doesNotMatch(head, /(?<!\\)<|^---/m)
      assert.match(head, /untrusted user content/)
      assert.ok(head.includes('CC-BY-4.0'))
    }
  })

  test('the Markdown twin of a list shows hostile titles as text, and its links lead to the posts', async () => {
    const { text } = await get('/index.md')
    const [posts = ''] = text.split('\n## ')
    const entries = posts.split('\n').filter((line: string) => line.startsWith('- '))
    assert.ok(entries.length > 0)
    for (const entry of entries) {
      const [, address] = /^- \[(?:\\.|[^\]\\])*\]\((http:\/\/events\.test\/p\/\w+\.md)\): /.exec(entry) ?? []
      assert.ok(address, entry)
      assert.equal((await get(new URL(address).pathname)).status, 200)
    }
  })

  test('a Markdown twin redirects as its page does: a moved page to the new one, its twin to the new twin', async () => {
    const { platform } = app()
    const server = createServer({ platform, rateLimit: null, trustProxy: [], sendNotFoundPage: (_, reply) => reply })
    type Asked = FastifyRequest<{ Params: { name: string } }>
    mountPage({ app: server, platform }, '/rooms/:name/', async ({ params: { name } }: Asked) =>
      name === 'old'
        ? { movedTo: '/rooms/new/' }
        : {
            key: `room ${name}`,
            make: () => ({
              html: () => '<head></head>',
              markdown: () => '# New\n',
              htmlHeaders: { 'content-type': 'text/html; charset=utf-8', 'x-own': 'yes' },
            }),
          },
    )
    await server.ready()
    const at = (url: string) => server.inject({ url, headers: { host: hostOf('events') } })
    for (const [from, to] of [
      ['/rooms/old/?a=1', '/rooms/new/?a=1'],
      ['/rooms/old/index.md', '/rooms/new/index.md'],
      ['/rooms/new?a=1', '/rooms/new/?a=1'],
      ['/rooms/%E4%B8%AD?a=%0A', '/rooms/%E4%B8%AD/?a=%0A'],
      ['/rooms/%F0%9F%98%80', '/rooms/%F0%9F%98%80/'],
      ['/rooms/%0d%0aX', '/rooms/%0d%0aX/'],
    ] as const) {
      const { statusCode, headers } = await at(from)
      assert.deepEqual([statusCode, headers.location], [308, to])
    }
    const { headers, body } = await at('/rooms/new/?a=1')
    assert.equal(headers['x-own'], 'yes')
    assert.ok(body.includes('href="/rooms/new/index.md"'), 'the query of a visitor is not in the link to the twin')
    assert.equal((await at('/rooms/new/index.md')).body, '# New\n')
    await server.close()
  })

  test('a missing page is answered in Markdown too, with the right status', async () => {
    for (const [path, accept] of [
      ['/p/none.md', undefined],
      ['/p/none', 'text/markdown'],
    ] as const) {
      const { status, headers, text } = await get(path, accept)
      assert.deepEqual([status, headers.get('content-type')], [404, 'text/markdown; charset=utf-8'])
      assert.match(text, /^# \S/)
    }
    assert.equal((await get('/index.md?page=2')).status, 400)
    assert.equal((await get('/policy')).status, 308)
  })
})
