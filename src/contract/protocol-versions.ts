// The supported revisions of MCP, newest first.

/** The first revision whose requests need no session: each carries all that it needs. */
export const modernVersion = '2026-07-28'

export const protocolVersions = [modernVersion, '2025-11-25', '2025-06-18', '2025-03-26']

/** The members of `_meta` in a request of that revision; `serverInfo` is in its answer. */
export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
} as const

/** The extensions whose answers a client has to declare that it knows; others are offered to every client. */
export const extensions = {
  tasks: 'io.modelcontextprotocol/tasks',
  outcomes: 'io.modelcontextprotocol/events',
} as const
export type ExtensionName = keyof typeof extensions
