// Public documents: lists, posts, pages, feeds and files share one cache, one compression and one way of conditional requests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { eventBody, withPresentation } from '../../harness.ts'

withPresentation('public documents', app => {
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const { statusCode: status, headers: sent, rawPayload: body } = await app().app.http.inject({ url: path, headers })
    return { status, headers: sent as Record<string, string | undefined>, body }
  }

  test('public documents have a different ETag for each encoding, and each of these ETags gets 304', async () => {
    const { key } = await app().account()
    const words = 'Zoë brings clay, three wheels and a small kiln; everyone takes home what they have made. '
    const body = eventBody({ body: `${words.repeat(12)}${process.pid}` })
    const { json: post } = await app().call('POST', '/v1/posts', { key, body })
    await app().moderate()
    for (const path of ['/v1/posts', `/v1/posts/${post.id}`, '/', '/index.json', '/problems.json', '/openapi.json']) {
      const plain = await get(path)
      const forms = {
        br: brotliDecompressSync((await get(path, { 'accept-encoding': 'br, gzip' })).body),
        gzip: gunzipSync((await get(path, { 'accept-encoding': 'gzip;q=0.5, br;q=0' })).body),
      }
      const tags = [plain.headers.etag ?? '']
      for (const [encoding, bytes] of Object.entries(forms)) {
        const { headers } = await get(path, { 'accept-encoding': encoding })
        assert.equal(headers['content-encoding'], encoding, path)
        assert.ok(bytes.equals(plain.body), path)
        tags.push(headers.etag ?? '')
      }
      assert.equal(new Set(tags).size, 3, path)
      for (const tag of tags) {
        const again = await get(path, { 'if-none-match': `"other", W/${tag}` })
        assert.deepEqual([again.status, again.body.length, again.headers['content-length']], [304, 0, undefined], path)
        assert.equal(again.headers['cache-control'], plain.headers['cache-control'])
      }
      assert.match(plain.headers.vary ?? '', /\bAccept-Encoding\b/, path)
    }
  })

  test('public documents are the same for everyone, except a cached post, which its own key gets as its own', async () => {
    const { key } = await app().account()
    const { key: stranger } = await app().account()
    const { json: post } = await app().call('POST', '/v1/posts', { key, body: eventBody() })
    await app().moderate()
    const path = `/v1/posts/${post.id}`
    const everyone = await app().call('GET', path)
    for (let i = 0; i < 2; i++) {
      assert.equal((await app().call('GET', path, { key: stranger })).text, everyone.text)
      assert.equal((await app().call('GET', path, { key })).json.status, 'published')
    }
    await app().call('DELETE', path, { key })
    for (const who of [{}, { key: stranger }]) assert.equal((await app().call('GET', path, who)).status, 410)
  })
})
