// A deprecated operation says so in its answers, in the OpenAPI document and on the page about versions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Deprecated, fewestDaysOfNotice } from '../../../src/contract/operations/row.ts'
import { pricedSite } from '../../../src/contract/sites/priced-site.ts'
import { siteRow } from '../../../src/contract/sites.ts'
import { deprecationLine } from '../../../src/documents/guide/lifecycle.ts'
import { openApiDocument } from '../../../src/documents/openapi/document.ts'
import { createServer } from '../../../src/edge/server.ts'
import { mountRows } from '../../../src/http/rest/mount.ts'
import { type Operation, operation, operations } from '../../../src/usecases/handlers/handlers.ts'
import { withPresentation } from '../../harness.ts'

const deprecated = { since: '2026-11-01', sunset: '2027-05-01', link: 'https://events.test/lifecycle/#status' } as const

/** An operation table for the test: one operation that stays, one with a sunset date, one that is deprecated without a date. */
const rows: Operation[] = [
  operation('getPricing'),
  { ...operation('getStatus'), deprecated },
  { ...operation('getAccount'), deprecated: { since: '2026-11-01' } },
]

withPresentation('deprecation', app => {
  test('each answer of a deprecated operation, problems included, has the deprecation date, the sunset date and a link', async () => {
    const { platform } = app()
    const server = createServer({ platform, rateLimit: null, trustProxy: [], sendNotFoundPage: (_, reply) => reply })
    mountRows(server, platform, { of: () => true, rows })
    await server.ready()
    const get = async (url: string) => (await server.inject({ url })).headers
    const status = await get('/v1/status')
    assert.equal(status.deprecation, `@${Date.UTC(2026, 10, 1) / 1000}`)
    assert.equal(status.sunset, 'Sat, 01 May 2027 00:00:00 GMT')
    assert.equal(status.link, `<${deprecated.link}>; rel="deprecation"; type="text/html"`)
    const problem = await server.inject({ url: '/v1/status?unknown=1' })
    assert.equal(problem.statusCode, 400)
    assert.deepEqual([problem.headers.deprecation, problem.headers.sunset], [status.deprecation, status.sunset])
    const refused = await server.inject({ url: '/v1/account' })
    assert.equal(refused.statusCode, 401)
    assert.deepEqual([refused.headers.deprecation, refused.headers.sunset], [status.deprecation, undefined])
    assert.equal(refused.headers.link, '</lifecycle/>; rel="deprecation"; type="text/html"')
    const pricing = await get('/v1/pricing')
    assert.deepEqual([pricing.deprecation, pricing.sunset, pricing.link], [undefined, undefined, undefined])
    await server.close()
  })

  test('the OpenAPI document marks only the deprecated operation, and the page about versions names it', () => {
    const table = Object.fromEntries(rows.map(row => [row.id, row]))
    const { paths } = openApiDocument(pricedSite(siteRow('events')), 'https://events.test', table)
    assert.equal(paths['/v1/status']!.get!.deprecated, true)
    assert.equal(paths['/v1/pricing']!.get!.deprecated, undefined)
    const line = deprecationLine('getStatus', rows[1]!, deprecated)
    assert.match(
      line,
      /`getStatus` \(`GET \/v1\/status`\): deprecated since 2026-11-01, ends on 2027-05-01\..*lifecycle/,
    )
  })

  test('no operation of the service ends sooner after its notice than the page about versions says', () => {
    const daysOfNotice = ({ since, sunset }: Deprecated) => (Date.parse(sunset!) - Date.parse(since)) / 86_400_000
    for (const { id, deprecated: ending } of operations)
      if (ending?.sunset) assert.ok(daysOfNotice(ending) >= fewestDaysOfNotice, id)
  })
})
