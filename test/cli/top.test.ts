// handbill top: what it shows of a running service, and what it says when there is none.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMetrics } from '../../src/cli/top/read-metrics.ts'
import { topScreen } from '../../src/cli/top/top-screen.ts'
import { freePort } from '../databases.ts'
import { eventBody, withPresentation } from '../harness.ts'
import { commandOn } from './command-on.ts'

withPresentation('handbill top', app => {
  test('prints the figures of the service once where there is no terminal', async () => {
    const { key } = await app().account()
    await app().call('GET', '/v1/posts/evt_unknown')
    await app().call('POST', '/v1/posts', { key, body: eventBody() })
    app().clock.advance(60_000)
    const { status, out, err } = await commandOn(app(), ['top'])
    assert.deepEqual([status, err], [0, []])
    const text = out.join('\n')
    for (const shown of [
      /^Handbill \d\S+, role all, in the /m,
      /^requests {3}[\d.]+ a second: 2xx [\d.]+, 3xx [\d.]+, 4xx [\d.]+, 5xx 0\.0; 0\.0 above the rate limit$/m,
      /^problems {3}not_found 1$/m,
      /^model +1 {3}1 minute$/m,
      /^review, text +0/m,
      /^writes .* half within [\d.]+ ms, 99 % within /m,
      /^process {4}CPU \d+ %, memory [\d.]+ .B/m,
      /^machine {4}free disk [\d.]+ .B, database [\d.]+ MB, write-ahead log \d+ MB, last backup unknown$/m,
    ])
      assert.match(text, shown)
    assert.doesNotMatch(text, /\u001b|NaN|undefined|null/)
  })

  test('a service that does not answer is one line and exit status 1', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const { status, out, err } = await commandOn(app(), ['top', '--url', url])
    assert.deepEqual([status, out], [1, []])
    assert.deepEqual(err, [`unreachable: ${url}/metrics does not answer (ECONNREFUSED)`])
  })
})

test('a second reading shows what happened in between, also after a start', () => {
  const text = (ok: number) =>
    [
      'handbill_info{version="1",role="all",model="m"} 1',
      `handbill_http_answers_total{route="/",method="GET",status="2xx"} ${ok}`,
      `handbill_http_answer_seconds_bucket{le="0.01"} ${ok / 2}`,
      `handbill_http_answer_seconds_bucket{le="2.5"} ${ok}`,
      `handbill_http_answer_seconds_bucket{le="+Inf"} ${ok}`,
    ].join('\n')
  const shown = (before: number, now: number) =>
    topScreen(readMetrics(text(before), 10_000), readMetrics(text(now), 12_000)).join('\n')
  assert.match(shown(100, 140), /^requests {3}20\.0 a second: 2xx 20\.0/m)
  assert.match(shown(100, 140), /^answers {4}half within 10 ms, 99 % within 2\.5 s$/m)
  assert.match(shown(100, 30), /^requests {3}15\.0 a second/m)
  assert.match(shown(100, 100), /^answers {4}none$/m)
})
