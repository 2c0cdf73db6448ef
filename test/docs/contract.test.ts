// docs/contract.md: its numbers are those of the code, and the sections that comments cite exist.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import * as currency from '../../src/contract/currency.ts'
import * as ids from '../../src/contract/ids.ts'
import { limits } from '../../src/contract/limits.ts'
import { Topics } from '../../src/contract/posts.ts'
import { prices } from '../../src/contract/prices.ts'
import { problems } from '../../src/contract/problems/problems.ts'
import { retryWaitsMs } from '../../src/contract/retries.ts'
import { siteRows } from '../../src/contract/sites.ts'
import { hourMs, minuteMs, secondMs } from '../../src/contract/spans.ts'
import * as words from '../../src/contract/words.ts'
import * as verdict from '../../src/moderation/verdict.ts'

const text = readFileSync('docs/contract.md', 'utf8')
const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } }

/** What a mark may name: `limits.bodyBytes` is the member of that name. */
const homes = {
  limits,
  prices,
  ids,
  words,
  currency,
  verdict,
  sites: siteRows,
  topics: Topics.items,
  retries: retryWaitsMs,
  attempts: { moderation: retryWaitsMs.moderation.length + 1 },
  nodeVersion: Number(/\d+/.exec(engines.node)?.[0]),
}

/** "5 s, 2 min and 1 h". */
function waits(all: readonly number[]): string {
  const units: [number, string][] = [
    [hourMs, 'h'],
    [minuteMs, 'min'],
    [secondMs, 's'],
  ]
  const each = all.map(ms => {
    const [unit = 1, name] = units.find(([unit]) => ms >= unit) ?? []
    return `${ms / unit} ${name}`
  })
  return `${each.slice(0, -1).join(', ')} and ${each.at(-1)}`
}

/** How the file writes the value at a path: by the name of its last part, micros in dollars and milliseconds in words. */
function written(path: string): string {
  const steps = path.split('.')
  const value = steps.reduce<unknown>((of, name) => (of as Record<string, unknown> | undefined)?.[name], homes)
  const name = steps.at(-1) ?? ''
  const one = (number: number): string => {
    if (/Micros$/.test(name)) return currency.coded(number)
    if (/Ms$/.test(name)) return words.span(number)
    return /Fraction$/.test(name) ? words.share(number) : words.grouped(number)
  }
  if (typeof value === 'number') return one(value)
  if (steps[0] === 'retries') return waits(value as number[])
  if (Array.isArray(value)) return value.map(one).join(', ')
  if (typeof value === 'string') return value
  throw new Error(`docs/contract.md marks ${path}, which is no value of the code`)
}

const mark = /<!-- ([\w.]+) -->/
const marks = [...text.matchAll(new RegExp(`${mark.source}([^<]*)`, 'g'))].map(([, path = '', after = '']) => ({
  path,
  after,
}))

describe('docs/contract.md', () => {
  test('every marked number of docs/contract.md is the value of the code', () => {
    assert.ok(marks.length > 60)
    for (const { path, after } of marks) {
      const value = written(path)
      const follows = after.replace(/\s+/g, ' ').startsWith(value) && !/^[\d.,]*\d/.test(after.slice(value.length))
      assert.ok(follows, `${path} is ${value}, and the file says: ${after.slice(0, 60)}`)
    }
  })

  test('no number of docs/contract.md stands without a mark, beside names, versions and HTTP statuses', () => {
    const values = new RegExp(marks.map(({ path }) => RegExp.escape(`<!-- ${path} -->${written(path)}`)).join('|'), 'g')
    const statuses = ['200', '201', '202', '2xx', ...Object.values(problems).map(({ status }) => String(status))]
    const fixed = [
      '1 USD',
      'port 443',
      '± 10 %',
      'RFC 9457',
      'RFC 3339',
      'ISO 4217',
      'ISO 3166-1',
      'ISO 3166-2',
      'SHA-256',
    ]
    const rest = text
      .replace(values, '')
      .replace(/`[^`]*`|\]\([^)]*\)|CC BY 4\.0|base62|base64|UTF-8|IPv6|^## \d+ |§\d+/gm, '')
      .replace(new RegExp([...fixed, ...statuses].map(RegExp.escape).join('|'), 'g'), '')
    assert.deepEqual(
      rest.split('\n').filter(line => /\d/.test(line)),
      [],
    )
  })

  test('every section of docs/contract.md that a comment or a document cites exists', () => {
    const sections = new Set([...text.matchAll(/^## (\d+) /gm)].map(([, section]) => section))
    assert.equal(sections.size, 17)
    const cited = globSync([
      'src/**/*.ts',
      'test/**/*.ts',
      'train/**/*.ts',
      'bench/**/*.ts',
      'docs/*.md',
      '*.md',
    ]).flatMap(file =>
      [...readFileSync(file, 'utf8').matchAll(/contract\.md(?:[\s*/,]|and)+(§\d+(?:(?:[\s*/,]|and)+§\d+)*)/g)].flatMap(
        ([, list = '']) => [...list.matchAll(/\d+/g)].map(([section]) => ({ file, section })),
      ),
    )
    assert.ok(cited.length > 200)
    assert.deepEqual(
      cited.filter(({ section }) => !sections.has(section)),
      [],
    )
  })
})
