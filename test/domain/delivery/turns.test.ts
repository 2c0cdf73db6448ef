// The turns of webhooks: attempts under way limit the next attempts, by endpoint, account, host and standing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import {
  chooseTurns,
  type EndpointStanding,
  type ReadyEndpoint,
  type Room,
} from '../../../src/domain/delivery/turns.ts'

const room: Room = {
  limit: limits.webhookAttemptsAtOnce,
  failing: limits.webhookAttemptsFailingAtOnce,
  guest: limits.webhookAttemptsGuestsAtOnce,
  probation: limits.webhookAttemptsProbationAtOnce,
}

let seqs = 1
const ready = (n: number, standing: EndpointStanding, change: (i: number) => Partial<ReadyEndpoint> = () => ({})) =>
  Array.from({ length: n }, (_, i): ReadyEndpoint => {
    const webhookId = `wh_${standing}_${seqs}`
    return {
      ...{ webhookId, accountId: `account of ${webhookId}`, host: `${webhookId}.example.org`, standing },
      due: [seqs++, seqs++],
      ...change(i),
    }
  })
const count = (turns: readonly { standing: EndpointStanding }[], standing: EndpointStanding) =>
  turns.filter(turn => turn.standing === standing).length

test('every endpoint gets its first turn before any endpoint gets a second, and only proven endpoints get a second', () => {
  const endpoints = [...ready(3, 'proven'), ...ready(2, 'probation'), ...ready(2, 'failing')]
  const turns = chooseTurns(endpoints, [], room)
  assert.equal(new Set(turns.slice(0, 7).map(({ webhookId }) => webhookId)).size, 7)
  assert.deepEqual(
    turns.slice(7).map(({ seq }) => seq),
    endpoints.slice(0, 3).map(({ due }) => due[1]),
  )
})

test('failing endpoints, endpoints of guests and endpoints on probation fill only their own shares, however many they are', () => {
  const turns = chooseTurns(
    [...ready(900, 'guest'), ...ready(900, 'probation'), ...ready(900, 'failing'), ...ready(900, 'proven')],
    [],
    room,
  )
  const {
    webhookAttemptsGuestsAtOnce: guest,
    webhookAttemptsProbationAtOnce: probation,
    webhookAttemptsFailingAtOnce: failing,
  } = limits
  assert.deepEqual(
    (['guest', 'probation', 'failing', 'proven'] as const).map(standing => count(turns, standing)),
    [guest, probation, failing, limits.webhookAttemptsAtOnce - guest - probation - failing],
  )
  assert.deepEqual(chooseTurns(ready(9, 'probation'), [], { ...room, probation: 0 }), [])
  assert.deepEqual(chooseTurns(ready(9, 'guest'), [], { ...room, guest: 0 }), [])
  assert.deepEqual(chooseTurns(ready(9, 'failing'), [], { ...room, failing: 0 }), [])
  assert.deepEqual(chooseTurns(ready(9, 'proven'), [], { ...room, limit: 0 }), [])
})

test('an account has a limited number of attempts under way, attempts for deleted endpoints included', () => {
  const mine = ready(5, 'proven', () => ({ accountId: 'mine' }))
  assert.equal(chooseTurns(mine, [], room).length, limits.webhookAttemptsPerAccount)
  const gone = ready(limits.webhookAttemptsPerAccount - 1, 'probation', () => ({ accountId: 'mine' }))
  assert.equal(chooseTurns(mine, gone, room).length, 1)
  assert.equal(chooseTurns(ready(1, 'proven'), gone, room).length, 2)
})

test('a host has a limited number of attempts under way, and failing endpoints take none from proven endpoints of that host', () => {
  const at = () => ({ host: 'one.example.org' })
  const { webhookAttemptsPerHost: most, webhookAttemptsUnprovenPerHost: unproven } = limits
  const turns = chooseTurns(
    [...ready(50, 'failing', at), ...ready(50, 'probation', at), ...ready(50, 'proven', at)],
    [],
    room,
  )
  assert.deepEqual([count(turns, 'proven'), turns.length], [most, most + unproven])
  assert.equal(chooseTurns(ready(1, 'proven', at), turns, room).length, 0)
  assert.equal(chooseTurns(ready(1, 'proven'), turns, room).length, 2)
})

test('an endpoint on probation has one attempt under way at most, and a proven endpoint has two', () => {
  const [fresh] = ready(1, 'probation') as [ReadyEndpoint]
  assert.equal(chooseTurns([fresh], [], room).length, 1)
  assert.equal(chooseTurns([fresh], [fresh], room).length, 0)
  const proven = { ...fresh, standing: 'proven' as const }
  assert.equal(chooseTurns([proven], [fresh], room).length, 1)
  assert.equal(chooseTurns([proven], [fresh, proven], room).length, 0)
})
