// A site owns its members: a fifth site, which is one file (test/kit/fifth-site.ts), does all that the four sites do.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { type SiteId, siteIds } from '../../../src/contract/sites/site-ids.ts'
import { siteRow } from '../../../src/contract/sites.ts'
import type { ModerationModel } from '../../../src/moderation/model.ts'
import { loadPolicy } from '../../../src/moderation/policy-file.ts'
import { freshFolder } from '../../databases.ts'
import { bodyFor, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../../harness.ts'
import { assertEveryTextIsRead } from '../../kit/every-text.ts'

const walks = 'walks' as SiteId

/** Publishes. Rejects a post about a swamp under a category that the test opens to the fifth site. */
const model: ModerationModel = {
  name: 'knows-swamps',
  state: async () => 'running',
  decide: async ({ body }) =>
    body.includes('swamp')
      ? { outcome: 'reject', category: 'off-topic', confidence: 1, reason: 'A swamp is no walk.', scores: {} }
      : { outcome: 'publish', category: null, confidence: 1, reason: 'Fine.', scores: {} },
}

function policy() {
  const { categories, ...rest } = loadPolicy()
  return { ...rest, categories: categories.map(category => ({ ...category, sites: [...category.sites, walks] })) }
}

if (!siteIds.includes(walks))
  test('a fifth site is one file of src: the tests below pass in a copy of the source that has it', () => {
    const folder = freshFolder()
    for (const name of ['src', 'test', 'demo', 'models', 'policy', 'docs', 'package.json', 'CHANGELOG.md'])
      cpSync(name, join(folder, name), { recursive: true })
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    const row = readFileSync('test/kit/fifth-site.ts', 'utf8').replaceAll(`'../../src/contract/`, `'../../`)
    writeFileSync(join(folder, 'src/contract/sites/rows/walks.ts'), row)
    const { NODE_TEST_CONTEXT, ...env } = process.env
    const file = join(folder, relative('.', import.meta.filename))
    const run = spawnSync(process.execPath, [file], { env, cwd: folder, encoding: 'utf8' })
    // The library of the database server ends every process with status 0, so the test reads the output instead.
    assert.match(run.stdout, /a fifth site \(PostgreSQL\).* pass [1-9]\d*\n.* fail 0\n/s, run.stdout + run.stderr)
  })
else onEveryDatabase('a fifth site', ({ fresh }) => defineStory(fresh))

function defineStory(fresh: () => Promise<string>): void {
  const { example } = siteRow(walks)
  let app: TestApp
  let author: TestAccount

  before(async () => {
    app = await startApp(await fresh(), {
      env: { SITES: 'walks=http://walks.test' },
      overrides: { model, policy: policy() },
    })
    author = await app.account()
  })
  after(() => app.close())

  const submit = (change: Record<string, unknown> = {}, path = '/v1/posts') =>
    app.call('POST', path, { key: author.key, body: bodyFor[walks](change) })
  const publish = async (change?: Record<string, unknown>): Promise<string> => {
    const { status, json, text } = await submit(change)
    assert.equal(status, 202, text)
    await app.moderate()
    return json.id
  }
  const get = async (path: string) => app.call('GET', path)
  const edit = (id: string, body: object) => app.call('PATCH', `/v1/posts/${id}`, { key: author.key, body })

  test('a fifth site has no text that is not read', () => {
    assert.ok(assertEveryTextIsRead(siteRow(walks)).includes('route'))
  })

  test('a fifth site publishes posts at its own price and lists them, also by time', async () => {
    const later = await publish({ departs: '2027-05-01T10:00:00+02:00', returns: '2027-05-01T13:00:00+02:00' })
    const id = await publish()
    const { json } = await get(`/v1/posts/${id}`)
    assert.deepEqual([json.site, json.departs, json.fee], ['walks', example.departs, example.fee])
    assert.equal(json.expires_at, '2027-04-10T11:00:00Z')
    assert.deepEqual(
      (await get('/v1/posts')).json.items.map((item: { id: string }) => item.id),
      [id, later],
    )
    const soonest = await get('/v1/posts?order=soonest')
    assert.deepEqual(
      soonest.json.items.map((item: { id: string }) => item.id),
      [id, later],
    )
    assert.equal((await get('/v1/search?q=locks')).json.items.length, 2)
    const pricing = (await get('/v1/pricing')).json
    assert.deepEqual(pricing.post, { post: 30_000, season_cap: 60_000 })
  })

  test('a fifth site names its own members in errors', async () => {
    const { status, json } = await submit({
      returns: '2027-04-10T09:00:00+02:00',
      fee: { amount: 1.234, currency: 'EUR' },
      map_url: 'https://user@maps.example.org/',
    })
    assert.equal(status, 400)
    assert.deepEqual(
      json.errors.map((error: string) => error.split(':')[0]),
      ['/returns', '/map_url', '/fee/amount'],
    )
    const without = await submit({ departs: undefined, returns: undefined })
    assert.match(without.json.detail, /^\/departs: the walk has no time; give departs and returns, or dates$/)
    const dry = await submit({}, '/v1/posts?dry_run=true')
    assert.deepEqual([dry.json.outcome, dry.json.price], ['would_queue', 30_000])
    const { id } = (await submit({ route: 'For sale: a canoe, past the weir' })).json
    const { facts } = await app.platform.db
      .selectFrom('revisions')
      .select('facts')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.ok(
      !JSON.parse(facts).flags.includes('fits_another_site'),
      'its row names nothing that belongs to another site',
    )
  })

  test('posts of a fifth site are edited, cancelled and restored by its own members', async () => {
    const id = await publish()
    const moved = { departs: '2027-04-11T10:00:00+02:00', returns: '2027-04-11T13:00:00+02:00' }
    assert.equal((await edit(id, moved)).status, 200)
    const { json } = await get(`/v1/posts/${id}`)
    assert.deepEqual(
      [json.departs, json.walk_status, json.departed_before],
      [moved.departs, 'rescheduled', example.departs],
    )
    assert.equal((await edit(id, { walk_status: 'cancelled' })).status, 200)
    assert.equal((await get(`/v1/posts/${id}`)).json.walk_status, 'cancelled')
    assert.match((await get(`/p/${id}`)).text, /<strong>Cancelled\.<\/strong> This walk does not take place\./)
    const again = await edit(id, { walk_status: 'cancelled' })
    assert.deepEqual([again.status, again.json.post.walk_status], [200, 'cancelled'])
    const [one, two] = [4, 5].map(day => ({
      departs: `2027-05-0${day}T10:00:00Z`,
      returns: `2027-05-0${day}T13:00:00Z`,
    }))
    const series = await publish({ departs: undefined, returns: undefined, dates: [one, two] })
    assert.equal((await edit(series, { dates: [one, { ...two, walk_status: 'cancelled' }] })).status, 200)
    const { dates, walk_status } = (await get(`/v1/posts/${series}`)).json
    assert.deepEqual([walk_status, dates[0].walk_status, dates[1].walk_status], [undefined, undefined, 'cancelled'])
  })

  test('posts of a fifth site are rejected under a category that applies to it', async () => {
    const { json } = await submit({ about: `${example.about} It ends in a swamp.` })
    await app.moderate()
    const own = await app.call('GET', `/v1/posts/${json.id}`, { key: author.key })
    assert.deepEqual([own.json.status, own.json.rejection?.category], ['rejected', 'off-topic'])
  })

  test('a fifth site shows the members that its row lists on pages, in feeds and in the calendar', async () => {
    const id = await publish({ grade: 'rather-steep' })
    const page = (await get(`/p/${id}`)).text
    assert.match(
      page,
      /<dt>When<\/dt><dd><time class="dt-start" datetime="2027-04-10T10:00:00\+02:00" data-until="2027-04-10T13:00:00\+02:00">Sat 10 April 2027,/,
    )
    assert.match(page, /<dt>Fee<\/dt><dd class="price">€7\.50<\/dd>\n<dt>Grade<\/dt><dd>Rather steep<\/dd>/)
    assert.match(page, /<dt>Map<\/dt><dd><a href="https:\/\/maps\.example\.org\/canal"/)
    assert.match(page, /"@type":"Trip"/)
    const home = (await get('/')).text
    assert.match(home, /<h1>Upcoming walks<\/h1>/)
    assert.match(home, /€7\.50<\/p>\n<p>Grade: rather steep<\/p>/)
    const lines =
      'Sat 10 April 2027, 10:00–13:00 (Europe/Paris)\n€7.50\nGrade: rather steep\nMap: https://maps.example.org/canal'
    const { items } = (await get('/index.json')).json
    const item = items.find((one: { url: string }) => one.url.endsWith(id))
    assert.equal(item.content_text.split('\n\n')[0], lines)
    assert.match((await get('/feed.xml')).text, new RegExp(`<link>http://walks.test/p/${id}</link>`))
    assert.match((await get(`/p/${id}.ics`)).text, /DTSTART;TZID=Europe\/Paris:20270410T100000/)
  })

  test('a fifth site has an OpenAPI document, and a tool on its MCP server', async () => {
    const { components, paths } = (await get('/openapi.json')).json
    assert.ok('map_url' in components.schemas.Post.properties)
    assert.ok(components.schemas.Post.properties.site.enum.includes('walks'))
    assert.equal('/v1/relay' in paths, false)
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' }
    const rpc = (method: string, params: object = {}) =>
      app.call('POST', '/mcp', { key: author.key, headers, body: { jsonrpc: '2.0', id: 1, method, params } })
    const { tools } = (await rpc('tools/list')).json.result
    const names = tools.map((tool: { name: string }) => tool.name)
    for (const name of ['post_walk', 'check_walk', 'edit_walk']) assert.ok(names.includes(name), name)
    const body = { ...example, route: 'Down to the harbour' }
    const checked = await rpc('tools/call', { name: 'check_walk', arguments: body })
    assert.equal(checked.json.result.structuredContent.outcome, 'would_queue')
  })
}
