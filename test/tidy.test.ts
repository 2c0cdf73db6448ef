// The house rules as a test: imports go one way, databases are named in one file, files and style are as agreed.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

const layers = [
  'contract',
  'domain',
  ['store', 'integrations', 'moderation', 'mails'],
  'actions',
  'writer',
  'usecases',
  'edge',
  ['http', 'mcp', 'cli', 'workers'],
  'app',
  'main',
] as const
const files = globSync('src/**/*.ts').map(normalize).sort()
const text = (file: string) => readFileSync(file, 'utf8')

/** The room a file lives in, such as `store`; files directly in src/ are rooms of their own. */
const roomOf = (file: string) => file.split('/')[1]!.replace(/\.ts$/, '')
const levelOf = (room: string) =>
  layers.findIndex(layer => (typeof layer === 'string' ? layer === room : (layer as readonly string[]).includes(room)))

const importsOf = (file: string) =>
  [...text(file).matchAll(/(?:from|import)\s+'(\.[^']+)'/g)].map(([, path]) => normalize(join(dirname(file), path!)))

// Left from the move into the new rooms; each goes with the room that it stands in.
const beingMoved = [
  'usecases/posts/copies.ts',
  'usecases/posts/prepare-edit.ts',
  'meter-search.ts',
  'edge/edge.ts',
  'verification-mail.ts',
]

test('imports go one way between rooms', () => {
  const breaches = files.flatMap(file => {
    const room = roomOf(file)
    if (room === 'config') return []
    return importsOf(file)
      .filter(target => roomOf(target) !== room)
      .filter(target =>
        roomOf(target) === 'config' ? !['app', 'main'].includes(room) : levelOf(roomOf(target)) >= levelOf(room),
      )
      .map(target => `${file} imports ${target}`)
      .filter(breach => !beingMoved.some(part => breach.includes(part)))
  })
  assert.deepEqual(breaches, [])
})

test('every file of src lives in a known room', () => {
  assert.deepEqual(
    files.filter(file => roomOf(file) !== 'config' && levelOf(roomOf(file)) < 0),
    [],
  )
})

test('config reads the contract alone', () => {
  assert.deepEqual(
    importsOf('src/config.ts').filter(target => roomOf(target) !== 'contract'),
    [],
  )
})

test('only store/database names a database; the configuration names them to the operator', () => {
  const allowed = new Set(['dialect', 'sqlite', 'postgres'].map(name => `src/store/database/${name}.ts`)).add(
    'src/config.ts',
  )
  assert.deepEqual(
    files.filter(file => !allowed.has(file) && /sqlite|postgres/i.test(text(file))),
    [],
  )
})

test('locks are taken by the names that store/database gives them', () => {
  const lockWords = /\bskip locked\b|\.(skipLocked|forUpdate|forNoKeyUpdate|forShare|forKeyShare|noWait)\(/i
  assert.deepEqual(
    files.filter(file => !file.startsWith('src/store/database/') && lockWords.test(text(file))),
    [],
  )
})

test('a migration imports nothing but the query builder and its own files', () => {
  const migrations = files.filter(file => file.startsWith('src/store/database/migrations/'))
  const foreign = migrations.flatMap(file => importsOf(file)).filter(target => !migrations.includes(target))
  assert.deepEqual(foreign, [])
})

test('SQL is written in store/ alone', () => {
  const sqlOutside = /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bfrom 'kysely'/
  const outside = files.filter(file => roomOf(file) !== 'store')
  const breaches = outside.filter(file => sqlOutside.test(text(file).replace(/import type [^\n]+ from 'kysely'/g, '')))
  assert.deepEqual(breaches, [])
})

test('the ledger is written in store/money/ledger.ts alone', () => {
  const breaches = files.filter(
    file => file !== 'src/store/money/ledger.ts' && /insertInto\('ledger'\)|set\(\{ balance/.test(text(file)),
  )
  assert.deepEqual(breaches, [])
})

test('no site is named outside the contract', () => {
  const named = /(===|!==|case) '(events|stories|messages|classifieds)'/
  assert.deepEqual(
    files.filter(file => roomOf(file) !== 'contract' && named.test(text(file))),
    [],
  )
})

test('the domain has no clock, no randomness and no I/O', () => {
  const impure =
    /Date\.now\(|Math\.random\(|randomBytes|from 'node:(fs|net|http|https|dns|child_process|worker_threads)'/
  assert.deepEqual(
    files.filter(file => roomOf(file) === 'domain' && impure.test(text(file))),
    [],
  )
})

test('actions take time and randomness from their scope', () => {
  assert.deepEqual(
    files.filter(file => roomOf(file) === 'actions' && /Date\.now\(|Math\.random\(|randomBytes/.test(text(file))),
    [],
  )
})

test('files are kebab-case, open with a sentence that says what they are for, and hold no left-overs', () => {
  const all = [...files, ...globSync('test/**/*.ts'), ...globSync('bench/**/*.ts')]
  const breaches = all.flatMap(file => {
    const body = text(file)
    const first = body.replace(/^#!.*\n/, '').split('\n')[0] ?? ''
    return [
      ...(/^[a-z0-9/.-]+\.ts$/.test(file) ? [] : [`${file}: is not kebab-case`]),
      ...(/^(\/\/|\/\*\*) \S/.test(first) ? [] : [`${file}: does not open with a sentence`]),
      ...(/\b(TO ?DO|FIX ?ME|X{3})\b/.test(body) ? [`${file}: has something left open`] : []),
    ]
  })
  assert.deepEqual(breaches, [])
})

test('no room is called utils, helpers, manager, service or base', () => {
  assert.deepEqual(
    files.filter(file => /(?<![a-z])(utils?|helpers?|manager|service|base)(\.ts|\/)/.test(file)),
    [],
  )
})

test('dependencies are pinned exactly', () => {
  const { dependencies, devDependencies } = JSON.parse(text('package.json')) as Record<string, Record<string, string>>
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  )
  assert.deepEqual(loose, [])
})

test('the lock keeps npm 10 from compiling better-sqlite3, which ships its binaries', () => {
  // npm 10 reads this member from the lock alone; npm install leaves it out again whenever it rewrites the entry.
  const { packages } = JSON.parse(text('package-lock.json')) as { packages: Record<string, { gypfile?: boolean }> }
  assert.equal(packages['node_modules/better-sqlite3']?.gypfile, false)
})

test('the lock names no registry', () => {
  assert.doesNotMatch(text('package-lock.json'), /"resolved"/)
})
