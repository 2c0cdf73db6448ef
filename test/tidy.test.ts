// The house rules as tests: every file keeps every rule, and the check of each rule reports the files that break it.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { normalize } from 'node:path'
import { describe, test } from 'node:test'
import { circles, codeImportsOf, importRules, importsOf, reachedFrom } from './tidy-imports.ts'
import { roomOf, rules } from './tidy-rules.ts'

const filesOf = (globs: string | readonly string[]) => globSync(globs).map(normalize).sort()
const text = (file: string) => readFileSync(file, 'utf8')
const files = filesOf('src/**/*.ts')

for (const { promise, where = 'src/**/*.ts', breaches, broken } of [...importRules, ...rules])
  describe(promise, () => {
    test('every file keeps the rule', () => {
      assert.deepEqual(
        filesOf(where).flatMap(file => breaches(file, text(file))),
        [],
      )
    })

    for (const example of broken)
      test(`the check reports a file that breaks the rule: ${example.text || example.file}`, () => {
        assert.notDeepEqual(breaches(example.file, example.text), [])
      })
  })

/** The names of types that more than one file exports. */
function namedTwice(texts: ReadonlyMap<string, string>): string[] {
  const names = [...texts.values()].flatMap(each => [
    ...new Set([...each.matchAll(/^export (?:type|class|const) ([A-Z]\w+)(?= |<|=|:)/gm)].map(([, name = '']) => name)),
  ])
  return names.filter((name, i) => names.indexOf(name) !== i)
}

test('a type has a name of its own in all of src', () => {
  assert.deepEqual(namedTwice(new Map(files.map(file => [file, text(file)]))), [])
})

test('the check reports two types of one name, and not the schema and the type of one file', () => {
  const texts = {
    a: 'export type Turn = 1\n',
    b: 'export class Turn {}\n',
    c: 'export const Post = 1\nexport type Post = 1\n',
  }
  assert.deepEqual(namedTwice(new Map(Object.entries(texts))), ['Turn'])
})

test('no files import each other in a circle, types included', () => {
  assert.deepEqual(circles(new Map(files.map(file => [file, importsOf(file, text(file))]))), [])
})

test('the check reports a circle of two files and a circle of three', () => {
  const imports = { a: ['b'], b: ['a', 'x'], c: ['d'], d: ['e'], e: ['c'], x: [] }
  assert.deepEqual(circles(new Map(Object.entries(imports))), [
    ['a', 'b'],
    ['c', 'd', 'e'],
  ])
})

test('the writer reaches no file that reads a text', () => {
  const reached = reachedFrom('src/writer/writer-thread.ts', text)
  assert.ok(reached.has('src/actions/posts/submit-revision.ts'))
  assert.deepEqual(
    [...reached].filter(file => roomOf(file) === 'moderation'),
    [],
  )
})

test('a file reaches what it imports for more than types, also dynamically and through others', () => {
  const texts: Record<string, string> = {
    'src/writer/a.ts': `import { b } from '../actions/b.ts'\nimport type { C } from '../store/c.ts'`,
    'src/actions/b.ts': `const d = () => import('../moderation/d.ts')`,
    'src/moderation/d.ts': '',
  }
  assert.deepEqual([...reachedFrom('src/writer/a.ts', file => texts[file]!)], Object.keys(texts))
  assert.deepEqual(codeImportsOf("import { type A, b } from './x.ts'\nimport type { C } from './y.ts'\n"), ['./x.ts'])
  assert.deepEqual(codeImportsOf("import './x.ts'\nawait import('./y.ts')\n"), ['./x.ts', './y.ts'])
})
