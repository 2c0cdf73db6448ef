// How the process starts and stops: a failed start prints one line that names the setting, and every stop signal stops the
// process.
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { dialectOf } from '../../src/store/database/dialect.ts'
import { freePort, freshDatabase, freshFolder } from '../databases.ts'
import { onEveryDatabase } from '../harness.ts'
import { type Environment, isReady, runCommand, startService } from './process.ts'

const secret = Buffer.alloc(32, 7).toString('base64')

/** Fails unless the start ends with exit status 1 and one line on standard error; returns that line. */
async function refusedStart(env: Environment): Promise<string> {
  const { status, stderr } = await runCommand({ LOG_LEVEL: 'silent', ...env }, ['serve'])
  assert.equal(status, 1, stderr)
  assert.match(stderr, /^[^\n]+\n$/)
  return stderr
}

/** Every file below a folder. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}

/** Requests the verification mail on the owner's page. */
async function askForMail(accountUrl: string): Promise<void> {
  const entered = await fetch(accountUrl, { redirect: 'manual' })
  const cookie = entered.headers.getSetCookie()[0]!.split(';')[0]!
  const page = await (await fetch(new URL('/account', accountUrl), { headers: { cookie } })).text()
  const csrf = /name="csrf" value="([^"]+)"/.exec(page)![1]!
  const body = new URLSearchParams({ csrf })
  await fetch(new URL('/account/verification', accountUrl), { method: 'POST', headers: { cookie }, body })
}

/** An environment in which the service starts, with a copy of the SQLite template. */
async function fine(): Promise<Environment> {
  return { DATABASE_URL: await freshDatabase('SQLite'), DATA_DIR: freshFolder(), PORT: String(await freePort()) }
}

const missing = '/dev/null/data'
const faults: [string, (env: Environment) => Environment | Promise<Environment>, RegExp][] = [
  [
    'an unknown host',
    () => ({ HOST: 'nowhere.invalid' }),
    /HOST: "nowhere.invalid" cannot be listened on \((ENOTFOUND|EAI_AGAIN)\)/,
  ],
  ['an address of another machine', () => ({ HOST: '203.0.113.9' }), /HOST: "203.0.113.9" cannot .*EADDRNOTAVAIL/],
  [
    'a data folder that cannot be created',
    () => ({ DATA_DIR: missing }),
    /DATA_DIR: \/dev\/null\/data cannot be written to/,
  ],
  [
    'a data folder that cannot be created, with a configured secret',
    () => ({ DATA_DIR: missing, SECRET_KEY: secret }),
    /DATA_DIR: \/dev\/null\/data cannot be written to/,
  ],
  [
    'a data folder below /proc',
    () => ({ DATA_DIR: '/proc/data' }),
    /DATA_DIR: \/proc\/data cannot be written to \(ENOENT\)/,
  ],
  [
    'a database file below /proc',
    () => ({ DATABASE_URL: 'sqlite:/proc/data/x.db' }),
    /DATABASE_URL: \/proc\/data cannot be written to \(ENOENT\)/,
  ],
  [
    'a database file that cannot be created',
    () => ({ DATABASE_URL: 'sqlite:/dev/null/x.db' }),
    /DATABASE_URL: the database/,
  ],
  [
    'a file that is no database',
    ({ DATA_DIR }) => {
      const path = join(DATA_DIR!, 'text.db')
      writeFileSync(path, 'this is not a database '.repeat(50))
      return { DATABASE_URL: `sqlite:${path}` }
    },
    /DATABASE_URL: the database cannot be opened \(file is not a database\)/,
  ],
  [
    'an unreachable database server',
    async () => ({ DATABASE_URL: `postgres://u:hunter2@127.0.0.1:${await freePort()}/x`, SECRET_KEY: secret }),
    /DATABASE_URL: the database cannot be opened \(connect ECONNREFUSED/,
  ],
  [
    'a server database without a secret',
    () => ({ DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/x' }),
    /SECRET_KEY: is missing; it takes 32 bytes in base64/,
  ],
  [
    'an empty secret file',
    ({ DATA_DIR }) => {
      writeFileSync(join(DATA_DIR!, 'secret.key'), '')
      return {}
    },
    /DATA_DIR\/secret\.key: .* holds nothing; it takes 32 bytes in base64/,
  ],
]

for (const [what, change, line] of faults)
  test(`${what} ends the start in one line that names the setting`, { timeout: 60_000 }, async () => {
    const env = await fine()
    const refused = await refusedStart({ ...env, ...(await change(env)) })
    assert.match(refused, line)
    assert.doesNotMatch(refused, /hunter2/)
  })

test('a port in use ends the start in one line that names PORT', { timeout: 60_000 }, async t => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const { port } = other.address() as { port: number }
  const refused = await refusedStart({ ...(await fine()), PORT: String(port) })
  assert.match(refused, new RegExp(`PORT: ${port} is in use at 127\\.0\\.0\\.1`))
})

onEveryDatabase('a database of a newer version', ({ fresh }) => {
  test('a database of a newer version is refused in one line, by the service and by commands', {
    timeout: 60_000,
  }, async () => {
    const url = await fresh()
    const newer = dialectOf(url).open(url, 'write')
    await newer.command(`insert into migrations (name) values ('0999-of-tomorrow')`)
    await newer.close()
    const env = { DATABASE_URL: url, DATA_DIR: freshFolder(), SECRET_KEY: secret, PORT: '0' }
    assert.match(await refusedStart(env), /DATABASE_URL: .*newer version \(0999-of-tomorrow\)/)
    for (const command of ['migrate', 'audit']) {
      const { status, stderr } = await runCommand(env, [command])
      assert.deepEqual([status, /DATABASE_URL: .*newer version/.test(stderr)], [1, true], stderr)
    }
  })
})

test('the service starts without its Redis, and /readyz says that it is degraded', { timeout: 60_000 }, async () => {
  const service = await startService({ ...(await fine()), REDIS_URL: `redis://127.0.0.1:${await freePort()}` })
  try {
    const readiness = await (await fetch(`${service.origin}/readyz`)).json()
    assert.equal((readiness as { status: string }).status, 'degraded')
  } finally {
    assert.equal(await service.stop(), 0)
  }
})

for (const signals of [['SIGINT'], ['SIGTERM', 'SIGTERM'], ['SIGINT', 'SIGINT', 'SIGTERM']] as const)
  test(`the signals ${signals.join(', ')} end the service with status 0`, { timeout: 60_000 }, async () => {
    const service = await startService({ ...(await fine()), LOG_LEVEL: 'info' })
    // The service finishes this request first, so the further signals reach a service that is stopping.
    const unfinished = connect(Number(new URL(service.origin).port), '127.0.0.1')
    unfinished.on('error', () => {})
    unfinished.write(
      'POST /v1/accounts HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
    )
    await once(unfinished, 'data')
    let log = ''
    service.process.stdout!.on('data', chunk => (log += chunk))
    const exited = once(service.process, 'exit')
    service.process.kill(signals[0])
    while (!log.includes('"stopping"')) await once(service.process.stdout!, 'data')
    for (const signal of signals.slice(1)) service.process.kill(signal)
    unfinished.end()
    assert.deepEqual(await exited, [0, null])
    assert.equal(log.match(/"msg":"stopping"/g)?.length, 1)
  })

for (const shell of ['/bin/sh', '/bin/bash'])
  test(`SIGTERM to npm start alone ends the service and frees the port (${shell})`, { timeout: 90_000 }, async t => {
    const env = await fine()
    const npm = spawn('npm', [`--script-shell=${shell}`, 'start'], {
      env: { ...process.env, LOG_LEVEL: 'warn', ...env },
      stdio: 'ignore',
      detached: true,
    })
    t.after(() => {
      try {
        process.kill(-npm.pid!, 'SIGKILL')
      } catch {
        // All processes have ended, as they should.
      }
    })
    while (!(await isReady(`http://127.0.0.1:${env.PORT}`))) assert.equal(npm.exitCode, null)
    npm.kill('SIGTERM')
    await once(npm, 'exit')
    const successor = createServer().listen(Number(env.PORT), '127.0.0.1')
    await once(successor, 'listening')
    successor.close()
  })

test('only the owner can read the files that the service and its commands write', { timeout: 90_000 }, async t => {
  const folder = freshFolder()
  chmodSync(folder, 0o755)
  const port = String(await freePort())
  const data = join(folder, 'data')
  const env = { DATA_DIR: data, PORT: port, NODE_COMPILE_CACHE: '', SITES: `events=http://127.0.0.1:${port}` }
  const backups = join(folder, 'backups')
  mkdirSync(backups)
  const before = process.umask(0o022)
  try {
    // The folder of compiled code is written only at a start that finds the data folder.
    assert.equal((await runCommand(env, ['migrate'])).status, 0)
    const service = await startService(env)
    t.after(() => service.kill())
    const signUp = { name: 'Ada', email: 'ada@mail.example', handle: 'ada', accept_terms: true }
    const made = await fetch(`${service.origin}/v1/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signUp),
    })
    const { account_url: link } = (await made.json()) as { account_url: string }
    await askForMail(link)
    while (!filesIn(data).some(file => file.endsWith('.eml'))) assert.equal(service.process.exitCode, null)
    assert.equal((await runCommand(env, ['backup', join(backups, 'copy.db')])).status, 0)
    assert.equal((await runCommand(env, ['rotate-secret'])).status, 0)
    const files = [...filesIn(data), ...filesIn(backups)]
    for (const wanted of [
      /handbill\.db$/,
      /-wal$/,
      /-shm$/,
      /secret\.key$/,
      /secret\.key\.previous$/,
      /compile-cache/,
      /copy\.db$/,
    ])
      assert.ok(
        files.some(file => wanted.test(file)),
        `${wanted} exists`,
      )
    const open = files.filter(file => (statSync(file).mode & 0o077) !== 0)
    assert.deepEqual(open, [])
    assert.equal(statSync(data).mode & 0o777, 0o700)
    assert.equal(await service.stop(), 0)
  } finally {
    process.umask(before)
  }
})

const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find(path => {
  try {
    return Number.parseInt(execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }), 10) < 24
  } catch {
    return false
  }
})

test('a Node that is too old ends the start with one line', {
  skip: !oldNode && 'this machine has no older Node',
}, async () => {
  const child = spawn(oldNode!, ['bin/handbill.js', 'serve'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let err = ''
  child.stderr.on('data', chunk => (err += chunk))
  const [status] = await once(child, 'close')
  assert.equal(status, 1)
  assert.match(err, /^handbill: Node\.js [\d.]+ is too old; it takes Node\.js 24 or later[^\n]*\n$/)
})

test('an unreadable secret file ends the start', { timeout: 60_000 }, async () => {
  const env = await fine()
  symlinkSync('secret.key', join(env.DATA_DIR!, 'secret.key'))
  assert.match(await refusedStart(env), /DATA_DIR\/secret\.key: .* cannot be read \(ELOOP\)/)
})

test('a checkout without its packages says in one line to install them first', () => {
  const folder = freshFolder()
  for (const part of ['bin', 'src']) mkdirSync(join(folder, part))
  copyFileSync(fileURLToPath(new URL('../../bin/handbill.js', import.meta.url)), join(folder, 'bin/handbill.js'))
  writeFileSync(join(folder, 'src/main.ts'), '')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'bin/handbill.js'), 'serve'], {
    encoding: 'utf8',
  })
  assert.deepEqual([status, stderr], [1, 'handbill: its packages are not installed; run npm ci first\n'])
})
