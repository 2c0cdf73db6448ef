// An owner in a real browser: led from an app through the sign-in by mail to the page of consent, and back to the app.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { oauthPaths } from '../../src/contract/oauth.ts'
import { onPresentation, startApp } from '../harness.ts'
import { assertAccessible, noBrowser as skip, startBrowser } from '../kit/browser.ts'
import { signInTokens } from '../kit/key-controls.ts'
import { proof, register, token } from './apps.ts'

onPresentation('consent in a browser', ({ fresh }) => {
  test('an owner who is not signed in comes by mail to the page of consent, and through it back to the app', {
    skip,
  }, async t => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    const owner = await app.account()
    const came: string[] = []
    const listener = createServer((request, reply) => {
      came.push(request.url ?? '')
      reply.setHeader('content-type', 'text/html').end('<h1>Back in the app</h1>')
    })
    await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
    t.after(() => listener.close())
    const browser = await startBrowser(app)
    t.after(() => browser.close())
    const page = await browser.newPage()
    const { port } = listener.address() as { port: number }
    const redirect = `http://127.0.0.1:${port}/callback`
    const { json } = await register(app, { client_name: 'A desktop app', redirect_uris: ['http://127.0.0.1/callback'] })
    const { verifier, challenge } = proof()
    const request = {
      ...{ client_id: json.client_id as string, redirect_uri: redirect, response_type: 'code', state: 'st' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256', resource: 'http://events.test/mcp' },
    }
    await page.goto(`http://events.test${oauthPaths.authorize}?${new URLSearchParams(request)}`)
    await page.getByRole('heading', { name: 'An app wants to act for you' }).waitFor()
    await assertAccessible(page, 'consent-without-a-session')
    await page.getByLabel('Your e-mail address').fill(owner.email)
    await page.getByRole('button', { name: 'Mail me a link' }).click()
    await page.getByRole('heading', { name: 'Look into your mail' }).waitFor()
    const [link] = await signInTokens(app, owner.email)
    await page.goto(`http://events.test/account/sign-in/open?t=${link}`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: `Connect a program on this device to @${owner.handle}?` }).waitFor()
    await page.getByText('Any program on this device can ask in this way').waitFor()
    await assertAccessible(page, 'consent')
    await page.getByLabel('Publish, edit, cancel').uncheck()
    await page.getByRole('button', { name: 'Connect it' }).click()
    await page.getByRole('heading', { name: 'Back in the app' }).waitFor()
    const back = new URL(came.find(path => path.startsWith('/callback')) ?? '', redirect).searchParams
    const exchanged = await token(app, {
      ...{ grant_type: 'authorization_code', code: back.get('code') ?? '', redirect_uri: redirect },
      ...{ client_id: request.client_id, code_verifier: verifier },
    })
    assert.equal(exchanged.json.scope, 'posts:read search account:read webhooks:manage', exchanged.text)
    await page.goto('http://events.test/account/apps')
    await page.getByRole('heading', { name: 'A desktop app' }).waitFor()
    await assertAccessible(page, 'apps')
  })
})
