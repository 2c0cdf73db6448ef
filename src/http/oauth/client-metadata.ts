// What the server makes of the metadata of a client, registered or in a document, before the library checks it: seven real clients
// send what a strict reading of OpenID refuses (docs/oauth.md).
import { errors } from 'oidc-provider'
import { limits } from '../../contract/limits.ts'
import { clientAuthMethods } from '../../contract/oauth.ts'
import { isRedirect } from '../../domain/accounts/redirect.ts'

/** The members that have a meaning here. The rest is left out, such as a scope: the owner decides on that, each time. */
const kept = new Set([
  ...['client_id', 'client_id_issued_at', 'client_name', 'client_uri', 'redirect_uris', 'grant_types'],
  ...['response_types', 'token_endpoint_auth_method', 'token_endpoint_auth_signing_alg', 'jwks', 'jwks_uri'],
  'application_type',
])

type Metadata = Record<string, unknown>

/** Mends the metadata of a client in place. Throws the errors of RFC 7591. */
export function mendClient(metadata: Metadata): void {
  for (const name of Object.keys(metadata)) if (!kept.has(name)) delete metadata[name]
  const { redirect_uris: redirects, token_endpoint_auth_method: method, client_name: name } = metadata
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > limits.oauthRedirects)
    throw new errors.InvalidRedirectUri()
  const refused = redirects.find(each => typeof each !== 'string' || !isRedirect(each))
  if (refused !== undefined)
    throw new errors.InvalidClientMetadata(
      'redirect_uris take https addresses, http addresses on localhost, 127.0.0.1 or [::1], and none with a fragment',
    )
  if (name !== undefined && typeof name !== 'string') throw new errors.InvalidClientMetadata('client_name is a text')
  // A loopback address of any port is taken from native clients alone, and clients that need it do not say what they are.
  metadata.application_type = 'native'
  metadata.response_types = ['code']
  metadata.grant_types = ['authorization_code', 'refresh_token']
  if (!(clientAuthMethods as readonly unknown[]).includes(method)) metadata.token_endpoint_auth_method = 'none'
  if (metadata.token_endpoint_auth_method === 'none') {
    delete metadata.jwks
    delete metadata.jwks_uri
    delete metadata.token_endpoint_auth_signing_alg
  }
}
