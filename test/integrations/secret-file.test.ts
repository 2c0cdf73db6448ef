// The generated secret: one for all processes, even if they start at once.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { previousSecretIn, replaceSecretIn, secretIn } from '../../src/integrations/secret/secret-file.ts'
import { freshFolder } from '../databases.ts'

const starters = 6
/** Waits until all processes have started, then reads the secret of a folder again and again. */
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

const right = Buffer.alloc(32, 9).toString('base64')
const unusable: [string, (path: string) => void, RegExp][] = [
  ['empty', path => writeFileSync(path, ''), /holds nothing/],
  ['white space', path => writeFileSync(path, ' \n'), /holds nothing/],
  ['short', path => writeFileSync(path, Buffer.alloc(31, 9).toString('base64')), /holds 31 bytes/],
  ['long', path => writeFileSync(path, Buffer.alloc(33, 9).toString('base64')), /holds 33 bytes/],
  ['no base64', path => writeFileSync(path, '{"secret": "hunter2"}'), /holds 21 characters that are not base64/],
  ['two secrets', path => writeFileSync(path, `${right}\n${right}`), /holds 89 characters that are not base64/],
  ['a folder', path => mkdirSync(path), /cannot be read \(EISDIR\)/],
  ['a link to itself', path => symlinkSync('secret.key', path), /cannot be read \(ELOOP\)/],
]
for (const [what, make, words] of unusable)
  test(`a secret file that is ${what} is refused with the name of the file and never its content, and is not changed`, () => {
    const folder = freshFolder()
    const path = join(folder, 'secret.key')
    make(path)
    for (const read of [secretIn, replaceSecretIn])
      assert.throws(
        () => read(folder),
        (error: Error) =>
          error.name === 'ConfigError' &&
          error.message.startsWith(`DATA_DIR/secret.key: ${path} `) &&
          words.test(error.message) &&
          /it takes (a file with )?32 bytes in base64/.test(error.message) &&
          !/hunter2|CQkJ|\n/.test(error.message),
      )
    assert.deepEqual(readdirSync(folder), ['secret.key'])
  })

test('a replaced secret is kept beside the new one, in private files', () => {
  const folder = freshFolder()
  const old = secretIn(folder)
  assert.equal(previousSecretIn(folder), null)
  replaceSecretIn(folder)
  assert.deepEqual(previousSecretIn(folder), old)
  assert.notDeepEqual(secretIn(folder), old)
  assert.deepEqual(readdirSync(folder).sort(), ['secret.key', 'secret.key.previous'])
  for (const name of readdirSync(folder)) {
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600)
    assert.match(readFileSync(join(folder, name), 'utf8'), /^[A-Za-z0-9+/]{43}=\n$/)
  }
})
