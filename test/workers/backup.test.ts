// Scheduled backups: made when due by one process, kept in a folder or a bucket, encrypted, and restored.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { readConfig } from '../../src/config.ts'
import type { BackupSettings } from '../../src/contract/backups.ts'
import { limits } from '../../src/contract/limits.ts'
import { lastBackup } from '../../src/store/database/last-backup.ts'
import { createBackupWorker } from '../../src/workers/backup.ts'
import { commandOn } from '../cli/command-on.ts'
import { freshFolder } from '../databases.ts'
import { eventBody, onEveryDatabase, quietLog, startApp, startOfTests, type TestApp, testClock } from '../harness.ts'
import { bucketKey, startBucket } from '../kit/bucket.ts'

const day = 24 * 3_600_000
const settingsOf = (env: Record<string, string>): BackupSettings => readConfig(env).backups!

const bucket = await startBucket()
after(() => bucket.close())

onEveryDatabase('scheduled backups', ({ fresh }) => {
  const workerOf = (app: TestApp, settings: BackupSettings) =>
    createBackupWorker(app.platform, { settings, databaseUrl: app.databaseUrl, dataDir: app.folder })

  test('one of two processes makes the backup that is due, and the next after the interval, and old copies go', async () => {
    const url = await fresh()
    const clock = testClock()
    const told: string[] = []
    const tell = (_: object, line: string) => void (line.includes('backup') && told.push(line))
    const log = { ...quietLog, info: tell, error: tell }
    const [one, other] = [await startApp(url, { clock, log }), await startApp(url, { clock, log })]
    const folder = join(freshFolder(), 'made', 'by the service')
    const workers = [one, other].map(app => workerOf(app, settingsOf({ BACKUP_TO: folder, BACKUP_KEEP: '2d' })))
    const round = () => Promise.all(workers.map(worker => worker.runOnce()))
    await round()
    assert.deepEqual(readdirSync(folder), ['handbill-20261121T120000Z.db.gz'])
    assert.deepEqual([told, await lastBackup(one.platform.db)], [['a backup was made'], clock.now()])
    clock.advance(day - 1)
    await round()
    assert.equal(readdirSync(folder).length, 1)
    for (const step of [1, day]) {
      clock.advance(step)
      await round()
    }
    assert.deepEqual(readdirSync(folder).sort(), ['handbill-20261122T120000Z.db.gz', 'handbill-20261123T120000Z.db.gz'])
    for (const app of [one, other]) {
      assert.deepEqual(
        readdirSync(app.folder).filter(name => name.startsWith('backup')),
        [],
      )
      await app.close()
    }
  })

  test('a process that starts removes the copy of a killed one, and leaves that of a living one', async () => {
    const app = await startApp(await fresh())
    // Its parent lives; no process has the other number.
    for (const pid of [process.ppid, 99_999_999]) mkdirSync(join(app.folder, `backup-${pid}`))
    workerOf(app, settingsOf({ BACKUP_TO: freshFolder() }))
    assert.deepEqual(
      readdirSync(app.folder).filter(name => name.startsWith('backup')),
      [`backup-${process.ppid}`],
    )
    await app.close()
  })

  test('a claim that is held stays with its process, and lapses when it is not', async () => {
    const clock = testClock()
    const app = await startApp(await fresh(), { clock })
    const claimed = async () => app.platform.act('claimBackup', { everyMs: day })
    assert.deepEqual([await claimed(), await claimed()], [true, false])
    clock.advance(limits.backupHeldMs)
    await app.platform.act('holdBackup', {})
    clock.advance(limits.backupClaimMs - 1)
    assert.equal(await claimed(), false)
    clock.advance(1)
    assert.equal(await claimed(), true)
    await app.close()
  })

  test('a backup that fails is told and tried again, drops nothing and leaves no copy', async () => {
    const clock = testClock()
    const told: string[] = []
    const log = { ...quietLog, error: (_: object, line: string) => void told.push(line) }
    const app = await startApp(await fresh(), { clock, log })
    const folder = freshFolder()
    const file = join(folder, 'in the way')
    writeFileSync(file, '')
    const broken = workerOf(app, settingsOf({ BACKUP_TO: join(file, 'backups') }))
    await broken.runOnce()
    assert.deepEqual(told, ['no backup could be made; it is tried again'])
    assert.equal(await lastBackup(app.platform.db), null)
    const mended = workerOf(app, settingsOf({ BACKUP_TO: folder }))
    await mended.runOnce()
    assert.deepEqual(readdirSync(folder), ['in the way'])
    clock.advance(limits.backupClaimMs)
    await mended.runOnce()
    assert.equal(readdirSync(folder).length, 2)
    assert.deepEqual(
      readdirSync(app.folder).filter(name => name.startsWith('backup')),
      [],
    )
    await app.close()
  })

  test('an encrypted backup in a bucket is listed, tried and restored with its key alone, and a damaged one is refused', async () => {
    const app = await startApp(await fresh())
    const { key } = await app.account()
    await app.call('POST', '/v1/posts', { key, body: eventBody({ title: 'A lecture on tides' }) })
    const identity = await generateX25519Identity()
    const place = {
      BACKUP_TO: `${bucket.to}/${app.databaseUrl.length}`,
      BACKUP_S3_KEY: bucketKey,
      BACKUP_RECIPIENT: await identityToRecipient(identity),
    }
    await workerOf(app, settingsOf(place)).runOnce()
    const folder = freshFolder()
    const keys = { right: join(folder, 'right'), wrong: join(folder, 'wrong') }
    writeFileSync(keys.right, `# created: today\n${identity}\n`)
    writeFileSync(keys.wrong, await generateX25519Identity())
    // A command months later: the post that waited then is no breach of an invariant.
    const later = testClock(startOfTests + 90 * day)
    const ran = (argv: string[], env = place, databaseUrl = app.databaseUrl) => {
      const open = (options: { databaseUrl?: string } = {}) =>
        startApp(options.databaseUrl ?? databaseUrl, { clock: later })
      return commandOn({ ...app, databaseUrl }, argv, [], { backups: settingsOf(env), open })
    }
    const name = 'handbill-20261121T120000Z.db.gz.age'
    assert.deepEqual(
      (await ran(['backup', 'list'])).out.map(line => JSON.parse(line).backup),
      [name],
    )
    const stranger = await ran(['backup', 'list'], { ...place, BACKUP_S3_KEY: 'nobody:secret' })
    assert.match(stranger.err.join(), /backups\/platform\/\d+\/: InvalidAccessKeyId \(403\)/)

    const verified = await ran(['backup', 'verify', '--identity', keys.right])
    assert.deepEqual([verified.status, verified.err], [0, []], verified.out.join())
    const report = JSON.parse(verified.out[0]!)
    assert.deepEqual([report.backup, report.made_at, report.ok], [name, '2026-11-21T12:00:00Z', true])
    assert.match((await ran(['backup', 'verify'])).err[0]!, /^invalid: .* is encrypted; --identity takes/)
    const wrong = await ran(['backup', 'verify', name, '--identity', keys.wrong])
    assert.match(wrong.err[0]!, /^invalid: .* could not be decrypted/)
    assert.match((await ran(['restore', 'handbill.db.gz'])).err[0]!, /^invalid: There is neither a file/)

    const target = await fresh()
    const restored = await ran(['restore', 'latest', '--identity', keys.right], place, target)
    assert.deepEqual([restored.status, restored.err], [0, []])
    assert.equal(JSON.parse(restored.out[0]!).restored.posts, 1)
    await app.close()
  })

  test('a backup that was cut off or changed on its way is refused, and the database stays as it is', async () => {
    const app = await startApp(await fresh())
    const folder = freshFolder()
    await workerOf(app, settingsOf({ BACKUP_TO: folder })).runOnce()
    const whole = readFileSync(join(folder, readdirSync(folder)[0]!))
    const changed = Buffer.from(whole)
    changed[changed.length >> 1]! ^= 1
    for (const [what, bytes] of [
      ['cut', whole.subarray(0, -100)],
      ['changed', changed],
    ] as const) {
      const file = join(folder, `${what}.db.gz`)
      writeFileSync(file, bytes)
      const { status, err } = await commandOn(app, ['restore', file, '--replace'])
      assert.equal(status, 1)
      assert.match(err[0]!, /^invalid: \w+\.db\.gz is damaged: /)
    }
    assert.deepEqual(
      readdirSync(app.folder).filter(entry => entry.startsWith('backup')),
      [],
    )
    await app.close()
  })
})
