// The official MCP client connects itself from nothing but the address of the server, on every site, in both revisions of the protocol.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import type { SiteId } from '../../src/contract/sites/site-ids.ts'
import { siteIds } from '../../src/contract/sites/site-ids.ts'
import { siteRow } from '../../src/contract/sites.ts'
import { bodyFor, fetchAt, type TestApp, withApp } from '../harness.ts'
import { type Era, eras } from '../mcp/clients.ts'
import { agree, hostAt, ownersBrowser, redirect } from './apps.ts'

type Stored = { discovered?: any; client?: any; tokens?: any; verifier?: string; asked?: URL }

/** A client with the store that every client has. It starts with nothing. */
function client(
  app: TestApp,
  { site, era, stored, query = '' }: { site: SiteId; era: Era; stored: Stored; query?: string },
) {
  const provider: OAuthClientProvider = {
    redirectUrl: redirect,
    clientMetadata: { client_name: 'Official', redirect_uris: [redirect] },
    state: () => 'state of the client',
    clientInformation: () => stored.client,
    saveClientInformation(saved) {
      stored.client = saved
    },
    tokens: () => stored.tokens,
    saveTokens(saved) {
      stored.tokens = saved
    },
    redirectToAuthorization(url) {
      stored.asked = url
    },
    discoveryState: () => stored.discovered,
    saveDiscoveryState(found) {
      stored.discovered = found
    },
    saveCodeVerifier(saved) {
      stored.verifier = saved
    },
    codeVerifier: () => stored.verifier ?? '',
  }
  const transport = new StreamableHTTPClientTransport(new URL(`http://${hostAt(app, site)}/mcp${query}`), {
    authProvider: provider,
    fetch: (url, { method = 'GET', headers, body } = {}) => {
      const { host, pathname, search } = new URL(String(url))
      const sent = body instanceof URLSearchParams ? body.toString() : body
      return fetchAt(host, app.origin + pathname + search, {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        ...(typeof sent === 'string' && { body: sent }),
      })
    },
  })
  const made = new Client(
    { name: 'official', version: '1.0.0' },
    { versionNegotiation: { mode: era === '2026-07-28' ? { pin: era } : 'legacy' } },
  )
  return { transport, client: made }
}

/** What the owner does in the browser that the client opens: signs in, agrees, and is led back. */
async function ownerAgrees(app: TestApp, site: SiteId, stored: Stored) {
  const owner = await app.account()
  const browser = ownersBrowser(app, site)
  const asked = await browser.get(`${stored.asked?.pathname}${stored.asked?.search}`)
  const page = asked.headers.get('location') ?? ''
  assert.match(page, /\/oauth\/consent\//)
  return { owner, back: await agree(browser, owner, new URL(page, 'http://any.test').pathname) }
}

/** The client takes no token over http from any other host. */
const env = { SITES: siteIds.map(id => `${id}=http://${id}.localhost`).join() }

withApp(
  'the official client connects itself',
  app => {
    for (const [index, site] of siteIds.entries()) {
      const era = eras[index % 2] as Era
      test(`the official client registers, is agreed to, posts, renews its token, and is refused once it has ended: ${site}, ${era}`, async () => {
        const stored: Stored = {}
        const { client: agent, transport } = client(app(), { site, era, stored })
        await agent.connect(transport)
        assert.ok((await agent.listTools()).tools.length > 20, 'lists need no token')
        const name = `post_${siteRow(site).noun}`
        const post = () => agent.callTool({ name, arguments: bodyFor[site]() })
        await assert.rejects(post(), UnauthorizedError)
        const { owner, back } = await ownerAgrees(app(), site, stored)
        await transport.finishAuth(back)
        const posted = await post()
        assert.equal((posted.structuredContent as any).status, 'queued', JSON.stringify(posted))
        app().clock.advance(3_601_000)
        const before = stored.tokens.access_token
        const account = await agent.callTool({ name: 'get_account', arguments: {} })
        assert.equal((account.structuredContent as any).handle, owner.handle)
        assert.notEqual(stored.tokens.access_token, before, 'the client has renewed its token by itself')
        const [{ key_id: keyId }] = (await app()
          .platform.db.selectFrom('oauth_connections')
          .select('key_id')
          .where('account_id', '=', owner.accountId)
          .execute()) as [{ key_id: string }]
        await app().platform.act('endConnection', { accountId: owner.accountId, keyId })
        await assert.rejects(post(), 'the tokens of an ended connection are refused')
        await agent.close()
      })
    }

    test('with ?auth=required the official client is asked for a token before its first message', async () => {
      const stored: Stored = {}
      const first = client(app(), { site: 'events', era: '2025-11-25', stored, query: '?auth=required' })
      await assert.rejects(first.client.connect(first.transport), UnauthorizedError)
      const { back } = await ownerAgrees(app(), 'events', stored)
      await first.transport.finishAuth(back)
      const second = client(app(), { site: 'events', era: '2025-11-25', stored, query: '?auth=required' })
      await second.client.connect(second.transport)
      const { tools } = await second.client.listTools()
      const security = (name: string) => (tools.find(tool => tool.name === name)?._meta as any)?.securitySchemes
      assert.deepEqual(security('get_account'), [{ type: 'oauth2', scopes: ['account:read'] }])
      assert.deepEqual(security('get_pricing'), [{ type: 'noauth' }])
      assert.deepEqual(security('search_posts'), [{ type: 'noauth' }, { type: 'oauth2', scopes: ['search'] }])
      await second.client.close()
    })
  },
  env,
)
