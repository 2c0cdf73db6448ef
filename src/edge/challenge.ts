// Tells a caller without a valid token where its owner can give it one (RFC 9728 §5.1): what WWW-Authenticate says beside the error.
import { type OAuthResource, resourceMetadataUrl } from '../contract/oauth.ts'
import { scopes } from '../contract/operations/row.ts'

/**
 * The value of WWW-Authenticate with the metadata of a resource, and with the scopes to ask for: all of them, so that the owner
 * decides once, unless the challenge names those that are missing.
 */
export function withMetadata(challenge: string, baseUrl: string, resource: OAuthResource): string {
  const wanted = challenge.includes('scope=') ? '' : `, scope="${scopes.join(' ')}"`
  return `${challenge}, resource_metadata="${resourceMetadataUrl(baseUrl, resource)}"${wanted}`
}
