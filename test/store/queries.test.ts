// The committed statements of the store: each can be planned, no plan reads a whole table that grows, and every method has its own.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { kindsOfRun } from '../databases.ts'
import { writing } from '../kit/queries/compare.ts'
import { committed, pathOf, textOfFile, write, writeCommand } from '../kit/queries/files.ts'
import { sendingFunctions, unwritten } from '../kit/queries/functions.ts'
import { type Planned, planned } from '../kit/queries/plans.ts'
import { unused, wholeReads } from '../kit/queries/rules.ts'
import { engines } from '../kit/queries/statement.ts'

const known = committed()
const used = new Set<string | undefined>()
const how = 'the plans have changed; HANDBILL_WRITE_QUERIES=1 node test/run.ts test/store/queries.test.ts writes them'

for (const engine of kindsOfRun)
  describe(`the committed statements (${engine})`, () => {
    let fresh: Planned
    before(async () => {
      fresh = await planned(known, engine)
      if (writing) write(fresh.statements)
    })

    test('a statement has the plan that is committed with it', () => {
      for (const [file, own] of Map.groupBy(fresh.statements, ({ file }) => file))
        assert.equal(textOfFile(file, own), readFileSync(pathOf(file), 'utf8'), `${pathOf(file)}: ${how}`)
    })

    test('no statement reads the whole of a table that grows, but those with a written reason', () => {
      const whole = fresh.statements.flatMap(statement => wholeReads(engine, statement, fresh.partial))
      assert.deepEqual(
        whole.filter(({ excuse }) => excuse === undefined),
        [],
      )
      for (const { excuse } of whole) used.add(excuse)
    })
  })

test('every function of the store that sends a statement has its own among the committed ones', () => {
  const sent = new Set(known.map(({ file, method }) => `${file} ${method}`))
  assert.deepEqual(
    sendingFunctions()
      .filter(by => !sent.has(by))
      .sort(),
    [...unwritten].sort(),
    `a function has no statement there, or has one and is in the list of those without; ${writeCommand} writes them`,
  )
})

/** What only some databases have, and how the table of docs/operator.md names it. */
const capabilities: Readonly<Record<string, RegExp>> = {
  'for no key update': /for no key update/,
  'for share': /for share/,
  'skip locked': /skip locked/,
  pg_advisory_xact_lock: /pg_advisory_xact_lock/,
  returning: /\breturning\b/,
  'on conflict': /on conflict/,
  'with recursive': /with recursive/,
  over: /\bover \(/,
  tsvector: /::tsvector/,
  tsquery: /::tsquery/,
  listen: /^(listen|notify)\b|pg_notify/,
  lateral: /\blateral\b/,
  merge: /^merge\b/,
}

test('the guide names what the statements need of PostgreSQL, and nothing that they do not need', () => {
  const guide = readFileSync('docs/operator.md', 'utf8')
  const [needs = '', never = ''] = (guide.split('### What the service needs of a database')[1] ?? '').split(
    'It needs no',
  )
  const texts = known.filter(({ plans }) => plans.PostgreSQL).map(({ text }) => text)
  for (const [name, pattern] of Object.entries(capabilities)) {
    const isNeeded = texts.some(text => pattern.test(text))
    assert.equal(new RegExp(`\`[^|]*\\b${name}\\b`).test(needs), isNeeded, name)
    if (isNeeded) assert.doesNotMatch(never.split('\n')[0] ?? '', new RegExp(name))
  }
})

test('every reason to read the whole of a table is still needed', { skip: kindsOfRun.length < engines.length }, () => {
  assert.deepEqual(unused(used), [])
})
