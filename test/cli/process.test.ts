// The commands as an operator runs them: each as a process, with its exit status and its output on both streams.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { textNames } from '../../src/contract/operator-pages.ts'
import { freshFolder } from '../databases.ts'
import { runCommand } from '../e2e/process.ts'
import { eventBody, onOneDatabase } from '../harness.ts'

onOneDatabase('SQLite', 'a command of its own process', ({ fresh }) => {
  test('a command prints JSON on standard output, and an error as one line on standard error with exit status 1', async () => {
    const folder = freshFolder()
    const env = {
      DATABASE_URL: await fresh(),
      DATA_DIR: folder,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      USER: 'ada',
    }
    const run = (...args: string[]) => runCommand(env, args)
    assert.deepEqual(await run('migrate'), { status: 0, stdout: '{"applied":[]}\n', stderr: '' })

    const seeded = await run('seed', '--posts', '20')
    assert.deepEqual({ status: seeded.status, stderr: seeded.stderr }, { status: 0, stderr: '' })
    assert.equal(JSON.parse(seeded.stdout).posts, 20)

    const credited = await run('credit', 'seed', '-1', '--note', 'x')
    assert.deepEqual([credited.status, credited.stdout], [1, ''])
    assert.match(credited.stderr, /^invalid: [^\n]+\n$/)
    const file = join(folder, 'copy.db')
    const saved = await run('backup', file)
    assert.deepEqual([saved.status, JSON.parse(saved.stdout).posts, existsSync(file)], [0, 20, true])

    const refused = await run('restore', file)
    assert.deepEqual([refused.status, refused.stdout], [1, ''])
    assert.match(refused.stderr, /^invalid: The database is in use[^\n]*\n$/)
    const restored = await run('restore', file, '--replace')
    assert.deepEqual([restored.status, restored.stderr], [0, ''])
    const { restored: rows, ok, breaches } = JSON.parse(restored.stdout)
    assert.deepEqual([rows.posts, rows.accounts, ok, breaches], [20, 1, true, []])

    const lines = [
      { id: 1, site: 'events', ...eventBody() },
      { id: 2, site: 'events' },
    ]
    const moderated = await runCommand(env, ['moderate'], lines.map(line => JSON.stringify(line)).join('\n'))
    assert.equal(moderated.status, 1)
    const answers = moderated.stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    assert.deepEqual([answers[0].id, answers[0].outcome, answers[1].id], [1, 'publish', 2])
    assert.match(answers[1].error, /\/title/)

    const unknown = await run('credti')
    assert.deepEqual([unknown.status, unknown.stdout], [1, ''])
    assert.match(unknown.stderr, /unknown command 'credti'/)
  })
})

test('a command where there is no database makes none and says where it looked; judging posts needs none', async () => {
  const folder = join(freshFolder(), 'elsewhere')
  const env = { DATA_DIR: folder, DATABASE_URL: `sqlite:${join(folder, 'handbill.db')}` }
  for (const args of [['audit'], ['review', 'list']]) {
    const { status, stdout, stderr } = await runCommand(env, args)
    assert.deepEqual([status, stdout], [1, ''], args.join(' '))
    assert.match(stderr, /^[^\n]*(there is no database at|The folder .* does not exist)[^\n]*\n$/, args.join(' '))
    assert.ok(!existsSync(env.DATABASE_URL.slice('sqlite:'.length)), args.join(' '))
  }
  const judged = await runCommand(env, ['moderate'], JSON.stringify({ id: 1, site: 'events', ...eventBody() }))
  assert.deepEqual([judged.status, JSON.parse(judged.stdout).outcome], [0, 'publish'], judged.stderr)
  assert.ok(!existsSync(env.DATABASE_URL.slice('sqlite:'.length)))
})

test('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  assert.deepEqual(await runCommand({}, ['--version']), { status: 0, stdout: `${version}\n`, stderr: '' })
})

test('the package contains the command, the compiled program, the policy, the model with its training data, the documents, the files of ops, and nothing else', () => {
  const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' })
  const [packed] = Object.values(JSON.parse(said)) as { files: { path: string }[] }[]
  const paths = packed!.files.map(file => file.path)
  const model = ['model.json', 'weights.bin', 'README.md', 'data/train.jsonl', 'data/dev.jsonl', 'data/README.md']
  const wanted = [
    ...[
      'bin/handbill.js',
      'policy/policy.yaml',
      'policy/dsa-categories.yaml',
      ...textNames.map(name => `policy/${name}.md`),
      'package.json',
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
    ],
    ...model.map(file => `models/moderation/${file}`),
  ]
  for (const path of [...wanted, ...globSync('docs/*.md')]) assert.ok(paths.includes(path), path)
  assert.deepEqual(
    paths.filter(path => !wanted.includes(path) && !/^(docs|dist|ops)\//.test(path)),
    [],
  )
  const { bin } = JSON.parse(readFileSync('package.json', 'utf8'))
  assert.deepEqual(bin, { handbill: 'bin/handbill.js' })
})

test('the build has every style, browser script and table of data in its place, and covers none of it with code', () => {
  const dist = freshFolder()
  execFileSync(process.execPath, ['build.js', dist])
  assert.match(
    readFileSync(join(dist, 'third-party-licenses.txt'), 'utf8'),
    /^fastify [\d.]+ \(MIT\)\n\nMIT License\n/m,
  )
  // The written statements are for reviewers of the code alone.
  const data = globSync('{src,demo}/**/*.*', { exclude: ['**/*.ts', 'src/store/queries/**'] }).sort()
  for (const path of data) assert.deepEqual(readFileSync(join(dist, path)), readFileSync(path), path)
  assert.ok(data.includes(join('src', 'http', 'public', 'kit', 'site.css')))
  // What is started or found by its path.
  const code = globSync('{src,demo}/**/*.js', { cwd: dist }).filter(path => !data.includes(path))
  const folders = globSync('src/{store/database/migrations,contract/sites/rows}/*.ts')
  const threads = globSync('src/**/*.ts').filter(path => /\bnew Worker\b|-thread\b/.test(readFileSync(path, 'utf8')))
  const started = threads.flatMap(path =>
    [...readFileSync(path, 'utf8').matchAll(/[`']([./\w-]+-thread)\b/g)].map(([, file]) => join(path, '..', file!)),
  )
  assert.ok(started.length >= 5, String(started))
  assert.deepEqual(
    code.sort(),
    [...new Set(['src/main.ts', ...folders, ...started.map(path => `${path}.ts`)])]
      .map(path => path.replace(/ts$/, 'js'))
      .sort(),
  )
})

test('a wrong configuration is reported in one line that names the variable', async () => {
  const { status, stdout, stderr } = await runCommand({ PORT: 'high', DATA_DIR: freshFolder() }, ['audit'])
  assert.deepEqual([status, stdout], [1, ''])
  assert.match(stderr, /^[^\n]*PORT: got "high"[^\n]*\n$/)
})
