import { MCP_PATH } from '../access.ts'

export const SCOPES = { read: 'lyra:read', write: 'lyra:write' } as const

/** RFC 9728: at the root, and with the path of the resource behind it. */
export const METADATA_PATHS = [
  '/.well-known/oauth-protected-resource',
  `/.well-known/oauth-protected-resource${MCP_PATH}`,
]

/** Who makes tokens for this resource, and what they may allow. */
export function resourceMetadata(resource: string, issuer: string) {
  return {
    resource,
    resource_name: 'Lyra',
    authorization_servers: [issuer],
    scopes_supported: Object.values(SCOPES),
    bearer_methods_supported: ['header'],
  }
}

/** RFC 6750, 9728: where a client without a token, or with a wrong one, learns how to get one. */
export function challenge(resource: string | null, error: 'invalid_token' | 'insufficient_scope' | null): string {
  const parts = [
    ...(resource === null ? [] : [`resource_metadata="${new URL(METADATA_PATHS[1] ?? '', resource).href}"`]),
    ...(error === null ? [] : [`error="${error}"`]),
    ...(error === 'insufficient_scope' ? [`scope="${SCOPES.read}"`] : []),
  ]
  return parts.length === 0 ? 'Bearer' : `Bearer ${parts.join(', ')}`
}
