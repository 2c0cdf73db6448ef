// The names of scheduled backups, and which of them a rule keeps.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { backupName, namesToDrop, timeOfBackup } from '../../src/domain/backup-files.ts'

const hour = 3_600_000
const day = 24 * hour
// A Friday.
const start = Date.UTC(2026, 10, 27, 3)
const daily = (days: number) => Array.from({ length: days }, (_, i) => backupName(start - i * day, false))

test('a name says when the backup was begun and whether it is encrypted; no other name does', () => {
  assert.equal(backupName(Date.UTC(2026, 1, 3, 4, 5, 6, 789), true), 'handbill-20260203T040506Z.db.gz.age')
  assert.equal(timeOfBackup('handbill-20260203T040506Z.db.gz'), Date.UTC(2026, 1, 3, 4, 5, 6))
  for (const name of [
    'handbill-20261303T040506Z.db.gz',
    'handbill-20260230T040506Z.db.gz',
    '../handbill-20260203T040506Z.db.gz',
    'handbill-20260203T040506Z.db',
    'notes.txt',
  ])
    assert.equal(timeOfBackup(name), null, name)
})

test('a rule keeps the newest backup of each of the newest days, weeks and months, and drops the others', () => {
  const names = daily(100)
  const kept = (rule: Parameters<typeof namesToDrop>[1]) => {
    const dropped = namesToDrop(names, rule)
    return names.filter(name => !dropped.includes(name)).map(name => name.slice(9, 17))
  }
  assert.deepEqual(kept({ days: 3, weeks: 0, months: 0 }), ['20261127', '20261126', '20261125'])
  assert.deepEqual(kept({ days: 0, weeks: 3, months: 0 }), ['20261127', '20261122', '20261115'])
  assert.deepEqual(kept({ days: 1, weeks: 1, months: 3 }), ['20261127', '20261031', '20260930'])
  assert.deepEqual(kept({ days: 0, weeks: 0, months: 0 }), ['20261127'])
})

test('a pause in backups deletes nothing that the rule kept before it', () => {
  const old = daily(7)
  const fresh = backupName(start + 60 * day, false)
  assert.deepEqual(namesToDrop([...old, fresh], { days: 8, weeks: 0, months: 0 }), [])
  assert.deepEqual(namesToDrop([...old, fresh], { days: 7, weeks: 0, months: 0 }), [old.at(-1)])
})

test('whatever the names and the rule, the newest backup stays and nothing but backups is dropped', () => {
  const name = fc.oneof(
    fc.integer({ min: 0, max: 400 * 24 }).map(hours => backupName(start - hours * hour, hours % 2 === 0)),
    fc.string(),
  )
  const count = fc.integer({ min: 0, max: 9 })
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { maxLength: 60 }),
      fc.record({ days: count, weeks: count, months: count }),
      (names, rule) => {
        const dropped = namesToDrop(names, rule)
        const times = names.flatMap(each => timeOfBackup(each) ?? [])
        for (const each of dropped) assert.ok(timeOfBackup(each)! < Math.max(...times) && names.includes(each))
      },
    ),
    { numRuns: 200 },
  )
})
