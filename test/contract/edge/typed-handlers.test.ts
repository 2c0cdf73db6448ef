// A handler that does not fit the row of its operation does not compile. The type check reads this file: each error has to be there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import type { keysOperations } from '../../../src/contract/operations/keys.ts'
import type { placesOperations } from '../../../src/contract/operations/places.ts'
import type { postsOperations } from '../../../src/contract/operations/posts.ts'
import type { relayOperations } from '../../../src/contract/operations/relay.ts'
import type { reportsOperations } from '../../../src/contract/operations/reports.ts'
import { type OperationRow, operation } from '../../../src/contract/operations/row.ts'
import type { Handlers } from '../../../src/usecases/handlers/handler.ts'
import { relayHandlers } from '../../../src/usecases/handlers/relay.ts'
import { reportsHandlers } from '../../../src/usecases/handlers/reports.ts'

type Keys = Handlers<typeof keysOperations>
type Posts = Handlers<typeof postsOperations>
type Relay = Handlers<typeof relayOperations>

const key_id = 'key_6Nw2xQvT9rLm4ZbKc8Yd'

test('a handler that answers by its row compiles', () => {
  const revokeKey: Keys['revokeKey'] = ({ params }) => ({
    value: { key_id: params.id, revoked_at: '', restorable_until: '' },
  })
  const contactSeller: Relay['contactSeller'] = ({ body }) => ({
    status: 202,
    value: { sent: false, message: body.message },
  })
  assert.ok([revokeKey, contactSeller])
})

test('an answer that does not fit the schema of its row does not compile', () => {
  // @ts-expect-error: `revoked_at` is missing.
  const missing: Keys['revokeKey'] = () => ({ value: { key_id } })
  // @ts-expect-error: `revoked_at` is a text.
  const wrong: Keys['revokeKey'] = () => ({ value: { key_id, revoked_at: 1 } })
  // @ts-expect-error: a promise is no way round.
  const later: Keys['revokeKey'] = async () => ({ value: { key_id } })
  // @ts-expect-error: a status outside the row.
  const status: Keys['revokeKey'] = () => ({ status: 202, value: { key_id, revoked_at: '' } })
  // @ts-expect-error: `sent: false` has the status 202.
  const held: Relay['contactSeller'] = () => ({ value: { sent: false, message: '' } })
  // @ts-expect-error: a post of any site has an id.
  const post: Posts['getPost'] = () => ({ value: { status: 'queued' } })
  assert.ok([missing, wrong, later, status, held, post])
})

test('a member that the row does not take does not compile', () => {
  // @ts-expect-error: the row names its parameter `id`.
  const params: Keys['revokeKey'] = ({ params }) => ({ value: { key_id: params.key, revoked_at: '' } })
  // @ts-expect-error: the row has no query.
  const query: Keys['listKeys'] = ({ query }) => ({ value: { items: [], next: query.cursor } })
  // @ts-expect-error: the body has no such member.
  const body: Relay['contactSeller'] = ({ body }) => ({ status: 202, value: { sent: false, message: body.text } })
  // @ts-expect-error: `limit` is a number.
  const limit: Posts['listPosts'] = ({ query }) => ({ body: query.limit?.slice(1) ?? '' })
  // @ts-expect-error: the row has no body.
  const none: Handlers<typeof placesOperations>['findPlaces'] = ({ body }) => ({ body: body.q })
  assert.ok([params, query, body, limit, none])
})

test('a row without a handler does not compile, nor a handler without a row, nor one under the name of another', () => {
  const { reportPost, reportHandle, getReport } = reportsHandlers
  // @ts-expect-error: getReport is missing.
  const missing: Handlers<typeof reportsOperations> = { reportPost, reportHandle }
  const all = { reportPost, reportHandle, getReport }
  // @ts-expect-error: no row has this name.
  const added: Handlers<typeof reportsOperations> = { ...all, dropReport: getReport }
  // @ts-expect-error: the handlers are exchanged.
  const exchanged: Handlers<typeof reportsOperations> = { reportPost: getReport, reportHandle, getReport: reportPost }
  // @ts-expect-error: the handlers of other rows.
  const others: Handlers<typeof reportsOperations> = relayHandlers
  assert.ok([missing, added, exchanged, others])
})

test('the summary of a tool gets the answer of its row', () => {
  const row: Omit<OperationRow, 'response' | 'tool'> = {} as OperationRow
  const tool = { name: '', title: '', description: '', offer: 'all', hints: {} as never } as const
  const response = () => Type.Object({ found: Type.Integer() })
  operation({ ...row, response, tool: { ...tool, summary: answer => `${answer.found + 1}` } })
  // @ts-expect-error: `found` is a number.
  operation({ ...row, response, tool: { ...tool, summary: answer => answer.found } })
  assert.ok(response)
})
