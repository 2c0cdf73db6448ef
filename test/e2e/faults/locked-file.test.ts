// Another process holds the lock of an SQLite file: reads are answered, writes get 503 while it lasts, and nothing is stored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import BetterSqlite3 from 'better-sqlite3'
import { freshDatabase } from '../../databases.ts'
import { eventBody } from '../../harness.ts'
import { account, auditOf, call, environment } from '../caller.ts'
import { startService } from '../process.ts'

const writes = 5

test('while another program locks the database file, reads are answered and writes get 503, and then the service goes on', {
  timeout: 120_000,
}, async t => {
  const url = await freshDatabase('SQLite')
  const env = await environment(url)
  const service = await startService(env)
  t.after(() => service.kill())
  const { origin } = service
  const { key } = await account(env, origin, 100_000_000)
  const posting = (n: number) =>
    call(origin, '/v1/posts', key, eventBody(), { 'idempotency-key': `locked-file-post-${n}` })
  const other = new BetterSqlite3(url.slice('sqlite:'.length))
  t.after(() => other.close())
  other.exec('begin exclusive')
  // The lock ends only after the answers: a service that waits for it never answers, and the test runs out of time.
  const answers = await Promise.all(Array.from({ length: writes }, (_, n) => posting(n)))
  for (const answer of answers) {
    assert.equal(answer?.status, 503, JSON.stringify(answer))
    assert.equal(answer.json.code, 'overloaded')
    assert.match(answer.retryAfter ?? '', /^[1-9]\d*$/)
  }
  assert.equal((await call(origin, '/v1/posts', null))?.status, 200)
  assert.equal((await call(origin, '/v1/account', key))?.json.balance, 100_000_000)
  other.exec('rollback')
  let answer = await posting(writes)
  while (answer?.status === 503) answer = await posting(writes)
  assert.equal(answer?.status, 202)
  assert.equal((await call(origin, '/v1/account', key))?.json.balance, 99_000_000, 'no refused post was charged')
  await service.stop()
  assert.equal(await auditOf(env), 'in order')
})
