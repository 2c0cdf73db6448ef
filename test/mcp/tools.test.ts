// The tool table: every tool says what a model has to know, and the table is the same in every run.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onSite, toolsOf } from '../../src/contract/operations/tool.ts'
import { type OperationRow, operations } from '../../src/contract/operations.ts'
import { pricedSite } from '../../src/contract/sites/priced-site.ts'
import { siteRows } from '../../src/contract/sites.ts'
import { siteTools } from '../../src/mcp/site-tools.ts'

const sites = Object.values(siteRows).map(row => pricedSite(row))
const rows = Object.entries(operations) as [string, OperationRow][]

for (const site of sites)
  describe(`the tools of ${site.id}`, () => {
    const tools = siteTools(site)

    test('every row with a tool becomes a tool with all of its texts', () => {
      for (const [id, row] of rows)
        for (const tool of toolsOf(row)) {
          const name = onSite(tool.name, site)
          assert.match(name, /^[a-z]+(_[a-z]+)*$/, `${id} names its tool`)
          for (const text of [onSite(tool.title, site), onSite(tool.description, site)])
            assert.doesNotMatch(text, /undefined|NaN|\[object/, name)
          assert.ok(onSite(tool.title, site).length >= 5, `${name} has a title`)
          assert.ok(onSite(tool.description, site).length >= 80, `${name} says what it does`)
          assert.match(onSite(tool.description, site), /free|cost|charge|nothing|refund/i, `${name} says what it costs`)
          if (row.auth === 'key')
            assert.match(onSite(tool.description, site), /Needs a key/, `${name} says that it needs a key`)
        }
    })

    test('the names of tools are unique, and their order is always that of the operation table', () => {
      const names = tools.map(tool => tool.name)
      assert.equal(new Set(names).size, names.length)
      assert.deepEqual(
        siteTools(site).map(tool => tool.name),
        names,
      )
      const listed = rows.filter(([, row]) => row.offeredOn?.(site) ?? true)
      assert.deepEqual(
        names,
        listed.flatMap(([, row]) => toolsOf(row).map(tool => onSite(tool.name, site))),
      )
    })

    test('the arguments of a tool are one object, and its required arguments are among them', () => {
      for (const { definition } of tools) {
        const { properties, required = [] } = definition.inputSchema as any
        for (const name of required) assert.ok(name in properties, `${definition.name}: ${name}`)
      }
    })

    test('the hints of tools distinguish reading from spending and destroying', () => {
      const hints = Object.fromEntries(tools.map(tool => [tool.name, tool.definition.annotations]))
      for (const [id, row] of rows)
        for (const tool of toolsOf(row))
          if (row.agenticAccess.consequence === 'read') assert.ok(tool.hints.readOnly, `${id} reads`)
          else if (id.startsWith('delete') && row.agenticAccess.consequence === 'irreversible')
            assert.ok(tool.hints.destructive, `${id} destroys`)
      assert.equal(hints[`post_${site.noun}`]?.readOnlyHint, false)
      assert.equal(hints[`check_${site.noun}`]?.readOnlyHint, true)
      assert.equal(hints.search_posts?.readOnlyHint, false, 'a search may be charged')
      assert.equal(hints.delete_post?.destructiveHint, true)
      assert.deepEqual(
        [hints[`edit_${site.noun}`]?.readOnlyHint, hints[`edit_${site.noun}`]?.destructiveHint],
        [false, true],
        'an edit costs money and replaces the public text',
      )
      assert.equal(hints.list_outcomes?.openWorldHint, true)
      assert.equal(hints.browse_posts?.openWorldHint, true, 'strangers write the posts')
    })

    test('the tools to post and to check accept the same post; only post accepts idempotency_key and max_price_micros', () => {
      const argumentsOf = (name: string) =>
        Object.keys((tools.find(tool => tool.name === name)!.definition.inputSchema as any).properties)
      const check = argumentsOf(`check_${site.noun}`)
      assert.deepEqual(check, Object.keys(site.body.properties))
      assert.deepEqual(argumentsOf(`post_${site.noun}`), [...check, 'idempotency_key', 'max_price_micros'])
    })

    test('an edit accepts the members of a post, all optional, beside id, dry_run and the other arguments of a post', () => {
      const { properties, required } = tools.find(tool => tool.name === `edit_${site.noun}`)!.definition
        .inputSchema as any
      assert.deepEqual(required, ['id'])
      assert.deepEqual(Object.keys(properties), [
        'id',
        'dry_run',
        ...new Set([...Object.keys(site.body.properties), ...Object.keys(site.editMembers)]),
        'idempotency_key',
        'max_price_micros',
        'clear',
      ])
    })

    test('no text of a schema mentions only REST calls, which a model with tools could not make', () => {
      for (const { definition } of tools)
        for (const text of JSON.stringify(definition).match(/"description":"(?:[^"\\]|\\.)*"/g) ?? [])
          assert.doesNotMatch(text, /\/v1\/|header/, definition.name)
    })

    test('every tool names its operation', () => {
      for (const { definition } of tools) assert.ok(definition._meta.operationId in operations)
    })
  })
