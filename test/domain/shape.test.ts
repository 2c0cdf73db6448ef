// The check of a shape: a text that is too long is told so, and no pattern runs on it, however long it is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { type OperationRow, operations } from '../../src/contract/operations.ts'
import { siteRow } from '../../src/contract/sites.ts'
import { longestWithoutMaxLength } from '../../src/domain/length-first.ts'
import { bodyShape, nearestOf, queryShape, suggestion } from '../../src/domain/shape.ts'

const member = Type.String({ maxLength: 40, pattern: '^[a-z]+T[a-z]+$', description: 'A word.' })
const address = Type.String({ maxLength: 254, format: 'email' })

test('a text that is too long has one fault, its length', () => {
  const faults = bodyShape(Type.Object({ member, address }))({ member: 'T'.repeat(41), address: 'T'.repeat(255) })
  assert.deepEqual(faults, [
    `/member: got "${'T'.repeat(41)}"; it has 41 characters and takes at most 40`,
    `/address: got "${'T'.repeat(76)}…; it has 255 characters and takes at most 254`,
  ])
})

test('a short text that is wrong is told the pattern, the format and the hint about a plus', () => {
  const check = queryShape(Type.Object({ address, at: Type.String({ format: 'date-time' }) }))
  const faults = check({ address: 'nobody', at: '2027-03-06T14:00:00 01:00' })
  assert.match(faults[0] ?? '', /it takes an e-mail address/)
  assert.match(faults[1] ?? '', /; in a URL the \+ of an offset is written %2B$/)
  assert.deepEqual(check({ address: 'ada@example.org', at: '2027-03-06T14:00:00+01:00' }), [])
})

/** CPU of this thread in microseconds. A collection of garbage in it counts too. */
function cpuOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

test('the check of any body and query takes time that grows with the length of a text, not with its square', () => {
  const letters = ['T', 'a', '1', '.', '@', '-', '%']
  for (const site of [siteRow('events'), siteRow('classifieds')])
    for (const [name, row] of Object.entries<OperationRow>(operations)) {
      const [body, query] = [row.body?.(site), row.query?.(site)]
      const shapes = [body && bodyShape(body), query && queryShape(query)].filter(shape => shape !== undefined)
      const names = [body, query].flatMap(schema => Object.keys(schema?.properties ?? {}))
      for (const shape of shapes)
        for (const letter of letters) {
          const of = (length: number) => Object.fromEntries(names.map(name => [name, letter.repeat(length)]))
          const measured = () => [15_000, 60_000].map(length => cpuOf(() => shape(of(length)))) as [number, number]
          // What takes less than this is not slow, and its ratio is chance.
          const isLinear = ([short, long]: [number, number]) => long < 50_000 || long < 8 * short
          const tries = [measured()]
          while (!isLinear(tries.at(-1)!) && tries.length < 4) tries.push(measured())
          assert.ok(isLinear(tries.at(-1)!), `${name}, ${letter}: ${tries.join('; ')} µs`)
        }
    }
})

test('a text without maxLength is compared with its pattern or format up to a length, and fails past it', () => {
  const check = bodyShape(Type.Object({ free: Type.String({ pattern: '^(b+)+$' }) }))
  assert.deepEqual(check({ free: 'b'.repeat(longestWithoutMaxLength) }), [])
  assert.match(check({ free: `${'b'.repeat(60_000)}!` })[0] as string, /takes text of the form \^\(b\+\)\+\$$/)
})

test('a name longer than every known one is compared with none', () => {
  assert.equal(nearestOf('titles', ['title']), 'title')
  assert.equal(nearestOf('title'.repeat(13), ['title']), undefined)
  assert.equal(suggestion('title'.repeat(10_000), ['title', 'body']), 'it takes title, body')
})

test('of thousands of unknown members the first ones are told, and the known ones are still checked', () => {
  const check = bodyShape(Type.Object({ title: Type.String({ maxLength: 3 }) }, { additionalProperties: false }))
  const body = { ...Object.fromEntries(Array.from({ length: 6_000 }, (_, i) => [`k${i}`, 1])), title: 'long' }
  const faults = check(body)
  assert.equal(faults.length, 50)
  assert.ok(faults.some(fault => fault.startsWith('/k0: ')))
  assert.deepEqual(check({ title: 'long' }), ['/title: got "long"; it has 4 characters and takes at most 3'])
})
