// An owner connects an app, which then acts within what the owner has agreed to, until it ends (contract.md §16).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oauthPaths } from '../../src/contract/oauth.ts'
import { sha256 } from '../../src/domain/ids.ts'
import { eventBody, mailsTo, withApp } from '../harness.ts'
import { agreed, connectedApp, form, refresh } from './apps.ts'

withApp('apps that are connected by OAuth', app => {
  test('an app posts with its token, renews it, and is refused once it has handed its token back', async () => {
    const owner = await app().account()
    const connected = await connectedApp(app(), owner)
    const { back, first, tokens, clientId } = connected
    assert.deepEqual([back.get('state'), back.get('iss')], ['st', 'http://events.test'])
    assert.equal(first.status, 200, first.text)
    assert.match(tokens.access_token, /^at_[0-9A-Za-z]{38}$/)
    assert.match(tokens.refresh_token, /^rt_[0-9A-Za-z]{38}$/)
    assert.deepEqual([tokens.expires_in, tokens.scope], [3_600, agreed.scopes.join(' ')])
    const posted = await app().call('POST', '/v1/posts', { key: tokens.access_token, body: eventBody() })
    assert.equal(posted.status, 202, posted.text)
    const own = await app().call('GET', `/v1/posts/${posted.json.id}`, { key: tokens.access_token })
    assert.equal(own.json.status, 'queued', 'the connection owns its post')
    const renewed = await refresh(app(), { clientId, refreshToken: tokens.refresh_token })
    assert.equal(renewed.status, 200, renewed.text)
    assert.equal(renewed.json.scope, tokens.scope, 'a refresh without a scope keeps those of the owner')
    assert.notEqual(renewed.json.refresh_token, tokens.refresh_token)
    const mail = (await mailsTo(app(), owner)).find(({ subject }) => /^An app was connected/.test(subject))
    assert.match(mail?.body ?? '', /"A test app" and is at "app\.example".*up to 10\.00 USD a month.*not-me\?t=/s)
    const ended = await app().call('POST', oauthPaths.revoke, {
      headers: { 'content-type': form },
      body: new URLSearchParams({ token: renewed.json.refresh_token, client_id: clientId }).toString(),
    })
    assert.equal(ended.status, 200, ended.text)
    const refused = await app().call('GET', '/v1/account', { key: renewed.json.access_token })
    assert.equal(refused.status, 401)
    assert.match(
      refused.headers.get('www-authenticate') ?? '',
      /error="invalid_token".*resource_metadata="http:\/\/events\.test\/\.well-known\/oauth-protected-resource"/,
    )
    const late = await refresh(app(), { clientId, refreshToken: renewed.json.refresh_token })
    assert.deepEqual([late.status, late.json.error], [400, 'invalid_grant'])
  })

  test('no secret of OAuth is stored, only hashes', async () => {
    const { tokens, exchange } = await connectedApp(app(), await app().account())
    const stored = JSON.stringify(await app().platform.db.selectFrom('oauth_records').selectAll().execute())
    for (const secret of [tokens.access_token, tokens.refresh_token, exchange.code]) {
      assert.ok(!stored.includes(secret.slice(3)), secret)
      assert.ok(stored.includes(sha256(secret)))
    }
  })
})
