// Four sites in one process: one platform, four shapes, each at its own host (contract.md §1, §3).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteIds } from '../../src/contract/site-ids.ts'
import { siteRow } from '../../src/contract/sites.ts'
import { bodyFor, hostOf, withSites } from '../harness.ts'

withSites('four sites on one platform', app => {
  test('each takes its own shape: charged, moderated by the built-in model, published, listed', async () => {
    const author = await app().account({ balance: 10_000_000 })
    for (const site of siteIds) {
      const host = hostOf(site)
      const posted = await app().call('POST', '/v1/posts', { host, key: author.key, body: bodyFor[site]() })
      assert.equal(posted.status, 202, posted.text)
      assert.equal(posted.json.site, site)
      await app().moderate()
      const own = await app().call('GET', `/v1/posts/${posted.json.id}`, { host, key: author.key })
      assert.equal(own.json.status, 'published', own.text)
      assert.equal(own.json.post.url, `http://${host}/p/${posted.json.id}`)
      const { json } = await app().call('GET', '/v1/posts', { host })
      assert.deepEqual(
        json.items.map((item: { id: string }) => item.id),
        [posted.json.id],
      )
    }
  })

  test('the example of every site is fine', async () => {
    const author = await app().account()
    for (const site of siteIds) {
      const body = siteRow(site).example
      const { status, json, text } = await app().call('POST', '/v1/posts?dry_run=true', {
        host: hostOf(site),
        key: author.key,
        body,
      })
      assert.equal(status, 200, text)
      assert.equal(json.outcome, 'would_queue', text)
      assert.equal(json.ready_to_post, true, text)
    }
  })
})
