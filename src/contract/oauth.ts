// The words of OAuth 2.1: addresses, resources, what each scope means to an owner, and the form of the tokens (contract.md §16).
import { type OAuthScope, scopes } from './operations/row.ts'

/** The endpoints of the authorization server, below the base URL of each site, which is its issuer. */
export const oauthPaths = {
  authorize: '/v1/oauth/authorize',
  token: '/v1/oauth/token',
  register: '/v1/oauth/register',
  revoke: '/v1/oauth/revoke',
} as const

export const serverMetadataPath = '/.well-known/oauth-authorization-server'
export const resourceMetadataPath = '/.well-known/oauth-protected-resource'

/** The page on which an owner agrees, before the id of the request. */
export const consentPath = '/oauth/consent'

/** What a token is for: the MCP endpoint of a site, or everything that the site offers to programs. */
export type OAuthResource = 'mcp' | 'site'

/** The identifiers of the resources of a site (RFC 8707). */
export const resourceUrls = (baseUrl: string): Record<OAuthResource, string> => ({
  mcp: `${baseUrl}/mcp`,
  site: baseUrl,
})

/** The resource that an identifier names; null for none of this site. A slash at its end does not count. */
export function resourceNamed(baseUrl: string, identifier: string): OAuthResource | null {
  const urls = resourceUrls(baseUrl)
  const plain = identifier.replace(/\/$/, '')
  return plain === urls.mcp ? 'mcp' : plain === urls.site ? 'site' : null
}

/** The address of the metadata of a resource (RFC 9728). */
export const resourceMetadataUrl = (baseUrl: string, resource: OAuthResource): string =>
  `${baseUrl}${resourceMetadataPath}${resource === 'mcp' ? '/mcp' : ''}`

/** What each scope lets an app do, as the owner reads it. */
export const scopeMeanings: Record<OAuthScope, string> = {
  'posts:read': 'See what you have posted with it, before it is public, and why a post was rejected',
  'posts:write': 'Publish, edit, cancel and delete its posts, and pay for them from your balance',
  search: 'Search posts, with the searches that are free for it each day and paid ones after that',
  'account:read': 'See your balance, strikes and limits, and the outcomes of its posts',
  'webhooks:manage': 'Have the outcomes of its posts sent to a web address',
}

/** The scopes of a text, in the order of the contract; unknown ones are left out. */
export function scopesIn(text: string): OAuthScope[] {
  const named = new Set(text.split(' '))
  return scopes.filter(scope => named.has(scope))
}

/** The one redirect address with a private scheme that is taken: that of the editor Cursor. PKCE binds the code to its client. */
export const cursorRedirect = 'cursor://anysphere.cursor-mcp/oauth/callback'

/** How clients may identify themselves at the token endpoint. */
export const clientAuthMethods = ['none', 'private_key_jwt'] as const

/** The algorithms by which clients sign. */
export const clientSigningAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'] as const
