// Processes that are killed between a code and its tokens, and during a refresh: an app goes on with the next process.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { oauthPaths } from '../../src/contract/oauth.ts'
import { onEveryDatabase, startApp } from '../harness.ts'
import { sizeOf } from '../kit/long.ts'
import { counted } from '../kit/report.ts'
import { agree, askConsent, form, ownersBrowser, proof, redirect, register } from '../oauth/apps.ts'
import { call, environment } from './caller.ts'
import { type Service, startService } from './process.ts'

const kills = sizeOf({ small: 1, full: 20 })

onEveryDatabase('OAuth while processes are killed', ({ kind, fresh }) => {
  test(`an app gets tokens for a code of a killed process, and keeps them through ${kills} kills while it refreshes`, {
    timeout: 60_000 + kills * 20_000,
  }, async t => {
    const url = await fresh()
    // The owner agrees in this process, and each service is another one on its database.
    const app = await startApp(url, { clock: { now: Date.now, advance() {} } })
    const env = await environment(url)
    let service: Service = await startService(env)
    t.after(async () => {
      await service.kill()
      await app.close()
    })
    const owner = await app.account()
    const { json } = await register(app, { client_name: 'A killed app', redirect_uris: [redirect] })
    const { verifier, challenge } = proof()
    const asked = {
      ...{ client_id: json.client_id as string, redirect_uri: redirect, response_type: 'code', state: 'st' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256', resource: 'http://events.test' },
    }
    const browser = ownersBrowser(app)
    const back = await agree(browser, owner, await askConsent(browser, asked))
    const ask = async (fields: Record<string, string>) => {
      const body = new URLSearchParams({ client_id: asked.client_id, resource: asked.resource, ...fields })
      try {
        const answer = await fetch(service.origin + oauthPaths.token, {
          method: 'POST',
          headers: { 'content-type': form },
          body: body.toString(),
        })
        return { status: answer.status, json: (await answer.json()) as Record<string, string> }
      } catch {
        return null
      }
    }
    const works = async (key: string) => (await call(service.origin, '/v1/account', key))?.status === 200

    await service.kill()
    service = await startService(env)
    const exchange = {
      ...{ grant_type: 'authorization_code', code: back.get('code') ?? '', redirect_uri: redirect },
      code_verifier: verifier,
    }
    const first = await ask(exchange)
    assert.equal(first?.status, 200, JSON.stringify(first?.json))
    assert.ok(await works(first.json.access_token ?? ''))

    let refreshToken = first.json.refresh_token ?? ''
    let unanswered = 0
    for (let kill = 0; kill < kills; kill++) {
      const refreshing = ask({ grant_type: 'refresh_token', refresh_token: refreshToken })
      await setTimeout((kill * 7) % 20)
      await service.kill()
      const answered = await refreshing
      service = await startService(env)
      if (answered === null) unanswered++
      // Without an answer the same token is sent once more: it was used or not, and both give a pair that works.
      const pair = answered ?? (await ask({ grant_type: 'refresh_token', refresh_token: refreshToken }))
      assert.equal(pair?.status, 200, JSON.stringify(pair?.json))
      assert.ok(await works(pair.json.access_token ?? ''), `after kill ${kill}`)
      refreshToken = pair.json.refresh_token ?? ''
      counted(`kills while an app refreshes on ${kind}`)
    }
    t.diagnostic(`${unanswered} of ${kills} refreshes had no answer`)
    const [connection, ...others] = await app.platform.db.selectFrom('oauth_connections').selectAll().execute()
    assert.deepEqual([connection?.account_id, others], [owner.accountId, []])
  })
})
