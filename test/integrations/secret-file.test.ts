// The generated secret: one for all processes, however they start.
import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { secretIn } from '../../src/integrations/secret/secret-file.ts'
import { freshFolder } from '../databases.ts'

const starters = 6
/** Waits until all are there, then asks for the secret of a folder, again and again. */
const starter = `
  const { parentPort, workerData } = require('node:worker_threads')
  import(workerData.module).then(({ secretIn }) => {
    const there = new Int32Array(workerData.there)
    const secrets = workerData.folders.map((folder, round) => {
      Atomics.add(there, round, 1)
      Atomics.notify(there, round)
      for (let n; (n = Atomics.load(there, round)) < workerData.starters; ) Atomics.wait(there, round, n)
      return secretIn(folder).toString('base64')
    })
    parentPort.postMessage(secrets)
  })`

test('processes that start at once agree on the secret, and leave one private file', async () => {
  const folders = Array.from({ length: 25 }, () => join(freshFolder(), 'data'))
  const there = new SharedArrayBuffer(4 * folders.length)
  const module = new URL('../../src/integrations/secret/secret-file.ts', import.meta.url).href
  const found = await Promise.all(
    Array.from(
      { length: starters },
      () =>
        new Promise<string[]>((resolve, reject) => {
          const worker = new Worker(starter, { eval: true, workerData: { module, there, folders, starters } })
          worker.once('message', resolve).once('error', reject)
        }),
    ),
  )
  for (const [round, folder] of folders.entries()) {
    const secrets = new Set(found.map(secrets => secrets[round]))
    assert.equal(secrets.size, 1)
    assert.deepEqual([...secrets], [secretIn(folder).toString('base64')])
    assert.equal(secretIn(folder).length, 32)
    assert.deepEqual(readdirSync(folder), ['secret.key'])
    assert.equal(statSync(join(folder, 'secret.key')).mode & 0o777, 0o600)
  }
})
