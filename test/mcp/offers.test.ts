// What a model reads before it does anything: the list of tools, complete and selected by ?tools=, and its length.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SiteId, siteIds } from '../../src/contract/sites/site-ids.ts'
import { siteRow, siteRows } from '../../src/contract/sites.ts'
import { freshDatabase } from '../databases.ts'
import { allSites, startApp, withPresentedSites } from '../harness.ts'
import { callTool, connect, eras, legacy, modern, raw } from './clients.ts'

/** The maximum length of each list of tools, in tokens of four characters (contract.md §16). */
const budgets = { '': 6_000, '?tools=post': 5_000, '?tools=read': 2_000 }

/** The tools that the contract names for each selection, beside later ones. */
const reading = [
  'browse_posts',
  'search_posts',
  'get_post',
  'get_status',
  'get_pricing',
  'get_policy',
  'report_post',
] as const
const posting = ({ noun }: { noun: string }) => [
  ...reading,
  ...['create_account', 'get_account', 'disable_auto_recharge', 'request_account_deletion'],
  ...[`post_${noun}`, `check_${noun}`, `edit_${noun}`, 'cancel_post', 'delete_post', 'list_outcomes'],
]

withPresentedSites('the list of tools', app => {
  const listAt = async (site: SiteId, query: string) =>
    (await raw(app(), legacy('tools/list').body, {}, site, query)).json.result as { tools: any[] }

  test('the list of tools is short enough to be read whole, and shorter with ?tools=read', async () => {
    for (const site of siteIds)
      for (const [query, budget] of Object.entries(budgets)) {
        const result = await listAt(site, query)
        const tokens = Math.ceil(JSON.stringify(result).length / 4)
        console.log(`tools/list of ${site} at /mcp${query}: ${tokens} tokens, ${result.tools.length} tools`)
        assert.ok(tokens <= budget, `${tokens} tokens of ${budget}`)
      }
  })

  test('the list of tools has the selection of ?tools=: read, post (which includes read), or all', async () => {
    for (const id of siteIds) {
      const names = async (query: string) => (await listAt(id, query)).tools.map(tool => tool.name as string)
      const [all, post, read] = [await names(''), await names('?tools=post'), await names('?tools=read')]
      assert.deepEqual(
        [...reading].filter(name => !read.includes(name)),
        [],
      )
      assert.deepEqual(
        posting(siteRow(id)).filter(name => !post.includes(name)),
        [],
      )
      assert.ok(!read.some(name => /account|webhook|outcomes|post_(?!s)|check_|edit_|cancel|delete/.test(name)), id)
      assert.ok(!post.some(name => /webhook|seller/.test(name)), id)
      assert.deepEqual(
        [read, post].map(some => all.filter(name => some.includes(name))),
        [read, post],
        'each selection keeps the order of the whole list',
      )
    }
  })

  test('the list of tools has output schemas and every hint with ?schemas=output alone, by the SDK too', async () => {
    const app0 = app()
    for (const id of siteIds) {
      const [lean, whole] = [await listAt(id, ''), await listAt(id, '?schemas=output')]
      assert.ok(lean.tools.every(tool => !('outputSchema' in tool)))
      assert.ok(whole.tools.every(tool => tool.outputSchema.type === 'object'))
      assert.ok(whole.tools.every(tool => Object.keys(tool.annotations).length === 4))
      for (const tool of lean.tools)
        assert.ok(tool.annotations.readOnlyHint || typeof tool.annotations.destructiveHint === 'boolean', tool.name)
      for (const query of ['', '?schemas=output'])
        for (const era of eras) {
          const client = await connect(app0, { era, site: id, query })
          const told = (await listAt(id, query)).tools.map(({ securitySchemes: _, ...tool }) => tool)
          assert.deepEqual((await client.listTools()).tools, told, 'the client keeps no member that it does not know')
          const pricing = await client.callTool({ name: 'get_pricing', arguments: {} })
          assert.equal((pricing.structuredContent as any).currency, 'usd', 'structured content needs no schema')
          await client.close()
        }
    }
  })

  test('a tool that another one describes names it, and has every argument with its type', async () => {
    for (const id of siteIds) {
      const { noun } = siteRow(id)
      const { tools } = await listAt(id, '')
      const schemaOf = (name: string) => tools.find(tool => tool.name === name).inputSchema
      for (const [name, by] of [
        [`check_${noun}`, `post_${noun}`],
        [`edit_${noun}`, `post_${noun}`],
        ['search_posts', 'browse_posts'],
        ['find_place', 'browse_posts'],
        ['update_webhook', 'create_webhook'],
      ] as const) {
        const { description, properties } = schemaOf(name)
        assert.equal(description, `The rest is as in ${by}.`)
        for (const [member, schema] of Object.entries<any>(properties)) {
          assert.ok(schema.type || schema.anyOf, `${name}: ${member}`)
          assert.ok(schema.description || schemaOf(by).properties[member].description, `${name}: ${member}`)
        }
      }
      assert.deepEqual(schemaOf(`check_${noun}`).required, schemaOf(`post_${noun}`).required)
    }
  })

  test('the list of tools has one schema of a post for a site, and nothing about other sites', async () => {
    for (const site of Object.values(siteRows)) {
      const { tools } = await listAt(site.id, '?schemas=output')
      const posts = new Set<string>()
      JSON.stringify(tools, (_, value) => {
        if (value?.properties?.content_trust) posts.add(JSON.stringify(value.properties))
        if (Array.isArray(value?.enum)) assert.equal(value.type, 'string', JSON.stringify(value))
        return value
      })
      assert.equal(posts.size, 1, 'one schema of a post')
      const [post] = [...posts].map(text => Object.keys(JSON.parse(text)))
      assert.deepEqual(post, Object.keys(site.post.properties))
      const outcomes = JSON.stringify(tools.find(tool => tool.name === 'list_outcomes'))
      for (const other of Object.values(siteRows))
        for (const member of Object.keys(other.body.properties).filter(name => name !== 'title'))
          assert.ok(!outcomes.includes(`"${member}":`), member)
    }
  })
})

test('a selected tool works as in the whole list, and a call of another tool names the selection that has it', async () => {
  const app = await startApp(await freshDatabase('SQLite'), { env: { SITES: allSites } })
  try {
    const at = (query: string, request: typeof legacy, method: string, params = {}, meta = {}) => {
      const { body, headers } = request(method, params)
      body.params._meta = { ...body.params._meta, ...meta }
      return raw(app, body, headers, 'events', query)
    }
    const unknownMeta = { 'org.example/unknown': 1 }
    for (const request of [legacy, modern]) {
      const status = { name: 'get_status', arguments: {} }
      const list = await at('?tools=read', request, 'tools/list')
      assert.deepEqual(list.json, (await at('?tools=read', request, 'tools/list', {}, unknownMeta)).json)
      assert.equal((await at('?tools=read', request, 'tools/call', status)).json.result.structuredContent.api, 'ok')
      for (const meta of [{}, unknownMeta]) {
        const post = { name: 'post_event', arguments: {} }
        const { error } = (await at('?tools=read', request, 'tools/call', post, meta)).json
        assert.equal(error.code, -32_602)
        assert.match(error.message, /post_event" is not among the tools that \?tools= selects/)
      }
    }
    for (const [query, shown] of [
      ['?tools=reed', 'There is no selection of tools "reed"'],
      ['?tools=', 'There is no selection of tools ""'],
      ['?tools=__proto__', 'There is no selection of tools "__proto__"'],
      ['?tools=read&tools=post', 'The parameter tools was sent more than once'],
      ['?tools=reed&schemas=output', 'There is no selection of tools "reed"'],
    ] as const)
      for (const request of [legacy, modern]) {
        const refused = await at(query, request, 'tools/list')
        assert.equal(refused.status, 400, query)
        assert.equal(
          refused.json.error.message,
          `${shown}. Write one of tools=read, tools=post, tools=all; without the parameter all tools are offered.`,
        )
      }
    for (const [query, shown] of [
      ['?schemas=all', 'There is no selection of schemas "all"'],
      ['?tools=read&schemas=', 'There is no selection of schemas ""'],
      ['?schemas=output&schemas=output', 'The parameter schemas was sent more than once'],
    ] as const) {
      const refused = await at(query, legacy, 'tools/list')
      assert.deepEqual(
        [refused.status, refused.json.error.message],
        [400, `${shown}. Write schemas=output; without the parameter tools are listed without output schemas.`],
      )
    }
    for (const era of eras) {
      const client = await connect(app, { era, query: '?tools=read&schemas=output' })
      assert.equal((await callTool(client, 'get_pricing')).value.currency, 'usd')
      assert.match(client.getInstructions() ?? '', /can post too/)
      assert.equal(client.getServerCapabilities()?.prompts, undefined)
      await client.close()
    }
  } finally {
    await app.close()
  }
})

test('/mcp/ redirects to /mcp and keeps query, method and body', async () => {
  const app = await startApp(await freshDatabase('SQLite'))
  try {
    const { body } = legacy('tools/list')
    const moved = await app.call('POST', '/mcp/?tools=read', { body })
    assert.deepEqual([moved.status, moved.headers.get('location')], [308, '/mcp?tools=read'])
    assert.equal((await app.call('GET', '/mcp/')).status, 405)
  } finally {
    await app.close()
  }
})
