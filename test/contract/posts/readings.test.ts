// The fixed rules read a text once, before the transaction that buys it, whatever is decided later.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyFor, withApp } from '../../harness.ts'

withApp('the fixed rules', app => {
  test('the fixed rules read a new text, an edit and a dry run once each, and no text again for its decision', async () => {
    const { key } = await app().account()
    const { reader } = app().platform
    const { read } = reader
    let readings = 0
    reader.read = (...text) => {
      readings += 1
      return read(...text)
    }
    const readBy = async (what: () => Promise<unknown>) => {
      const before = readings
      await what()
      return readings - before
    }
    let id = ''
    const submit = async () => {
      const { status, json, text } = await app().call('POST', '/v1/posts', { key, body: bodyFor.events() })
      assert.equal(status, 202, text)
      id = json.id
    }
    const ask = (path: string, status: number) => async () => {
      const method = path === '/v1/posts?dry_run=true' ? 'POST' : 'PATCH'
      const body = method === 'POST' ? bodyFor.events() : { title: 'Another title altogether' }
      const answer = await app().call(method, path, { key, body })
      assert.equal(answer.status, status, answer.text)
    }
    try {
      assert.equal(await readBy(ask('/v1/posts?dry_run=true', 200)), 1, 'a dry run')
      assert.equal(await readBy(submit), 1, 'a new text')
      assert.equal(await readBy(() => app().moderate()), 0, 'its decision')
      assert.equal(await readBy(ask(`/v1/posts/${id}`, 202)), 1, 'an edit')
      assert.equal(await readBy(() => app().moderate()), 0, 'the decision of the edit')
    } finally {
      reader.read = read
    }
  })
})
