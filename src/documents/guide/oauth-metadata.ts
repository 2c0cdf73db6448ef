// The metadata by which an app finds out how an owner connects it: that of the authorization server (RFC 8414) and of the resources
// of a site (RFC 9728).
import {
  clientAuthMethods,
  clientSigningAlgorithms,
  type OAuthResource,
  oauthPaths,
  resourceUrls,
} from '../../contract/oauth.ts'
import { scopes } from '../../contract/operations/row.ts'

/** The metadata of the authorization server of a site. */
export function serverMetadata(baseUrl: string): object {
  return {
    issuer: baseUrl,
    authorization_endpoint: baseUrl + oauthPaths.authorize,
    token_endpoint: baseUrl + oauthPaths.token,
    registration_endpoint: baseUrl + oauthPaths.register,
    revocation_endpoint: baseUrl + oauthPaths.revoke,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: clientAuthMethods,
    token_endpoint_auth_signing_alg_values_supported: clientSigningAlgorithms,
    revocation_endpoint_auth_methods_supported: clientAuthMethods,
    revocation_endpoint_auth_signing_alg_values_supported: clientSigningAlgorithms,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${baseUrl}/developers/`,
    op_policy_uri: `${baseUrl}/privacy/`,
    op_tos_uri: `${baseUrl}/terms/`,
  }
}

/** The metadata of a resource of a site. */
export function resourceMetadata(baseUrl: string, resource: OAuthResource): object {
  return {
    resource: resourceUrls(baseUrl)[resource],
    authorization_servers: [baseUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_documentation: `${baseUrl}/developers/`,
    resource_policy_uri: `${baseUrl}/policy/`,
    resource_tos_uri: `${baseUrl}/terms/`,
  }
}
