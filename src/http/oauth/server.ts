// The authorization server of each site: the library, with the rules of this service (contract.md §16).
import { randomBytes } from 'node:crypto'
import {
  type ClientMetadata,
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import { limits } from '../../contract/limits.ts'
import {
  clientAuthMethods,
  clientSigningAlgorithms,
  consentPath,
  oauthPaths,
  resourceNamed,
} from '../../contract/oauth.ts'
import { scopes } from '../../contract/operations/row.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { base62, oauthToken, sha256 } from '../../domain/ids.ts'
import { accountIsThere, oauthRecord } from '../../usecases/accounts/oauth.ts'
import type { Platform } from '../../usecases/platform.ts'
import { messagePage } from '../private/frame.ts'
import { privateHtmlHeaders } from '../public/kit/layout.ts'
import { mendClient } from './client-metadata.ts'
import { documentKind, recordsOf } from './records.ts'

/** The answer of an owner to a request of an app: the connection that the app has got. */
export type Consent = { login: { accountId: string; remember: false }; consent: { keyId: string } }

/** Makes the authorization server of a site. */
export function createAuthorizationServer(platform: Platform, site: SiteContext): Provider {
  const { Check, Prompt } = interactionPolicy
  const inSeconds = (ms: number) => ms / 1000
  const consented = (ctx: KoaContextWithOIDC) => (ctx.oidc.result as Partial<Consent> | undefined)?.consent?.keyId
  const asked = new Check(
    'owner_asked',
    'the owner has to agree',
    'interaction_required',
    ctx => consented(ctx) === undefined,
  )
  const secure = site.baseUrl.startsWith('https:')
  const cookie = { httpOnly: true, sameSite: 'lax', secure, signed: true } as const
  const configuration: Configuration = {
    adapter: recordsOf(platform, site),
    clientAuthMethods: [...clientAuthMethods],
    clientBasedCORS: () => true,
    clientDefaults: {
      ...{ application_type: 'native', token_endpoint_auth_method: 'none', response_types: ['code'] },
      ...{ grant_types: ['authorization_code', 'refresh_token'], id_token_signed_response_alg: 'Ed25519' },
    },
    cookies: {
      keys: [...platform.oauthKeys.cookieKeys],
      names: {
        session: `${secure ? '__Host-' : ''}handbill-oauth`,
        interaction: `${secure ? '__Secure-' : ''}handbill-consent`,
        resume: `${secure ? '__Secure-' : ''}handbill-consented`,
      },
      long: { ...cookie, path: '/' },
      short: cookie,
    },
    enabledJWA: {
      clientAuthSigningAlgValues: [...clientSigningAlgorithms],
      idTokenSigningAlgValues: ['Ed25519'],
    },
    expiresWithSession: () => false,
    extraClientMetadata: {
      properties: ['handbill'],
      validator: (_ctx, _key, _value, metadata) => mendClient(metadata as Record<string, unknown>),
    },
    features: {
      clientIdMetadataDocument: {
        ...{ enabled: true, ack: 'draft-02' },
        allowFetch: (ctx: KoaContextWithOIDC, clientId: string) => mayFetch(platform, ctx, clientId),
      },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      registration: {
        ...{ enabled: true, issueRegistrationAccessToken: false },
        idFactory: () => `app_${base62(randomBytes(48)).slice(0, 32)}`,
      },
      resourceIndicators: {
        ...{ enabled: true, useGrantedResource: () => true },
        defaultResource: (_ctx, _client, oneOf) => {
          const of = [oneOf ?? []].flat()
          return of.find(each => resourceNamed(site.baseUrl, each) === 'site') ?? of[0] ?? site.baseUrl
        },
        getResourceServerInfo(_ctx, identifier) {
          const audience = resourceNamed(site.baseUrl, identifier)
          if (audience === null) throw new errors.InvalidTarget()
          return {
            ...{ scope: scopes.join(' '), audience, accessTokenFormat: 'opaque' },
            accessTokenTTL: inSeconds(limits.accessTokenMs),
          }
        },
      },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    fetch: (url, options) => fetchDocument(platform, site, String(url), options?.signal ?? null),
    fetchResponseBodyLimits: {
      'client_id metadata document': limits.oauthDocumentBytes,
      ...{ jwks_uri: limits.oauthKeysBytes, sector_identifier_uri: 0 },
    },
    async findAccount(_ctx, accountId) {
      return (await accountIsThere(platform, accountId)) ? { accountId, claims: () => ({ sub: accountId }) } : undefined
    },
    interactions: {
      policy: [new Prompt({ name: 'consent', requestable: true }, asked)] as never,
      url: (_ctx, { uid }) => `${consentPath}/${uid}`,
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    jwks: { keys: [platform.oauthKeys.signingKey as never] },
    async loadExistingGrant(ctx) {
      const keyId = consented(ctx)
      return keyId === undefined ? undefined : ctx.oidc.provider.Grant.find(keyId)
    },
    pkce: { required: () => true },
    renderError: (ctx, out) => renderError(site, ctx, out),
    responseTypes: ['code'],
    revokeGrantPolicy: () => true,
    rotateRefreshToken: true,
    routes: {
      ...{ authorization: oauthPaths.authorize, token: oauthPaths.token, registration: oauthPaths.register },
      ...{ revocation: oauthPaths.revoke, jwks: '/v1/oauth/keys' },
    },
    scopes: ['offline_access'],
    ttl: {
      AccessToken: inSeconds(limits.accessTokenMs),
      AuthorizationCode: inSeconds(limits.oauthCodeMs),
      Grant: inSeconds(limits.refreshTokenMs),
      Interaction: inSeconds(limits.consentMs),
      RefreshToken: inSeconds(limits.refreshTokenMs),
      Session: inSeconds(limits.consentMs),
    },
  }
  const provider = new Provider(site.baseUrl, configuration)
  // The address of the site is known, so register-oauth.ts writes the headers by which a proxy would say it.
  provider.proxy = true
  const failed = (_ctx: unknown, error: unknown) =>
    platform.log.error({ err: error }, 'the authorization server failed')
  provider.on('server_error', failed)
  // An error of the server below the library, which the types of the library leave out.
  ;(provider as NodeJS.EventEmitter).on('error', error => failed(null, error))
  nameTokens(provider, platform)
  return provider
}

/** Gives tokens the form of keys. What follows a used refresh token is the same each time, so that a lost answer can be repeated. */
function nameTokens(provider: Provider, { oauthKeys }: Platform): void {
  const fresh = (kind: 'access' | 'refresh' | 'code') => oauthToken(kind, base62(randomBytes(48)).slice(0, 32))
  const following = (kind: 'access' | 'refresh') => {
    const oidc = Provider.ctx?.oidc
    const used = oidc?.entities.RotatedRefreshToken?.jti
    if (used === undefined) return fresh(kind)
    const { scope = '', resource = '' } = oidc?.params ?? {}
    return oauthKeys.follows(kind, kind === 'refresh' ? used : `${used} ${scope} ${resource}`)
  }
  const name = (model: { prototype: object }, make: () => string) => {
    const made = model.prototype as { generateTokenId(): string }
    const original = made.generateTokenId
    // The original settles the format of the token too.
    made.generateTokenId = function named() {
      original.call(this)
      return make()
    }
  }
  name(provider.AccessToken, () => following('access'))
  name(provider.RefreshToken, () => following('refresh'))
  name(provider.AuthorizationCode, () => fresh('code'))
}

/** Whether the document of a client may be fetched: its address has a path, and the caller has not had many fetched today. */
async function mayFetch(platform: Platform, ctx: KoaContextWithOIDC | undefined, clientId: string): Promise<boolean> {
  if (URL.parse(clientId)?.pathname === '/') return false
  // The page of consent shows a client whose document was fetched for the request.
  if (ctx === undefined) return true
  try {
    await platform.act('countOAuth', { ip: ctx.ip, of: 'document' })
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'rate_limited') return false
    throw error
  }
}

/**
 * Fetches a document or the keys of a client as a webhook is sent: only from public addresses. While the host of a document is down,
 * tokens are renewed by the copy that was stored when the owner agreed.
 */
async function fetchDocument(
  platform: Platform,
  site: SiteContext,
  url: string,
  signal: AbortSignal | null,
): Promise<Response> {
  const failed = async (): Promise<Response | null> => {
    if (Provider.ctx?.oidc.route !== 'token') return null
    const copy = await oauthRecord(platform, { id: url, kind: documentKind, site: site.id })
    return copy ? new Response(copy.payload) : null
  }
  try {
    signal?.throwIfAborted()
    const bounds = { mostBytes: limits.oauthKeysBytes, timeoutMs: limits.oauthDocumentMs }
    const { status, headers, body } = await platform.webhooks.client.read(url, bounds)
    const lasting = ['cache-control', 'expires'].flatMap(name => (headers[name] ? [[name, headers[name]]] : []))
    const answer = new Response(new Uint8Array(body), { status, headers: Object.fromEntries(lasting) })
    return (status === 429 || status >= 500 ? await failed() : null) ?? answer
  } catch (error) {
    const copy = await failed()
    if (copy) return copy
    throw error
  }
}

/** Keeps a copy of the document of a client to which an owner has agreed. */
export async function keepDocument(platform: Platform, site: SiteContext, metadata: ClientMetadata): Promise<void> {
  const { client_id: clientId } = metadata
  if (!clientId.startsWith('https://')) return
  await platform.act('keepOAuthRecord', {
    ...{ hash: sha256(clientId), kind: documentKind, site: site.id, keyId: null, payload: JSON.stringify(metadata) },
    ...{ lastsMs: limits.oauthClientKeptMs, once: false, keeps: null },
  })
}

/** Says to a person why an app cannot be sent an answer; to a program, as JSON. */
function renderError(
  site: SiteContext,
  ctx: KoaContextWithOIDC,
  out: { error: string; error_description?: string | undefined },
): void {
  if (!ctx.accepts('html')) {
    ctx.type = 'json'
    ctx.body = out
    return
  }
  const { error, error_description: why = '' } = out
  const expired = ctx.oidc.route === 'resume'
  ctx.set(privateHtmlHeaders)
  ctx.body = messagePage(site, {
    title: expired ? 'This request is over' : 'This app cannot be connected',
    text: [
      expired
        ? 'It was answered already, is too old, or was begun in another browser. Begin again in the app.'
        : 'The app has sent a request that cannot be answered. Nothing was done. Tell this to whoever makes the app:',
      why === '' ? error : `${error}: ${why}`,
    ],
  })
}
