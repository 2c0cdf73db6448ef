// Traces: one for a post from its request to its webhook, sent to a collector, and nothing of its text.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, it } from 'node:test'
import { eventBody, onEveryDatabase, startApp, type TestApp } from '../harness.ts'
import { registerReceiver, type TestNetwork, testNetwork } from '../kit/webhook-receiver.ts'

type Value = { stringValue?: string; intValue?: number }
type Told = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
}

/** A collector of OTLP over HTTP. */
async function startCollector() {
  const spans: Told[] = []
  const texts: string[] = []
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await request.toArray()).toString()
    texts.push(text)
    for (const { scopeSpans } of JSON.parse(text).resourceSpans)
      for (const scope of scopeSpans) spans.push(...(scope.spans as Told[]))
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, spans, texts, close: () => server.close() }
}

/** Posts with a body that is sent only when the service has begun with the request: it arrives in another context. */
async function postLate(app: TestApp, headers: Record<string, string>, body: object): Promise<{ id: string }> {
  const sent = request(`${app.origin}/v1/posts`, {
    method: 'POST',
    headers: { ...headers, host: 'events.test', 'content-type': 'application/json', expect: '100-continue' },
  })
  sent.flushHeaders()
  await once(sent, 'continue')
  sent.end(JSON.stringify(body))
  const [answer] = await once(sent, 'response')
  const text = Buffer.concat(await answer.toArray()).toString()
  assert.equal(answer.statusCode, 202, text)
  return JSON.parse(text)
}

/** Posts in a trace of the caller, publishes, delivers the webhook, and closes the app. */
async function lifeOfAPost(database: string, env: Record<string, string>, network: TestNetwork) {
  const app = await startApp(database, { env, overrides: { webhookNetwork: network } })
  try {
    const { key } = await app.account()
    const { receiver } = await registerReceiver(app, network, key)
    const [traceId, parentId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
    const headers = { traceparent: `00-${traceId}-${parentId}-01`, authorization: `Bearer ${key}` }
    const { id } = await postLate(app, headers, eventBody({ title: 'Secret garden walk' }))
    await app.moderate()
    await app.sendWebhooks()
    const stored = await app.platform.db.selectFrom('events').select(['type', 'trace']).execute()
    return { key, id, traceId, parentId, receiver, stored }
  } finally {
    await app.close()
  }
}

onEveryDatabase('traces', ({ fresh }) => {
  let network: TestNetwork
  let collector: Awaited<ReturnType<typeof startCollector>>
  before(async () => {
    network = testNetwork()
    collector = await startCollector()
  })
  after(() => {
    network.close()
    collector.close()
  })

  it('a post has one trace from its request over the writer and the judgement to its webhook, in the trace of the caller', async () => {
    const { key, id, traceId, parentId, receiver } = await lifeOfAPost(
      await fresh(),
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
      network,
    )
    const spans = collector.spans.filter(span => span.traceId === traceId)
    const named = (name: string) => {
      const found = spans.filter(span => span.name === name)
      assert.equal(found.length, 1, `${name}: ${spans.map(span => span.name)}`)
      return found[0]!
    }
    const request = named('POST /v1/posts')
    assert.equal(request.parentSpanId, parentId)
    assert.deepEqual(request.attributes.find(({ key }) => key === 'http.response.status_code')?.value, {
      intValue: 202,
    })
    const act = named('act submitRevision')
    assert.equal(act.parentSpanId, request.spanId)
    const ofWriter = ['transaction', 'commit'].map(name => {
      const found = spans.filter(span => span.name === name && span.parentSpanId === act.spanId)
      assert.equal(found.length, 1, name)
      return found[0]!
    })
    for (const { startTimeUnixNano, endTimeUnixNano } of ofWriter) {
      assert.ok(BigInt(startTimeUnixNano) <= BigInt(endTimeUnixNano))
      assert.ok(BigInt(endTimeUnixNano) <= BigInt(request.endTimeUnixNano))
    }
    for (const later of ['judge', 'record verdict']) assert.equal(named(later).parentSpanId, act.spanId, later)
    const delivery = named('deliver webhook')
    const last = receiver.received.at(-1)!
    assert.equal(JSON.parse(last.body).data.id, id)
    assert.equal(last.headers.traceparent, `00-${traceId}-${delivery.spanId}-01`)
    for (const secret of [key, 'Secret garden'])
      assert.ok(!collector.texts.some(text => text.includes(secret)), `a span holds ${secret}`)
  })

  it('of a share of 0 no trace is sent, and the texts of callers without a trace have one of their own', async () => {
    const before = collector.texts.length
    const { stored, traceId } = await lifeOfAPost(
      await fresh(),
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' },
      network,
    )
    assert.equal(collector.texts.length, before)
    assert.ok(stored.some(({ trace }) => trace?.startsWith(`00-${traceId}-`) && trace.endsWith('-00')))
  })

  it('without a collector nothing of a trace is kept or sent on', async () => {
    const { stored, receiver } = await lifeOfAPost(await fresh(), {}, network)
    assert.deepEqual(new Set(stored.map(({ trace }) => trace)), new Set([null]))
    assert.equal(receiver.received.at(-1)!.headers.traceparent, undefined)
  })

  it('a collector that is away holds up no post', async () => {
    const { receiver } = await lifeOfAPost(
      await fresh(),
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
      network,
    )
    assert.ok(receiver.received.length > 0)
  })
})
