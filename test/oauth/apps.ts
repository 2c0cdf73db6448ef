// An app that connects to an account by OAuth as real apps do, with a browser of its owner that keeps cookies.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { oauthPaths, resourceUrls } from '../../src/contract/oauth.ts'
import type { SiteId } from '../../src/contract/sites/site-ids.ts'
import type { TestAccount, TestApp } from '../harness.ts'
import { openedSession } from '../kit/key-controls.ts'

/** The host of a site of an app. */
export const hostAt = (app: TestApp, site: SiteId) =>
  new URL(app.platform.facts.sites.find(({ id }) => id === site)?.baseUrl ?? '').host

export const redirect = 'https://app.example/callback'
export const form = 'application/x-www-form-urlencoded'

/** The browser of an owner: it keeps cookies by host, and follows no redirect. */
export function ownersBrowser(app: TestApp, site: SiteId = 'events') {
  const jar = new Map<string, string>()
  const host = hostAt(app, site)
  const send = async (method: string, path: string, fields?: URLSearchParams, headers: Record<string, string> = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.call(method, path, {
      host,
      headers: { accept: 'text/html', ...(cookie && { cookie }), ...(fields && { 'content-type': form }), ...headers },
      ...(fields && { body: fields.toString() }),
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '' || /expires=Thu, 01 Jan 1970|Max-Age=0/i.test(set)) jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  return {
    jar,
    get: (path: string) => send('GET', path),
    post: (path: string, fields: Record<string, string | string[]>, headers: Record<string, string> = {}) => {
      const sent = new URLSearchParams()
      for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) sent.append(name, each)
      return send('POST', path, sent, headers)
    },
    async signIn(owner: TestAccount) {
      const { value } = await openedSession(app, owner)
      jar.set('handbill-account', value)
      return app.platform.links.csrf(value)
    },
  }
}

export type OwnersBrowser = ReturnType<typeof ownersBrowser>

/** PKCE as every client does it. */
export function proof() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export const register = (app: TestApp, body: object, site: SiteId = 'events') =>
  app.call('POST', oauthPaths.register, { host: hostAt(app, site), body })

export const token = (app: TestApp, fields: Record<string, string>, site: SiteId = 'events') =>
  app.call('POST', oauthPaths.token, {
    host: hostAt(app, site),
    headers: { 'content-type': form },
    body: new URLSearchParams(fields).toString(),
  })

export type Request = Record<string, string> & { client_id: string }

/** Opens the page of consent for a request of an app. Returns its address; fails when there is none. */
export async function askConsent(browser: OwnersBrowser, request: Request): Promise<string> {
  const asked = await browser.get(`${oauthPaths.authorize}?${new URLSearchParams(request)}`)
  assert.equal(asked.status, 303, asked.text)
  const location = new URL(asked.headers.get('location') ?? '', 'http://events.test')
  assert.match(location.pathname, /^\/oauth\/consent\//, location.href)
  return location.pathname
}

export const agreed = {
  scopes: ['posts:read', 'posts:write', 'search', 'account:read', 'webhooks:manage'],
  budget: '10.00',
  lasts: 'open',
  answer: 'yes',
}

/** Lets an owner agree, and returns the parameters with which the browser comes back to the app. */
export async function agree(
  browser: OwnersBrowser,
  owner: TestAccount,
  page: string,
  answer: Record<string, string | string[]> = agreed,
): Promise<URLSearchParams & { at: string }> {
  const csrf = await browser.signIn(owner)
  assert.equal((await browser.get(page)).status, 200)
  const decided = await browser.post(page, { csrf, ...answer })
  assert.equal(decided.status, 303, decided.text)
  const resumed = await browser.get(new URL(decided.headers.get('location') ?? '').pathname)
  assert.equal(resumed.status, 303, resumed.text)
  const back = new URL(resumed.headers.get('location') ?? '')
  return Object.assign(back.searchParams, { at: `${back.origin}${back.pathname}` })
}

/** An app that has registered itself and that an owner has connected: its tokens, and what it sent. */
export async function connectedApp(
  app: TestApp,
  owner: TestAccount,
  {
    site = 'events',
    resource = 'site',
    client = {},
    answer = agreed,
    request = {},
  }: {
    site?: SiteId
    resource?: 'site' | 'mcp'
    client?: object
    answer?: Record<string, string | string[]>
    request?: Record<string, string>
  } = {},
) {
  const registered = await register(app, { client_name: 'A test app', redirect_uris: [redirect], ...client }, site)
  assert.equal(registered.status, 201, registered.text)
  const { verifier, challenge } = proof()
  const identifier = resourceUrls(`http://${hostAt(app, site)}`)[resource]
  const asked = {
    ...{ client_id: registered.json.client_id as string, redirect_uri: redirect, response_type: 'code', state: 'st' },
    ...{ code_challenge: challenge, code_challenge_method: 'S256', resource: identifier, ...request },
  }
  const browser = ownersBrowser(app, site)
  const back = await agree(browser, owner, await askConsent(browser, asked), answer)
  const exchange = {
    ...{ grant_type: 'authorization_code', code: back.get('code') ?? '', redirect_uri: asked.redirect_uri },
    ...{ client_id: asked.client_id, code_verifier: verifier, resource: identifier },
  }
  const first = await token(app, exchange, site)
  return { browser, back, exchange, clientId: asked.client_id, tokens: first.json, first, resource: identifier }
}

/** Refreshes the tokens of an app. */
export const refresh = (
  app: TestApp,
  { clientId, refreshToken, ...more }: { clientId: string; refreshToken: string } & Record<string, string>,
  site: SiteId = 'events',
) => token(app, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken, ...more }, site)

/** A call of a tool without arguments, as a client of the first revisions sends it. */
export const legacyCall = (name: string, id: number) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: {} },
})
