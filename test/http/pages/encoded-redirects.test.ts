// Paths in other scripts, with line breaks and with emoji: every page answers them, and redirects to an encoded address.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { siteIds } from '../../../src/contract/sites/site-ids.ts'
import { hostOf } from '../../harness.ts'
import { routesBelow } from '../owner/owner-site.ts'
import { presentPublishingSites } from './published.ts'

const odd = [
  '%E4%B8%AD',
  '%D0%96',
  '%F0%9F%98%80',
  '%0d%0aX-Injected:%20yes',
  '%00',
  '%C3%A9%2F',
  'e%CC%81',
  '%22%3E',
  '%FF',
  '%5C',
]

presentPublishingSites('paths in other scripts', app => {
  const get = (path: string, site: (typeof siteIds)[number] = 'events') =>
    app().call('GET', path, { host: hostOf(site) })

  test('a path in another script without its last slash is redirected to its encoded address', async () => {
    for (const [path, there] of [
      ['/in/%E4%B8%AD', '/in/%E4%B8%AD/'],
      ['/topics/%F0%9F%98%80?after=1.2', '/topics/%F0%9F%98%80/?after=1.2'],
      ['/by/%D0%96', '/by/%D0%96/'],
      ['/in/%0d%0aX', '/in/%0d%0aX/'],
      ['/topics/art/calendar/%E4%B8%AD', '/topics/art/calendar/%E4%B8%AD/'],
    ] as const) {
      const { status, headers } = await get(path)
      assert.deepEqual([status, headers.get('location')], [308, there])
      assert.ok(headers.get('request-id'))
    }
  })

  test('every mounted path answers odd parameters without an error of the framework', async () => {
    const paths = new Set(routesBelow(app(), '').flatMap(route => (route.startsWith('GET ') ? [route.slice(4)] : [])))
    const withParameters = [...paths].filter(path => path.includes(':'))
    assert.ok(withParameters.length > 20)
    for (const path of withParameters)
      for (const part of odd) {
        const asked = path.replace(/:\w+/g, part)
        const { status, headers, text } = await get(asked)
        assert.ok(status < 500, `${status} at ${asked}: ${text.slice(0, 200)}`)
        assert.ok(headers.get('request-id'), asked)
        assert.equal(headers.get('x-injected'), null)
        assert.match(headers.get('location') ?? '/', /^(?:\/(?!\/)|https?:\/\/\w+\.test\/)[\x21-\x7e]*$/, asked)
      }
  })
})
