// The files by which the service is installed: units of systemd, the image, compose, and the package itself, installed and started.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { fileVariableOf, secretNames, variables } from '../../src/config.ts'
import { freePort, freshFolder } from '../databases.ts'
import { startService } from '../e2e/process.ts'
import { without } from '../kit/program.ts'

const known = new Set<string>([...Object.keys(variables), ...secretNames.map(fileVariableOf)])
const noSystemd = without('systemd-analyze', 'the units of systemd')
const units = globSync('ops/systemd/*')

test('systemd reads the units, and the service is shut in', { skip: noSystemd }, () => {
  const folder = freshFolder()
  for (const unit of units) {
    // The command is not installed here.
    const text = readFileSync(unit, 'utf8').replace('/usr/local/bin/handbill', process.execPath)
    writeFileSync(join(folder, unit.split('/').at(-1)!), text)
  }
  const copies = globSync(join(folder, '*'))
  assert.equal(copies.length, 3)
  const read = spawnSync('systemd-analyze', ['verify', ...copies], { encoding: 'utf8' })
  assert.deepEqual([read.status, read.stdout + read.stderr], [0, ''])
  const [service] = copies.filter(path => path.endsWith('handbill.service'))
  const rated = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', service!], {
    encoding: 'utf8',
  })
  const exposure = Number(/Overall exposure level for .*: ([\d.]+)/.exec(rated.stdout)?.[1])
  assert.ok(exposure <= 1.5, rated.stdout)
})

type Compose = {
  services: Record<
    string,
    { profiles: string[]; environment?: Record<string, string>; secrets?: string[]; read_only?: boolean; image: string }
  >
  secrets: Record<string, unknown>
}

test('compose.yaml has the two set-ups, with settings that the service knows', () => {
  const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as Compose
  const services = Object.entries(compose.services)
  const of = (profile: string) =>
    services.filter(([, { profiles }]) => profiles.includes(profile)).map(([name]) => name)
  assert.deepEqual(of('small'), ['handbill'])
  assert.deepEqual(of('large').sort(), ['api-1', 'api-2', 'caddy', 'postgres', 'redis', 'worker'])
  const own = services.filter(([, { image }]) => image === 'handbill')
  assert.deepEqual(own.map(([name, { environment }]) => [name, environment?.ROLE ?? 'all']).sort(), [
    ['api-1', 'api'],
    ['api-2', 'api'],
    ['handbill', 'all'],
    ['worker', 'worker'],
  ])
  for (const [name, { environment = {}, secrets = [], read_only }] of own) {
    assert.deepEqual(
      Object.keys(environment).filter(variable => !known.has(variable)),
      [],
      name,
    )
    assert.ok(secrets.every(secret => secret in compose.secrets) && read_only === true, name)
  }
})

test('the image knows its settings, its files and its check of health', { timeout: 120_000 }, async () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8')
  const [, set = ''] = /^ENV (.*)$/m.exec(dockerfile) ?? []
  const names = set.split(' ').map(pair => pair.split('=')[0]!)
  assert.deepEqual(
    names.filter(name => !known.has(name)),
    ['NODE_ENV'],
  )
  assert.match(dockerfile, /^USER node$/m)
  const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
  assert.deepEqual(new Set(images), new Set(['node:24-slim']))
  const [, command = '[]'] = /HEALTHCHECK [^[]*CMD (\[.*\])$/m.exec(dockerfile) ?? []
  const [program, ...args] = JSON.parse(command) as string[]
  assert.equal(program, 'node')
  const port = await freePort()
  const check = () => spawnSync(process.execPath, args, { env: { PORT: String(port) } }).status
  assert.equal(check(), 1)
  const service = await startService({ DATA_DIR: freshFolder(), PORT: String(port) })
  try {
    assert.equal(check(), 0)
  } finally {
    await service.stop()
  }
})

/** Files that no package holds, and which would be slow to copy. */
const left = new Set(['node_modules', '.git', 'dist', 'data'].map(name => resolve(name)))

test('the package installs into an empty folder, and its command serves', { timeout: 600_000 }, async () => {
  const checkout = freshFolder()
  cpSync('.', checkout, { recursive: true, filter: path => !left.has(resolve(path)) })
  symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'))
  const run = (cwd: string, ...argv: string[]) => {
    const { status, stdout, stderr } = spawnSync('npm', argv, { cwd, encoding: 'utf8' })
    assert.equal(status, 0, `${stdout}${stderr}`)
  }
  run(checkout, 'run', 'build')
  run(checkout, 'pack', '--ignore-scripts')
  const [packed] = globSync(join(checkout, 'handbill-*.tgz'))
  // As the image installs it: the versions of the lock, and no script of a dependency.
  const installed = join(freshFolder(), 'handbill')
  mkdirSync(installed)
  assert.equal(spawnSync('tar', ['-xzf', packed!, '--strip-components=1', '-C', installed]).status, 0)
  cpSync('package-lock.json', join(installed, 'package-lock.json'))
  run(installed, 'ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund')
  assert.ok(!existsSync(join(installed, 'src')) && !existsSync(join(installed, 'node_modules/typescript')))
  const port = await freePort()
  const env = { DATA_DIR: freshFolder(), PORT: String(port) }
  const service = await startService(env, [join(installed, 'bin/handbill.js'), 'serve'])
  try {
    const metrics = await (await fetch(`${service.origin}/metrics`)).text()
    assert.match(metrics, /^handbill_database_up 1$/m)
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(installed, 'bin/handbill.js'), 'doctor'], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    })
    assert.equal(status, 0, stdout + stderr)
  } finally {
    assert.equal(await service.stop(), 0)
  }
})
