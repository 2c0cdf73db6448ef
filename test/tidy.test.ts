// The house rules as tests: imports go one way, one folder names databases, and files keep to the agreed form.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, test } from 'node:test'
import { roomOf, rules } from './tidy-rules.ts'

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

const levelOf = (room: string) =>
  layers.findIndex(layer => (typeof layer === 'string' ? layer === room : (layer as readonly string[]).includes(room)))

const importsOf = (file: string) =>
  [...text(file).matchAll(/(?:from|import)[\s(]+'(\.[^']+)'/g)].map(([, path]) => normalize(join(dirname(file), path!)))

/** The modules that a file imports for more than types: by name, for their effects, or dynamically. */
const codeImportsOf = (body: string) => [
  ...[...body.matchAll(/^(?:import|export) (?!type )([^'"]*?) from '([^']+)'/gm)]
    .filter(([, names]) => !/^\{( *type [^,}]+,?)+ *\}$/s.test(names!.replace(/\s+/g, ' ')))
    .map(([, , target]) => target!),
  ...[...body.matchAll(/\bimport ?\(?'([^']+)'/g)].map(([, target]) => target!),
]

/** The groups of files that reach one another by imports, each group sorted. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reachable = (from: string) => {
    const seen = new Set<string>()
    const waiting = [...(imports.get(from) ?? [])]
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (seen.has(file)) continue
      seen.add(file)
      waiting.push(...(imports.get(file) ?? []))
    }
    return seen
  }
  const reached = new Map([...imports.keys()].map(file => [file, reachable(file)]))
  const inCircle = [...imports.keys()].filter(file => reached.get(file)?.has(file))
  const groups = Map.groupBy(inCircle, file =>
    inCircle
      .filter(other => reached.get(file)?.has(other) && reached.get(other)?.has(file))
      .sort()
      .join('\n'),
  )
  return [...groups.keys()].map(group => group.split('\n'))
}

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
  })
  assert.deepEqual(breaches, [])
})

test('no files import each other in a circle, types included', () => {
  assert.deepEqual(circles(new Map(files.map(file => [file, importsOf(file)]))), [])
})

test('the check reports a circle of two files and a circle of three', () => {
  const imports = { a: ['b'], b: ['a', 'x'], c: ['d'], d: ['e'], e: ['c'], x: [] }
  assert.deepEqual(circles(new Map(Object.entries(imports))), [
    ['a', 'b'],
    ['c', 'd', 'e'],
  ])
})

test('the writer reaches no file that reads a text', () => {
  const reached = new Set<string>()
  const reach = (file: string) => {
    if (reached.has(file)) return
    reached.add(file)
    for (const target of codeImportsOf(text(file)))
      if (target.startsWith('.')) reach(normalize(join(dirname(file), target)))
  }
  reach('src/writer/writer-thread.ts')
  assert.ok(reached.has('src/actions/posts/submit-revision.ts'))
  assert.deepEqual(
    [...reached].filter(file => roomOf(file) === 'moderation'),
    [],
  )
  assert.deepEqual(codeImportsOf("import { type A, b } from './x.ts'\nimport type { C } from './y.ts'\n"), ['./x.ts'])
  assert.deepEqual(codeImportsOf("import './x.ts'\nawait import('./y.ts')\n"), ['./x.ts', './y.ts'])
})

test('no action names the platform', () => {
  assert.deepEqual(
    files.filter(file => roomOf(file) === 'actions' && /\bPlatform\b/.test(text(file))),
    [],
  )
})

test('every file of src belongs to a known room', () => {
  assert.deepEqual(
    files.filter(file => roomOf(file) !== 'config' && levelOf(roomOf(file)) < 0),
    [],
  )
})

test('the configuration imports only the contract', () => {
  assert.deepEqual(
    importsOf('src/config.ts').filter(target => roomOf(target) !== 'contract'),
    [],
  )
})

test('only store/database and the configuration name a database', () => {
  const allowed = new Set(
    ['dialect', 'sqlite', 'sqlite-file', 'checkpoint-thread', 'postgres'].map(name => `src/store/database/${name}.ts`),
  ).add('src/config.ts')
  assert.deepEqual(
    files.filter(file => !allowed.has(file) && /sqlite|postgres/i.test(text(file))),
    [],
  )
})

test('only store/database uses the lock words of a database', () => {
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

for (const { promise, breaches, broken } of rules)
  describe(promise, () => {
    test('every file keeps the rule', () => {
      assert.deepEqual(
        files.flatMap(file => breaches(file, text(file))),
        [],
      )
    })

    test('the check reports a file that breaks the rule', () => {
      assert.notDeepEqual(breaches(broken.file, broken.text), [])
    })
  })

test('edge, http and mcp ask use cases, never the database', () => {
  assert.deepEqual(
    files.filter(file => ['edge', 'http', 'mcp'].includes(roomOf(file)) && /\bdb\b/.test(text(file))),
    [],
  )
})

test('one file answers conditional requests, and no WeakMap attaches state to the platform', () => {
  assert.deepEqual(
    files.filter(file => text(file).includes("['if-none-match']")),
    ['src/edge/send-document.ts'],
  )
  assert.deepEqual(
    files.filter(file => /WeakMap<(Platform|SiteTool)/.test(text(file))),
    [],
  )
})

test('files are kebab-case, open with a sentence that says what they are for, and have no unfinished work', () => {
  const all = [...files, ...globSync('test/**/*.ts'), ...globSync('bench/**/*.ts')]
  const breaches = all.flatMap(file => {
    const body = text(file)
    const first = body.replace(/^#!.*\n/, '').split('\n')[0] ?? ''
    return [
      ...(/^[a-z0-9/.-]+\.ts$/.test(file) ? [] : [`${file}: is not kebab-case`]),
      ...(/^(\/\/|\/\*\*) \S/.test(first) ? [] : [`${file}: does not open with a sentence that says what it is for`]),
      ...(/\b(TO ?DO|FIX ?ME|X{3})\b/.test(body) ? [`${file}: has an unfinished-work mark`] : []),
    ]
  })
  assert.deepEqual(breaches, [])
})

test('dependencies are pinned exactly', () => {
  const { dependencies, devDependencies } = JSON.parse(text('package.json')) as Record<string, Record<string, string>>
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  )
  assert.deepEqual(loose, [])
})

test('the lock keeps npm 10 from compiling better-sqlite3, which ships its binaries', () => {
  // npm 10 reads this member from the lock alone. npm install drops the member whenever it rewrites the entry.
  const { packages } = JSON.parse(text('package-lock.json')) as { packages: Record<string, { gypfile?: boolean }> }
  assert.equal(packages['node_modules/better-sqlite3']?.gypfile, false)
})

test('the lock names no registry', () => {
  assert.doesNotMatch(text('package-lock.json'), /"resolved"/)
})
