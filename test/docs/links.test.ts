// The documents of the repository: what they link to and the files that they name exist.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

const documents = globSync(['*.md', 'docs/*.md', 'clients/*/*.md', 'models/**/*.md']).map(normalize).sort()
const withoutCode = (file: string) => readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '')

/** The anchors of the headings of a document, as the hosts of repositories make them. */
function anchorsOf(file: string): Set<string> {
  const headings = [...withoutCode(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map(heading =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  )
}

for (const file of documents)
  test(`every link of ${file} to a file or a heading leads to one`, () => {
    const links = [...withoutCode(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    const dead = links.filter(link => {
      if (/^[a-z]+:/.test(link)) return false
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? file : normalize(join(dirname(file), path))
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).has(anchor))
    })
    assert.deepEqual(dead, [])
  })

test('every document that a comment names exists', () => {
  const named = globSync(['src/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts', 'train/**/*.ts']).flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/^ *(?:\/\/|\/?\*).*?\b(docs\/[\w-]+\.md)\b/gm)].map(
      ([, document = '']) => ({
        file,
        document,
      }),
    ),
  )
  assert.ok(named.length > 5)
  assert.deepEqual(
    named.filter(({ document }) => !existsSync(document)),
    [],
  )
})

const pathsIn = (file: string) => [...withoutCode(file).matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path = '']) => path)

test('every file and folder that ARCHITECTURE.md names exists, below src/ or in the root', () => {
  const named = pathsIn('ARCHITECTURE.md')
  assert.ok(named.length > 50)
  assert.deepEqual(
    named.filter(path => !existsSync(join('src', path)) && !existsSync(path)),
    [],
  )
})

test('every file and folder in the recipes of CONTRIBUTING.md exists', () => {
  const named = pathsIn('CONTRIBUTING.md')
  assert.ok(named.length > 30)
  assert.deepEqual(
    named.filter(path => !existsSync(path)),
    [],
  )
})
