// A service with a full disk: it answers reads, refuses writes, loses nothing, and writes again once there is room.
import assert from 'node:assert/strict'
import { chmodSync, closeSync, copyFileSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { freshDatabase, freshFolder } from '../../databases.ts'
import { eventBody } from '../../harness.ts'
import { isLong, sizeOf } from '../../kit/long.ts'
import { missing } from '../../kit/report.ts'
import { limitedFiles, type SmallDisk, smallDisk, smallFileSystem } from '../../kit/small-disk.ts'
import { account, auditOf, call, environment } from '../caller.ts'
import { runCommand, startService } from '../process.ts'

const price = 1_000_000
const balance = 500_000 * price
const clients = 6

const disks = isLong ? [smallFileSystem, limitedFiles] : [smallDisk]

for (const make of disks)
  test(`on a full disk (${make.name}) reads are always answered, writes get 503, and writes succeed again once there is room`, {
    timeout: 180_000,
  }, async t => {
    const disk = make()
    if (!disk) return t.diagnostic('mounting is not allowed here: the limit on the length of files stands for it')
    t.diagnostic(`the disk is ${disk.how}`)
    t.after(() => disk.remove())
    await fillAndMakeRoom(t, disk)
  })

async function fillAndMakeRoom(t: TestContext, disk: SmallDisk): Promise<void> {
  const { folder } = disk
  copyFileSync((await freshDatabase('SQLite')).slice('sqlite:'.length), join(folder, 'handbill.db'))
  const { DATABASE_URL: _, ...env } = await environment('', folder)
  const service = await startService(env)
  t.after(() => service.kill())
  const { origin, process } = service
  const pid = process.pid as number
  const { key } = await account(env, origin, balance)
  const acknowledged: string[] = []
  let sent = 0
  let running = true
  t.after(() => {
    running = false
  })
  let refused = 0
  let onRefused = () => {}
  const client = async () => {
    while (running) {
      const body = eventBody()
      const idempotencyKey = `disk-test-${sent++}`
      while (running) {
        const answer = await call(origin, '/v1/posts', key, body, { 'idempotency-key': idempotencyKey })
        if (answer?.status === 202) {
          acknowledged.push(answer.json.id)
          break
        }
        assert.equal(answer?.status, 503, JSON.stringify(answer))
        assert.equal(answer.json.code, 'overloaded')
        assert.match(answer.retryAfter ?? '', /^[1-9]\d*$/)
        refused++
        onRefused()
      }
    }
  }
  const read = async () => {
    let reads = 0
    for (; running; reads++)
      for (const path of ['/v1/posts', `/v1/posts/${acknowledged.at(-1) ?? ''}`, '/v1/account', '/v1/outcomes', '/'])
        assert.equal((await fetch(origin + path, { headers: { authorization: `Bearer ${key}` } })).status, 200, path)
    return reads
  }
  const reach = async (count: number) => {
    while (running && acknowledged.length < count) await call(origin, '/healthz', null)
  }
  const working = Array.from({ length: clients }, client)
  await reach(50)
  const reading = read()
  for (let time = 0; time < sizeOf({ small: 1, full: 2 }); time++) {
    disk.fill(pid)
    const refusedBefore = refused
    const refusedOften = new Promise<void>(resolve => {
      onRefused = () => refused >= refusedBefore + 50 && resolve()
    })
    await Promise.race([refusedOften, Promise.all(working)])
    while ((await fetch(`${origin}/readyz`)).status !== 503);
    disk.makeRoom(pid)
    await reach(acknowledged.length + 50)
  }
  running = false
  await Promise.all(working)
  while ((await fetch(`${origin}/readyz`)).status !== 200);
  assert.ok((await reading) > 0)
  assert.equal(process.exitCode, null)
  const lines = service.log().split('\n').filter(Boolean)
  assert.ok(lines.length <= 10, `the log mentions a full disk only now and then:\n${service.log()}`)

  assert.equal(new Set(acknowledged).size, acknowledged.length)
  const standing = await call(origin, '/v1/account', key)
  assert.equal(standing?.json.balance, balance - acknowledged.length * price, 'every post is charged exactly once')
  for (const id of acknowledged)
    assert.equal((await call(origin, `/v1/posts/${id}`, key))?.status, 200, `acknowledged post ${id} is lost`)
  // The workers run again too: a new post is decided.
  const last = await call(origin, '/v1/posts', key, eventBody())
  for (let status = 'queued'; status === 'queued'; )
    status = (await call(origin, `/v1/posts/${last?.json.id}`, key))?.json.status
  assert.equal(await service.stop(), 0)
  assert.equal(await auditOf(env), 'in order')
}

test('a log on a full disk does not end the service', async t => {
  if (!existsSync('/dev/full'))
    return t.skip(missing('a log on a full disk, because only Linux has a file that is always full'))
  const env = await environment(await freshDatabase('SQLite'))
  const full = openSync('/dev/full', 'w')
  t.after(() => closeSync(full))
  const service = await startService({ ...env, LOG_LEVEL: 'trace' }, undefined, full)
  for (let i = 0; i < 5; i++) assert.equal((await call(service.origin, '/v1/posts', null))?.status, 200)
  assert.equal(await service.stop(), 0)
})

test('a data folder that is not writable ends the start with one line that names the variable', async t => {
  const folder = readOnlyFolder(t)
  const { DATABASE_URL: _, SECRET_KEY: secret = '', ...env } = await environment('', folder)
  for (const more of [{}, { SECRET_KEY: secret }]) {
    const { status, stdout, stderr } = await runCommand({ ...env, ...more }, ['serve'])
    assert.equal(status, 1)
    assert.equal(stdout, '')
    assert.match(stderr, /^[^\n]*DATA_DIR[^\n]*\n$/)
  }
})

/** Root may write everywhere except on a file system mounted read-only, and where the kernel provides the files. */
function readOnlyFolder(t: TestContext): string {
  if (process.getuid?.() !== 0) {
    const folder = freshFolder()
    chmodSync(folder, 0o555)
    return folder
  }
  const disk = smallFileSystem(',ro')
  t.diagnostic(`the folder is ${disk ? 'on a read-only file system' : 'in /proc'}`)
  if (disk) t.after(() => disk.remove())
  return disk?.folder ?? '/proc/handbill'
}
