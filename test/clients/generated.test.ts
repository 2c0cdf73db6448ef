// The generated files of the clients are current, and the types of the TypeScript client fit programs that use it. The type check
// reads this file: each error has to be there.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { generatedFiles } from '../../clients/generate.ts'
import {
  Handbill,
  HandbillError,
  type OwnPost,
  type Post,
  type WebhookEvent,
} from '../../clients/typescript/src/index.ts'

for (const [path, text] of Object.entries(generatedFiles()))
  test(`${path} is what the OpenAPI documents say: \`node clients/generate.ts\` writes it anew`, () => {
    assert.equal(readFileSync(path, 'utf8'), text)
  })

const events = new Handbill<'events'>({ baseUrl: 'http://127.0.0.1' })
const any = new Handbill({ baseUrl: 'http://127.0.0.1' })
const times = { timezone: 'Europe/Paris', starts_at: '2027-03-06T14:00:00+01:00', ends_at: '2027-03-06T16:00:00+01:00' }
const event = { title: '', body: '', topics: ['art'], ...times }

test('a program that uses the client by its types compiles', () => {
  const program = async () => {
    const { api_key } = await any.call('createAccount', {
      body: { name: '', email: '', accept_terms: true, test: true },
    })
    const own: OwnPost<'events'> = await events.createPost(event, { maxPriceMicros: 1 })
    await events.editPost(own.id, { title: 'Another' })
    const zone: string | undefined = (await events.waitForDecision(own.id)).post?.timezone
    const message: Post<'messages'> | undefined = (await any.getPost(own.id)) as Post<'messages'>
    for await (const post of events.posts.list({ topic: 'art', limit: 50 })) console.log(post.timezone)
    for await (const { type, data } of any.outcomes()) console.log(type, data)
    for await (const delivery of any.each('listDeliveries', { path: { id: 'wh_' } })) console.log(delivery.id)
    await any.createPost({ text: '', topics: [] })
    return [api_key, zone, message.text]
  }
  const codeOf = (error: unknown) =>
    error instanceof HandbillError && error.code === 'abuse' ? error.post?.strikes : 0
  const postOf = (event: WebhookEvent) => (event.type === 'post.published' ? event.data.post : undefined)
  assert.ok([program, codeOf, postOf])
})

test('a program that does not fit the API does not compile', () => {
  const wrong = [
    // @ts-expect-error: an event has a time zone.
    () => events.createPost({ title: '', body: '', topics: [] }),
    // @ts-expect-error: an event has no text.
    () => events.createPost({ ...event, text: '' }),
    // @ts-expect-error: there is no such operation.
    () => events.call('publishPost'),
    // @ts-expect-error: the id is missing.
    () => events.call('deletePost', {}),
    // @ts-expect-error: a limit is a number.
    () => events.posts.list({ limit: 'all' }),
    // @ts-expect-error: this operation has no pages.
    () => events.each('getStatus'),
    // @ts-expect-error: no error has this code.
    (error: HandbillError) => error.code === 'out_of_money',
  ]
  assert.equal(wrong.length, 7)
})
