// The names on which callers depend: none goes without an entry of the changelog of the API that names it.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { apiChanges } from '../../src/contract/api-changes.ts'
import { isLong } from '../kit/long.ts'
import { contractNames } from './contract-names.ts'

const file = join(import.meta.dirname, 'contract-names.txt')
const today = Object.entries(contractNames()).flatMap(([holder, names]) => names.map(name => `${holder} ${name}`))
const known = readFileSync(file, 'utf8').trimEnd().split('\n')
const announced = new Set(apiChanges.flatMap(({ removes = [] }) => removes))

test('an operation, a member or a code that callers know goes only with a dated entry of the changelog that names it', () => {
  assert.ok(known.length > 3_000, 'the names of the last release')
  const gone = known.filter(name => !announced.has(name) && !today.includes(name))
  assert.deepEqual(gone, [], 'put these names into `removes` of an entry in src/contract/api-changes.ts')
})

test('a name that the changelog calls removed is gone', () => {
  assert.deepEqual(
    today.filter(name => announced.has(name)),
    [],
  )
})

// Run this file once with HANDBILL_WRITE_NAMES=1 before a release: from then on the new names are kept, too.
if (process.env.HANDBILL_WRITE_NAMES) writeFileSync(file, `${today.join('\n')}\n`)
else if (isLong)
  test('the file has every name of today, as a release needs it', () =>
    assert.deepEqual(
      today.filter(name => !known.includes(name)),
      [],
    ))
