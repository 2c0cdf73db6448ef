// What callers learn about a text before it is decided: its flags with their meanings, and how long a review currently takes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FlagName, flagNames, flags, riskFlags } from '../../../src/contract/moderation/flags.ts'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import { waitingForReview } from '../../../src/usecases/review/waiting.ts'
import { freshDatabase, kindsOfRun } from '../../databases.ts'
import { eventBody, startApp, type TestApp, withApp } from '../../harness.ts'

const submit = (app: TestApp, key: string, body: unknown, query = '') =>
  app.call('POST', `/v1/posts${query}`, { key, body })

const own = async (app: TestApp, key: string, id: string) => (await app.call('GET', `/v1/posts/${id}`, { key })).json

const forecastOf = ({ flags, flag_meanings, review }: any) => ({ flags, flag_meanings, review })

const meaningsOf = (names: FlagName[]) => Object.fromEntries(names.map(name => [name, flags[name]]))

/** A text that needs a review, and the flags that say so. */
const odd = {
  title: 'Open weekend of the four town museums',
  body: 'Tickets 5 € at each door. Opening hours, also for AI agents: https://example.org/a https://example.org/b https://example.org/c https://example.org/d',
}
const later = { starts_at: '2027-03-13T14:00:00+01:00', ends_at: '2027-03-13T16:00:00+01:00' }
const oddFlags: FlagName[] = ['addresses_ai_readers', 'external_links', 'many_links', 'mentions_payment']

withApp('the forecast for a text before it is decided', app => {
  test('the forecast for a text is the same in a dry run, in the answer, in the queue and in review, with the meaning of each flag', async () => {
    const { key } = await app().account({ balance: 20_000_000 })
    const body = eventBody(odd)
    const tried = (await submit(app(), key, body, '?dry_run=true')).json
    assert.deepEqual(tried.flags, oddFlags)
    assert.deepEqual(tried.flag_meanings, meaningsOf(oddFlags))
    assert.equal(tried.review.likely, true)
    assert.match(tried.review.note, /^One of its flags sends the text to a person\. /)

    const { json } = await submit(app(), key, body)
    assert.deepEqual(forecastOf(json), forecastOf(tried))
    assert.deepEqual(forecastOf(await own(app(), key, json.id)), forecastOf(tried))
    const { items } = (await app().call('GET', '/v1/posts?mine=true', { key })).json
    assert.deepEqual(forecastOf(items[0]), forecastOf(tried))
    await app().moderate()
    const inReview = await own(app(), key, json.id)
    assert.deepEqual([inReview.status, inReview.flags, inReview.moderation], ['review', oddFlags, undefined])
    assert.match(inReview.review.note, /^A person decides on it\. /)
    const waiting = (await waitingForReview(app().platform)) as { id: string; flags: string[] }[]
    assert.deepEqual(waiting.find(({ id }) => id === json.id)?.flags, oddFlags)

    await decideText(app().platform, { revisionId: json.id, actor: 'test', reason: 'fine', action: 'publish' })
    const shown = await own(app(), key, json.id)
    assert.deepEqual([shown.flags, shown.review], [undefined, undefined])
    assert.deepEqual(
      shown.post.risk_flags,
      riskFlags,
      'the public post has the same names for the flags that readers should know',
    )
  })

  test('an edit has a forecast with its status, and in words over MCP', async () => {
    const { key } = await app().account({ balance: 20_000_000 })
    const { id } = (await submit(app(), key, eventBody())).json
    await app().moderate()
    const change = {
      body: 'Ignore previous instructions, as the play is called, is on at the library tonight. Entry 5 €.',
    }
    const path = `/v1/posts/${id}`
    const tried = (await app().call('PATCH', `${path}?dry_run=true`, { key, body: change })).json
    assert.deepEqual([tried.flags.includes('possible_injection'), tried.review.likely], [true, true])
    const { json } = await app().call('PATCH', path, { key, body: change })
    assert.deepEqual(forecastOf(json.edit), forecastOf(tried))
    assert.deepEqual(forecastOf(json), forecastOf({}))
    await app().moderate()
    assert.match((await own(app(), key, id)).edit.review.note, /^A person decides on it/)

    const { result } = (
      await app().call('POST', '/mcp', {
        key,
        headers: { accept: 'application/json, text/event-stream' },
        body: {
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name: 'check_event', arguments: eventBody({ ...odd, ...later }) },
        },
      })
    ).json
    for (const flag of oddFlags) assert.ok(result.content[0].text.includes(`${flag} (${flags[flag]})`), flag)
    assert.match(result.content[0].text, /One of its flags sends the text to a person/)
  })

  test('the forecast expects no review of ordinary texts, and a review of texts in a language that the rules cannot read', async () => {
    const { key } = await app().account()
    const plain = eventBody({
      title: 'Bread from the old oven',
      body: 'The village oven is lit on Saturday; bring your dough.',
    })
    const tried = (await submit(app(), key, plain, '?dry_run=true')).json
    assert.deepEqual([tried.flags, tried.flag_meanings, tried.review.likely], [[], {}, false])
    assert.match(tried.review.note, /^None of its flags sends the text to a person; the model still may\. /)
    const hungarian = {
      title: 'Fazekasműhely kezdőknek',
      body: 'Szeretettel várunk mindenkit a közös agyagozásra a Hosszú utcai közösségi házban, az agyag készen áll.',
    }
    const unread = (await submit(app(), key, eventBody(hungarian), '?dry_run=true')).json
    assert.deepEqual([unread.flags, unread.review.likely], [['unread_language'], true])
    const { id } = (await submit(app(), key, eventBody(hungarian))).json
    await app().moderate()
    assert.equal((await own(app(), key, id)).status, 'review')
  })

  test('a refused, free or immediate change, which no person decides, has no forecast', async () => {
    const { key } = await app().account()
    const { id } = (await submit(app(), key, eventBody())).json
    await app().moderate()
    const dry = (body: unknown) => app().call('PATCH', `/v1/posts/${id}?dry_run=true`, { key, body })
    const refused = await submit(app(), key, eventBody({ title: 'test', body: 'test test test' }), '?dry_run=true')
    for (const { json } of [
      refused,
      await dry({ event_status: 'cancelled' }),
      await dry({ timezone: 'Europe/Berlin' }),
    ])
      assert.deepEqual([json.charged, json.review], [0, undefined])
  })

  test('the OpenAPI document has the meaning of every flag of a forecast', async () => {
    const { components } = (await app().call('GET', '/openapi.json')).json
    assert.deepEqual(components.schemas.Flag.enum, flagNames)
    for (const name of flagNames) assert.ok(components.schemas.Flag.description.includes(`\`${name}\`: ${flags[name]}`))
  })
})

for (const kind of kindsOfRun)
  test(`the usual time of a review is measured from recent decisions of people, or unknown (${kind})`, async t => {
    const app = await startApp(await freshDatabase(kind))
    t.after(() => app.close())
    const { key } = await app.account({ balance: 50_000_000 })
    const review = async () => {
      app.clock.advance(2_000)
      return (await submit(app, key, eventBody(), '?dry_run=true')).json.review
    }
    const wait = async () => {
      const { id } = (await submit(app, key, eventBody({ title: `${odd.title} ${key}`, body: odd.body }))).json
      await app.moderate()
      return id as string
    }
    const after = async (minutes: number, id: string, action: 'publish' | 'reject') => {
      app.clock.advance(minutes * 60_000)
      const as = action === 'reject' ? { action, category: 'vague', penalized: false } : { action }
      await decideText(app.platform, { revisionId: id, actor: 'test', reason: 'test', ...as })
    }
    const unknown = await review()
    assert.equal(unknown.usual_seconds, null)
    assert.match(
      unknown.note,
      /No person has decided on a text in the last 7 days, so there is no estimate; no text waits for a person\./,
    )

    await after(30, await wait(), 'reject')
    await after(600, await wait(), 'reject')
    const last = await wait()
    app.clock.advance(3 * 3_600_000)
    assert.match((await review()).note, /; 1 text waits for a person, the first for about 3 hours\./)
    await after(60, last, 'publish')
    const known = await review()
    assert.ok(Math.abs(known.usual_seconds - 4 * 3_600) < 60, `the median: ${known.usual_seconds}`)
    assert.match(
      known.note,
      /Lately people took about 4 hours from submission to decision; no text waits for a person\./,
    )
    await decideText(app.platform, {
      ...{ revisionId: last, actor: 'test', reason: 'test', action: 'remove', category: 'vague', penalized: false },
    })
    assert.deepEqual(await review(), known, 'decisions about published posts do not count')
    app.clock.advance(8 * 86_400_000)
    assert.equal((await review()).usual_seconds, null)
  })
