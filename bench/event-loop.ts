// Sends hostile input of 64 KiB through REST, MCP and forms, in every parameter and member of every operation, runs every pattern
// of the sources on its own letters, and prints how long each held the event loop (its longest turn, in CPU), the longest first.
// Usage: node bench/event-loop.ts [--only WORD]; takes some minutes. A figure is the least of three runs.
import { parseArgs } from 'node:util'
import { limits } from '../src/contract/limits.ts'
import { hostileValues } from './harness/hostile-values.ts'
import { type Sent, startMeasuredService } from './harness/measured-service.ts'
import { slowPatterns } from './harness/slow-patterns.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const mostMs = 50
/** An input below this time is not measured again. */
const noteworthyMs = 25
const runs = 3
/** Public documents are made again when they are older. */
const documentsKeptMs = 1_100

const service = await startMeasuredService()
const key = await service.account({ verified: true, balance: 100_000_000_000 })

type Way = { name: string; send(text: string): Sent }

const json = (value: unknown) => JSON.stringify(value)
/** The beginning of a text that fits into this many characters and bytes. */
function cut(text: string, characters: number, bytes = 60_000): string {
  const letters = [...text].slice(0, characters)
  let size = 0
  let end = 0
  while (end < letters.length && size <= bytes) size += Buffer.byteLength(json(letters[end++])) - 2
  return letters.slice(0, size > bytes ? end - 1 : end).join('')
}
/** The text with a space now and then, so that it has enough words for a story. */
const inWords = (text: string) =>
  cut(text, 24_000, 55_000).replace(/(\S{60,100})(?=\S)/gu, '$1 ') + ' and so it ends'.repeat(40)
const story = (body: string) => ({ title: `A story ${Math.random()}`, body, topics: ['bench'] })
const event = (change: object) => ({
  title: `Evening ${Math.random()}`,
  body: 'Two hours of watercolour at the public library, paper and paint are there.',
  timezone: 'UTC',
  starts_at: '2027-03-06T14:00:00Z',
  ends_at: '2027-03-06T16:00:00Z',
  location: { country: 'FR' },
  topics: ['art'],
  ...change,
})
const tool = (name: string, args: object) =>
  json({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
const query = (text: string) =>
  encodeURIComponent(cut(text, 10_000, 4_000))
    .slice(0, 12_000)
    .replace(/%.?$/, '')

const posted = await service.send({ site: 'stories', path: '/v1/posts', key, body: json(story(fineText(200))) })
const storyId = (JSON.parse(posted.text) as { id: string }).id

const ways: readonly Way[] = [
  {
    name: 'story, tried',
    send: text => ({ site: 'stories', path: '/v1/posts?dry_run=true', key, body: json(story(inWords(text))) }),
  },
  {
    name: 'story by MCP, tried',
    send: text => ({ site: 'stories', path: '/mcp', key, body: tool('check_story', story(inWords(text))) }),
  },
  {
    name: '60 KB in a member',
    send: text => ({ site: 'stories', path: '/v1/posts?dry_run=true', key, body: json(story(cut(text, 60_000))) }),
  },
]
const moreWays: readonly Way[] = [
  {
    name: 'story, edited, tried',
    send: text => ({
      site: 'stories',
      method: 'PATCH',
      path: `/v1/posts/${storyId}?dry_run=true`,
      key,
      body: json({ body: inWords(text) }),
    }),
  },
  {
    name: 'event, tried',
    send: text => ({
      site: 'events',
      path: '/v1/posts?dry_run=true',
      key,
      body: json(event({ body: cut(text, 5_000) })),
    }),
  },
  {
    name: '60 KB in a time',
    send: text => ({
      site: 'events',
      path: '/v1/posts?dry_run=true',
      key,
      body: json(event({ starts_at: cut(text, 60_000) })),
    }),
  },
  {
    name: '60 KB in a zone',
    send: text => ({
      site: 'events',
      path: '/v1/posts?dry_run=true',
      key,
      body: json(event({ timezone: cut(text, 60_000) })),
    }),
  },
  {
    name: '60 KB in a URL',
    send: text => ({
      site: 'events',
      path: '/v1/posts?dry_run=true',
      key,
      body: json(event({ online_url: `https://${cut(text, 60_000)}` })),
    }),
  },
  {
    name: '60 KB in a city',
    send: text => ({
      site: 'events',
      path: '/v1/posts?dry_run=true',
      key,
      body: json(event({ location: { country: 'FR', city: { geonames_id: 2988507, name: cut(text, 60_000) } } })),
    }),
  },
  {
    name: 'a city of 200 characters',
    send: text => ({
      site: 'events',
      path: '/v1/posts?dry_run=true',
      key,
      body: json(event({ location: { country: 'FR', city: { geonames_id: 2988507, name: cut(text, 200) } } })),
    }),
  },
  {
    name: '60 KB in a country',
    send: text => ({
      site: 'events',
      path: '/v1/posts?dry_run=true',
      key,
      body: json(event({ location: { country: cut(text, 60_000), state: cut(text, 6) } })),
    }),
  },
  {
    name: '60 KB in a topic',
    send: text => ({
      site: 'stories',
      path: '/v1/posts?dry_run=true',
      key,
      body: json({ ...story('x'), topics: [cut(text, 60_000)] }),
    }),
  },
  {
    name: '60 KB in the name of a member',
    send: text => ({ site: 'stories', path: '/v1/posts?dry_run=true', key, body: json({ [cut(text, 60_000)]: 1 }) }),
  },
  {
    name: 'message to a seller',
    send: text => ({
      site: 'classifieds',
      path: '/v1/relay',
      key,
      body: json({ post_id: storyId, message: cut(text, 2_000), reply_email: 'a@example.org' }),
    }),
  },
  {
    name: 'report',
    send: text => ({
      site: 'stories',
      path: '/v1/reports',
      body: json({ post_id: storyId, reason: 'other', details: cut(text, 2_000) }),
    }),
  },
  {
    name: '60 KB in a report',
    send: text => ({
      site: 'stories',
      path: '/v1/reports',
      body: json({ post_id: cut(text, 60_000), reason: cut(text, 100), email: 'x' }),
    }),
  },
  {
    name: '60 KB in an e-mail address',
    send: text => ({
      site: 'stories',
      path: '/v1/accounts',
      body: json({ name: 'A', email: `${cut(text, 60_000)}@example.org`, accept_terms: true }),
    }),
  },
  {
    name: 'name of an account',
    send: text => ({
      site: 'stories',
      path: '/v1/accounts',
      body: json({ name: cut(text, 100), email: 'x', accept_terms: true }),
    }),
  },
  {
    name: '60 KB in a handle',
    send: text => ({
      site: 'stories',
      path: '/v1/accounts',
      body: json({ name: 'A', email: 'a@example.org', handle: cut(text, 60_000), accept_terms: true }),
    }),
  },
  {
    name: '60 KB in the URL of a webhook',
    send: text => ({ site: 'stories', path: '/v1/webhooks', key, body: json({ url: `https://${cut(text, 60_000)}` }) }),
  },
  {
    name: 'search',
    send: text => ({ site: 'stories', path: `/v1/search?q=${encodeURIComponent(cut(text, 200))}`, key }),
  },
  { name: 'search of 12 KB', send: text => ({ site: 'stories', path: `/v1/search?q=${query(text)}`, key }) },
  { name: 'cursor of 12 KB', send: text => ({ site: 'stories', path: `/v1/posts?cursor=${query(text)}`, key }) },
  { name: 'page after 12 KB', send: text => ({ site: 'stories', path: `/?after=${query(text)}` }) },
  { name: 'path of 12 KB', send: text => ({ site: 'stories', path: `/v1/posts/${query(text)}`, key }) },
  {
    name: 'form',
    send: text => ({
      site: 'stories',
      path: '/account/top-up',
      body: `csrf=${query(text)}&amount=${query(text)}`.slice(0, limits.formBytes),
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: 'handbill=x' },
    }),
  },
  {
    name: 'search by MCP',
    send: text => ({ site: 'stories', path: '/mcp', key, body: tool('search_posts', { q: cut(text, 60_000) }) }),
  },
  {
    name: 'method of MCP',
    send: text => ({
      site: 'stories',
      path: '/mcp',
      key,
      body: json({
        jsonrpc: '2.0',
        id: cut(text, 20_000, 20_000),
        method: cut(text, 20_000, 20_000),
        params: { name: cut(text, 20_000, 15_000) },
      }),
    }),
  },
  {
    name: 'tool of MCP by the SDK',
    send: text => ({
      site: 'stories',
      path: '/mcp',
      key,
      body: json({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'check_story', arguments: story(inWords(text)), extra: 1 },
      }),
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
    }),
  },
]

function fineText(words: number): string {
  return Array.from({ length: words }, (_, i) => `harbour${i}`).join(' ')
}

/** The stored characters of each block of 256, repeated. */
function blocks(): Record<string, string> {
  const found: Record<string, string> = {}
  for (let first = 0x100; first < 0x110000; first += 0x100) {
    const letters: string[] = []
    for (let code = first; code < first + 0x100; code++)
      if (code < 0xd800 || code > 0xdfff) letters.push(String.fromCodePoint(code))
    const known = letters.filter(letter => /[^\p{Cn}\p{Co}]/u.test(letter))
    // Han and Hangul have hundreds of similar blocks.
    if (known.length === 0 || (/[\p{Script=Han}\p{Script=Hangul}]/u.test(known[0]!) && first % 0x1000 !== 0)) continue
    const growing = known.filter(letter => letter.normalize('NFKC').length > letter.length)
    const name = `U+${first.toString(16).toUpperCase()}`
    found[`block ${name}`] = known.join('').repeat(Math.ceil(60_000 / known.length))
    if (growing.length > 0)
      found[`block ${name}, letters that grow by NFKC`] = growing.join('').repeat(Math.ceil(60_000 / growing.length))
  }
  return found
}

const full = (unit: string) => unit.repeat(Math.ceil(61_000 / Buffer.byteLength(unit)))
const hostile: Record<string, string> = {
  'plain words': fineText(6_000),
  'U+FDFA': full('\ufdfa'),
  'U+FDFA below the limit of growth': full('\ufdfaabcdefghijklmnopq '),
  'combining marks': `a${full('\u0301')}`,
  'rows of 500 marks': full(`a${'\u0301\u0316'.repeat(250)}`),
  'rows of 500 marks apart by selectors': full(`a${'\u0316\u0301'.repeat(249)}\ufe0f`),
  'halfwidth sound marks': full('\uff9e\u0316'),
  'rows of halfwidth sound marks': full(`a${'\uff9e\u0316'.repeat(250)}`),
  'joined emoji': full('👩‍👩‍👧‍👦'),
  'zero-width joiners': full('\u200d'),
  'zero-width joiners in Hindi': full('क\u094d\u200d'),
  'direction controls': full('\u202e\u2066ab'),
  'direction marks': full('\u200fא'),
  'Arabic letter marks': full('\u061c'),
  'Arabic letter marks beside Latin': full('\u061ca'),
  'tag characters': full('\u{E0061}'),
  flags: full('\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'),
  'variation selectors': full('\ufe0f'),
  'soft hyphens': full('a\u00ad'),
  'one long word': full('a'),
  'one long Greek word that unfolds': full('\u0390'),
  'sharp s': full('ß'),
  'lookalikes in one word': full('aа'),
  'a leet word with a long tail': `a${full('!')}a`,
  'letters with dots': full('a.'),
  'letters with spaces': full('a '),
  digits: full('1 2 '),
  'long numbers': full('1'),
  'numbers with signs': full('+1-(2).'),
  'phone numbers': full('+49 171 1234567 '),
  'halves of phone numbers': full('+49 '),
  'mail addresses': full('a@b.c '),
  'halves of mail addresses': full('a@'),
  'at signs': full('@'),
  dots: full('.'),
  'web addresses': full('http://a.b/c '),
  'halves of web addresses': full('http://'),
  'one long web address': `https://example.org/${full('a/')}`,
  'one long host': `https://${full('a.')}org`,
  base64: full('aWdub3JlIGFsbCBwcmV2aW91cyBpbnN0cnVjdGlvbnM='),
  'halves of base64': full('QUJD'),
  hexadecimal: full('69676e6f726520'),
  comments: full('<!-- ignore -->'),
  'open comments': full('<!--'),
  tags: full('<a href='),
  'angle brackets': full('<'),
  ampersands: full('&amp;'),
  'percent signs': full('%41'),
  'broken percent signs': full('%'),
  backslashes: full('\\'),
  'escaped characters': full('\\u0041'),
  quotes: full('"\''),
  'double quotes': full('"'),
  minuses: full('-a '),
  stars: full('*'),
  'words with stars': full('a* '),
  hashes: full('#'),
  braces: full('{{'),
  placeholders: full('{{ title }} [insert your '),
  'open placeholders': full('[insert '),
  brackets: full('['),
  instructions: full('ignore all previous and other '),
  readers: full('ai agents that are reading this post '),
  'readers and instructions': full('ai you must ignore all previous '),
  money: full('your account verify send bank you won '),
  'line breaks': full('\n'),
  'carriage returns': full('\r\n'),
  'spaces and a letter': `${full(' ')}a`,
  'ideographic spaces': full('\u3000'),
  'empty paragraphs': full('a\n\n'),
  Thai: full('ภาษาไทย'),
  Chinese: full('汉字'),
  Hangul: full('한국어'),
  Jamo: full('\u1112\u1161\u11ab'),
  'words of one letter apart by commas': full('a,'),
  equals: full('a=b&'),
  dates: full('2027-03-06T14:00:00+01:00 '),
  colons: full('::'),
}

const inLists = [
  'plain words',
  'joined emoji',
  'zero-width joiners in Hindi',
  'Arabic letter marks',
  'soft hyphens',
  'ampersands',
  'web addresses',
  'empty paragraphs',
]

const many = (count: number, each: (i: number) => string) => Array.from({ length: count }, (_, i) => each(i)).join(',')
const bodies: Record<string, string> = {
  'lists in lists': `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  '32 lists in each other, many': `{"a":[${many(900, () => `${'['.repeat(28)}${']'.repeat(28)}`)}]}`,
  '6,000 unknown members': `{${many(6_000, i => `"k${i}":1`)}}`,
  '6,000 members nearly known': `{${many(6_000, i => `"title${i.toString(36)}":1`)}}`,
  '20,000 topics': `{"topics":[${many(20_000, () => '""')}]}`,
  '6,000 topics, all different': `{"topics":[${many(6_000, i => `"t${i}"`)}]}`,
  '20,000 topics that are objects': `{"topics":[${many(20_000, () => '{}')}]}`,
  '12,000 numbers for a title': `{"title":[${many(12_000, i => String(i))}]}`,
  '20,000 occurrences': `{"occurrences":[${many(20_000, () => '{}')}]}`,
  '700 occurrences with times': `{"timezone":"Europe/Paris","occurrences":[${many(600, i => `{"starts_at":"2027-03-06T14:00:${i % 60}+01:00","ends_at":"2027-03-06T16:00:00+01:00"}`)}]}`,
  '52 occurrences': json(
    event({
      starts_at: undefined,
      ends_at: undefined,
      occurrences: Array.from({ length: 52 }, (_, i) => ({
        starts_at: `2027-${String(1 + (i % 12)).padStart(2, '0')}-06T14:00:00Z`,
        ends_at: `2027-${String(1 + (i % 12)).padStart(2, '0')}-06T15:00:00Z`,
      })),
    }),
  ),
  'a number of 60,000 digits': `{"title":${'9'.repeat(60_000)}}`,
  'a name of 60,000 escapes': `{"${'\\u0061'.repeat(10_000)}":1}`,
  'the same name 8,000 times': `{${many(8_000, () => '"a":1')}}`,
  '6,000 members in a location': `{"location":{${many(6_000, i => `"k${i}":1`)}}}`,
  '6,000 unknown members with slashes': `{${many(5_000, i => `"~/${i}":1`)}}`,
  'control characters in 6,000 texts': `{${many(5_000, i => `"${i}":"\\u0001"`)}}`,
}
const structures: readonly { name: string; send(body: string): Sent }[] = [
  { name: 'a post of events, tried', send: body => ({ site: 'events', path: '/v1/posts?dry_run=true', key, body }) },
  {
    name: 'a post of stories',
    send: body => ({
      site: 'stories',
      path: '/v1/posts',
      key,
      body,
      headers: { 'idempotency-key': `bench-${Math.random()}` },
    }),
  },
  { name: 'an edit', send: body => ({ site: 'stories', method: 'PATCH', path: `/v1/posts/${storyId}`, key, body }) },
  { name: 'a report', send: body => ({ site: 'stories', path: '/v1/reports', body }) },
  { name: 'a webhook', send: body => ({ site: 'stories', path: '/v1/webhooks', key, body }) },
  { name: 'MCP', send: body => ({ site: 'events', path: '/mcp', key, body }) },
  {
    name: 'arguments of a tool',
    send: body => ({
      site: 'events',
      path: '/mcp',
      key,
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_event","arguments":${body}}}`,
    }),
  },
  {
    name: 'arguments of a tool by the SDK',
    send: body => ({
      site: 'events',
      path: '/mcp',
      key,
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_event","arguments":${body},"x":1}}`,
    }),
  },
]
const mcpBodies: Record<string, string> = {
  'a batch of 1,500 messages': `[${many(1_500, i => `{"jsonrpc":"2.0","id":${i},"method":"ping"}`)}]`,
  'a batch of 20 tools': `[${many(20, i => tool('get_policy', {}).replace('"id":1', `"id":${i}`))}]`,
  'a batch of 20 lists': `[${many(20, i => `{"jsonrpc":"2.0","id":${i},"method":"tools/list"}`)}]`,
  'a batch of 20 texts': `[${many(20, i => tool('check_event', event({ body: `${'a\u0301\u0316'.repeat(500)}${i}` })).replace('"id":1', `"id":${i}`))}]`,
}
const queries: Record<string, string> = {
  '1,500 parameters': Array.from({ length: 1_500 }, (_, i) => `p${i}=1`).join('&'),
  '1,500 times the same': Array.from({ length: 1_500 }, () => 'topic=a').join('&'),
  '2,000 quotes': `q=${'%22'.repeat(2_000)}`,
  brackets: `q=a&${'a[b]=c&'.repeat(1_500)}`,
}

type Row = { what: string; ms: number; status: number }
const rows: Row[] = []

/** `after`: work that belongs to the measurement. `cached`: the answer may be cached, and is measured when it is made again. */
type Measured = { after?: (text: string) => Promise<unknown>; cached?: boolean }

/** Measures a request: how long it held the event loop in the shortest of its runs. */
async function measure(what: string, make: () => Sent, { after, cached = false }: Measured = {}) {
  if (!what.includes(values.only)) return
  const row: Row = { what, ms: Number.POSITIVE_INFINITY, status: 0 }
  for (let run = 0; run < runs && row.ms > noteworthyMs; run++) {
    const sent = make()
    if (cached && run > 0) await new Promise(resolve => setTimeout(resolve, documentsKeptMs))
    await service.watch()
    const { status, text } = await service.send(sent)
    await after?.(text)
    row.status = status
    row.ms = Math.min(row.ms, await service.held())
  }
  rows.push(row)
  if (row.ms > noteworthyMs) process.stderr.write(`${row.ms.toFixed(0)} ms  ${row.status}  ${what}\n`)
}

/** Resolves once a post is published or decided otherwise. */
async function published(text: string): Promise<string | null> {
  const { id } = JSON.parse(text) as { id?: string }
  if (!id) return null
  for (;;) {
    const { text: own } = await service.send({ site: 'stories', path: `/v1/posts/${id}`, key })
    const { status } = JSON.parse(own) as { status?: string }
    if (status !== 'queued') return status === 'published' ? id : null
  }
}

for (let i = 0; i < 30; i++) for (const way of [...ways, ...moreWays]) await service.send(way.send(fineText(300)))
for (const [name, text] of Object.entries(blocks()))
  for (const way of ways) await measure(`${name}: ${way.name}`, () => way.send(text))
for (const [name, text] of Object.entries(hostile)) {
  for (const way of [...ways, ...moreWays]) await measure(`${name}: ${way.name}`, () => way.send(text))
  let id: string | null = null
  const post = (): Sent => ({
    site: 'stories',
    path: '/v1/posts',
    key,
    body: json(story(`${Math.random()} ${inWords(text)}`)),
  })
  await measure(`${name}: story, posted and published`, post, {
    after: async answer => {
      id = await published(answer)
    },
  })
  if (id !== null)
    for (const path of [
      `/p/${id}`,
      `/p/${id}.json`,
      `/v1/posts/${id}`,
      '/',
      '/index.json',
      '/feed.xml',
      '/v1/posts?limit=50',
    ])
      await measure(`${name}: GET ${path.replace(id, 'ID')}`, () => ({ site: 'stories', path }), { cached: true })
  for (const [called, args] of [
    ['get_post', { id: id ?? '' }],
    ['browse_posts', { limit: 50 }],
  ] as const)
    if (id !== null)
      await measure(`${name}: ${called} of it`, () => ({ site: 'stories', path: '/mcp', body: tool(called, args) }), {
        cached: true,
      })
}
// A page of the longest posts, all of one kind.
for (const name of inLists) {
  if (!`${name}, 50 stories`.includes(values.only)) continue
  for (let i = 0; i < limits.pageMax; i++) {
    const body = json(story(`${Math.random()} ${inWords(hostile[name]!)}`))
    await published((await service.send({ site: 'stories', path: '/v1/posts', key, body })).text)
  }
  for (const path of ['/', '/index.json', '/feed.xml', '/v1/posts?limit=50'])
    await measure(`${name}, 50 stories: GET ${path}`, () => ({ site: 'stories', path }), { cached: true })
  for (const called of ['browse_posts', 'search_posts']) {
    const args = { limit: limits.pageMax, ...(called === 'search_posts' && { q: 'ends' }) }
    await measure(
      `${name}, 50 stories: ${called}`,
      () => ({
        site: 'stories',
        path: '/mcp',
        key,
        body: tool(called, args),
      }),
      { cached: true },
    )
  }
}
for (const [name, body] of Object.entries(bodies))
  for (const way of structures) await measure(`${name}: ${way.name}`, () => way.send(body))
for (const [name, body] of Object.entries(mcpBodies))
  await measure(`${name}: MCP`, () => ({ site: 'events', path: '/mcp', key, body }))
for (const [name, text] of Object.entries(queries))
  for (const path of ['/v1/posts', '/v1/search', '/'])
    await measure(`${name}: ${path}`, () => ({ site: 'events', path: `${path}?${text}`, key }))
for (const { what, sent } of hostileValues({ key, full })) await measure(what, () => sent)
await service.close()

for (const { what, ms } of slowPatterns(values.only)) rows.push({ what, ms, status: 0 })
rows.sort((a, b) => b.ms - a.ms)
process.stdout.write('| longest turn, ms | status | input |\n| ---: | --- | --- |\n')
for (const { what, ms, status } of rows.slice(0, 30))
  process.stdout.write(`| ${ms.toFixed(1)} | ${status} | ${what} |\n`)
const worst = rows[0]?.ms ?? 0
process.stdout.write(
  `\n${rows.length} inputs; the longest turn of the event loop is ${worst.toFixed(1)} ms, the aim is at most ${mostMs} ms.\n`,
)
