// Stores what the library keeps: reads from the reading connection, writes by actions. Secrets are stored as hashes alone.
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { limits } from '../../contract/limits.ts'
import { resourceUrls } from '../../contract/oauth.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { sha256 } from '../../domain/ids.ts'
import { connectionOn, oauthRecord } from '../../usecases/accounts/oauth.ts'
import type { Platform } from '../../usecases/platform.ts'

/** The kinds of records that nobody needs between two requests: the session of an owner is that of the owner's pages. */
const forgotten: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
}

/** The stored copy of the document of a client. */
export const documentKind = 'ClientDocument'

/** How the library reaches the records of a site, by their kind. */
export function recordsOf(platform: Platform, site: SiteContext): (kind: string) => Adapter {
  return kind =>
    kind === 'Session' ? forgotten : kind === 'Grant' ? connections(platform, site) : records(platform, site, kind)
}

/** A grant is a connection: it is made by the consent of its owner, and ends with its key. */
function connections(platform: Platform, { id: site, baseUrl }: SiteContext): Adapter {
  return {
    ...forgotten,
    async find(keyId) {
      const now = platform.now()
      const found = await connectionOn(platform, { keyId, site })
      if (!found) return undefined
      const { account_id: accountId, client_id: clientId, scopes, kept_until: endsAt, created_at: createdAt } = found
      const urls = Object.values(resourceUrls(baseUrl)).flatMap(url => [url, `${url}/`])
      const left = Math.ceil(((endsAt ?? now) - now) / 1000)
      return {
        ...{ accountId, clientId, kind: 'Grant', jti: keyId, iat: Math.floor(createdAt / 1000), exp: seconds() + left },
        resources: Object.fromEntries(urls.map(url => [url, scopes])),
      } as AdapterPayload
    },
    async destroy(keyId) {
      await platform.act('endConnection', { accountId: null, keyId })
    },
  }
}

/** The library has a clock of its own: what it stores and finds is in the seconds of that clock. */
const seconds = () => Math.floor(Date.now() / 1000)

function records(platform: Platform, { id: site }: SiteContext, kind: string): Adapter {
  const read = (id: string) => oauthRecord(platform, { id, kind, site })
  return {
    ...forgotten,
    async upsert(id, payload, expiresIn) {
      const { jti: _, ...stored } = payload
      await platform.act('keepOAuthRecord', {
        ...{ hash: sha256(id), kind, site, keyId: payload.grantId ?? null, payload: JSON.stringify(stored) },
        lastsMs: expiresIn ? expiresIn * 1000 : limits.oauthClientKeptMs,
        once: kind === 'RefreshToken' || kind === 'AccessToken',
        keeps: kind === 'RefreshToken' && payload.clientId ? sha256(payload.clientId) : null,
      })
    },
    async find(id) {
      const found = await read(id)
      if (!found) return undefined
      const { exp: _, ...payload } = JSON.parse(found.payload) as AdapterPayload
      const left = Math.ceil((found.expires_at - platform.now()) / 1000)
      const consumed = found.consumed_at !== null && !(await isRepeatable(platform, found, id))
      return {
        ...payload,
        ...(kind !== 'Client' && { jti: id, exp: seconds() + left }),
        ...(consumed && { consumed: true }),
      }
    },
    async consume(id) {
      const first = await platform.act('consumeOAuthRecord', { hash: sha256(id) })
      // Two requests with one code at once: the second is as late as any other. A refresh token gives both the same answer.
      if (first || kind !== 'AuthorizationCode') return
      const keyId = (await read(id))?.key_id
      if (keyId) await platform.act('endConnection', { accountId: null, keyId })
      throw new errors.InvalidGrant('authorization code already consumed')
    },
    async destroy(id) {
      await platform.act('dropOAuthRecord', { hash: sha256(id) })
    },
  }
}

/** Whether a used refresh token gives its answer once more: the answer may have been lost, as long as nobody has used it. */
async function isRepeatable(
  platform: Platform,
  { kind, site, consumed_at: consumedAt }: { kind: string; site: SiteContext['id']; consumed_at: number | null },
  token: string,
): Promise<boolean> {
  if (kind !== 'RefreshToken' || platform.now() - (consumedAt ?? 0) > limits.refreshRepeatedMs) return false
  const next = await oauthRecord(platform, { id: platform.oauthKeys.follows('refresh', token), kind, site })
  return next === undefined || next.consumed_at === null
}
