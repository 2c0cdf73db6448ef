// A new secret of the platform: links and webhook secrets of the previous secret work until everything is sealed with the new
// one.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { resealWebhooks } from '../../src/usecases/delivery/reseal-webhooks.ts'
import { freshDatabase, freshFolder } from '../databases.ts'
import { runCommand } from '../e2e/process.ts'
import { onOneDatabase, startApp, type TestApp } from '../harness.ts'

const [oldKey, newKey] = [7, 8].map(byte => Buffer.alloc(32, byte).toString('base64')) as [string, string]
const old = { SECRET_KEY: oldKey }
const both = { SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: oldKey }
const renewed = { SECRET_KEY: newKey }

/** An account with endpoints whose secrets are known, sealed under the secret of the app. */
async function withEndpoints(app: TestApp, count: number) {
  const { accountId } = await app.account()
  const secrets = new Map<string, string>()
  for (let i = 0; i < count; i++) {
    const secret = app.platform.webhooks.secrets.fresh()
    const sealedSecret = app.platform.webhooks.secrets.seal(secret, accountId)
    const endpoint = { url: 'https://example.org/', events: ['post.published'] as const, sealedSecret }
    const { id } = await app.platform.act('createWebhook', { accountId, ...endpoint })
    secrets.set(id, secret)
  }
  return { accountId, secrets }
}

/** Fails unless the app opens every secret. */
async function assertOpens({ platform }: TestApp, accountId: string, secrets: ReadonlyMap<string, string>) {
  const rows = await platform.db.selectFrom('webhooks').select(['id', 'secret']).execute()
  assert.deepEqual(
    new Map(rows.map(row => [row.id, platform.webhooks.secrets.open(row.secret, accountId)])),
    new Map(secrets),
  )
}

onOneDatabase('SQLite', 'a new secret', ({ fresh }) => {
  test('a restore under another secret than that of the backup warns of the webhook secrets that it does not open', async () => {
    const from = await startApp(await fresh(), { env: old })
    await withEndpoints(from, 2)
    await from.close()
    const file = join(freshFolder(), 'backup.db')
    const saved = await runCommand({ ...old, DATABASE_URL: from.databaseUrl, DATA_DIR: freshFolder() }, [
      'backup',
      file,
    ])
    assert.equal(saved.status, 0, saved.stderr)
    const restore = async (secret: object) => {
      const env = { ...secret, DATABASE_URL: await fresh(), DATA_DIR: freshFolder() }
      return (await runCommand(env, ['restore', file])).stderr
    }
    assert.match(
      await restore(renewed),
      /does not open the webhook secrets of 2 endpoints: set the SECRET_KEY of the time/,
    )
    assert.doesNotMatch(await restore(old), /webhook secrets/)
  })

  test('a new secret signs and seals everything new; the previous secret only opens, and only while it is configured', async t => {
    const url = await fresh()
    const before = await startApp(url, { env: old })
    const { accountId, secrets } = await withEndpoints(before, 3)
    const { links } = before.platform
    const at = before.clock.now()
    const token = links.sign({ account: accountId, grade: 'agent' }, at)
    const csrf = links.csrf('session')
    await before.close()

    const during = await startApp(url, { env: both, clock: before.clock })
    t.after(() => during.close())
    assert.equal((await during.call('GET', `/account?t=${token}`)).status, 303)
    assert.equal(during.platform.links.csrfMatches('session', csrf), true)
    await assertOpens(during, accountId, secrets)
    const signed = during.platform.links.sign({ account: accountId, grade: 'agent' }, at)
    assert.notEqual(signed, token)
    assert.deepEqual(await resealWebhooks(during.platform), { webhooks: 3, resealed: 3, unreadable: 0 })

    const after = await startApp(url, { env: renewed, clock: before.clock })
    t.after(() => after.close())
    await assertOpens(after, accountId, secrets)
    assert.equal((await after.call('GET', `/account?t=${signed}`)).status, 303)
    assert.equal((await after.call('GET', `/account?t=${token}`)).status, 400)
    assert.equal(after.platform.links.csrfMatches('session', csrf), false)
  })

  test('a new secret seals the secret of every endpoint, even if rotate-secret is interrupted or a webhook secret is rotated meanwhile', async t => {
    const url = await fresh()
    const before = await startApp(url, { env: old })
    const { accountId, secrets } = await withEndpoints(before, 4)
    // In the order of the database, whose collation varies.
    const rows = await before.platform.db.selectFrom('webhooks').select('id').orderBy('id').execute()
    await before.close()
    const app = await startApp(url, { env: both, clock: before.clock })
    t.after(() => app.close())
    const { platform } = app
    let left = 2
    const interrupted = {
      ...platform,
      act: (async (name: 'resealWebhook', input: never) => {
        if (left-- <= 0) throw new Error('interrupted')
        return platform.act(name, input)
      }) as typeof platform.act,
    }
    await assert.rejects(resealWebhooks(interrupted), /interrupted/)

    // The old node still runs and seals with the previous secret.
    const oldNode = await startApp(url, { env: old, clock: before.clock })
    t.after(() => oldNode.close())
    const rotated = rows.filter(({ id }) => secrets.has(id))[3]?.id as string
    const secret = oldNode.platform.webhooks.secrets.fresh()
    let done = false
    const raced = {
      ...platform,
      act: (async (name: 'resealWebhook', input: { webhookId: string }) => {
        if (input.webhookId === rotated && !done) {
          done = true
          const sealedSecret = oldNode.platform.webhooks.secrets.seal(secret, accountId)
          await platform.act('rotateWebhookSecret', { accountId, webhookId: rotated, sealedSecret })
        }
        return platform.act(name, input as never)
      }) as typeof platform.act,
    }
    assert.deepEqual(await resealWebhooks(raced), { webhooks: 4, resealed: 2, unreadable: 0 })
    assert.deepEqual(await resealWebhooks(platform), { webhooks: 4, resealed: 0, unreadable: 0 })
    const after = await startApp(url, { env: renewed, clock: before.clock })
    t.after(() => after.close())
    const first = secrets.get(rotated)
    await assertOpens(after, accountId, new Map([...secrets, [rotated, secret]]))
    const row = await after.platform.db.selectFrom('webhooks').selectAll().where('id', '=', rotated).executeTakeFirst()
    assert.equal(after.platform.webhooks.secrets.open(row!.previous_secret!, accountId), first)
  })
})

test('rotate-secret with a configured secret requires the new and the previous secret, and counts the endpoints that it sealed again', async () => {
  const env = { DATABASE_URL: await freshDatabase('SQLite'), DATA_DIR: freshFolder() }
  const app = await startApp(env.DATABASE_URL, { env: old })
  await withEndpoints(app, 2)
  await app.close()
  const alone = await runCommand({ ...env, ...renewed }, ['rotate-secret'])
  assert.deepEqual([alone.status, alone.stdout], [1, ''])
  assert.match(alone.stderr, /^configuration: SECRET_KEY_PREVIOUS: [^\n]+\n$/)
  const wrong = { SECRET_KEY: newKey, SECRET_KEY_PREVIOUS: Buffer.alloc(32, 1).toString('base64') }
  const unreadable = await runCommand({ ...env, ...wrong }, ['rotate-secret'])
  assert.equal(unreadable.status, 1)
  assert.deepEqual(JSON.parse(unreadable.stdout), { webhooks: 2, resealed: 0, unreadable: 2, log_key: 'none' })
  const done = await runCommand({ ...env, ...both }, ['rotate-secret'])
  assert.deepEqual(done, {
    status: 0,
    stdout: '{"webhooks":2,"resealed":2,"unreadable":0,"log_key":"none"}\n',
    stderr: '',
  })
})

test('rotate-secret with the secret of the data folder makes a new secret once, and keeps it when run again', async () => {
  const folder = freshFolder()
  const env = { DATABASE_URL: await freshDatabase('SQLite'), DATA_DIR: folder }
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim()
  assert.equal((await runCommand(env, ['audit'])).status, 0)
  const first = read('secret.key')
  const app = await startApp(env.DATABASE_URL, { env: { SECRET_KEY: first } })
  const { accountId, secrets } = await withEndpoints(app, 2)
  await app.close()

  const done = await runCommand(env, ['rotate-secret'])
  assert.deepEqual(done, {
    status: 0,
    stdout: '{"webhooks":2,"resealed":2,"unreadable":0,"log_key":"none"}\n',
    stderr: '',
  })
  assert.equal(read('secret.key.previous'), first)
  const second = read('secret.key')
  assert.notEqual(second, first)
  const again = await runCommand(env, ['rotate-secret'])
  assert.deepEqual(again.stdout, '{"webhooks":2,"resealed":0,"unreadable":0,"log_key":"none"}\n')
  assert.deepEqual([read('secret.key'), read('secret.key.previous')], [second, first])
  const after = await startApp(env.DATABASE_URL, { env: { SECRET_KEY: second } })
  await assertOpens(after, accountId, secrets)
  await after.close()
})
