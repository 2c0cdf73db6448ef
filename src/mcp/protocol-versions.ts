// The protocol revisions that are answered, newest first.
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'

/** The first revision whose requests carry everything in themselves. */
export const modernVersion = '2026-07-28'

export const protocolVersions = [
  modernVersion,
  ...SUPPORTED_PROTOCOL_VERSIONS.filter(version => version >= '2025-03-26' && version < modernVersion),
]
