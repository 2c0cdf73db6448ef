// Settings from `.env` of the working folder and secrets from files, each in a process of its own.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { secretNames } from '../../src/config.ts'
import { ConfigError } from '../../src/contract/config-error.ts'
import { givenSettings } from '../../src/main/given-settings.ts'
import { unknownVariables } from '../../src/main/unknown-variables.ts'
import { freshFolder } from '../databases.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const secret = (byte: number) => Buffer.alloc(32, byte).toString('base64')

/** A working folder with these files, and a function that runs a command in it. */
function folderWith(files: Record<string, string>) {
  const folder = freshFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const run = (argv: string[], env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...argv], {
      cwd: folder,
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }
  return { folder, run, faultOf: (env: Record<string, string>) => run(['openapi'], env).stderr.trim() }
}

test('.env of the working folder is read, the environment wins, and --no-env-file leaves it alone', () => {
  const { run } = folderWith({ '.env': 'PORT=70001\n' })
  const started = run(['openapi'])
  assert.deepEqual([started.status, started.stdout], [1, ''])
  assert.match(started.stderr, /^PORT: got "70001"/)
  assert.equal(run(['openapi'], { PORT: '8080' }).status, 0)
  assert.equal(run(['openapi', '--no-env-file']).status, 0)
  assert.equal(run(['--no-env-file', 'openapi']).status, 0)
})

test('a secret is read from the file that NAME_FILE names, without its last line break', () => {
  const { faultOf, run } = folderWith({ key: `${secret(7)}\n`, short: 'c2hvcnQ=\n', empty: '\n' })
  assert.equal(run(['openapi'], { SECRET_KEY_FILE: 'key' }).status, 0)
  assert.equal(run(['openapi'], { SECRET_KEY_FILE: 'key', SECRET_KEY: '' }).status, 0, 'an empty value counts as unset')
  assert.match(faultOf({ SECRET_KEY_FILE: 'short' }), /^SECRET_KEY: got a value that is not shown \(5 bytes\)/)
  assert.match(faultOf({ SECRET_KEY_FILE: 'empty' }), /^SECRET_KEY_FILE: empty is empty; it takes the path/)
  assert.match(
    faultOf({ SECRET_KEY_FILE: 'none' }),
    /^SECRET_KEY_FILE: none cannot be read \(ENOENT\); it takes the path/,
  )
})

test('every secret can be in a file, and the two forms together end the start with a line that names both', () => {
  const { folder, faultOf } = folderWith({ value: 'from-a-file' })
  const said = (name: string) => `${name} and ${name}_FILE: both are set; set one of them`
  for (const name of secretNames) {
    const both = { [name]: 'x', [`${name}_FILE`]: join(folder, 'value') }
    Object.assign(process.env, both)
    try {
      assert.throws(() => givenSettings(null), new ConfigError(said(name)))
    } finally {
      for (const set of Object.keys(both)) delete process.env[set]
    }
  }
  const [name] = secretNames
  assert.equal(faultOf({ [name!]: 'x', [`${name}_FILE`]: 'value' }), said(name!))
})

test('a secret that the environment gives in one form is not taken from .env in the other', () => {
  const { run } = folderWith({ key: secret(7), '.env': 'SECRET_KEY=c2hvcnQ=\nMETRICS_TOKEN_FILE=none\n' })
  assert.match(run(['openapi'], { METRICS_TOKEN: 'sixteen-letters-or-more' }).stderr, /^SECRET_KEY: /)
  const given = run(['openapi'], { METRICS_TOKEN: 'sixteen-letters-or-more', SECRET_KEY_FILE: 'key' })
  assert.deepEqual([given.status, given.stderr], [0, ''])
})

test('a file .env that cannot be read ends the start in one line', () => {
  const { folder, run } = folderWith({})
  mkdirSync(join(folder, '.env'))
  const { status, stderr } = run(['openapi'])
  assert.equal(status, 1)
  assert.match(stderr, /^\.env: cannot be read \([A-Z_]+\); start with --no-env-file[^\n]*\n$/)
})

test('a misspelt variable of a file is told, and a file for what is no secret', () => {
  const told = (name: string) => unknownVariables({ [name]: 'x' })
  assert.deepEqual(told('SECRET_KEY_FILE'), [])
  assert.deepEqual(told('SECRET_KEY_FILES'), [{ got: 'SECRET_KEY_FILES', meant: 'SECRET_KEY_FILE' }])
  assert.deepEqual(told('STRIPE_SECRT_KEY_FILE'), [{ got: 'STRIPE_SECRT_KEY_FILE', meant: 'STRIPE_SECRET_KEY_FILE' }])
  assert.deepEqual(told('PORT_FILE'), [{ got: 'PORT_FILE', meant: 'PORT' }])
})
