// The protocol revisions that are answered, newest first.

/** The first revision whose requests carry everything in themselves. */
export const modernVersion = '2026-07-28'

export const protocolVersions = [modernVersion, '2025-11-25', '2025-06-18', '2025-03-26']

/** The members of `_meta` by which a request of that revision carries everything (and its answer says who answered). */
export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
} as const
