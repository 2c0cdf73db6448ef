// `handbill test-pack` prints scenarios that come about on every site when a client plays them with a test key.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteIds } from '../../src/contract/sites/site-ids.ts'
import { testOutcomes } from '../../src/contract/test-mode.ts'
import { runCommand } from '../e2e/process.ts'
import { allSites, bodyFor, hostOf, withPresentedSites } from '../harness.ts'

withPresentedSites('the scenarios of the test pack', app => {
  for (const site of siteIds)
    test(`every scenario of ${site} comes about`, async () => {
      const { status, stdout, stderr } = await runCommand({ SITES: allSites }, ['test-pack', '--site', site])
      assert.equal(status, 0, stderr)
      const pack = stdout
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line))
      assert.deepEqual(
        pack.map(({ scenario }) => scenario),
        Object.keys(testOutcomes),
      )
      const host = hostOf(site)
      const signUp = { name: 'Ada', email: 'ada@example.org', accept_terms: true, test: true }
      const { api_key: key } = (await app().call('POST', '/v1/accounts', { body: signUp, host })).json
      for (const { scenario, request, expect } of pack) {
        // The example of a site keeps its date; a test has a date of its own.
        const body = { ...bodyFor[site](), topics: request.body.topics }
        const sent = await app().call(request.method, new URL(request.url).pathname, { key, body, host })
        assert.deepEqual([sent.status, sent.json.code ?? null], [expect.status, expect.code ?? null], sent.text)
        if (expect.post_status) assert.equal(sent.json.status, expect.post_status, scenario)
        const advance = expect.advance ?? 'PT0S'
        assert.equal(
          (await app().call('POST', '/v1/test/clock', { key, body: { advance }, host })).json.left_seconds,
          0,
        )
        if (expect.final_status)
          assert.equal(
            (await app().call('GET', `/v1/posts/${sent.json.id}`, { key, host })).json.status,
            expect.final_status,
            scenario,
          )
      }
    })
})
